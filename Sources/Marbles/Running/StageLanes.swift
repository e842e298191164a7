extension Stage {
  /// The sources that took part, in the order of definition, with the observations that began behind tick 0; then what
  /// was logged.
  var lanes: [Diagram.Lane] {
    let carried = carriers
    let observed = Set(subscriptions.map { ObjectIdentifier($0.binding) })
    var lanes: [Diagram.Lane] = []
    var places: [String: Int] = [:]
    for binding in reached.sorted(by: { bindings.place(of: $0) < bindings.place(of: $1) }) {
      guard observed.contains(ObjectIdentifier(binding)),
        let lane = lane(of: binding, isCarried: carried[binding.name] != nil)
      else { continue }
      places[binding.name] = lanes.count
      lanes.append(lane)
    }
    /// The lane beneath which a stream is drawn: that in which it travelled as a marble, or else its own.
    func host(of name: String) -> Int? {
      var name = name
      for _ in 0...carried.count {
        guard let carrier = carried[name] else { break }
        if let place = places[carrier] { return place }
        name = carrier
      }
      return places[name]
    }
    for (index, timeline) in quoted.enumerated() {
      lanes.append(Diagram.Lane(name: "in \(index + 1)", timeline: timeline))
    }
    for subscription in subscriptions where subscription.binding.isCold && subscription.start != 0 {
      guard let place = host(of: subscription.binding.name) else { continue }
      lanes[place].inner.append(
        Diagram.Inner(
          name: subscription.binding.name, subscribed: subscription.start, marbles: subscription.marbles,
          disposed: subscription.wasDisposed ? subscription.end : nil))
    }
    return lanes + logs.map { Diagram.Lane(name: $0.name, timeline: $0.recording.timeline(isStopped: false)) }
  }

  /// For each stream that a marble names, the stream on which it stands.
  private var carriers: [String: String] {
    guard marblesAreStreams else { return [:] }
    let names = Set(reached.map(\.name))
    var carriers: [String: String] = [:]
    for binding in reached {
      for timeline in binding.timelines {
        for marbles in [timeline.marbles, timeline.loop?.marbles ?? []] {
          for marble in marbles {
            if case .value(.marble(let name)) = marble.event, names.contains(name), carriers[name] == nil {
              carriers[name] = binding.name
            }
          }
        }
      }
    }
    return carriers
  }

  private func lane(of binding: Binding, isCarried: Bool) -> Diagram.Lane? {
    switch binding.kind {
    case .pipe(let timeline):
      return Diagram.Lane(name: binding.name, timeline: timeline)
    case .cold(let timelines):
      // One that was started as an inner stream only is drawn where it was.
      let starts = subscriptions.lazy.filter { $0.binding === binding }
      guard !isCarried || starts.contains(where: { $0.start == 0 }) else { return nil }
      return Diagram.Lane(name: binding.name, timeline: timelines[0], isCold: true)
    case .expression, .operator:
      return nil
    }
  }
}
