/// The text of several events on one tick, such as `(ab)`.
package enum TokenGroup {
  /// Returns the events of one tick as text: one token, or several in parentheses.
  package static func text(of events: some Collection<Event>) -> String {
    if events.count == 1, let event = events.first { return TimelinePrinter.token(for: event) }
    return pieces(events.map { TimelinePrinter.token(for: $0) }, opening: "").joined()
  }

  /// Returns the tokens and the parentheses around them, with dots where tokens would change each other's meaning.
  package static func pieces(_ tokens: [String], opening: String) -> [String] {
    var pieces = ["(" + opening]
    var previous = opening
    for token in tokens {
      if wouldJoin(previous, token) { pieces[pieces.count - 1] += "." }
      pieces += [token, ""]
      previous = token
    }
    pieces[pieces.count - 1] += ")"
    return pieces
  }

  /// Whether two adjacent tokens would be read as something else.
  ///
  /// Two letters of a flag would merge into one character, and a value after `#` would be its message. A `.` between
  /// them prevents this.
  package static func wouldJoin(_ left: String, _ right: String) -> Bool {
    guard let end = left.utf8.last, let start = right.utf8.first else { return false }
    let isPayload = start == UInt8(ascii: "[") || start == UInt8(ascii: "\"")
    switch end {
    case UInt8(ascii: "#") where left.utf8.count == 1: return isPayload
    case UInt8(ascii: "!") where left.utf8.count == 1: return right.first.map { $0.isLetter } ?? false
    case 0..<0x80: return false
    default: break
    }
    if isPayload, left == "╳" { return true }
    return start >= 0x80 && (left + right).count < left.count + right.count
  }
}
