// The common part of the operators that restart a producer when another stream sends a value.

/// One start of a producer that is restarted at each value of a trigger; accessed in the domain of its join.
///
/// The trigger is made when the source first ends. It can react to `reasons`, which are the ends of the source.
@usableFromInline
final class _TriggeredRestarting<Value, Error: Swift.Error, Reason, Restart> {
  @usableFromInline typealias Handlers = _JoinHandlers<Value, Error>

  @usableFromInline let source: SignalProducer<Value, Error>
  @usableFromInline let join: _ProducerSubscription
  @usableFromInline let downstream: Observer<Value, Error>
  /// Returns the reason for a restart, or `nil` if the end is forwarded.
  @usableFromInline let reason: (TerminalEvent<Error>, _ starts: Int) -> Reason?
  @usableFromInline let trigger: (SignalProducer<Reason, Never>) -> SignalProducer<Restart, Error>
  /// Whether a completion of the trigger waits for the end of the active start.
  @usableFromInline let finishesStart: Bool

  @exclusivity(unchecked) @usableFromInline var reasons: Observer<Reason, Never>?
  @exclusivity(unchecked) @usableFromInline var starts = 0
  @exclusivity(unchecked) @usableFromInline var isWaiting = false
  @exclusivity(unchecked) @usableFromInline var triggerHasCompleted = false

  @inlinable
  init(
    _ source: SignalProducer<Value, Error>, in join: _ProducerSubscription, _ downstream: Observer<Value, Error>,
    reason: @escaping (TerminalEvent<Error>, Int) -> Reason?, finishesStart: Bool,
    trigger: @escaping (SignalProducer<Reason, Never>) -> SignalProducer<Restart, Error>
  ) {
    self.source = source
    self.join = join
    self.downstream = downstream
    self.reason = reason
    self.finishesStart = finishesStart
    self.trigger = trigger
  }

  /// Starts the source when the domain is idle, so that the number of restarts does not grow the stack.
  @inlinable
  func start(_ handlers: Handlers) {
    starts += 1
    isWaiting = false
    _ = _JoinInput._beginLater(source, handlers)
  }

  @inlinable
  func sourceEnded(_ end: TerminalEvent<Error>, _ handlers: Handlers) {
    guard let reason = reason(end, starts) else { return downstream._end(end) }
    if triggerHasCompleted { return downstream._end(.completed) }
    isWaiting = true
    (reasons ?? startTrigger(handlers)).send(value: reason)
  }

  @inlinable
  func startTrigger(_ handlers: Handlers) -> Observer<Reason, Never> {
    let (signal, input) = Signal<Reason, Never>.pipe()
    reasons = input
    trigger(signal.producer)._begin(
      in: join, value: { _ in if self.isWaiting { self.start(handlers) } }, ended: triggerEnded)
    return input
  }

  @inlinable
  func triggerEnded(_ end: TerminalEvent<Error>) {
    if case .failed = end { return downstream._end(end) }
    triggerHasCompleted = true
    if isWaiting || !finishesStart { downstream._end(.completed) }
  }
}

extension SignalProducer {
  /// Starts the producer again at each value of the stream that `trigger` returns.
  ///
  /// - Parameters:
  ///   - reason: Returns the value to send to the trigger after an end of the source, or `nil` to forward that end.
  ///   - finishesStart: Whether a completion of the trigger waits for the end of the active start.
  ///   - trigger: Called at the first end that has a reason, with a stream of the reasons.
  @inlinable
  func _restarting<Reason, Trigger: SignalProducerConvertible>(
    for reason: @escaping (TerminalEvent<Error>, _ starts: Int) -> Reason?, finishesStart: Bool,
    when trigger: @escaping (SignalProducer<Reason, Never>) -> Trigger
  ) -> SignalProducer where Trigger.Error == Error {
    ._joining { subscription, downstream in
      let restarting = _TriggeredRestarting(
        self, in: subscription, downstream, reason: reason, finishesStart: finishesStart,
        trigger: { trigger($0).producer })
      let handlers = _JoinHandlers<Value, Error>(
        subscription, value: downstream._value, ended: restarting.sourceEnded)
      subscription._perform { restarting.start(handlers) }
    }
  }
}
