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
  /// The deliveries that wait for the domain; guarded by the lock.
  ///
  /// The thread inside the domain takes all of them together, so it rarely takes the lock from the senders.
  @exclusivity(unchecked) @usableFromInline var _backlog: Deque<_Delivery> = []
  /// The deliveries that the thread inside the domain has taken from the backlog; guarded by the domain.
  @exclusivity(unchecked) @usableFromInline var _taken: Deque<_Delivery> = []
  /// Whether deliveries wait or were taken; guarded by the lock.
  ///
  /// The thread that sets it adds one call of `_deliverNext` for all of them to the work of the domain.
  @exclusivity(unchecked) @usableFromInline var _isWaiting = false

  @usableFromInline
  enum _Delivery {
    case value(Value)
    case end(TerminalEvent<Error>)
    case work(() -> Void)

    @inlinable
    func _deliver(to core: _SignalCore<Value, Error>) {
      switch self {
      case .value(let value): core._send(value)
      case .end(let end): core._end(end)
      case .work(let work): work()
      }
    }
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

  /// The next step of a thread that has stored an event.
  @usableFromInline
  enum _Turn {
    /// The thread is inside the domain and delivers the event.
    case deliver
    /// The thread has added the first delivery to the backlog, and lets the domain deliver it.
    case begin
    /// The thread has added a further delivery, while others wait or only were taken.
    case follow(othersWait: Bool)
    case none
  }

  /// Stores a value and delivers it, immediately or after the backlog.
  ///
  /// Does nothing after the end.
  @inlinable
  func _send(_ value: Value) {
    let (forgotten, turn) = _locked { () -> (Value?, _Turn) in
      if _past != nil { return (nil, .none) }
      let forgotten = _buffer._store(value)
      if !_isWaiting, _enter() { return (forgotten, .deliver) }
      return (forgotten, _wait(.value(value)))
    }
    if case .deliver = turn {
      _core._send(value)
      _leave()
    } else {
      _deliverLater(turn)
    }
    withExtendedLifetime(forgotten) {}
  }

  /// Stores a value and delivers it.
  ///
  /// `mark` is called inside the domain, before and after the delivery.
  @usableFromInline
  func _send(_ value: Value, marking mark: @escaping (Bool) -> Void) {
    let (forgotten, turn) = _locked {
      let turn = _wait(
        .work {
          mark(true)
          self._core._send(value)
          mark(false)
        })
      return (_buffer._store(value), turn)
    }
    _deliverLater(turn)
    withExtendedLifetime(forgotten) {}
  }

  /// Stores a value and delivers it; called inside the domain.
  @inlinable
  func _receive(_ value: Value) {
    let (forgotten, isTurn) = _locked { () -> (Value?, Bool) in
      let forgotten = _buffer._store(value)
      if !_isWaiting { return (forgotten, true) }
      _ = _wait(.value(value))
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
    _ = _put(end)
    _deliverAll()
  }

  /// Stores a terminal event and delivers it, immediately or after the backlog.
  ///
  /// Later observers receive it too.
  @usableFromInline
  func _end(_ end: TerminalEvent<Error>) {
    _deliverLater(_put(end))
  }

  private func _put(_ end: TerminalEvent<Error>) -> _Turn {
    _locked {
      guard _past == nil else { return .none }
      _past = end
      return _wait(.end(end))
    }
  }

  /// Adds a delivery to the backlog; called under the lock.
  @inlinable
  @inline(never)
  func _wait(_ delivery: _Delivery) -> _Turn {
    let turn: _Turn = _isWaiting ? .follow(othersWait: !_backlog.isEmpty) : .begin
    _isWaiting = true
    let isInContext = EventContext.current != nil
    _backlog.append(
      isInContext ? .work(EventContext.keeping { [_core] in delivery._deliver(to: _core) }) : delivery)
    return turn
  }

  /// Takes the turn of a thread that has added a delivery to the backlog; called without the lock.
  @inlinable
  @inline(never)
  func _deliverLater(_ turn: _Turn) {
    _domain._withUnsafeGuaranteedRef { domain in
      switch turn {
      case .begin: domain._performRepeatedly { self._deliverNext() }
      case .follow(let othersWait): domain._takeOffer(orYield: othersWait)
      case .deliver, .none: break
      }
    }
  }

  /// Delivers the first waiting item, and returns whether there was one; called inside the domain.
  @inlinable
  func _deliverNext() -> Bool {
    if _taken.isEmpty {
      _locked {
        Swift.swap(&_taken, &_backlog)
        _isWaiting = !_taken.isEmpty
      }
    }
    guard let delivery = _taken.popFirst() else { return false }
    delivery._deliver(to: _core)
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
      let (buffer, past, turn) = self._locked {
        let turn: _Turn =
          self._past != nil
          ? .none
          : self._wait(
            .work {
              self._link(subscription, downstream)
              withExtendedLifetime(holder) {}
            })
        return (self._buffer, self._past, turn)
      }
      self._replay(buffer, past, downstream, subscription)
      self._deliverLater(turn)
    }
  }

  /// Begins a start inside the domain of the core, unless the backlog has items.
  ///
  /// Returns whether it did.
  private func _beginInside(_ downstream: Observer<Value, Error>, _ subscription: _ProducerSubscription) -> Bool {
    let recalled = _locked { _isWaiting ? nil : (buffer: _buffer, past: _past) }
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
    var turn = _Turn.none
    var sent: Value?
    defer {
      if case .deliver = turn, let sent {
        _core._send(sent)
        _leave()
      } else {
        _deliverLater(turn)
      }
    }
    return try _owning { () throws(Failure) in
      defer {
        if !_isWaiting, _enter() {
          turn = .deliver
          sent = .some(_buffer._value)
        } else {
          turn = _wait(.value(_buffer._value))
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
