/// A window can be written as a string literal: `let window: Window = "--^----!"`.
///
/// As with a ``Timeline``, an invalid literal has a ``Window/parseError`` and does not equal any valid window.
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
  /// The window as it is written, or the error in its literal.
  public var description: String { parseError?.description ?? WindowPrinter.text(of: self) }
}
