/// A producer that is started by a call of ``connect()``, once for all its observers.
///
/// ```swift
/// let request = fetch.multicast()
/// request.producer.startWithValues { print("one: \($0)") }
/// request.producer.startWithValues { print("two: \($0)") }
/// request.connect()  // one start, two observers
/// ```
///
/// A start of ``producer`` receives the stored values of the connection, then its events. Before the first
/// connection, it waits for one. If a connection that stores values has completed, a start receives these values and
/// the completion. When a connection has ended or was disposed, the next call of ``connect()`` starts the source again.
public final class ConnectableProducer<Value, Error: Swift.Error>: SignalProducerConvertible, Sendable {
  @usableFromInline let state: _Connections<Value, Error>

  /// Creates a producer that starts `source` when it is connected.
  ///
  /// - Parameters:
  ///   - source: The producer that a connection starts.
  ///   - capacity: The maximum number of values that a connection stores for later observers, not negative.
  @inlinable
  public init(_ source: SignalProducer<Value, Error>, replay capacity: Int = 0) {
    precondition(capacity >= 0, "multicast(replay:) needs a capacity of at least 0")
    state = _Connections(source, capacity, _ResetRules(completed: capacity == 0))
  }

  @inlinable
  init(_ source: SignalProducer<Value, Error>, _ capacity: Int, _ resets: _ResetRules) {
    state = _Connections(source, capacity, resets)
  }

  /// A producer that observes the current connection, or the next one if there is none.
  ///
  /// A completed connection that stores values stays the current one until the next call of ``connect()``.
  @inlinable
  public var producer: SignalProducer<Value, Error> {
    ._beginning { [state] downstream, subscription in
      let connection = state._connection()
      subscription._add(AnyDisposable { withExtendedLifetime(connection) {} })
      connection._relay._begin(downstream, subscription)
    }
  }

  /// Starts the source unless a connection is active.
  ///
  /// Disposing the result ends the connection and interrupts its observers.
  ///
  /// A connection that is not disposed lasts until the source ends.
  @inlinable
  @discardableResult
  public func connect() -> any Disposable {
    let connection = state._connection(for: .connecting)
    state._connect(connection)
    return connection._subscription
  }

  /// Starts the source until a lifetime ends, which may be before the start of an endless source returns.
  @inlinable
  func _connect(during lifetime: Lifetime) {
    let connection = state._connection(for: .connecting)
    lifetime += connection._subscription
    state._connect(connection)
  }

  /// Returns a producer that connects when its first observer starts it, and disconnects when its last observer has
  /// gone.
  ///
  /// The next start after that connects again, unless the connection has completed and stores values.
  @inlinable
  public func refCount() -> SignalProducer<Value, Error> {
    ._beginning { [state] downstream, subscription in
      let connection = state._connection(for: .counted)
      // Runs after the observer has received its terminal event, because a start disposes its resources then.
      subscription._add(AnyDisposable { state._leave(connection) })
      connection._relay._begin(downstream, subscription)
      state._connect(connection)
    }
  }
}

extension SignalProducer {
  /// Returns a connectable producer, which is started once for all its observers.
  ///
  /// - Parameter capacity: The maximum number of values that are stored for later observers, not negative.
  @inlinable
  @_disfavoredOverload
  public func multicast(replay capacity: Int = 0) -> ConnectableProducer<Value, Error> {
    ConnectableProducer(self, replay: capacity)
  }

  /// Returns a producer that starts this producer once for the stream that `transform` returns, which may observe it
  /// several times.
  ///
  /// ```marble
  /// a = cold --x--y--|
  /// a.multicast { merge($0, $0.delay(1)) } == --xx-yy--|
  /// ```
  ///
  /// The closure is called at each start, with a producer of the events of this producer. Its stream is started first,
  /// then this producer. All events of that stream are sent. When it ends or is disposed, this producer is disposed. The
  /// semantics are those of RxJS's `connect`.
  ///
  /// - Parameters:
  ///   - capacity: The maximum number of values that are stored for later observers, not negative.
  ///   - transform: Makes the stream from the shared producer.
  @inlinable
  @_disfavoredOverload
  public func multicast<Result: SignalProducerConvertible>(
    replay capacity: Int = 0, _ transform: @escaping (_ shared: SignalProducer) -> Result
  ) -> SignalProducer<Result.Value, Result.Error> {
    precondition(capacity >= 0, "multicast(replay:) needs a capacity of at least 0")
    return SignalProducer<Result.Value, Result.Error> { observer, lifetime in
      let connectable = self.multicast(replay: capacity)
      lifetime += transform(connectable.producer).producer.start(observer)
      if !lifetime.hasEnded { connectable._connect(during: lifetime) }
    }
  }

  /// Returns a producer that shares one start of this producer among simultaneous observers.
  ///
  /// ```marble
  /// a = cold --1--2--|
  /// a.share()          == --1--2--|
  /// a.share(replay: 1) == --1--2--|
  /// ```
  ///
  /// The first start of the result starts this producer. Later observers first receive the last values. A *reset*
  /// releases the start and the stored values, so that the next observer starts this producer again. The options are
  /// those of `share` in RxJS. By default, `share(replay:)` is `shareReplay` in RxJS with a reference count. To never
  /// start this producer again, see ``replayLazily(upTo:)``.
  ///
  /// - Parameters:
  ///   - capacity: The maximum number of values that are stored, not negative.
  ///   - resetWhenCompleted: Whether a completion resets the result. If not, later observers receive the stored values
  ///     and the completion. By default, a completion resets the result if no values are stored.
  ///   - resetWhenFailed: Whether a failure resets the result. If not, later observers receive the stored values and
  ///     the failure.
  ///   - resetWhenUnobserved: Whether the result is reset when its last observer has gone. If not, this producer
  ///     continues until its end, or until the result has been deallocated too.
  @inlinable
  @_disfavoredOverload
  public func share(
    replay capacity: Int = 0, resetWhenCompleted: Bool? = nil, resetWhenFailed: Bool = true,
    resetWhenUnobserved: Bool = true
  ) -> SignalProducer {
    precondition(capacity >= 0, "share(replay:) needs a capacity of at least 0")
    let resets = _ResetRules(
      completed: resetWhenCompleted ?? (capacity == 0), failed: resetWhenFailed, unobserved: resetWhenUnobserved)
    return ConnectableProducer(self, capacity, resets).refCount()
  }
}

