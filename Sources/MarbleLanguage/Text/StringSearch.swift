// The functions of the standard library are in a module with regular expressions. Without it, the engine of the browser
// is a seventh smaller.

extension StringProtocol {
  /// Returns the first place of a string in this one.
  package func firstRange(of other: some StringProtocol) -> Range<Index>? {
    var start = startIndex
    while true {
      if let end = self[start...].end(ofPrefix: other) { return start..<end }
      guard start < endIndex else { return nil }
      formIndex(after: &start)
    }
  }

  private func end(ofPrefix prefix: some StringProtocol) -> Index? {
    var index = startIndex
    for character in prefix {
      guard index < endIndex, self[index] == character else { return nil }
      formIndex(after: &index)
    }
    return index
  }
}

extension String {
  @_disfavoredOverload
  package func contains(_ other: String) -> Bool { firstRange(of: other) != nil }

  /// Returns the string with another string in the place of the first ones or all.
  package func replacing(_ old: String, with new: String, maxReplacements: Int = .max) -> String {
    var text = ""
    var rest = self[...]
    var count = 0
    while count < maxReplacements, let place = rest.firstRange(of: old) {
      text += rest[..<place.lowerBound]
      text += new
      rest = rest[place.upperBound...]
      count += 1
    }
    return text + rest
  }
}

extension Substring {
  @_disfavoredOverload
  package func contains(_ other: String) -> Bool { firstRange(of: other) != nil }
}
