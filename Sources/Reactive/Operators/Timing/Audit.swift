extension StreamProtocol where Value: Sendable {
  /// Opens a window of `interval` with a value, if none is open, and sends the newest value when the window ends.
  ///
  /// ```marble
  /// a = -ab-----c-d--e|
  /// a.audit(for: 3) == ----b------d----(e|)
  /// ```
  ///
  /// While a window is open, a completion waits for its end and is sent right after the value. Otherwise a completion
  /// is sent immediately, on the scheduler. A failure or interruption is always sent immediately, on the scheduler,
  /// and drops the pending value. The semantics are those of RxJS's `auditTime` since version 7.
  ///
  /// - Parameters:
  ///   - interval: The length of a window. A negative one counts as zero.
  ///   - scheduler: The scheduler that measures the time and sends the events.
  @inlinable
  public func audit(for interval: Duration, on scheduler: some TimeScheduler) -> Self {
    _lift { source in
      ._observingOnScheduler(on: scheduler) { subscription, downstream in
        let timer = SerialDisposable()
        subscription._add(timer)
        // The input's domain writes and the scheduler reads, possibly on two threads.
        let pending = _Locked(_PendingValue<Value>())
        let observer = Observer<Value, Error>(
          value: { value in
            // The previous value is released outside the lock, because its `deinit` may run user code.
            let (before, turn) = pending.withLock { pending in
              let before = pending.replace(with: value)
              return (before, before == nil ? pending.beginTurn() : nil)
            }
            _ = before
            guard let turn else { return }
            timer.inner = scheduler.schedule(after: interval) {
              subscription._deliver(pending.withLock { $0.take(turn) }, to: downstream)
            }
          },
          ended: { end in
            if case .completed = end, pending.withLock({ $0.delayCompletion() }) { return }
            timer.inner = scheduler.schedule { subscription._deliver(end: end, to: downstream) }
          })
        return (source, observer, nil)
      }
    }
  }
}

extension StreamProtocol {
  /// Waits until the stream that `stream` returns for a value sends a value, and then sends the newest value.
  ///
  /// ```marble
  /// a = -ab-----c-d--e|
  /// t = cold ---x
  /// a.audit(until: { t }) == ----b------d----(e|)
  /// ```
  ///
  /// The next value begins the next wait. If the stream completes or is interrupted without a value, the wait ends and
  /// the value is not sent. A completion of the source waits for the pending value, and is sent right after it. A
  /// failure or interruption is sent immediately, and a failure of the stream fails the result; the pending value is
  /// dropped. The semantics are those of RxJS's `audit`.
  ///
  /// - Parameter stream: Makes the stream that ends the wait after a value.
  @inlinable
  public func audit<Stream: SignalProducerConvertible>(until stream: @escaping (Value) -> Stream) -> Self
  where Stream.Error == Error {
    _waiting(_WaitingRule(sendsFirst: false, sendsLast: true, waitsAfterSending: false), for: stream)
  }

  /// Waits until a stream that cannot fail sends a value, and then sends the newest value.
  @inlinable
  @_disfavoredOverload
  public func audit<Stream: SignalProducerConvertible>(until stream: @escaping (Value) -> Stream) -> Self
  where Stream.Error == Never {
    audit(until: { stream($0).producer.promoteError(Error.self) })
  }
}
