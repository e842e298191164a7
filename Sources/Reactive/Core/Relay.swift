import DequeModule
import Synchronization

/// A signal core with a replay buffer, which implements properties and replayed and shared streams.
///
/// The buffer changes immediately, under a lock, on the thread that sends. The deliveries follow in the same order,
/// in the domain of the core. While the domain is busy, they wait in the backlog. A new observer is also added to the
/// backlog, after the values that it has received from the buffer and before the values that it has not, so it misses
/// no value and receives none twice.
@usableFromInline
final class _Relay<Buffer: _ReplayBuffer, Error: Swift.Error>: @unchecked Sendable {
  @usableFromInline typealias Value = Buffer.Value

  @usableFromInline let _core: _SignalCore<Value, Error>
  /// The domain of the core, which retains it.
  ///
  /// Unmanaged, so that a delivery does not need to retain it.
  @usableFromInline let _domain: Unmanaged<_SerialDomain>
  @usableFromInline let _mutex = Mutex<Void>(())
  /// The thread that runs user code with exclusive access to the buffer, or 0 if there is none.
  @usableFromInline let _owner = Atomic<UInt>(0)
  @exclusivity(unchecked) @usableFromInline var _buffer: Buffer
  @exclusivity(unchecked) @usableFromInline var _past: TerminalEvent<Error>?
  /// The work that waits for the domain.
  ///
  /// For each item, one call of `_deliverNext` is queued there.
  @exclusivity(unchecked) @usableFromInline var _backlog: Deque<_Delivery> = []

  @usableFromInline
  enum _Delivery {
    case value(Value)
    case end(TerminalEvent<Error>)
    case work(() -> Void)
  }

  @inlinable
  init(_ core: _SignalCore<Value, Error>, _ buffer: Buffer) {
    _core = core
    _domain = core._domain
    _buffer = buffer
  }

  /// Runs `body` under the lock.
  ///
  /// The body must not call user code.
  @inlinable
  func _locked<Result>(_ body: () -> Result) -> Result {
    _expectOutside()
    return _mutex.withLock { _ in body() }
  }

  /// Stops the program if the current thread is inside a closure with exclusive access.
  @inlinable
  func _expectOutside() {
    if _owner.load(ordering: .relaxed) != 0 { _expectOtherOwner() }
  }

  @usableFromInline
  func _expectOtherOwner() {
    precondition(
      _owner.load(ordering: .relaxed) != _currentThread(),
      "A property was touched inside its own modify or withValue; the closure has exclusive access to it.")
  }

  @inlinable
  func _enter() -> Bool {
    _domain._withUnsafeGuaranteedRef { $0._enter() }
  }

  @inlinable
  func _leave() {
    _domain._withUnsafeGuaranteedRef { $0._leave() }
  }

  /// The terminal event that later observers receive, or `nil` before the end.
  var _pastEnd: TerminalEvent<Error>? { _locked { _past } }

  // MARK: Sending

  /// The time of a delivery.
  @usableFromInline
  enum _DeliveryTiming {
    case now, later, never
  }

  /// Stores a value and delivers it, immediately or after the backlog.
  ///
  /// Does nothing after the end.
  @inlinable
  func _send(_ value: Value) {
    let (forgotten, turn) = _locked { () -> (Value?, _DeliveryTiming) in
      if _past != nil { return (nil, .never) }
      let forgotten = _buffer._store(value)
      if _backlog.isEmpty, _enter() { return (forgotten, .now) }
      _wait(.value(value))
      return (forgotten, .later)
    }
    switch turn {
    case .now:
      _core._send(value)
      _leave()
    case .later: _deliverLater()
    case .never: break
    }
    withExtendedLifetime(forgotten) {}
  }

  /// Stores a value and delivers it.
  ///
  /// `mark` is called inside the domain, before and after the delivery.
  @usableFromInline
  func _send(_ value: Value, marking mark: @escaping (Bool) -> Void) {
    let forgotten = _locked {
      _wait(
        .work {
          mark(true)
          self._core._send(value)
          mark(false)
        })
      return _buffer._store(value)
    }
    _deliverLater()
    withExtendedLifetime(forgotten) {}
  }

  /// Stores a value and delivers it; called inside the domain.
  @inlinable
  func _receive(_ value: Value) {
    let (forgotten, isTurn) = _locked { () -> (Value?, Bool) in
      let forgotten = _buffer._store(value)
      if _backlog.isEmpty { return (forgotten, true) }
      _wait(.value(value))
      return (forgotten, false)
    }
    if isTurn { _core._send(value) } else { _deliverAll() }
    withExtendedLifetime(forgotten) {}
  }

  /// Stores a terminal event and delivers it; called inside the domain.
  ///
  /// Observers that were disposed during the last value leave before. They do not receive the end, and without them
  /// a shared stream is reset.
  @usableFromInline
  func _receiveEnd(_ end: TerminalEvent<Error>) {
    _domain._withUnsafeGuaranteedRef { $0._runGuestWork() }
    _put(end)
    _deliverAll()
  }

  /// Stores a terminal event and delivers it, immediately or after the backlog.
  ///
  /// Later observers receive it too.
  @usableFromInline
  func _end(_ end: TerminalEvent<Error>) {
    _put(end)
    _deliverLater()
  }

  private func _put(_ end: TerminalEvent<Error>) {
    _locked {
      guard _past == nil else { return }
      _past = end
      _wait(.end(end))
    }
  }

  /// Adds a delivery to the backlog; called under the lock.
  @inlinable
  @inline(never)
  func _wait(_ delivery: _Delivery) {
    _backlog.append(delivery)
  }

