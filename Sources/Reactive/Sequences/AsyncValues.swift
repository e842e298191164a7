/// The values of a stream as an asynchronous sequence: `for await value in producer.values`.
///
/// Each iteration stands for itself: it starts the producer, or observes the signal, when its iterator is made, and
/// disposes that when the loop is left, when the task is cancelled, or when the iterator is let go. The sequence ends
/// when the stream completes or is interrupted, and throws what the stream fails with; a stream that cannot fail needs
/// no `try`.
///
/// Nothing holds a stream back: what comes while the loop is busy waits in a buffer, which ``BufferingPolicy`` keeps
/// within bounds. What waits is still handed out after the stream's end, but not after the task was cancelled.
public struct AsyncValues<Value: Sendable, Failure: Error>: AsyncSequence, Sendable {
  public typealias Element = Value

  /// Which values wait when they come faster than they are taken.
  public enum BufferingPolicy: Sendable {
    /// All of them.
    case unbounded
    /// The newest ones, as many as it says; older ones are dropped for them.
    case newest(Int)
    /// The oldest ones, as many as it says; newer ones are dropped.
    case oldest(Int)
  }

  private let producer: SignalProducer<Value, Failure>
  private let policy: BufferingPolicy

  init(_ producer: SignalProducer<Value, Failure>, _ policy: BufferingPolicy) {
    self.producer = producer
    self.policy = policy
  }

  /// Starts an iteration, and with it the stream.
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
    // Called when the task is cancelled that waits for a value, and when the iterator goes.
    input.onTermination = { _ in start.dispose() }
    return Iterator(values: values.makeAsyncIterator(), failure: failure, start: start)
  }

  /// One iteration.
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
  /// The values of a start as an asynchronous sequence; as many as come wait to be taken.
  public var values: AsyncValues<Value, Error> { values(buffering: .unbounded) }

  /// The values of a start as an asynchronous sequence.
  ///
  /// - Parameter policy: which values wait to be taken; its counts are not negative.
  public func values(buffering policy: AsyncValues<Value, Error>.BufferingPolicy) -> AsyncValues<Value, Error> {
    AsyncValues(self, policy)
  }
}

extension Signal where Value: Sendable {
  /// The values from the beginning of the iteration on, as an asynchronous sequence; as many as come wait to be taken.
  public var values: AsyncValues<Value, Error> { values(buffering: .unbounded) }

  /// The values from the beginning of the iteration on, as an asynchronous sequence.
  ///
  /// - Parameter policy: which values wait to be taken; its counts are not negative.
  public func values(buffering policy: AsyncValues<Value, Error>.BufferingPolicy) -> AsyncValues<Value, Error> {
    AsyncValues(producer, policy)
  }
}
