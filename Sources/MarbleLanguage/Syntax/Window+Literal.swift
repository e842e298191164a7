/// A window may be written as a string, as in `let window: Window = "--^----!"`.
///
/// As with a ``Timeline``, a literal that cannot be read keeps its ``Window/parseError`` and equals no window that can.
extension Window: ExpressibleByStringInterpolation {
  public init(stringLiteral text: String) {
    let source = Source(name: "<window>", text: text)
    do throws(Diagnostic) {
      let literal = try WindowLiteral(TimelineReader(source).timeline(from: 0, as: .window))
      try source.checkEnd(from: literal.span.upperBound)
      guard let window = literal.window else { throw Diagnostic(.windowNeverOpens, at: literal.span) }
      self = window
    } catch {
      self.init(from: 0)
      parseError = TimelineParseError(error, in: source)
    }
  }
}

extension Window: CustomStringConvertible {
  /// The window as it is written, or what is wrong with the text that was meant as one.
  public var description: String { parseError?.description ?? WindowPrinter.text(of: self) }
}
