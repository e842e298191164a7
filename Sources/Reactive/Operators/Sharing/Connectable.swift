/// A producer that is started by hand, once for all who observe it.
///
/// ```swift
/// let request = fetch.multicast()
/// request.producer.startWithValues { print("one: \($0)") }
/// request.producer.startWithValues { print("two: \($0)") }
/// request.connect()  // one start, two observers
/// ```
///
/// A start of ``producer`` is told what the connection sends, and first what it remembers; before the first connection it
/// waits for one. When a connection has ended or was disposed, the next one starts the source afresh.
public final class ConnectableProducer<Value, Error: Swift.Error>: SignalProducerConvertible, Sendable {
  private let state: _Connections<Value, Error>

  /// A producer that starts `source` when it is connected.
  ///
  /// - Parameters:
  ///   - capacity: how many values a connection remembers for those who come later; not negative.
  ///   - source: what a connection starts.
  public init(_ source: SignalProducer<Value, Error>, replay capacity: Int = 0) {
    precondition(capacity >= 0, "multicast(replay:) needs a capacity of at least 0")
    state = _Connections(source, capacity)
  }

  /// Observes the connection that there is, or the next one.
  public var producer: SignalProducer<Value, Error> {
    ._beginning { [state] downstream, subscription in
      let connection = state._connection()
      subscription._add(AnyDisposable { withExtendedLifetime(connection) {} })
      connection._relay._begin(downstream, subscription)
    }
  }

  /// Starts the source, unless a connection is running; the result ends the connection, and interrupts its observers.
  ///
  /// A connection that nobody disposes lasts until the source ends.
  @discardableResult
  public func connect() -> any Disposable {
    let connection = state._connection()
    state._connect(connection)
    return connection._subscription
  }

  /// A producer that connects with its first start and disconnects when the last one has gone.
  ///
  /// The next start after that connects afresh.
  public func refCount() -> SignalProducer<Value, Error> {
    ._beginning { [state] downstream, subscription in
      let connection = state._connection(isCounted: true)
      // After the observer has been told the end of its start, since that is when a start lets go of things.
      subscription._add(AnyDisposable { state._leave(connection) })
      connection._relay._begin(downstream, subscription)
      state._connect(connection)
    }
  }
}

extension SignalProducer {
  /// A producer that is started once for all who observe it, when it is connected.
  ///
  /// - Parameter capacity: how many values are remembered for those who come later; not negative.
  public func multicast(replay capacity: Int = 0) -> ConnectableProducer<Value, Error> {
    ConnectableProducer(self, replay: capacity)
  }

  /// Starts the producer once for all who observe the result at the same time.
  ///
  /// ```marble
  /// a = cold --1--2--|
  /// a.share() == --1--2--|
  /// ```
  ///
  /// The first start of the result starts the producer; when the last has gone, or the producer has ended, it is let go,
  /// and the next one starts it afresh.
  public func share() -> SignalProducer {
    share(replay: 0)
  }

  /// Starts the producer once for all who observe the result at the same time, and tells later ones the last values first.
  ///
  /// ```marble
  /// a = cold --1--2--|
  /// a.share(replay: 1) == --1--2--|
  /// ```
  ///
  /// The first start of the result starts the producer; when the last has gone, or the producer has ended, it is let go with
  /// all that was remembered, and the next one starts it afresh. To keep it, see ``replayLazily(upTo:)``.
  ///
  /// - Parameter capacity: how many values are remembered; not negative.
  public func share(replay capacity: Int) -> SignalProducer {
    precondition(capacity >= 0, "share(replay:) needs a capacity of at least 0")
    return multicast(replay: capacity).refCount()
  }
}

/// One connection to a source.
final class _Connection<Value, Error: Swift.Error>: @unchecked Sendable {
  let _relay: _Relay<_RecentValues<Value>, Error>
  let _subscription: _ProducerSubscription
  // Guarded by the lock of what makes connections.
  fileprivate var observerCount = 0
  fileprivate var isConnected = false
  fileprivate var isAbandoned = false

  init(_ capacity: Int) {
    let (core, subscription) = _SignalCore<Value, Error>._fed()
    _subscription = subscription
    _relay = _Relay(core, _RecentValues(limit: capacity))
  }

  /// Whether the next start needs another one.
  fileprivate var isOver: Bool { isAbandoned || !_subscription._isLive }
}

/// The connections to a source, one after the other.
final class _Connections<Value, Error: Swift.Error>: @unchecked Sendable {
  private let source: SignalProducer<Value, Error>
  private let capacity: Int
  private let latest: _Locked<_Connection<Value, Error>>

  init(_ source: SignalProducer<Value, Error>, _ capacity: Int) {
    self.source = source
    self.capacity = capacity
    latest = _Locked(_Connection(capacity))
  }

  /// Nobody can connect any more: who waits for that is interrupted.
  deinit {
    let (connection, isConnected) = latest.withLock { ($0, $0.isConnected) }
    if !isConnected { connection._relay._end(.interrupted) }
  }

  /// The connection that runs, or that will be the next one.
  ///
  /// - Parameter isCounted: whether one more observes it who will leave.
  func _connection(isCounted: Bool = false) -> _Connection<Value, Error> {
    var spare: _Connection<Value, Error>?
    while true {
      let connection = latest.withLock { latest -> _Connection<Value, Error>? in
        if latest.isOver {
          guard let next = spare else { return nil }
          // The old one is carried out of the lock, since what it remembers may be anybody's code to drop.
          spare = latest
          latest = next
        }
        if isCounted { latest.observerCount += 1 }
        return latest
      }
      if let connection { return connection }
      spare = _Connection(capacity)
    }
  }

  /// One who was counted has gone.
  func _leave(_ connection: _Connection<Value, Error>) {
    if _isAbandoned(byOneLeaving: connection) { connection._subscription.dispose() }
  }

  /// Counts one less; whether that was the last one.
  ///
  /// Who comes from now on needs another connection, although this one is disposed only later, outside the lock.
  func _isAbandoned(byOneLeaving connection: _Connection<Value, Error>) -> Bool {
    latest.withLock { _ in
      connection.observerCount -= 1
      if connection.observerCount == 0 { connection.isAbandoned = true }
      return connection.isAbandoned
    }
  }

  /// Starts the source for a connection, the first time.
  func _connect(_ connection: _Connection<Value, Error>) {
    let isFirst = latest.withLock { _ in
      defer { connection.isConnected = true }
      return !connection.isConnected && !connection.isOver
    }
    if isFirst { source._begin(connection._relay._feeding(connection._subscription), connection._subscription) }
  }
}
