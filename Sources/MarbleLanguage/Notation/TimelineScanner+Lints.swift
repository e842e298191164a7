/// Collects warnings about valid timelines that probably do not mean what the author intended.
struct LintCollector {
  private var found: [Diagnostic] = []
  private var further: (count: Int, last: Span)?
  /// The offset up to which digits have been checked.
  fileprivate(set) var checked = 0
  /// Whether a dash has been found, of which a timeline with one usually has many.
  fileprivate var hasDash = false

  /// The maximum number of warnings per timeline.
  ///
  /// One more warning reports the number of the others.
  private static let maxCount = 10

  fileprivate mutating func add(_ problem: LanguageProblem, at span: Span) {
    if found.count < Self.maxCount {
      found.append(Diagnostic(problem, at: span))
    } else {
      further = ((further?.count ?? 0) + 1, span)
    }
  }

  var diagnostics: [Diagnostic] {
    guard let further else { return found }
    return found + [Diagnostic(.moreWarnings(count: further.count), at: further.last)]
  }
}

extension TimelineScanner {
  /// The maximum length of a number that is plausible as one value.
  private static let maxNumberLength = 20

  /// Checks the digits that begin at `position` and are not a duration.
  @inline(__always)
  mutating func lintDigits() {
    guard position >= lints.checked, position + 1 < limit else { return }
    let next = bytes[position + 1]
    if next.isDigit || next.isLetter || next == UInt8(ascii: " ") || next == UInt8(ascii: ".") { lintDigitRun() }
  }

  /// Returns the end of a duration after a dash that has a space before its unit, or before itself if its unit is an
  /// hour, and the duration as it must be written: `3 s`, `1.5 s` and ` 3h`.
  private func looseDuration(after digits: Int) -> (end: Int, text: String)? {
    var first = position
    while first > start, bytes[first - 1] == UInt8(ascii: " ") { first -= 1 }
    guard first == start || bytes[first - 1] == UInt8(ascii: "-") else { return nil }
    var number = digits
    if number + 1 < limit, bytes[number] == UInt8(ascii: "."), bytes[number + 1].isDigit {
      number += 2
      while number < limit, bytes[number].isDigit { number += 1 }
    }
    var unit = number
    while unit < limit, bytes[unit] == UInt8(ascii: " ") { unit += 1 }
    var end = unit
    while end < limit, end < unit + 2, bytes[end].isLetter { end += 1 }
    guard end == limit || !(bytes[end].isWord || bytes[end] >= 0x80) else { return nil }
    let text = String(decoding: bytes[position..<number], as: UTF8.self)
    let suggestion: String
    switch String(decoding: bytes[unit..<end], as: UTF8.self) {
    case let name where ["s", "ms"].contains(name) && unit > number: suggestion = text + name
    case "h" where position > first || unit > number:
      guard let hours = Int64(text), hours < 1_000 else { return nil }
      suggestion = "\(60 * hours)m"
    default: return nil
    }
    let before = first == start ? "" : " "
    return (end, before + suggestion + (end < limit ? " " : ""))
  }

  private mutating func lintDigitRun() {
    var end = position
    while end < limit, bytes[end].isDigit { end += 1 }
    lints.checked = end
    let digits = position..<end
    if let (end, suggestion) = looseDuration(after: end) {
      let word = String(decoding: bytes[position..<end], as: UTF8.self)
      return lints.add(
        .missingSpaceInDuration(word: word, count: word.count { $0 != " " && $0 != "." }, suggestion: suggestion),
        at: position..<end)
    }
    if let written = TickLength.read(bytes, from: position, to: limit), written.end <= end + 2,
      written.end >= limit || !(bytes[written.end].isWord || bytes[written.end] >= 0x80),
      digits.count > 1 || written.end == end + 2
    {
      return lintDuration(digits, upTo: written.end)
    }
    var word = end
    while word < limit, word < end + 8, bytes[word].isWord { word += 1 }
    if word > end + 2, let unit = TickLength.unitNames[String(decoding: bytes[end..<word], as: UTF8.self)] {
      let text = String(decoding: bytes[position..<word], as: UTF8.self)
      let before = position == start || bytes[position - 1].isWhitespace ? "" : " "
      let suggestion = before + String(decoding: bytes[digits], as: UTF8.self) + unit
      return lints.add(
        .missingSpaceInDuration(word: text, count: word - position, suggestion: suggestion), at: position..<word)
    }
    if digits.count > Self.maxNumberLength {
      lints.add(.longDigitRun(count: digits.count), at: digits)
    } else if digits.count > 1, bytes[digits.lowerBound] != UInt8(ascii: "0") {
      // Digits with a leading 0 are not meant as one number.
      lints.add(.digitsAreValues(String(decoding: bytes[digits], as: UTF8.self)), at: digits)
    }
  }

  /// Warns about digits and a unit that would be a duration if there were spaces around them.
  private mutating func lintDuration(_ digits: Span, upTo end: Int) {
    var first = digits.lowerBound
    while first > start, bytes[first - 1].isWord { first -= 1 }
    guard end - first <= Self.maxNumberLength else {
      return lints.add(.longDigitRun(count: digits.count), at: digits)
    }
    let word = String(decoding: bytes[first..<end], as: UTF8.self)
    let front = String(decoding: bytes[first..<digits.lowerBound], as: UTF8.self)
    let duration = String(decoding: bytes[digits.lowerBound..<end], as: UTF8.self)
    let before = front.isEmpty && (first == start || bytes[first - 1].isWhitespace) ? "" : "\(front) "
    let suggestion = before + duration + (end < limit ? " " : "")
    lints.add(.missingSpaceInDuration(word: word, count: end - first, suggestion: suggestion), at: first..<end)
  }

  /// Warns about a duration in parentheses, such as `(5s)`, which is a group of values.
  mutating func lintGroup(_ group: Span) {
    guard let written = TickLength.read(bytes, from: group.lowerBound + 1, to: limit),
      written.end == group.upperBound - 1, group.count <= Self.maxNumberLength
    else { return }
    let word = String(decoding: bytes[group], as: UTF8.self)
    let suggestion = " \(word.dropFirst().dropLast()) "
    lints.add(.missingSpaceInDuration(word: word, count: word.count - 2, suggestion: suggestion), at: group)
  }

  /// Warns about a character that looks like `-`.
  mutating func lintDash(_ scalar: Unicode.Scalar, at span: Span) {
    guard scalar.isDash, !lints.hasDash else { return }
    lints.hasDash = true
    lints.add(.dashAsValue(String(scalar)), at: span)
  }

  /// Warns about `cold-1-|`, which begins with four values instead of the keyword.
  mutating func lintKeyword() {
    guard form == .pipe || form == .expected else { return }
    for word in ["cold", "raw"] {
      let end = start + word.utf8.count
      guard end < limit, bytes[start..<end].elementsEqual(word.utf8) else { continue }
      let next = bytes[end]
      let goesOn = next == UInt8(ascii: "-") || next == UInt8(ascii: "|") || next == UInt8(ascii: "(")
      if goesOn || next == UInt8(ascii: "[") || next == UInt8(ascii: "<") || next == UInt8(ascii: "{") {
        lints.add(.missingSpaceAfterKeyword(word), at: start..<end)
      }
    }
  }
}
