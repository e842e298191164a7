import Marbles

/// The boundaries of statements and function bodies.
extension RxJSTest {
  /// Returns the end of the statement that begins at a token.
  ///
  /// It is after `;`, before a line that does not continue the statement, or before the closing bracket around it.
  mutating func end(of start: Int) -> Int {
    if let known = ends[start] { return known }
    let end = findEnd(of: start)
    // The end is stored for later tokens too, so that nested statements are not scanned repeatedly.
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
      // An unclosed bracket ends the statement, so that the rest is not scanned repeatedly.
      if opens, code.inside(index) == nil { return index + 1 }
      index = code.after(index, in: all)
    }
    return index
  }

  /// Whether the line that begins with a token continues the one above.
  private func continues(at index: Int) -> Bool {
    let token = code.tokens[index]
    if token.kind == .mark, !code.has("{", at: index), !code.has("[", at: index), !code.has("(", at: index) {
      return true
    }
    let last = code.tokens[index - 1]
    guard last.kind == .mark else { return false }
    return !(code.has(")", at: index - 1) || code.has("]", at: index - 1) || code.has("}", at: index - 1))
  }

  /// Returns a statement without the semicolons at its end.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var end = range.upperBound
    while end > range.lowerBound + 1, code.has(";", at: end - 1) { end -= 1 }
    return range.lowerBound..<end
  }

  /// Whether a token begins the body of a function.
  func isBody(_ index: Int) -> Bool {
    code.has("{", at: index) && (code.has("=>", at: index - 1) || code.has(")", at: index - 1))
  }

  /// Returns the content of the braces of a function, or `nil` if there is none.
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
