import MarbleLanguage

/// A source of the marble language that defines the events of a stream for
/// ``run(_:where:during:on:orders:limits:fileID:filePath:line:through:)``.
///
///     "--1--2--|"              // a pipe: its events do not depend on its observers
///     "--1--^--2--|"           // a pipe: 1 is sent before tick 0, where observation starts
///     "cold --1--2--|"         // starts again, at its tick 0, for each observer
///     "cold --1-#, --2--|"     // the first start plays the first timeline, all others the last
///     "raw --1--|--2"          // a pipe that sends exactly these events, even after its end
public struct Input<Value, Error: Swift.Error>: Sendable {
  /// The source text.
  public let text: String

  /// Creates an input from a source text, which is parsed when the input is run.
  public init(_ text: String) {
    self.text = text
  }
}

extension Input: ExpressibleByStringInterpolation {
  public init(stringLiteral text: String) {
    self.init(text)
  }
}

extension Input {
  /// Returns the source bound to a name, and the rendered warnings about it.
  ///
  /// It throws if the text cannot be parsed, or if a marble or failure has no meaning for the types of the stream.
  func binding(named name: String, _ names: MarbleCoder) throws -> (Binding, warnings: [String]) {
    let source = Source(name: "<\(name)>", text: text)
    let kind: Binding.Kind
    let warnings: [Diagnostic]
    do throws(Diagnostic) {
      (kind, warnings) = try Binding.Kind.read(source)
    } catch {
      throw TimelineParseError(error, in: source)
    }
    let binding = Binding(name: name, kind: kind)
    for marble in binding.timelines.lazy.flatMap({ $0.marbles + ($0.loop?.marbles ?? []) }) {
      switch marble.event {
      case .value(let value):
        if names.read(value, as: Value.self) == nil {
          throw RunError.unreadableValue(value, type: Value.self, input: name, tick: marble.tick)
        }
      case .failed(let failure):
        if names.read(failure, as: Error.self) == nil {
          throw RunError.unreadableError(failure, type: "\(Error.self)", input: name, tick: marble.tick)
        }
      case .completed, .interrupted: break
      }
    }
    return (binding, warnings.map(DiagnosticRenderer(source).text))
  }
}

extension Binding.Kind {
  /// Parses a string that holds one source, as written after the `=` of a script, and nothing else.
  fileprivate static func read(_ source: Source) throws(Diagnostic) -> (Binding.Kind, warnings: [Diagnostic]) {
    let bytes = SourceBytes(source)
    let start = bytes.skipWhitespace(at: 0)
    let form: TimelineForm = bytes.has("cold ", at: start) ? .cold : bytes.has("raw ", at: start) ? .raw : .pipe
    let keyword = form == .cold ? 5 : form == .raw ? 4 : 0
    let list = try TimelineList(
      in: source, at: start + keyword, form: form, several: form == .cold, tick: .millisecond)
    try source.checkEnd(from: list.end)
    let timelines = list.literals.map(\.timeline)
    return (form == .cold ? .cold(timelines) : .pipe(timelines[0]), list.warnings)
  }
}
