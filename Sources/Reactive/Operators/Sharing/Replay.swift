// Operators that send previous values to later observers.

// MARK: replayed

extension Signal {
  /// Returns a producer that sends the last values and then all following events to each start, together with its
  /// observer.
  ///
  /// After the end, each start receives the last values and the terminal event. If the observer is deallocated before
  /// it has sent a terminal event, the stream is interrupted. Other libraries call this a replay subject.
  ///
  /// - Parameter capacity: The maximum number of values that are stored, not negative.
  @inlinable
  public static func replayed(
    upTo capacity: Int = .max
  ) -> (output: SignalProducer<Value, Error>, input: Observer) {
    precondition(capacity >= 0, "replayed(upTo:) needs a capacity of at least 0")
    let relay = _Relay(
      _SignalCore<Value, Error>(), _RecentValues(limit: capacity))
    return (
      ._beginning { downstream, subscription in relay._begin(downstream, subscription) }, _RelayInput(relay)._observer
    )
  }

  /// Returns a producer that sends to each start the last values that this signal has sent since the call, and then
  /// all following events.
  ///
  /// After the end, each start receives the last values and the terminal event. The signal is observed as long as the
  /// producer or one of its starts exists.
  ///
  /// - Parameter capacity: The maximum number of values that are stored, not negative.
  @inlinable
  @_disfavoredOverload
  public func replayed(upTo capacity: Int = .max) -> SignalProducer<Value, Error> {
    let replay = _ReplayedSource(producer, capacity, "replayed(upTo:)")
    replay._connect()
    return replay._producer
  }
}

// MARK: replayLazily

extension SignalProducer {
  /// Starts this producer once, when the result is first started, and sends the last values first to each later
  /// start.
  ///
  /// ```marble
  /// a = cold --1--2--3--|
  /// a.replayLazily(upTo: 2) == --1--2--3--|
  /// ```
  ///
  /// After the end, each start receives the last values and the terminal event. Disposing a start does not stop this
  /// producer. It is disposed when the result and all its starts have been deallocated. The semantics are those of
  /// ReactiveSwift's `replayLazily`.
  ///
  /// - Parameter capacity: The maximum number of values that are stored, not negative.
  @inlinable
  public func replayLazily(upTo capacity: Int) -> SignalProducer {
    let replay = _ReplayedSource(self, capacity, "replayLazily(upTo:)")
    return ._beginning { downstream, subscription in
      replay._begin(downstream, subscription)
      replay._connect()
    }
  }
}

extension Signal {
  /// Returns a producer that first sends the last values to each observer; see ``replayed(upTo:)-method``.
  @inlinable
  public func replayLazily(upTo capacity: Int) -> SignalProducer<Value, Error> {
    producer.replayLazily(upTo: capacity)
  }
}

/// The sending end of a relay, for any thread.
@usableFromInline
final class _RelayInput<Buffer: _ReplayBuffer, Error: Swift.Error>: @unchecked Sendable {
  @usableFromInline let relay: _Relay<Buffer, Error>

  @inlinable
  init(_ relay: _Relay<Buffer, Error>) {
    self.relay = relay
  }

  /// No further event can be sent, so the relay is interrupted unless it has ended.
  @inlinable
  deinit {
    relay._end(.interrupted)
  }

  @inlinable
  var _observer: Observer<Buffer.Value, Error> {
    Observer(value: { self.relay._send($0) }, ended: { self.relay._end($0) })
  }
}

/// A source that is started once and whose values are stored.
///
/// It is disposed when this object is deallocated.
@usableFromInline
final class _ReplayedSource<Value, Error: Swift.Error>: @unchecked Sendable {
  @usableFromInline let source: SignalProducer<Value, Error>
  @usableFromInline let relay: _Relay<_RecentValues<Value>, Error>
  @usableFromInline let subscription: _ProducerSubscription
  @usableFromInline let isConnected = _Locked(false)

  @inlinable
  init(_ source: SignalProducer<Value, Error>, _ capacity: Int, _ name: StaticString) {
    precondition(capacity >= 0, "\(name) needs a capacity of at least 0")
    self.source = source
    let (core, subscription) = _SignalCore<Value, Error>._fed()
    self.subscription = subscription
    relay = _Relay(core, _RecentValues(limit: capacity))
  }

  @inlinable
  deinit {
    subscription.dispose()
  }

  @inlinable
  var _producer: SignalProducer<Value, Error> {
    ._beginning { downstream, subscription in self._begin(downstream, subscription) }
  }

  /// Begins a start that receives the stored values and then all following events.
  ///
  /// The start retains this object.
  @inlinable
  func _begin(_ downstream: Observer<Value, Error>, _ start: _ProducerSubscription) {
    start._add(AnyDisposable { withExtendedLifetime(self) {} })
    relay._begin(downstream, start)
  }

  /// Starts the source on the first call.
  @inlinable
  func _connect() {
    let isFirst = isConnected.withLock { isConnected in
      defer { isConnected = true }
      return !isConnected
    }
    if isFirst, subscription._isLive { source._begin(relay._feeding(subscription), subscription) }
  }
}
