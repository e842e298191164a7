import MarbleEvaluation

extension Array where Element: Equatable {
  /// Adds an element, unless the array contains it.
  mutating func addOnce(_ element: Element) {
    if !contains(element) { append(element) }
  }

  /// Returns the elements without repetitions, in the order of their first occurrence.
  package func uniqued() -> [Element] {
    var unique: [Element] = []
    for element in self { unique.addOnce(element) }
    return unique
  }
}
