/// What is wrong with a source, as data that knows its wording; each module has one type of its own.
package protocol Problem: Hashable, Sendable {
  /// Whether what was written cannot be used, or only may not mean what its author thinks.
  var severity: Severity { get }
  /// What is wrong, in one line.
  var message: String { get }
  /// A few words beside the caret.
  var label: String? { get }
  /// How to mend it.
  var help: String? { get }
}

extension Problem {
  /// Whether another problem is the same one, of the same module.
  func isEqual(to other: any Problem) -> Bool { other as? Self == self }
}

/// How much a problem matters.
package enum Severity: String, Sendable {
  /// What was written cannot be used.
  case error
  /// It can, but may not mean what its author thinks.
  case warning
}

/// A number of things: `1 tick`, `2 ticks`.
package func pluralized(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
