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

/// Returns a word such as `second`, or `21st` for a larger number.
package func ordinal(_ number: Int) -> String {
  let words = ["first", "second", "third"]
  if number <= words.count { return words[number - 1] }
  let digit = (11...13).contains(number % 100) ? 0 : number % 10
  return "\(number)" + (digit > 0 && digit < 4 ? ["st", "nd", "rd"][digit - 1] : "th")
}

/// Returns a number with its noun: `1 tick`, `2 ticks`.
package func pluralized(_ number: some FixedWidthInteger, _ noun: String) -> String {
  "\(number.grouped) \(noun)\(number == 1 ? "" : "s")"
}

extension FixedWidthInteger {
  /// The number with its digits in groups of three, such as `100,000`.
  package var grouped: String {
    var text = String(self)
    var index = text.count - 3
    while index > (self < 0 ? 1 : 0) {
      text.insert(",", at: text.index(text.startIndex, offsetBy: index))
      index -= 3
    }
    return text
  }
}
