import Foundation
import Marbles
import Testing

/// The names of operators in the sources: only the catalog has them.
struct OperatorNameTests {
  /// Strings that are names of operators and mean something else, by the beginnings of paths.
  private static let exceptions: [String: Set<String>] = [
    "MarbleEvaluation/Problems/Strategy.swift": ["merge", "concat", "race", "throttle", "first", "max"],
    // Words that are not arguments: `debounce a and b`.
    "MarbleEvaluation/Analysis/CallExample.swift": ["and", "on"],
    // The label of a scheduler in other libraries.
    "MarbleEvaluation/Analysis/OverloadResolution.swift": ["on"],
    // Functions of values in other languages, and how names of other libraries begin.
    "MarbleEvaluation/Analysis/ForeignCall.swift": ["max", "min", "log", "throttle"],
    // The name of a parameter.
    "MarbleEvaluation/Analysis/TypeChecker+Calls.swift": ["index"],
    // Members of values, and a parameter of a closure.
    "MarbleEvaluation/Values/BuiltinMembers.swift": ["element", "index"],
    "MarbleEvaluation/Analysis/SwiftTranslation.swift": ["contains", "count", "isEmpty", "first"],
    // A keyword.
    "MarbleEvaluation/Analysis/Resolver+Lints.swift": ["cold"], "MarbleEvaluation/Problems": ["cold"],
    // Words of sentences, keys and classes of drawings.
    "MarbleReasons": ["start", "values", "count"], "MarbleReasons/LossReasoning.swift": ["first"],
    "Marbles/Refutation+Drawing.swift": ["first"],
    "MarbleEvaluation/Runtime/ConditionLog.swift": ["never"], "MarbleEvaluation/Running": ["streams"],
    "MarbleEvaluation/Diagram": ["cold"],
    "Marbles/Testing/PerObserver.swift": ["window"],
    "MarbleDrawing": ["first", "last", "start", "window", "cold", "on"],
  ]

  private static let modules: Set = ["MarbleEvaluation", "MarbleDrawing", "MarbleReasons", "MarbleSearch", "Marbles"]

  @Test func onlyTheCatalogNamesOperators() throws {
    let sources =
      URL(fileURLWithPath: #filePath).pathComponents.dropLast(4).joined(separator: "/")
      .dropFirst() + "/Sources"
    let names = Set(Catalog.standard.names)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: String(sources)).filter {
      let parts = $0.split(separator: "/")
      return $0.hasSuffix(".swift") && Self.modules.contains(String(parts[0])) && parts[1] != "Catalog"
    }
    #expect(paths.count > 100)
    for path in paths {
      let text = try String(contentsOfFile: "\(sources)/\(path)", encoding: .utf8)
      let allowed = Self.exceptions.filter { path.hasPrefix($0.key) }.reduce(into: Set()) { $0.formUnion($1.value) }
      for match in text.matches(of: /"([A-Za-z]+)"/) {
        let word = String(match.1)
        #expect(!names.contains(word) || allowed.contains(word), "\(path): \(match.0)")
      }
    }
  }
}
