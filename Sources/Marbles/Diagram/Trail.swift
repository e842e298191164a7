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

  /// The diagram with only the events of its trail, for a drawing that cannot mark them.
  var reducedToTrail: Diagram {
    guard let trail else { return self }
    var diagram = self
    diagram.trail = nil
    var line = 0
    for index in diagram.rows.indices {
      guard case .lane(var lane) = diagram.rows[index] else { continue }
      let kept = trail.kept(lane.timeline.marbles, on: line)
      line += 1
      lane.timeline = Timeline(kept, end: lane.timeline.end, hasOrigin: lane.timeline.hasOrigin)
      lane.origins = []
      lane.unobserved = []
      lane.inner = lane.inner.compactMap { inner in
        defer { line += 1 }
        var inner = inner
        inner.missed = trail.kept(inner.missed, on: line, from: inner.marbles.count)
        inner.marbles = trail.kept(inner.marbles, on: line)
        (inner.origins, inner.marble) = ([], nil)
        return inner.marbles.isEmpty && inner.missed.isEmpty ? nil : inner
      }
      diagram.rows[index] = .lane(lane)
    }
    return diagram
  }
}

extension Diagram.Trail {
  /// Returns the numbers of the events on a line, by their indexes.
  func numbers(on line: Int) -> [Int: Int] {
    Dictionary(uniqueKeysWithValues: numbers.filter { $0.key.line == line }.map { ($0.key.index, $0.value) })
  }

  /// Returns the events of the trail among those of a line, the first of which has an index.
  fileprivate func kept(
    _ marbles: [Timeline.Marble], on line: Int, from first: Int = 0
  ) -> [Timeline.Marble] {
    marbles.enumerated().filter { numbers[Diagram.EventReference(line: line, index: first + $0.offset)] != nil }
      .map(\.element)
  }
}
