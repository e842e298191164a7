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

/// Returns things to choose from: `a`, `b` or `c`.
package func alternatives(_ items: [String]) -> String { listed(items, "or") }

/// Returns things of a sentence, with a word before the last: `a`, `b` and `c`.
package func listed(_ items: [String], _ conjunction: String = "and") -> String {
  guard let last = items.last, items.count > 1 else { return items.joined() }
  return items.dropLast().joined(separator: ", ") + " \(conjunction) " + last
}
