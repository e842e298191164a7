/// A timeline may be written as a string, as in `let expected: Timeline = "--1--2--|"`.
///
/// A literal cannot throw. One that cannot be read is an empty timeline that keeps its ``Timeline/parseError``, equals no
/// timeline that can be read, and describes itself by the error with a caret under it; ``run(_:where:during:on:limits:fileID:line:through:)``
/// and the comparison with its result throw it.
extension Timeline: ExpressibleByStringInterpolation {
  public init(stringLiteral text: String) {
    let source = Source(name: "<timeline>", text: text)
    do throws(Diagnostic) {
      let list = try TimelineList(in: source, at: 0, form: .pipe, several: false, tick: .millisecond)
      try source.checkEnd(from: list.end)
      self = list.literals[0].timeline
      self.warnings = list.warnings.map(DiagnosticRenderer(source).text)
    } catch {
      self.init()
      parseError = TimelineParseError(error, in: source)
    }
  }
}

extension Timeline: CustomStringConvertible {
  /// The timeline as it is written, or what is wrong with the text that was meant as one.
  public var description: String { parseError?.description ?? TimelinePrinter.text(of: self) }
}
