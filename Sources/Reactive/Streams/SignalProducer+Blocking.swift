#if canImport(Dispatch)
  import Dispatch

  // Functions that block the calling thread until a producer has sent its result.

  extension SignalProducer {
    /// Starts the producer and waits for its first value or its failure.
    ///
    /// Returns `nil` if it ends with neither.
    ///
    /// The start is disposed after the first value. The semantics are those of `first` in ReactiveSwift.
    ///
    /// The call blocks its thread, so it must not block a thread that the producer needs. On the main thread, it never
    /// returns if the producer sends on the main queue. Inside an event, it never returns if it waits for the stream of
    /// that event. A producer that sends immediately always works. In asynchronous code, await ``values`` instead.
    @available(*, noasync, message: "await the elements of 'values' instead")
    public func first() -> Result<Value, Error>? {
      take(first: 1)._outcome().latestOrFailure
    }

    /// Starts the producer, waits for its end, and returns the last value or the failure.
    ///
    /// Returns `nil` if there was no value or the producer was interrupted.
    ///
    /// The call blocks its thread, see ``first()``. The semantics are those of `last` in ReactiveSwift.
    @available(*, noasync, message: "await the elements of 'values' instead")
    public func last() -> Result<Value, Error>? {
      let outcome = _outcome()
      if case .interrupted = outcome.end { return nil }
      return outcome.latestOrFailure
    }

    /// Starts the producer, waits for its end, and returns the only value or the failure.
    ///
    /// Returns `nil` if there was no value or more than one.
    ///
    /// The start is disposed after the second value. An interruption after the only value does not change the result.
    /// The call blocks its thread, see ``first()``. The semantics are those of `single` in ReactiveSwift.
    @available(*, noasync, message: "await the elements of 'values' instead")
    public func single() -> Result<Value, Error>? {
      let outcome = take(first: 2)._outcome()
      return outcome.count > 1 ? nil : outcome.latestOrFailure
    }

    /// Starts the producer, waits for its end and ignores its values.
    ///
    /// An interruption counts as success.
    ///
    /// The call blocks its thread, see ``first()``. The semantics are those of `wait` in ReactiveSwift.
    @available(*, noasync, message: "await the elements of 'values' instead")
    public func wait() -> Result<Void, Error> {
      if case .failed(let error) = _outcome().end { .failure(error) } else { .success(()) }
    }

    /// Starts the producer and blocks the calling thread until it has ended.
    private func _outcome() -> _Outcome<Value, Error> {
      let outcome = _Outcome<Value, Error>()
      // A semaphore counts its signals, so an end that is sent before the wait begins is not missed.
      let end = DispatchSemaphore(value: 0)
      let start = start(
        Observer(
          value: { value in
            outcome.count += 1
            outcome.latest = .some(value)
          },
          ended: { event in
            outcome.end = event
            end.signal()
          }))
      // Without a reference to the start, the input of the producer could be deallocated.
      withExtendedLifetime(start) { end.wait() }
      return outcome
    }
  }

  /// The result of one start.
  ///
  /// The start writes it, and it is read after the end.
  private final class _Outcome<Value, Error: Swift.Error> {
    var count = 0
    var latest: Value?
    var end: TerminalEvent<Error>?

    var latestOrFailure: Result<Value, Error>? {
      if case .failed(let error) = end { .failure(error) } else { latest.map(Result.success) }
    }
  }
#endif
