@testable import MarbleLanguage
@testable import MarbleSession
@testable import MarbleTools
import Marbles
import TestSupport
import Testing

/// Random calls of every overload of every operator.
///
/// Each call gives an error, or a drawing that follows the event grammar.
struct RandomCallTests {
  private static let sources = """
    a = -1-2-2-x-3|
    b = cold --1-[true]#
    c = cold -[[1,2]]-a!
    s = -b--c-|
    n = {-1}*

    """

  @Test(arguments: Catalog.standard.entries.map(\.name))
  func everyCallGivesALawfulDrawingOrAnError(name: String) throws {
    let entry = try #require(Catalog.standard[name])
    for seed in UInt64(0)..<30 {
      var generator = SeededGenerator(seed: seed &* 1_000_003)
      for overload in entry.overloads {
        let call = call(of: entry, overload, &generator)
        var answers = 0
        let session = Session(SessionOptions(limits: Limits(ticks: 60, deliveries: 3_000)))
        session.evaluate(Source(name: "test", text: Self.sources + call)) { answer in
          switch answer {
          case .drawing(let diagram):
            answers += 1
            guard case .lane(let out) = diagram.rows.last else { return }
            let violation = EventGrammar.firstViolation(in: out.timeline.marbles.map { EventKind($0.event) })
            #expect(violation == nil, "seed \(seed): \(call)")
          case .error(let diagnostic, let source):
            answers += 1
            #expect(!diagnostic.problem.message.isEmpty, "seed \(seed): \(call)")
            #expect(diagnostic.span.upperBound <= source.bytes.count, "seed \(seed): \(call)")
          default: break
          }
        }
        #expect(answers > 0, "seed \(seed): \(call)")
      }
    }
  }

  private func call(of entry: CatalogEntry, _ overload: Overload, _ generator: inout SeededGenerator) -> String {
    let arguments = overload.parameters.compactMap { parameter -> String? in
      if parameter.defaultText != nil, Bool.random(using: &generator) { return nil }
      let label = parameter.label.map { "\($0): " } ?? ""
      return label + argument(for: parameter, &generator)
    }
    return "\(entry.name)(\(arguments.joined(separator: ", ")))"
  }

  /// Returns a random argument, in most cases one that fits the parameter.
  private func argument(for parameter: ParameterDescription, _ generator: inout SeededGenerator) -> String {
    let streams = ["a", "b", "c", "s", "n", "\"-1-(23|)\"", "just(1)", "[a, b]", "[1, 2]", "a.take(1)", "never()"]
    let numbers = ["0", "1", "2", "7", "-1", "9223372036854775807", "-9223372036854775808"]
    let closures = [
      "{ $0 }", "{ true }", "{ false }", "{ \"-\\($0)|\" }", "{ b }", "{ nil }", "{ throw \"late\" }", "{ 1 / 0 }",
      "{ $0 == $0 }", "{ [$0] }", "{ just($0) }", "{ x in x }", "{ $0 == 2 ? throw \"two\" : true }",
    ]
    let pairs = ["{ $0 == $1 }", "{ ($0, $1) }", "{ x, y in y }", "{ $1 }", "{ throw \"late\" }", "{ $0 + $1 }"]
    let others = ["nil", "true", "1.5", "\"x\"", ".merge", "(1, 2)", "3t"]
    let fitting =
      switch parameter.shape {
      case .stream: streams
      case .streams, .streamValues:
        [(0..<3).map { _ in streams.randomElement(using: &generator) ?? "a" }.joined(separator: ", ")]
      case .count: numbers
      case .time: numbers + ["3t", "2ms"]
      case .boolean: ["true", "false"]
      case .message, .optionalMessage: ["\"late\"", "nil"]
      case .strategy: Strategy.names.map { $0 == "concurrent" ? ".concurrent(limit: 2)" : ".\($0)" }
      case .value, .values, .array, .anything: numbers + others + ["[1, 2]"]
      case .closure(let role): role.takes.count == 2 ? pairs : closures
      }
    let isFitting = Int.random(in: 0..<10, using: &generator) > 0
    return (isFitting ? fitting : streams + numbers + closures + others).randomElement(using: &generator) ?? "a"
  }
}
