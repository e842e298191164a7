extension StreamProtocol where Value: Sendable {
  /// Sends a value once `interval` has passed without a newer one.
  ///
  /// ```marble
  /// a = -a-bc-----d-|
  /// a.debounce(2) == ------c-----|
  /// ```
  ///
  /// A failure or interruption is sent immediately, on the scheduler, and drops the pending value. The semantics are
  /// those of ReactiveSwift's `debounce`.
  ///
  /// - Parameters:
  ///   - interval: The time without a value. A negative one counts as zero.
  ///   - scheduler: The scheduler that measures the time and sends the events.
  ///   - discardWhenCompleted: Whether a completion is sent immediately and drops the pending value. If not, the
  ///     value is sent when it is due, and the completion right after it.
  @inlinable
  public func debounce(
    _ interval: Duration, on scheduler: some TimeScheduler, discardWhenCompleted: Bool = true
  ) -> Self {
    _lift { source in
      ._observingOnScheduler(on: scheduler) { subscription, downstream in
        let timer = SerialDisposable()
        subscription._add(timer)
        // The input's domain writes and the scheduler reads, possibly on two threads.
        let pending = _Locked(_PendingValue<Value>())
        let observer = Observer<Value, Error>(
          value: { value in
            // The previous value is released outside the lock, because its `deinit` may run user code.
            let (turn, before) = pending.withLock { ($0.beginTurn(), $0.replace(with: value)) }
            _ = before
            timer.inner = scheduler.schedule(after: interval) {
              subscription._deliver(pending.withLock { $0.take(turn) }, to: downstream)
            }
          },
          ended: { end in
            if case .completed = end, !discardWhenCompleted, pending.withLock({ $0.delayCompletion() }) { return }
            timer.inner = scheduler.schedule { subscription._deliver(end: end, to: downstream) }
          })
        return (source, observer, nil)
      }
    }
  }
}

extension StreamProtocol {
  /// Sends a value when the stream that `stream` returns for it sends a value, unless another value has followed.
  ///
  /// ```marble
  /// a = -a-bc-----d|
  /// t = cold --x
  /// a.debounce(until: { t }) == ------c----(d|)
  /// ```
  ///
  /// If the stream completes or is interrupted without a value, the value stays pending. When the source completes, the
  /// pending value is sent immediately, and the completion right after it. A failure or interruption is sent
  /// immediately, and a failure of the stream fails the result; the pending value is dropped. The semantics are those
  /// of RxJS's `debounce`.
  ///
  /// - Parameter stream: Makes the stream that ends the wait after a value.
  @inlinable
  public func debounce<Stream: SignalProducerConvertible>(until stream: @escaping (Value) -> Stream) -> Self
  where Stream.Error == Error {
    _lift { source in
      ._joining { subscription, downstream in
        let wait = _Wait(in: subscription, failed: downstream._end)
        let pending = _Cell<Value?>(nil)
        source._begin(
          in: subscription,
          value: { value in
            wait.stopWaiting()
            pending.value = .some(value)
            wait.begin(stream(value)) { hasValue in
              if hasValue, let value = pending.value.take() { downstream._value(value) }
            }
          },
          ended: { end in
            if case .completed = end, let value = pending.value.take() { downstream._value(value) }
            // A start that the value has disposed must only be interrupted, not completed.
            if subscription._isLive { downstream._end(end) }
          })
      }
    }
  }

  /// Sends a value when a stream that cannot fail sends a value, unless another value has followed.
  @inlinable
  @_disfavoredOverload
  public func debounce<Stream: SignalProducerConvertible>(until stream: @escaping (Value) -> Stream) -> Self
  where Stream.Error == Never {
    debounce(until: { stream($0).producer.promoteError(Error.self) })
  }
}
