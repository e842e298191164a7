/// The values of one start of `throttle(until:)` or `audit(until:)`; accessed in the domain of its join.
@usableFromInline
final class _WaitingValues<Value, Error: Swift.Error, Stream: SignalProducerConvertible> where Stream.Error == Error {
  @usableFromInline let downstream: Observer<Value, Error>
  @usableFromInline let rule: _WaitingRule
  @usableFromInline let join: _ProducerSubscription
  @usableFromInline let wait: _Wait<Error>
  @usableFromInline let stream: (Value) -> Stream
  /// The newest value, unless it was sent.
  @exclusivity(unchecked) @usableFromInline var pending: Value?
  /// Whether the source has completed, so that the completion follows the pending value.
  @exclusivity(unchecked) @usableFromInline var isLast = false

  @inlinable
  init(
    _ rule: _WaitingRule, in join: _ProducerSubscription, _ downstream: Observer<Value, Error>,
    _ stream: @escaping (Value) -> Stream
  ) {
    self.rule = rule
    self.downstream = downstream
    self.join = join
    self.stream = stream
    wait = _Wait(in: join, failed: downstream._end)
  }

  @inlinable
  func receive(_ value: Value) {
    pending = .some(value)
    if wait.isActive { return }
    if rule.sendsFirst { send() } else { beginWait(after: value) }
  }

  @inlinable
  func sourceEnded(_ end: TerminalEvent<Error>) {
    if case .completed = end, rule.sendsLast, pending != nil, wait.isActive {
      isLast = true
    } else {
      downstream._end(end)
    }
  }

  @inlinable
  func send() {
    guard let value = pending.take() else { return }
    downstream._value(value)
    if rule.waitsAfterSending, !isLast, join._isLive { beginWait(after: value) }
  }

  @inlinable
  func beginWait(after value: Value) {
    wait.begin(stream(value)) { hasValue in
      if hasValue, self.rule.sendsLast { self.send() }
      if self.isLast, self.join._isLive { self.downstream._end(.completed) }
    }
  }
}

/// The values that are sent before and after a wait.
@usableFromInline
struct _WaitingRule {
  /// Whether a value is sent immediately if no wait is active.
  @usableFromInline var sendsFirst: Bool
  /// Whether the newest value is sent after a wait.
  @usableFromInline var sendsLast: Bool
  /// Whether each value that is sent begins a wait.
  @usableFromInline var waitsAfterSending: Bool

  @inlinable
  init(sendsFirst: Bool, sendsLast: Bool, waitsAfterSending: Bool) {
    self.sendsFirst = sendsFirst
    self.sendsLast = sendsLast
    self.waitsAfterSending = waitsAfterSending
  }
}

extension StreamProtocol {
  /// Waits for the first value of the stream that `stream` returns for a value, according to `rule`.
  @inlinable
  func _waiting<Stream: SignalProducerConvertible>(
    _ rule: _WaitingRule, for stream: @escaping (Value) -> Stream
  ) -> Self where Stream.Error == Error {
    _lift { source in
      ._joining { subscription, downstream in
        let values = _WaitingValues(rule, in: subscription, downstream, stream)
        source._begin(in: subscription, value: values.receive, ended: values.sourceEnded)
      }
    }
  }

  /// Sends a value, then waits until the stream that `stream` returns for it sends a value, and then sends the newest
  /// value.
  ///
  /// ```marble
  /// a = -ab-c----d-e|
  /// t = cold ----x
  /// a.throttle(until: { t })                  == -a---c---d---(e|)
  /// a.throttle(until: { t }, trailing: false) == -a-------d--|
  /// ```
  ///
  /// A value that is sent after a wait begins the next wait. If no value is pending after a wait, the next value is
  /// sent immediately. If the stream completes or is interrupted without a value, the wait ends and the pending value
  /// is not sent. A completion of the source waits for the pending value, and is sent right after it. A failure or
  /// interruption is sent immediately, and a failure of the stream fails the result; the pending value is dropped. The
  /// semantics are those of RxJS's `throttle`, except that `trailing` is true by default.
  ///
  /// - Parameters:
  ///   - stream: Makes the stream that ends the wait after a value.
  ///   - leading: Whether a value is sent immediately if no wait is active. If not, it begins a wait.
  ///   - trailing: Whether the newest value is sent after a wait. If not, the values during a wait are dropped.
  @inlinable
  public func throttle<Stream: SignalProducerConvertible>(
    until stream: @escaping (Value) -> Stream, leading: Bool = true, trailing: Bool = true
  ) -> Self where Stream.Error == Error {
    _waiting(_WaitingRule(sendsFirst: leading, sendsLast: trailing, waitsAfterSending: true), for: stream)
  }

  /// Sends a value, then waits until a stream that cannot fail sends a value.
  @inlinable
  @_disfavoredOverload
  public func throttle<Stream: SignalProducerConvertible>(
    until stream: @escaping (Value) -> Stream, leading: Bool = true, trailing: Bool = true
  ) -> Self where Stream.Error == Never {
    throttle(until: { stream($0).producer.promoteError(Error.self) }, leading: leading, trailing: trailing)
  }
}
