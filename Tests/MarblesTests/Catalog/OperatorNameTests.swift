import Foundation
import Marbles
import Testing

/// The names of operators in the sources: only the catalog has them.
struct OperatorNameTests {
  /// Strings that are names of operators and mean something else, by the beginnings of paths.
  private static let exceptions: [String: Set<String>] = [
    "Problems/Strategy.swift": ["merge", "concat", "race", "throttle", "first", "max"],
    // Words that are not arguments: `debounce a and b`.
    "Analysis/CallExample.swift": ["and", "on"],
    // The label of a scheduler in other libraries.
    "Analysis/OverloadResolution.swift": ["on"],
    // Functions of values in other languages.
    "Analysis/ForeignCall.swift": ["max", "min", "log"],
    // Members of values.
    "Analysis/SwiftTranslation.swift": ["contains", "count", "isEmpty"],
    // A keyword.
    "Analysis/Resolver+Lints.swift": ["cold"], "Problems": ["cold"],
    // Words of sentences, keys and classes of drawings.
    "Insight/Why": ["start", "values", "count"], "Insight/Forall/Refutation+Drawing.swift": ["first"],
    "Runtime/ConditionLog.swift": ["never"], "Running": ["streams"], "Diagram": ["cold"],
    "Drawing": ["first", "last", "start", "window", "cold", "on"],
  ]

  @Test func onlyTheCatalogNamesOperators() throws {
    let sources =
      URL(fileURLWithPath: #filePath).pathComponents.dropLast(4).joined(separator: "/")
      .dropFirst() + "/Sources/Marbles"
    let names = Set(Catalog.standard.names)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: String(sources)).filter {
      $0.hasSuffix(".swift") && !$0.hasPrefix("Catalog/")
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
