import MarbleLanguage

/// Expressions that send the same events on all examples.
final class SearchClass {
  /// The events on each example.
  let recordings: [SearchRecording]
  /// Some of the expressions, the simplest first.
  private(set) var members: [SearchCandidate]
  /// The types of the values.
  let types: TypeSet

  init(_ timelines: [Timeline], _ candidate: SearchCandidate) {
    recordings = timelines.map(SearchRecording.init)
    members = [candidate]
    types = .any(of: timelines.map { TypeSet(sentBy: $0) })
  }

  var simplest: SearchCandidate { members[0] }

  /// Adds another expression, if there is room for it.
  func add(_ candidate: SearchCandidate) {
    guard members.count < Self.maxMembers else { return }
    let index = members.firstIndex { $0.cost > candidate.cost } ?? members.count
    members.insert(candidate, at: index)
  }

  private static let maxMembers = 8
}

/// The events of a stream, with its values and its end apart.
struct SearchRecording {
  let timeline: Timeline
  let values: [(tick: Int, value: Value)]
  /// The terminal event and its tick, or `nil` if there is none.
  let end: Timeline.Marble?

  init(_ timeline: Timeline) {
    self.timeline = timeline
    end = timeline.marbles.last.flatMap { $0.event.isTerminating ? $0 : nil }
    values = timeline.marbles.compactMap { marble in
      if case .value(let value) = marble.event { (marble.tick, value) } else { nil }
    }
  }

  var hasFailed: Bool { if case .failed? = end?.event { true } else { false } }
  var hasCompleted: Bool { if case .completed? = end?.event { true } else { false } }
}
