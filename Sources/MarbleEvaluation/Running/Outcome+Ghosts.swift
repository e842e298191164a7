import MarbleLanguage

/// The events that were missed.
extension Outcome {
  /// Records the events that inner streams would have sent if they had not been disposed.
  ///
  /// This runs the plan again with inner streams that continue after their disposal. If the second run of a stream
  /// begins with the same events as the first one, the remaining events are those that were missed.
  static func recordMissed(
    in runContext: RunContext, running plan: Plan, during windows: [Window?], limits: Limits,
    while isWanted: @escaping () -> Bool
  ) {
    let disposed = runContext.records.innerStreams.filter { $0.disposed != nil }
    guard !disposed.isEmpty, runContext.budget.stop == nil else { return }
    let last = runContext.scheduler.currentTick
    let dropped = disposed.filter(\.isDropped)
    let shadow = RunContext(
      plan.bindings, limits: Limits(ticks: limits.ticks, deliveries: min(limits.deliveries, maxDeliveries)),
      recording: .ghosts(dropped: Set(dropped.map(\.path))), while: isWanted)
    guard let producer = try? plan.producer(on: shadow) else { return }
    _ = shadow.record(producer, during: windows, until: last + Diagram.endlessTicks)

    let twins = Dictionary(shadow.records.innerStreams.map { ($0.path, $0) }) { first, _ in first }
    for inner in disposed {
      guard let twin = twins[inner.path], twin.name == inner.name, twin.arrived == inner.arrived,
        twin.marbles.starts(with: inner.marbles)
      else { continue }
      var missed = Array(twin.marbles.dropFirst(inner.marbles.count))
      // A window is interrupted by the disposal itself.
      missed.removeAll { $0.tick == inner.disposed && $0.event == .interrupted }
      // An inner stream without an end is shown up to the last tick of the run.
      if missed.last?.event.isTerminating != true { missed.removeAll { $0.tick > last } }
      inner.missed = missed
    }
  }

  private static let maxDeliveries = 1_000_000
}

extension RunContext {
  /// Returns the notes about values that were sent before the first subscription to their stream.
  func lossNotes(during windows: [Window?]) -> [String] {
    let begin = windows.compactMap { $0?.start }.min() ?? 0
    return sources.reached.sorted { bindings.place(of: $0) < bindings.place(of: $1) }.compactMap { binding in
      guard let record = sources.pipes[ObjectIdentifier(binding)], let timeline = binding.timelines.first,
        let first = sources.subscriptions.first(where: { $0.binding === binding })
      else { return nil }
      // A cold source would send the values between two subscriptions again, and `^` leaves out those before it.
      let lost = record.unobserved.count { index in
        guard timeline.marbles.indices.contains(index), case .value = timeline.marbles[index].event else {
          return false
        }
        return first.start > begin && (begin...first.start).contains(timeline.marbles[index].tick)
      }
      guard lost > 0 else { return nil }
      let values = lost == 1 ? "a value" : "\(lost) values"
      return "`\(binding.name)` sent \(values) without an observer; to wait for one, use `cold`"
    }
  }
}
