import MarbleLanguage

/// Comparing the streams that an expression sends as values.
extension Plan {
  /// Returns the outputs of a run with the events of the streams among their values, so that these can be compared.
  ///
  /// The streams are observed from the ticks on which they were sent. This is another run, so that the first one does
  /// not have these subscriptions. If only the second run has to be stopped, its events are not used.
  package func recordingStreams(
    in outputs: [Timeline], isStopped: Bool, during windows: [Window?], limits: Limits,
    ordered order: EventOrder? = nil, while isWanted: @escaping () -> Bool
  ) -> [Timeline] {
    guard outputs.contains(where: \.holdsOpenStream) else { return outputs }
    let limits = Limits(ticks: limits.ticks, deliveries: min(limits.deliveries, Self.maxDeliveries))
    let runContext = RunContext(bindings, limits: limits, ordered: order, while: isWanted)
    guard let producer = try? self.producer(on: runContext) else { return outputs }
    let recorded = runContext.record(producer, during: windows, following: .all).map(\.timeline)
    let isUsable = runContext.fault == nil && (isStopped || runContext.budget.stop == nil)
    return isUsable ? recorded : outputs
  }

  private static let maxDeliveries = 100_000
}

extension Timeline {
  fileprivate var holdsOpenStream: Bool {
    marbles.contains { if case .value(let value) = $0.event { value.holdsOpenStream } else { false } }
  }
}
