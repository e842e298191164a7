import Foundation
@testable import MarbleEvaluation
@testable import MarbleLanguage
import Marbles
import TestSupport
import Testing

/// The soundness of the type checker: every value in a run has one of the predicted types.
struct SoundnessTests {
  @Test(arguments: Catalog.standard.entries.map(\.name))
  func operatorSendsThePredictedTypes(name: String) throws {
    let entry = try #require(Catalog.standard[name])
    expectSound(entry.example, atLeast: 1)
  }

  // A search has no type.
  @Test(arguments: files(under: "examples", ending: "marble").filter { $0.lastPathComponent != "14-searching.marble" })
  func exampleSendsThePredictedTypes(file: URL) throws {
    // Only this exercise has a wrong answer with a warning about an expression.
    let mayWarn = file.lastPathComponent == "04-a-stream-for-each-value.marble"
    expectSound(try String(contentsOf: file, encoding: .utf8), atLeast: 0, mayWarn: mayWarn)
  }

  /// Runs random closures on random values.
  ///
  /// If the type checker reports an error, no value gets through. Otherwise every value has a predicted type.
  @Test(arguments: 0..<40)
  func randomClosureReturnsThePredictedTypes(seed: UInt64) throws {
    var random = RandomClosures(seed: seed)
    for _ in 0..<60 {
      let script = "a = \(random.source)\na.map { \(random.expression(depth: 3)) }"
      for expression in expressions(of: script) {
        let runContext = RunContext(expression.bindings)
        let output = runContext.run(try expression.plan.producer(on: runContext))[0]
        let came = TypeSet(sentBy: output)
        if expression.faults.allSatisfy({ $0.diagnostic.problem.severity == .warning }) {
          let types = expression.plan.contents
          #expect(types.isUnknown || types.or(came) == types, "seed \(seed): \(script)\n\(types)\n\(came)")
        } else {
          #expect(came.isNone && runContext.fault != nil, "seed \(seed): \(script)\n\(expression.faults)")
        }
      }
    }
  }

  private func expectSound(_ script: String, atLeast count: Int, mayWarn: Bool = false) {
    var checked = 0
    var hasWarned = false
    for expression in expressions(of: script) {
      do {
        for fault in expression.faults {
          guard mayWarn, fault.diagnostic.problem.severity == .warning else { throw fault }
          hasWarned = true
        }
        let types = expression.plan.contents
        let outcome = try Outcome(running: expression.plan, limits: Limits(ticks: 200), while: { true })
        for output in outcome.outputs {
          let came = TypeSet(sentBy: output).withoutUnknownStreams
          #expect(types.isUnknown || types.or(came) == types, "\(expression.plan.text)\n\(types)\n\(came)")
          checked += 1
        }
      } catch {
        Issue.record("\(expression.plan.text): \(error)")
      }
    }
    #expect(checked >= count)
    #expect(hasWarned == mayWarn)
  }

  /// An expression with its plan, which can run even if the analysis found errors.
  private struct Analyzed {
    let plan: Plan
    let bindings: Bindings
    let faults: [Fault]
  }

  /// Returns the expressions that a script shows or asserts.
  private func expressions(of script: String) -> [Analyzed] {
    var bindings = Bindings()
    let context = PlanContext(Source(name: "test", text: script), .millisecond)
    func analyzed(_ expression: Marbles.Expression) -> Analyzed {
      let faults = FaultCollector()
      let root = Resolver(context, bindings, faults).stream(expression)
      let contents = TypeChecker(context, faults).contents(of: root)
      let text = context.source.text(of: expression.span)
      return Analyzed(
        plan: Plan(root, context, bindings, text: text, contents: contents, height: 0), bindings: bindings,
        faults: faults.faults)
    }
    var parser = Parser(
      context.source, bindings: .init(isBound: { bindings[$0] != nil }, names: { bindings.names }))
    var found: [Analyzed] = []
    while case .success(let statement)? = parser.next() {
      switch statement.kind {
      case .bind(let name, .pipe(let literal)), .bind(let name, .raw(let literal)):
        bindings.bind(Binding(name: name.text, kind: .pipe(literal.timeline)))
      case .bind(let name, .cold(let literals)):
        bindings.bind(Binding(name: name.text, kind: .cold(literals.map(\.timeline))))
      case .bind(let name, .expression(let expression)):
        bindings.bind(Binding(name: name.text, kind: .expression(analyzed(expression).plan)))
      case .define(let name, let parameters, let body):
        let outcome = Analysis.definition(of: name, parameters.map(\.text), body, context, bindings)
        if case .plan(let definition, _) = outcome {
          bindings.bind(Binding(name: name.text, kind: .customOperator(definition)))
        }
      case .assert(.definition(.expression(let expression)), _, _),
        .show(.definition(.expression(let expression)), _):
        found.append(analyzed(expression))
      default: break
      }
    }
    return found
  }
}

/// A generator of sources with all kinds of values, and of closure bodies.
///
/// The bodies contain no conditions, so that every part of them runs.
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

extension TypeSet {
  /// The types, with none for the values of a stream that did not run.
  fileprivate var withoutUnknownStreams: TypeSet {
    compactMap { $0 == .stream(.unknown) ? .stream(of: .none) : TypeSet($0) }
  }
}