  /// Delivers the first item of the backlog when the domain is free.
  @inlinable
  @inline(never)
  func _deliverLater() {
    _domain._withUnsafeGuaranteedRef { $0._perform { self._deliverNext() } }
  }

  /// Delivers the first item of the backlog, and returns whether there was one; called inside the domain.
  @usableFromInline
  @discardableResult
  func _deliverNext() -> Bool {
    switch _locked({ _backlog.popFirst() }) {
    case .value(let value): _core._send(value)
    case .end(let end): _core._end(end)
    case .work(let work): work()
    case nil: return false
    }
    return true
  }

  /// Delivers the whole backlog; called inside the domain.
  @usableFromInline
  func _deliverAll() {
    while _deliverNext() {}
  }

  // MARK: Observing

  /// Begins a start that receives the stored values, then all following events.
  ///
  /// - Parameters:
  ///   - downstream: The observer of the start.
  ///   - subscription: The subscription of the start.
  ///   - holder: An object to retain until the start was added to the observers.
  @usableFromInline
  func _begin(
    _ downstream: Observer<Value, Error>, _ subscription: _ProducerSubscription, keeping holder: AnyObject? = nil
  ) {
    if !subscription._feedsSignal, _enter() {
      let hasBegun = _beginInside(downstream, subscription)
      _leave()
      if hasBegun { return withExtendedLifetime(holder) {} }
    }
    // The domain is busy, and no thread may wait for it. So the start gets its own domain, and receives the stored
    // values immediately.
    subscription._setRoot(interrupting: downstream)
    subscription._perform {
      guard subscription._isLive else { return }
      let (buffer, past) = self._locked {
        if self._past == nil {
          self._wait(
            .work {
              self._link(subscription, downstream)
              withExtendedLifetime(holder) {}
            })
        }
        return (self._buffer, self._past)
      }
      self._replay(buffer, past, downstream, subscription)
      if past == nil { self._deliverLater() }
    }
  }

  /// Begins a start inside the domain of the core, unless the backlog has items.
  ///
  /// Returns whether it did.
  private func _beginInside(_ downstream: Observer<Value, Error>, _ subscription: _ProducerSubscription) -> Bool {
    let recalled = _locked { _backlog.isEmpty ? (buffer: _buffer, past: _past) : nil }
    guard let recalled else { return false }
    let node = _ObserverNode(downstream, owner: subscription, in: _core)
    subscription._setRoot(node)
    _replay(recalled.buffer, recalled.past, downstream, subscription)
    if recalled.past == nil { _core._link(.passRetained(node)) }
    return true
  }

  private func _replay(
    _ buffer: Buffer, _ past: TerminalEvent<Error>?, _ downstream: Observer<Value, Error>,
    _ subscription: _ProducerSubscription
  ) {
    if !subscription._isLive { return }
    buffer._replay { value in
      downstream._value(value)
      return subscription._isLive
    }
    if let past, subscription._isLive { downstream._end(past) }
  }

  /// Adds an observer that sends into the domain of a start; called inside the domain of the core.
  private func _link(_ subscription: _ProducerSubscription, _ downstream: Observer<Value, Error>) {
    guard subscription._isLive else { return }
    let signalSubscription = _SignalSubscription<Value, Error>(_core)
    let observer = Observer<Value, Error>(
      value: { subscription._deliver($0, to: downstream) },
      ended: { end in subscription._perform { if subscription._isLive { downstream._end(end) } } })
    let link = Unmanaged.passRetained(_ObserverNode(observer, owner: signalSubscription, in: _core))
    signalSubscription._node = link
    _core._link(link)
    subscription._add(signalSubscription)
  }
}

// MARK: - The latest value

extension _Relay {
  @inlinable
  func _value<Value>() -> Value where Buffer == _LatestValue<Value> {
    _locked { _buffer._value }
  }

  /// Runs `action` with exclusive access to the value.
  @inlinable
  func _withValue<Value, Result, Failure: Swift.Error>(
    _ action: (Value) throws(Failure) -> Result
  ) throws(Failure) -> Result where Buffer == _LatestValue<Value> {
    try _owning { () throws(Failure) in try action(_buffer._value) }
  }

  /// Runs `action` with exclusive access to change the value, then delivers the value, also if `action` has thrown.
  @inlinable
  func _modify<Value, Result, Failure: Swift.Error>(
    _ action: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result where Buffer == _LatestValue<Value> {
    var isTurn = false
    var sent: Value?
    defer {
      if isTurn, let sent {
        _core._send(sent)
        _leave()
      } else {
        _deliverLater()
      }
    }
    return try _owning { () throws(Failure) in
      defer {
        if _backlog.isEmpty, _enter() {
          isTurn = true
          sent = .some(_buffer._value)
        } else {
          _wait(.value(_buffer._value))
        }
      }
      return try action(&_buffer._value)
    }
  }

  /// Runs user code under the lock, and records its thread.
  @inlinable
  func _owning<Result, Failure: Swift.Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let result = _locked {
      _owner.store(_currentThread(), ordering: .relaxed)
      defer { _owner.store(0, ordering: .relaxed) }
      return Swift.Result(catching: body)
    }
    return try result.get()
  }
}

// MARK: - Feeding

extension _Relay {
  /// Returns the observer for a source that is started in the domain of the core, with the subscription that feeds
  /// it.
  @inlinable
  func _feeding(_ subscription: _ProducerSubscription) -> Observer<Value, Error> {
    subscription._guarding(Observer(value: { self._receive($0) }, ended: { self._receiveEnd($0) }))
  }
}
