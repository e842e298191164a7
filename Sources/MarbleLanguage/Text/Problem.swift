/// A problem in a source as data, with its messages.
///
/// Each module has its own type of problems.
package protocol Problem: Hashable, Sendable {
  /// The severity: an error, or a warning about input that is valid but probably not meant.
  var severity: Severity { get }
  /// The message, in one line.
  var message: String { get }
  /// The text that appears next to the caret.
  var label: String? { get }
  /// The suggested fix.
  var help: String? { get }
  /// The strings that may replace the marked text, the most likely one first.
  ///
  /// Each of them solves the problem without changing other text. There are none if that is not certain.
  var replacements: [String] { get }
}

extension Problem {
  /// The name of the case, which stands for all problems of the same kind.
  package var name: String { String("\(self)".prefix { $0 != "(" }) }
}

extension Problem {
  package var replacements: [String] { [] }

  /// Whether both problems have the same type and are equal.
  func isEqual(to other: any Problem) -> Bool { other as? Self == self }
}

/// The severity of a problem.
package enum Severity: String, Sendable {
  /// The input is invalid.
  case error
  /// The input is valid, but probably does not mean what the author intended.
  case warning
}
