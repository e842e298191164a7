import Foundation
import Testing

@testable import Marbles

/// What comes is always among what was said to come.
struct SoundnessTests {
  @Test(arguments: Catalogue.standard.entries.map(\.name))
  func everyOperatorSendsWhatItsFormSays(name: String) throws {
    let entry = try #require(Catalogue.standard[name])
    expectSound(entry.example, atLeast: 1)
  }

  @Test(arguments: files(beneath: "examples", ending: "marble"))
  func examplesAreSound(file: URL) throws {
    expectSound(try String(contentsOf: file, encoding: .utf8), atLeast: 0)
  }

  /// Closures of any kind on values of any kind: where typing sees a mistake, no value gets through; and what gets
  /// through is of a kind that it foresaw.
  @Test(arguments: 0..<40)
  func randomClosuresAreSound(seed: UInt64) throws {
    var random = RandomClosures(seed: seed)
    for _ in 0..<60 {
      let script = "a = \(random.source)\na.map { \(random.expression(depth: 3)) }"
      for (code, stage) in expressions(of: script) {
        let producer = try Evaluator(stage, code).producer(of: code.expression)
        let foreseen = Result { () throws(Fault) in
          try Typer(Evaluator(Stage(code.bindings), code)).contents(of: code.expression)
        }
        let output = stage.run(producer)[0]
        let came = Kinds(sentBy: output)
        switch foreseen {
        case .failure(let fault):
          #expect(came.isNone && stage.fault != nil, "seed \(seed): \(script)\n\(fault.diagnostic)")
        case .success(let kinds):
          #expect(kinds.isUnknown || kinds.or(came) == kinds, "seed \(seed): \(script)\n\(kinds)\n\(came)")
        }
      }
    }
  }

  private func expectSound(_ script: String, atLeast count: Int) {
    var checked = 0
    for (code, _) in expressions(of: script) {
      do {
        let foreseen = try Typer(Evaluator(Stage(code.bindings), code)).contents(of: code.expression)
        let outcome = try Outcome(running: code, limits: Limits(ticks: 200), while: { true })
        for output in outcome.outputs {
          let came = Kinds(sentBy: output)
          #expect(foreseen.isUnknown || foreseen.or(came) == foreseen, "\(code.text)\n\(foreseen)\n\(came)")
          checked += 1
        }
      } catch {
        Issue.record("\(code.text): \(error.diagnostic)")
      }
    }
    #expect(checked >= count)
  }

  /// The expressions that a script shows or asserts, each with a stage of its own.
  private func expressions(of script: String) -> [(Code, Stage)] {
    var bindings = Bindings()
    let source = Source(name: "test", text: script)
    var parser = Parser(
      source, bindings: .init(isBound: { bindings[$0] != nil }, names: { bindings.names }))
    var found: [(Code, Stage)] = []
    while case .success(let statement)? = parser.next() {
      switch statement.kind {
      case .bind(let name, .pipe(let literal)), .bind(let name, .raw(let literal)):
        bindings.bind(Binding(name: name.text, kind: .pipe(literal.timeline)))
      case .bind(let name, .cold(let literals)):
        bindings.bind(Binding(name: name.text, kind: .cold(literals.map(\.timeline))))
      case .bind(let name, .expression(let expression)):
        let code = Code(expression: expression, source: source, bindings: bindings, tickLength: .millisecond)
        bindings.bind(Binding(name: name.text, kind: .expression(code)))
      case .define(let name, let parameters, let body):
        let code = Code(expression: body, source: source, bindings: bindings, tickLength: .millisecond)
        let definition = OperatorDefinition(name: name.text, parameters: parameters.map(\.text), body: code)
        bindings.bind(Binding(name: name.text, kind: .operator(definition)))
      case .assert(.definition(.expression(let expression)), _, _),
        .show(.definition(.expression(let expression)), _):
        let code = Code(expression: expression, source: source, bindings: bindings, tickLength: .millisecond)
        found.append((code, Stage(bindings)))
      default: break
      }
    }
    return found
  }
}

/// Closures' bodies without conditions, whose every part is evaluated, on values of any kind.
private struct RandomClosures {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private mutating func pick<T>(_ items: [T]) -> T { items[Int(generator.next() % UInt64(items.count))] }

  var source: String {
    mutating get {
      let values = [
        "1", "x", "[true]", "[nil]", "[1.5]", "[1,x]", "[[1,2]]", "[[]]", "[.value(1)]", "<-1|>", "\"\"", "[12]",
      ]
      let kind = pick(values)
      return "-" + (0..<3).map { _ in pick([kind, kind, pick(values)]) }.joined() + "|"
    }
  }

  mutating func expression(depth: Int) -> String {
    if depth == 0 { return pick(["$0", "$0", "$0", "1", "2.5", "\"a\"", "\"7\"", "true", "nil", "[]"]) }
    let inner = expression(depth: depth - 1)
    switch pick(Array(0..<12)) {
    case 0, 1:
      let sign = pick(["+", "-", "*", "<", ">=", "==", "!="])
      return "(\(inner)) \(sign) (\(expression(depth: depth - 1)))"
    case 2: return "-(\(inner))"
    case 3: return "!(\(inner))"
    case 4: return "(\(inner), \(expression(depth: depth - 1)))"
    case 5: return "[\(inner), \(expression(depth: depth - 1))]"
    case 6: return "(\(inner)).\(pick(["0", "1"]))"
    case 7, 8: return "(\(inner)).\(pick(["count", "isEmpty", "first", "last", "description"]))"
    case 9: return "(\(inner)).\(pick(["uppercased()", "reversed()", "contains(1)", "hasPrefix(\"a\")"]))"
    case 10: return "\(pick(["Int", "String"]))(\(inner))"
    default: return "\"\\(\(inner))\""
    }
  }
}
