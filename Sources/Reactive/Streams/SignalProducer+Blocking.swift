import Dispatch

// What a producer answers, for who cannot go on without the answer.

extension SignalProducer {
  /// Starts the producer and waits for its first value, or for its failure; `nil` if it ends without either.
  ///
  /// The start is disposed as soon as the value is there. As ReactiveSwift's `first`.
  ///
  /// The calling thread is blocked until the answer is known, so it must not be one that the producer needs for
  /// answering: on the main thread, a producer that sends on the main queue is never heard; inside an event, neither
  /// is the stream of that event. A producer that answers at once always is. In asynchronous code, await ``values``.
  @available(*, noasync, message: "await the elements of 'values' instead")
  public func first() -> Result<Value, Error>? {
    take(first: 1)._outcome().latestOrFailure
  }

  /// Starts the producer and waits for its end: the last value, or the failure; `nil` if there was no value, or if
  /// the producer was interrupted.
  ///
  /// The calling thread is blocked; see ``first()``. As ReactiveSwift's `last`.
  @available(*, noasync, message: "await the elements of 'values' instead")
  public func last() -> Result<Value, Error>? {
    let outcome = _outcome()
    if case .interrupted = outcome.end { return nil }
    return outcome.latestOrFailure
  }

  /// Starts the producer and waits for its end: its only value, or the failure; `nil` if there was no value, or more
  /// than one.
  ///
  /// The start is disposed with the second value. An interruption after the only value does not matter. The calling
  /// thread is blocked; see ``first()``. As ReactiveSwift's `single`.
  @available(*, noasync, message: "await the elements of 'values' instead")
  public func single() -> Result<Value, Error>? {
    let outcome = take(first: 2)._outcome()
    return outcome.count > 1 ? nil : outcome.latestOrFailure
  }

  /// Starts the producer and waits for its end, whatever it sends before; an interruption counts as success.
  ///
  /// The calling thread is blocked; see ``first()``. As ReactiveSwift's `wait`.
  @available(*, noasync, message: "await the elements of 'values' instead")
  public func wait() -> Result<Void, Error> {
    if case .failed(let error) = _outcome().end { .failure(error) } else { .success(()) }
  }

  /// Starts the producer and blocks the calling thread until it has ended.
  private func _outcome() -> _Outcome<Value, Error> {
    let outcome = _Outcome<Value, Error>()
    // A semaphore remembers that it was signalled, so an end that comes before the waiting begins is not missed.
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
    // Nobody may let go of the start meanwhile: its input might go with it.
    withExtendedLifetime(start) { end.wait() }
    return outcome
  }
}

/// What one start has sent; written by the start, read after its end.
private final class _Outcome<Value, Error: Swift.Error> {
  var count = 0
  var latest: Value?
  var end: TerminalEvent<Error>?

  var latestOrFailure: Result<Value, Error>? {
    if case .failed(let error) = end { .failure(error) } else { latest.map(Result.success) }
  }
}
