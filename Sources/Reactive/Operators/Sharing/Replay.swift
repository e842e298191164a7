// Operators that let those who come later have what went before.

// MARK: replayed

extension Signal {
  /// A producer that tells each start the last values that were sent, and then what comes; and the observer that sends.
  ///
  /// After the end each start gets the last values and the end. When the observer is let go without a terminal event, the
  /// stream is interrupted. What other libraries call a replay subject.
  ///
  /// - Parameter capacity: how many values are remembered; not negative.
  public static func replayed(
    upTo capacity: Int = .max
  ) -> (output: SignalProducer<Value, Error>, input: Observer) {
    precondition(capacity >= 0, "replayed(upTo:) needs a capacity of at least 0")
    let relay = _Relay(
      _SignalCore<Value, Error>(domain: _SerialDomain(), isDerived: false), _RecentValues(limit: capacity))
    return (
      ._beginning { downstream, subscription in relay._begin(downstream, subscription) }, _RelayInput(relay)._observer
    )
  }

  /// A producer that tells each start the last values that this signal has sent since the call, and then what comes.
  ///
  /// After the end each start gets the last values and the end. The signal is observed as long as the producer or a start
  /// of it lives.
  ///
  /// - Parameter capacity: how many values are remembered; not negative.
  public func replayed(upTo capacity: Int = .max) -> SignalProducer<Value, Error> {
    let replay = _ReplayedSource(producer, capacity, "replayed(upTo:)")
    replay._connect()
    return replay._producer
  }
}

// MARK: replayLazily

extension SignalProducer {
  /// Starts the producer once, at the first start of the result, and tells each later start the last values first.
  ///
  /// ```marble
  /// a = cold --1--2--3--|
  /// a.replayLazily(upTo: 2) == --1--2--3--|
  /// ```
  ///
  /// After the end each start gets the last values and the end. Disposing a start does not stop the producer; that happens
  /// when the result and all its starts are gone. As ReactiveSwift's `replayLazily`.
  ///
  /// - Parameter capacity: how many values are remembered; not negative.
  public func replayLazily(upTo capacity: Int) -> SignalProducer {
    let replay = _ReplayedSource(self, capacity, "replayLazily(upTo:)")
    return ._beginning { downstream, subscription in
      replay._begin(downstream, subscription)
      replay._connect()
    }
  }
}

extension Signal {
  /// Tells each observer of the result the last values first, as a producer; see ``replayed(upTo:)-method``.
  public func replayLazily(upTo capacity: Int) -> SignalProducer<Value, Error> {
    producer.replayLazily(upTo: capacity)
  }
}

/// Where events enter a relay, from any thread.
private final class _RelayInput<Buffer: _ReplayBuffer, Error: Swift.Error>: @unchecked Sendable {
  private let relay: _Relay<Buffer, Error>

  init(_ relay: _Relay<Buffer, Error>) {
    self.relay = relay
  }

  /// Nobody can send any more: without an end, that is an interruption.
  deinit {
    relay._end(.interrupted)
  }

  var _observer: Observer<Buffer.Value, Error> {
    Observer(value: { self.relay._send($0) }, ended: { self.relay._end($0) })
  }
}

/// A source that is started once, and remembered; it is disposed with this object.
final class _ReplayedSource<Value, Error: Swift.Error>: @unchecked Sendable {
  private let source: SignalProducer<Value, Error>
  private let relay: _Relay<_RecentValues<Value>, Error>
  private let subscription: _ProducerSubscription
  private let isConnected = _Locked(false)

  init(_ source: SignalProducer<Value, Error>, _ capacity: Int, _ name: StaticString) {
    precondition(capacity >= 0, "\(name) needs a capacity of at least 0")
    self.source = source
    let (core, subscription) = _SignalCore<Value, Error>._fed()
    self.subscription = subscription
    relay = _Relay(core, _RecentValues(limit: capacity))
  }

  deinit {
    subscription.dispose()
  }

  var _producer: SignalProducer<Value, Error> {
    ._beginning { downstream, subscription in self._begin(downstream, subscription) }
  }

  /// Begins a start that is told what there was, and then what comes; it keeps this object while it lasts.
  func _begin(_ downstream: Observer<Value, Error>, _ start: _ProducerSubscription) {
    start._add(AnyDisposable { withExtendedLifetime(self) {} })
    relay._begin(downstream, start)
  }

  /// Starts the source, the first time.
  func _connect() {
    let isFirst = isConnected.withLock { isConnected in
      defer { isConnected = true }
      return !isConnected
    }
    if isFirst, subscription._isLive { source._begin(relay._feeding(subscription), subscription) }
  }
}
