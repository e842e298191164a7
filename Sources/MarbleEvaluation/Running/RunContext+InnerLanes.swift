import MarbleLanguage

/// Assigning inner streams to lanes. They are drawn below the lane that sent them.
extension RunContext {
  /// Adds each inner stream up to a tick to its lane, followed by the streams that it sent.
  func attachInnerStreams(to lanes: inout [TracedLane], through last: Int) {
    // They are ordered by the ticks on which they arrived.
    let innerStreams = records.innerStreams.prefix { $0.arrived <= last }
    guard let trace = records.trace, !innerStreams.isEmpty else { return }
    let assignments = LaneAssignments(of: innerStreams, among: lanes, by: trace)
    var children: [Int: [Int]] = [:]
    for (number, inner) in innerStreams.enumerated() {
      if let parent = inner.parent { children[parent, default: []].append(number) }
    }
    /// A lane for inner streams that no lane sent, such as those of an array.
    var own: TracedLane?
    for (number, inner) in innerStreams.enumerated() where inner.parent == nil {
      let home = assignments[number]
      var marble = home?.marble
      if home == nil {
        var lane = own ?? TracedLane(lane: Diagram.Lane(name: "streams", timeline: Timeline(), role: .stage))
        marble = lane.lane.timeline.marbles.count
        lane.lane.timeline.marbles.append(.value(inner.value), at: inner.arrived)
        lane.lane.timeline.end = inner.arrived + 1
        lane.causes.append(inner.carrier)
        own = lane
      }
      // Add the streams depth-first.
      var waiting = [(number, marble)]
      while let (next, marble) = waiting.popLast() {
        let traced = innerStreams[next].traced(as: marble)
        if let home { lanes[home.lane].inner.append(traced) } else { own?.inner.append(traced) }
        waiting += (children[next] ?? []).reversed().map { ($0, nil) }
      }
    }
    if var lane = own {
      let unassigned = innerStreams.indices.filter { innerStreams[$0].parent == nil && assignments[$0] == nil }
      // If several outer streams share the lane, it has no single end.
      if Set(unassigned.map { innerStreams[$0].flattening }).count == 1,
        let end = innerStreams[unassigned[0]].carrierEnd
      {
        lane.lane.timeline.marbles.append(end)
        lane.causes.append(.none)
      }
      lanes.append(lane)
    }
    for index in lanes.indices { lanes[index].sortInner() }
  }

  /// For each inner stream, its lane and the index of its marble on that lane.
  private struct LaneAssignments {
    private var assignments: [(lane: Int, marble: Int?)?]

    init(of streams: ArraySlice<InnerStream>, among lanes: [TracedLane], by trace: Trace) {
      var places: [Trace.Track: (lane: Int, isOwn: Bool)] = [:]
      for (index, lane) in lanes.enumerated() {
        for track in lane.tracks { places[track] = (index, true) }
        for inner in lane.inner { if let track = inner.track { places[track] = (index, false) } }
      }
      assignments = streams.map { stream in
        let carrier = trace.source(of: stream.carrier) { places[$0] != nil }
        guard let carrier, let place = places[carrier.track] else { return nil }
        // A value of a further start is not a marble of the lane itself.
        return (place.lane, place.isOwn ? carrier.index : nil)
      }
      // A window that is open from the start has no cause. It is drawn with the others of the same outer stream.
      var common: [ObjectIdentifier: Int] = [:]
      for (stream, home) in zip(streams, assignments) {
        if let home, common[stream.flattening] == nil { common[stream.flattening] = home.lane }
      }
      for (index, stream) in streams.enumerated() where assignments[index] == nil {
        assignments[index] = common[stream.flattening].map { ($0, nil) }
      }
    }

    subscript(number: Int) -> (lane: Int, marble: Int?)? { assignments[number] }
  }
}

extension TracedLane {
  /// Sorts the inner streams by the tick on which they were sent.
  ///
  /// The streams within a stream stay with it.
  fileprivate mutating func sortInner() {
    var groups: [[TracedInner]] = []
    for inner in inner {
      if inner.inner.depth > 1, !groups.isEmpty {
        groups[groups.count - 1].append(inner)
      } else {
        groups.append([inner])
      }
    }
    // On the same tick, the order does not change.
    inner = groups.enumerated().sorted { left, right in
      (left.element[0].inner.arrived, left.offset) < (right.element[0].inner.arrived, right.offset)
    }.flatMap(\.element)
  }
}

extension InnerStream {
  fileprivate func traced(as marble: Int?) -> TracedInner {
    TracedInner(
      inner: Diagram.Inner(
        name: name, marble: marble, arrived: arrived, subscribed: subscribed, marbles: marbles, disposed: disposed,
        missed: missed, depth: depth),
      track: track, causes: causes)
  }
}
