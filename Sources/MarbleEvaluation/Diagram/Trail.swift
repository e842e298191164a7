import MarbleLanguage

extension Diagram {
  /// The events of a diagram that an explanation is about.
  package struct Trail: Sendable, Hashable {
    /// The number of each event, or 0 for an event that the explanation does not list.
    package var numbers: [EventReference: Int]

    package init(numbers: [EventReference: Int] = [:]) {
      self.numbers = numbers
    }
  }
}

extension Diagram.Trail {
  /// Returns the numbers of the events on a line, by their indexes.
  package func numbers(on line: Int) -> [Int: Int] {
    Dictionary(uniqueKeysWithValues: numbers.filter { $0.key.line == line }.map { ($0.key.index, $0.value) })
  }
}
