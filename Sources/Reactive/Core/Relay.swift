import DequeModule
import Synchronization

/// A hub with a memory: what a property, a replayed and a shared stream are made of.
///
/// The memory changes under a lock, at once, whoever is delivering; the deliveries follow in the same order, in the
/// hub's domain. When the domain is busy, what is to be done there waits in the backlog. One who comes later stands in the
/// backlog too, between the values that it was told and those that it was not, and so misses none and gets none twice.
@usableFromInline
final class _Relay<Buffer: _ReplayBuffer, Error: Swift.Error>: @unchecked Sendable {
  @usableFromInline typealias Value = Buffer.Value

  @usableFromInline let _core: _SignalCore<Value, Error>
  /// The hub's, which it keeps; by hand, so that a delivery need not retain it.
  @usableFromInline let _domain: Unmanaged<_SerialDomain>
  @usableFromInline let _mutex = Mutex<Void>(())
  /// The thread that works on the memory by code that is not ours; 0 for none.
  @usableFromInline let _owner = Atomic<UInt>(0)
  @exclusivity(unchecked) @usableFromInline var _buffer: Buffer
  @exclusivity(unchecked) @usableFromInline var _past: TerminalEvent<Error>?
  /// What is to be done in the domain; for each there is one call of `_deliverNext` on its way there.
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
    _domain = Unmanaged.passUnretained(core._domain)
    _buffer = buffer
  }

  /// Does something with the memory; the body must not call anybody's code.
  @inlinable
  func _locked<Result>(_ body: () -> Result) -> Result {
    _expectOutside()
    return _mutex.withLock { _ in body() }
  }

  /// Stops the program when the thread is inside a closure that has exclusive access already.
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

  // MARK: Sending

  /// When something is delivered.
  @usableFromInline
  enum _DeliveryTiming {
    case now, later, never
  }

  /// Remembers a value and delivers it: now, or when it is its turn; not after the end.
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

  /// Remembers a value and delivers it; `mark` is told before and after the delivery, in the domain.
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

  /// Remembers a value and delivers it; from inside the domain.
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

  /// Remembers the end and delivers it; from inside the domain.
  @usableFromInline
  func _receiveEnd(_ end: TerminalEvent<Error>) {
    _put(end)
    _deliverAll()
  }

  /// Remembers the end and delivers it: now, or when it is its turn; what comes later finds it.
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

  /// Puts a delivery off; under the lock.
  @inlinable
  @inline(never)
  func _wait(_ delivery: _Delivery) {
    _backlog.append(delivery)
  }

  /// Delivers what was put off, when it is its turn.
  @inlinable
  @inline(never)
  func _deliverLater() {
    _core._domain._perform { self._deliverNext() }
  }

  /// Delivers what has waited longest, if anything waits; inside the domain.
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

  /// Delivers all that waits; inside the domain.
  @usableFromInline
  func _deliverAll() {
    while _deliverNext() {}
  }

  // MARK: Observing

  /// Begins a start that is told what is remembered, and then what comes.
  ///
  /// - Parameter holder: what must live until the start has joined those who are told.
  @usableFromInline
  func _begin(
    _ downstream: Observer<Value, Error>, _ subscription: _ProducerSubscription, keeping holder: AnyObject? = nil
  ) {
    if !subscription._feedsSignal, _enter() {
      let hasBegun = _beginInside(downstream, subscription)
      _leave()
      if hasBegun { return withExtendedLifetime(holder) {} }
    }
    // The domain is busy, and nobody waits: the start gets a domain of its own, and is told at once all the same.
    subscription._setRoot { downstream._end(.interrupted) }
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

  /// Begins a start that lives in the hub's domain, which the caller is in; not while something waits.
  private func _beginInside(_ downstream: Observer<Value, Error>, _ subscription: _ProducerSubscription) -> Bool {
    let recalled = _locked { _backlog.isEmpty ? (buffer: _buffer, past: _past) : nil }
    guard let recalled else { return false }
    let node = _ObserverNode(downstream, owner: subscription, in: _core)
    subscription._setRoot(node)
    _replay(recalled.buffer, recalled.past, downstream, subscription)
    if recalled.past == nil { _core._link(node) }
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

  /// Has the hub send into the domain of a start; inside the hub's domain.
  private func _link(_ subscription: _ProducerSubscription, _ downstream: Observer<Value, Error>) {
    guard subscription._isLive else { return }
    let signalSubscription = _SignalSubscription<Value, Error>(_core)
    let observer = Observer<Value, Error>(
      value: { subscription._deliver($0, to: downstream) },
      ended: { end in subscription._perform { if subscription._isLive { downstream._end(end) } } })
    let node = _ObserverNode(observer, owner: signalSubscription, in: _core)
    signalSubscription._node = .passUnretained(node)
    _core._link(node)
    subscription._add(signalSubscription)
  }
}

// MARK: - The latest value

extension _Relay {
  /// The value that is remembered.
  @inlinable
  func _value<Value>() -> Value where Buffer == _LatestValue<Value> {
    _locked { _buffer._value }
  }

  /// Has exclusive access to the value while `action` runs.
  @inlinable
  func _withValue<Value, Result, Failure: Swift.Error>(
    _ action: (Value) throws(Failure) -> Result
  ) throws(Failure) -> Result where Buffer == _LatestValue<Value> {
    try _owning { () throws(Failure) in try action(_buffer._value) }
  }

  /// Has exclusive access to the value while `action` changes it, then delivers it; also when `action` throws, since it
  /// may have changed the value by then.
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

  /// Holds the lock while code runs that is not ours, and remembers on which thread.
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
  /// What a source sends into that is started in the hub's domain, as the run that feeds it.
  @inlinable
  func _feeding(_ subscription: _ProducerSubscription) -> Observer<Value, Error> {
    subscription._guarding(Observer(value: { self._receive($0) }, ended: { self._receiveEnd($0) }))
  }
}