/// The events after which the next observer starts the source again.
@usableFromInline
struct _ResetRules {
  var completed: Bool
  var failed = true
  var unobserved = true

  @usableFromInline
  init(completed: Bool, failed: Bool = true, unobserved: Bool = true) {
    self.completed = completed
    self.failed = failed
    self.unobserved = unobserved
  }
}

/// One connection to a source.
@usableFromInline
final class _Connection<Value, Error: Swift.Error>: @unchecked Sendable {
  @usableFromInline let _relay: _Relay<_RecentValues<Value>, Error>
  @usableFromInline let _subscription: _ProducerSubscription
  private let resets: _ResetRules
  // Guarded by the lock of `_Connections`.
  fileprivate var observerCount = 0
  fileprivate var isConnected = false
  fileprivate var isAbandoned = false

  init(_ capacity: Int, _ resets: _ResetRules) {
    let (core, subscription) = _SignalCore<Value, Error>._fed()
    _subscription = subscription
    self.resets = resets
    _relay = _Relay(core, _RecentValues(limit: capacity))
  }

  /// Whether the next start needs a new connection.
  fileprivate var isOver: Bool {
    if isAbandoned { return true }
    if _subscription._isLive { return false }
    switch _relay._pastEnd {
    case .completed: return resets.completed
    case .failed: return resets.failed
    case .interrupted: return true
    // Its end is being sent, or it was disposed before it was connected.
    case nil: return _subscription._isDisposed
    }
  }

  /// Whether it has ended, and its values and its end are sent to later observers.
  fileprivate var isKept: Bool { !_subscription._isLive && !isOver }
}

/// The connections to a source, one after the other.
@usableFromInline
final class _Connections<Value, Error: Swift.Error>: @unchecked Sendable {
  @usableFromInline let source: SignalProducer<Value, Error>
  private let capacity: Int
  private let resets: _ResetRules
  private let latest: _Locked<_Connection<Value, Error>>

  @usableFromInline
  init(_ source: SignalProducer<Value, Error>, _ capacity: Int, _ resets: _ResetRules) {
    self.source = source
    self.capacity = capacity
    self.resets = resets
    latest = _Locked(_Connection(capacity, resets))
  }

  /// No further connection is possible, so waiting observers are interrupted.
  ///
  /// No further observer is possible either, so a connection that continues without observers is disposed.
  @usableFromInline
  deinit {
    let (connection, isConnected) = latest.withLock { ($0, $0.isConnected) }
    if !isConnected {
      connection._relay._end(.interrupted)
    } else if !resets.unobserved {
      connection._subscription.dispose()
    }
  }

  /// The use of a connection.
  @usableFromInline
  enum _Use {
    case observing
    /// As an additional observer that is counted, and calls `_leave(_:)` later.
    case counted
    case connecting
  }

  /// Returns the active connection, or the one that will be connected next.
  @usableFromInline
  func _connection(for use: _Use = .observing) -> _Connection<Value, Error> {
    var spare: _Connection<Value, Error>?
    while true {
      let connection = latest.withLock { latest -> _Connection<Value, Error>? in
        if latest.isOver || (use == .connecting && latest.isKept) {
          guard let next = spare else { return nil }
          // The old connection is released outside the lock, because releasing its stored values may run user code.
          spare = latest
          latest = next
        }
        if use == .counted { latest.observerCount += 1 }
        return latest
      }
      if let connection { return connection }
      spare = _Connection(capacity, resets)
    }
  }

  /// Removes a counted observer, and disposes the connection after the last one.
  @usableFromInline
  func _leave(_ connection: _Connection<Value, Error>) {
    if _isAbandoned(byOneLeaving: connection) { connection._subscription.dispose() }
  }

  /// Decrements the number of observers, and returns whether that was the last one and resets the result.
  ///
  /// From now on, a new observer needs another connection, although this one is disposed later, outside the lock.
  func _isAbandoned(byOneLeaving connection: _Connection<Value, Error>) -> Bool {
    latest.withLock { _ in
      connection.observerCount -= 1
      // Until its end is stored, the connection is not kept for later observers.
      let isKept = connection.isKept && connection._relay._pastEnd != nil
      if connection.observerCount == 0, resets.unobserved, !isKept { connection.isAbandoned = true }
      return connection.isAbandoned
    }
  }

  /// Starts the source for a connection on the first call.
  @inlinable
  func _connect(_ connection: _Connection<Value, Error>) {
    guard _isFirst(toConnect: connection) else { return }
    source._begin(connection._relay._feeding(connection._subscription), connection._subscription)
  }

  @usableFromInline
  func _isFirst(toConnect connection: _Connection<Value, Error>) -> Bool {
    latest.withLock { _ in
      defer { connection.isConnected = true }
      return !connection.isConnected && !connection.isOver
    }
  }
}
