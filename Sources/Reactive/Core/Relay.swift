import DequeModule
import Synchronization

/// A hub with a memory: what a property, a replayed and a shared stream are made of.
///
/// The memory changes under a lock, at once, whoever is delivering; the deliveries follow in the same order, in the
/// hub's domain. When the domain is busy, what is to be done there waits in the backlog. One who comes later stands in the
/// backlog too, between the values that it was told and those that it was not, and so misses none and gets none twice.
@usableFromInline
final class _Relay<Memory: _Memory, Error: Swift.Error>: @unchecked Sendable {
  @usableFromInline typealias Value = Memory.Value

  @usableFromInline let _hub: _Hub<Value, Error>
  /// The hub's, which it keeps; by hand, so that a delivery need not retain it.
  @usableFromInline let _domain: Unmanaged<_Domain>
  @usableFromInline let _mutex = Mutex<Void>(())
  /// The thread that works on the memory by code that is not ours; 0 for none.
  @usableFromInline let _owner = Atomic<UInt>(0)
  @exclusivity(unchecked) @usableFromInline var _memory: Memory
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
  init(_ hub: _Hub<Value, Error>, _ memory: Memory) {
    _hub = hub
    _domain = Unmanaged.passUnretained(hub._domain)
    _memory = memory
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
  enum _Turn {
    case now, later, never
  }

  /// Remembers a value and delivers it: now, or when it is its turn; not after the end.
  @inlinable
  func _send(_ value: Value) {
    let (forgotten, turn) = _locked { () -> (Value?, _Turn) in
      if _past != nil { return (nil, .never) }
      let forgotten = _memory._remember(value)
      if _backlog.isEmpty, _enter() { return (forgotten, .now) }
      _wait(.value(value))
      return (forgotten, .later)
    }
    switch turn {
    case .now:
      _hub._send(value)
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
          self._hub._send(value)
          mark(false)
        })
      return _memory._remember(value)
    }
    _deliverLater()
    withExtendedLifetime(forgotten) {}
  }

  /// Remembers a value and delivers it; from inside the domain.
  @inlinable
  func _receive(_ value: Value) {
    let (forgotten, isTurn) = _locked { () -> (Value?, Bool) in
      let forgotten = _memory._remember(value)
      if _backlog.isEmpty { return (forgotten, true) }
      _wait(.value(value))
      return (forgotten, false)
    }
    if isTurn { _hub._send(value) } else { _deliverAll() }
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
    _hub._domain._perform { self._deliverNext() }
  }

  /// Delivers what has waited longest, if anything waits; inside the domain.
  @usableFromInline
  @discardableResult
  func _deliverNext() -> Bool {
    switch _locked({ _backlog.popFirst() }) {
    case .value(let value): _hub._send(value)
    case .end(let end): _hub._end(end)
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
  func _begin(_ downstream: Observer<Value, Error>, _ run: _Run, keeping holder: AnyObject? = nil) {
    if !run._feedsSignal, _enter() {
      let hasBegun = _beginInside(downstream, run)
      _leave()
      if hasBegun { return withExtendedLifetime(holder) {} }
    }
    // The domain is busy, and nobody waits: the start gets a domain of its own, and is told at once all the same.
    run._setRoot { downstream._end(.interrupted) }
    run._perform {
      guard run._isLive else { return }
      let (memory, past) = self._locked {
        if self._past == nil {
          self._wait(
            .work {
              self._link(run, downstream)
              withExtendedLifetime(holder) {}
            })
        }
        return (self._memory, self._past)
      }
      self._recall(memory, past, downstream, run)
      if past == nil { self._deliverLater() }
    }
  }

  /// Begins a start that lives in the hub's domain, which the caller is in; not while something waits.
  private func _beginInside(_ downstream: Observer<Value, Error>, _ run: _Run) -> Bool {
    let recalled = _locked { _backlog.isEmpty ? (memory: _memory, past: _past) : nil }
    guard let recalled else { return false }
    let node = _Node(downstream, owner: run, in: _hub)
    run._setRoot(node)
    _recall(recalled.memory, recalled.past, downstream, run)
    if recalled.past == nil { _hub._link(node) }
    return true
  }

  private func _recall(
    _ memory: Memory, _ past: TerminalEvent<Error>?, _ downstream: Observer<Value, Error>, _ run: _Run
  ) {
    if !run._isLive { return }
    memory._recall { value in
      downstream._value(value)
      return run._isLive
    }
    if let past, run._isLive { downstream._end(past) }
  }

  /// Has the hub send into the domain of a start; inside the hub's domain.
  private func _link(_ run: _Run, _ downstream: Observer<Value, Error>) {
    guard run._isLive else { return }
    let subscription = _Subscription<Value, Error>(_hub)
    let observer = Observer<Value, Error>(
      value: { run._deliver($0, to: downstream) },
      ended: { end in run._perform { if run._isLive { downstream._end(end) } } })
    let node = _Node(observer, owner: subscription, in: _hub)
    subscription._node = .passUnretained(node)
    _hub._link(node)
    run._add(subscription)
  }
}

// MARK: - The latest value

extension _Relay {
  /// The value that is remembered.
  @inlinable
  func _value<Value>() -> Value where Memory == _Latest<Value> {
    _locked { _memory._value }
  }

  /// Has exclusive access to the value while `action` runs.
  @inlinable
  func _withValue<Value, Result, Failure: Swift.Error>(
    _ action: (Value) throws(Failure) -> Result
  ) throws(Failure) -> Result where Memory == _Latest<Value> {
    try _owning { () throws(Failure) in try action(_memory._value) }
  }

  /// Has exclusive access to the value while `action` changes it, then delivers it; also when `action` throws, since it
  /// may have changed the value by then.
  @inlinable
  func _modify<Value, Result, Failure: Swift.Error>(
    _ action: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result where Memory == _Latest<Value> {
    var isTurn = false
    var sent: Value?
    defer {
      if isTurn, let sent {
        _hub._send(sent)
        _leave()
      } else {
        _deliverLater()
      }
    }
    return try _owning { () throws(Failure) in
      defer {
        if _backlog.isEmpty, _enter() {
          isTurn = true
          sent = .some(_memory._value)
        } else {
          _wait(.value(_memory._value))
        }
      }
      return try action(&_memory._value)
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
  func _feeding(_ run: _Run) -> Observer<Value, Error> {
    run._guarding(Observer(value: { self._receive($0) }, ended: { self._receiveEnd($0) }))
  }
}
