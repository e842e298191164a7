import MarbleLanguage

extension Diagram {
  /// Returns the diagram of a run with the events that were expected instead, below the results.
  ///
  /// The differences become notes.
  ///
  /// - Parameter comparisons: The comparisons of the results, one for each.
  package func showing(_ comparisons: [Comparison]) -> Diagram {
    comparisons.enumerated().reduce(self) { diagram, numbered in
      diagram.showing(numbered.element, to: comparisons.count == 1 ? nil : numbered.offset + 1)
    }
  }

  /// Returns the diagram with the expected timeline for an observer below it, if it differs.
  ///
  /// - Parameter observer: The number of the observer, counted from 1, or `nil` if there is only one.
  package func showing(_ comparison: Comparison, to observer: Int?) -> Diagram {
    guard !comparison.isEqual else { return self }
    var diagram = self
    let name = comparison.expectedName + (observer.map { " \($0)" } ?? "")
    diagram.rows.append(.lane(Lane(name: name, timeline: comparison.expected, role: .expected)))
    diagram.notes += comparison.list.map { (observer.map { "observer \($0), " } ?? "") + $0 }
    let last = max(ticks.upperBound, Diagram.extent(of: diagram.lanes).upperBound)
    diagram.ticks = ticks.lowerBound...last
    return diagram
  }
}

extension Comparison {
  /// The name of the expected timeline in drawings, which for a pattern is the nearest one that matches.
  package var expectedName: String { reading == nil ? "expected" : "nearest" }

  /// The maximum number of differences that are notes of a diagram.
  private static let noteLimit = 5

  /// The first differences, as in `tick 2→3: 1 came 1 tick late`.
  fileprivate var list: [String] {
    let listed = differences.prefix(Self.noteLimit).map { "\($0.place): \($0.explanation)" }
    let isWhole = differences.count <= Self.noteLimit
    return listed + (isWhole ? [] : ["and \(count("more difference", after: Self.noteLimit))"])
  }
}
