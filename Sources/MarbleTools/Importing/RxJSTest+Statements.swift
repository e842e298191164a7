import Marbles

/// Where statements and the bodies of functions begin and end.
extension RxJSTest {
  /// The end of the statement that begins at a token: behind `;`, before a line that does not go on with it, or before
  /// the bracket that closes what it stands in.
  mutating func end(of start: Int) -> Int {
    if let known = ends[start] { return known }
    let end = findEnd(of: start)
    // Whoever steps into the statement and asks again from there is not to look through all of it again.
    var index = start
    while index < end {
      ends[index] = end
      index = code.after(index, in: start..<end)
    }
    return end
  }

  private func findEnd(of start: Int) -> Int {
    var index = start
    let all = 0..<code.tokens.count
    while index < all.upperBound {
      if code.has(";", at: index) { return index + 1 }
      if index > start, code.tokens[index].opensLine, !continues(at: index) { return index }
      if code.has(")", at: index) || code.has("}", at: index) || code.has("]", at: index) {
        return max(index, start + 1)
      }
      let opens = code.has("(", at: index) || code.has("{", at: index) || code.has("[", at: index)
      // What is never closed is no statement, and not to be looked through again and again.
      if opens, code.inside(index) == nil { return index + 1 }
      index = code.after(index, in: all)
    }
    return index
  }

  /// Whether the line that begins with a token goes on with the one above.
  private func continues(at index: Int) -> Bool {
    let token = code.tokens[index]
    if token.kind == .mark, !code.has("{", at: index), !code.has("[", at: index), !code.has("(", at: index) {
      return true
    }
    let last = code.tokens[index - 1]
    guard last.kind == .mark else { return false }
    return !(code.has(")", at: index - 1) || code.has("]", at: index - 1) || code.has("}", at: index - 1))
  }

  /// Without the semicolons behind it.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var end = range.upperBound
    while end > range.lowerBound + 1, code.has(";", at: end - 1) { end -= 1 }
    return range.lowerBound..<end
  }

  /// Whether a token opens what a function does.
  func isBody(_ index: Int) -> Bool {
    code.has("{", at: index) && (code.has("=>", at: index - 1) || code.has(")", at: index - 1))
  }

  /// What stands in the braces of a function.
  func body(after index: Int) -> Range<Int>? {
    var place = index
    while place < min(code.tokens.count, index + 20), !code.has("(", at: place) { place += 1 }
    guard let parameters = code.inside(place) else { return nil }
    place = parameters.upperBound + 1
    while place < min(code.tokens.count, parameters.upperBound + 20), !code.has("{", at: place) { place += 1 }
    guard let inside = code.inside(place), code.has("{", at: place) else { return nil }
    return inside
  }

  func holdsMarbles(_ range: Range<Int>) -> Bool {
    marbleWordsBefore[range.upperBound] > marbleWordsBefore[range.lowerBound]
  }
}
