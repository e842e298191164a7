import DequeModule

/// The pending values of a delay, and the observer for them.
///
/// The actions of the scheduler access both only through this state, so that both are released when the stream ends,
/// not when the actions are due.
@usableFromInline
struct _DelayedValues<Value, Error: Swift.Error> {
  @usableFromInline var downstream: Observer<Value, Error>?
  @usableFromInline var waiting: Deque<Value> = []

  @usableFromInline
  init(downstream: Observer<Value, Error>) {
    self.downstream = downstream
  }

  /// Removes and returns the oldest pending value, and the observer for it.
  ///
  /// All values wait for the same time.
  @usableFromInline
  mutating func takeNext() -> (value: Value, downstream: Observer<Value, Error>)? {
    guard let downstream, let value = waiting.popFirst() else { return nil }
    return (value, downstream)
  }

  /// Removes and returns all values and the observer.
  @usableFromInline
  mutating func takeAll() -> _DelayedValues {
    let all = self
    downstream = nil
    waiting = []
    return all
  }
}

extension StreamProtocol where Value: Sendable {
  /// Sends every value and the completion after `interval`.
  ///
  /// ```marble
  /// a = -1-2--|
  /// a.delay(2) == ---1-2--|
  /// ```
  ///
  /// A failure or interruption is sent immediately, on the scheduler, and drops the pending values. The semantics are
  /// those of ReactiveSwift's `delay`.
  ///
  /// - Parameters:
  ///   - interval: The delay. A negative one counts as zero.
  ///   - scheduler: The scheduler that measures the time and sends the events.
  @inlinable
  public func delay(_ interval: Duration, on scheduler: some TimeScheduler) -> Self {
    _lift { source in
      ._observingOnScheduler(on: scheduler) { subscription, downstream in
        // The input's domain writes and the scheduler reads, possibly on two threads.
        let delayed = _Locked(_DelayedValues(downstream: downstream))
        subscription._add(
          AnyDisposable {
            // Released outside the lock, because releasing the values may run user code.
            _ = delayed.withLock { $0.takeAll() }
          })
        let end = { @Sendable (end: TerminalEvent<Error>) in
          if let downstream = delayed.withLock({ $0.downstream }) { subscription._deliver(end: end, to: downstream) }
        }
        let observer = Observer<Value, Error>(
          value: { value in
            delayed.withLock { $0.waiting.append(value) }
            scheduler.schedule(after: interval) {
              if let next = delayed.withLock({ $0.takeNext() }) {
                subscription._deliver(next.value, to: next.downstream)
              }
            }
          },
          ended: { event in
            if case .completed = event {
              scheduler.schedule(after: interval) { end(event) }
            } else {
              scheduler.schedule { end(event) }
            }
          })
        return (source, observer, nil)
      }
    }
  }
}

extension StreamProtocol {
  /// Sends each value when the stream that `stream` returns for it sends its first value.
  ///
  /// ```marble
  /// a = -x-y--|
  /// a.delay(until: { $0 == "x" ? "----1" : "-1" }) == ----yx|
  /// ```
  ///
  /// So values may overtake each other. If the stream completes or is interrupted without a value, the value is
  /// dropped. Completes when the source has completed and no value is pending. A failure or interruption of the source
  /// is sent immediately, and a failure of a stream fails the result. The semantics are those of RxJS's `delayWhen`.
  ///
  /// - Parameter stream: Makes the stream that ends the delay of a value.
  @inlinable
  public func delay<Stream: SignalProducerConvertible>(until stream: @escaping (Value) -> Stream) -> Self
  where Stream.Error == Error {
    _lift { source in
      source.flatMap(.merge) { value in stream(value).producer.take(first: 1).map { _ in value } }
    }
  }

  /// Sends each value when a stream that cannot fail sends its first value.
  @inlinable
  @_disfavoredOverload
  public func delay<Stream: SignalProducerConvertible>(until stream: @escaping (Value) -> Stream) -> Self
  where Stream.Error == Never {
    delay(until: { stream($0).producer.promoteError(Error.self) })
  }
}
