import DequeModule

/// What a delay holds back.
///
/// The scheduler's actions hold this and no more, so that nothing is kept until its time when the stream has ended.
@usableFromInline
struct _DelayedValues<Value, Error: Swift.Error> {
  @usableFromInline var downstream: Observer<Value, Error>?
  @usableFromInline var waiting: Deque<Value> = []

  @usableFromInline
  init(downstream: Observer<Value, Error>) {
    self.downstream = downstream
  }

  /// The value that has waited longest, and where it goes; all wait equally long.
  @usableFromInline
  mutating func takeNext() -> (value: Value, downstream: Observer<Value, Error>)? {
    guard let downstream, let value = waiting.popFirst() else { return nil }
    return (value, downstream)
  }

  /// Everything, which is not held any more then.
  @usableFromInline
  mutating func takeAll() -> _DelayedValues {
    let all = self
    downstream = nil
    waiting = []
    return all
  }
}

extension StreamProtocol where Value: Sendable {
  /// Sends every value, and the completion, `interval` later.
  ///
  /// ```marble
  /// a = -1-2--|
  /// a.delay(2) == ---1-2--|
  /// ```
  ///
  /// A failure or an interruption is sent at once, on the scheduler; values that wait are lost then. As
  /// ReactiveSwift's `delay`.
  ///
  /// - Parameters:
  ///   - interval: a negative one counts as none.
  ///   - scheduler: whose time counts.
  @inlinable
  public func delay(_ interval: Duration, on scheduler: some TimeScheduler) -> Self {
    _lift { source in
      ._observingOnScheduler(on: scheduler) { subscription, downstream in
        // The input's domain puts values in and the scheduler takes them out, which may be on two threads.
        let delayed = _Locked(_DelayedValues(downstream: downstream))
        subscription._add(
          AnyDisposable {
            // Carried out of the lock, since what goes may run anybody's code.
            _ = delayed.withLock { $0.takeAll() }
          })
        let end = { @Sendable (end: TerminalEvent<Error>) in
          subscription._perform {
            let downstream = delayed.withLock { $0.downstream }
            downstream?._end(end)
          }
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
        return (source, observer)
      }
    }
  }
}
