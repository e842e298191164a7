/// A timeline can be written as a string literal: `let expected: Timeline = "--1--2--|"`.
///
/// A literal cannot throw. If it is invalid, the result is an empty timeline with a ``Timeline/parseError``. It does
/// not equal any valid timeline, and its description is the error with a caret under it.
/// ``run(_:where:during:on:orders:limits:fileID:filePath:line:through:)`` and the comparison with its result throw the error.
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
  /// The timeline as it is written, or the error in its literal.
  public var description: String { parseError?.description ?? TimelinePrinter.text(of: self) }
}
