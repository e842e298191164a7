/// The values of a stream as an asynchronous sequence: `for await value in producer.values`.
///
/// Each iterator starts the producer or observes the signal when it is created. It disposes that when the loop ends,
/// the task is canceled or the iterator is deallocated. The sequence ends when the stream completes or is
/// interrupted, and throws the error if the stream fails. A stream that cannot fail needs no `try`.
///
/// The stream is not slowed down. Values that are sent while the loop is busy wait in a buffer, which a
/// ``BufferingPolicy`` can limit. After the end of the stream the waiting values are still returned, but not after
/// the task was canceled.
public struct AsyncValues<Value: Sendable, Failure: Error>: AsyncSequence, Sendable {
  public typealias Element = Value

  /// The rule that selects the values to keep when they are sent faster than they are consumed.
  public enum BufferingPolicy: Sendable {
    /// All values.
    case unbounded
    /// The given number of newest values.
    ///
    /// Older ones are dropped.
    case newest(Int)
    /// The given number of oldest values.
    ///
    /// Newer ones are dropped.
    case oldest(Int)
  }

  private let producer: SignalProducer<Value, Failure>
  private let policy: BufferingPolicy

  init(_ producer: SignalProducer<Value, Failure>, _ policy: BufferingPolicy) {
    self.producer = producer
    self.policy = policy
  }

  /// Starts the stream and returns an iterator over its values.
  public func makeAsyncIterator() -> Iterator {
    let (values, input) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: policy.ofAStream)
    let failure = _Locked<Failure?>(nil)
    let start = producer.start(
      Observer(
        value: { input.yield($0) },
        ended: { end in
          if case .failed(let error) = end { failure.withLock { $0 = error } }
          input.finish()
        }))
    // Called when the task that waits for a value is canceled, and when the iterator is deallocated.
    input.onTermination = { _ in start.dispose() }
    return Iterator(values: values.makeAsyncIterator(), failure: failure, start: start)
  }

  /// An iterator over the values of one start.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var values: AsyncStream<Value>.Iterator
    fileprivate let failure: _Locked<Failure?>
    fileprivate let start: any Disposable

    public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Value? {
      if Task.isCancelled {
        start.dispose()
        return nil
      }
      if let value = await values.next(isolation: actor) { return value }
      if let failure = failure.withLock({ $0.take() }) { throw failure }
      return nil
    }

    public mutating func next() async throws(Failure) -> Value? {
      try await next(isolation: nil)
    }
  }
}

extension AsyncValues.BufferingPolicy {
  fileprivate var ofAStream: AsyncStream<Value>.Continuation.BufferingPolicy {
    switch self {
    case .unbounded: .unbounded
    case .newest(let count): .bufferingNewest(count)
    case .oldest(let count): .bufferingOldest(count)
    }
  }
}

extension SignalProducer where Value: Sendable {
  /// The values of a start as an asynchronous sequence, with a buffer without a limit.
  public var values: AsyncValues<Value, Error> { values(buffering: .unbounded) }

  /// Returns the values of a start as an asynchronous sequence.
  ///
  /// - Parameter policy: The rule for waiting values. Its count must not be negative.
  public func values(buffering policy: AsyncValues<Value, Error>.BufferingPolicy) -> AsyncValues<Value, Error> {
    AsyncValues(self, policy)
  }
}

extension Signal where Value: Sendable {
  /// The values from the beginning of the iteration on, as an asynchronous sequence with a buffer without a limit.
  public var values: AsyncValues<Value, Error> { values(buffering: .unbounded) }

  /// Returns the values from the beginning of the iteration on, as an asynchronous sequence.
  ///
  /// - Parameter policy: The rule for waiting values. Its count must not be negative.
  public func values(buffering policy: AsyncValues<Value, Error>.BufferingPolicy) -> AsyncValues<Value, Error> {
    AsyncValues(producer, policy)
  }
}
