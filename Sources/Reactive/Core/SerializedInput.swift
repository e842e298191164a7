/// The sending end of one start of a producer, for any thread.
@usableFromInline
final class _SerializedInput<Value, Error: Swift.Error>: @unchecked Sendable {
  @usableFromInline let _subscription: _ProducerSubscription
  @usableFromInline let _root: _ObserverRoot<Value, Error>

  /// Creates an input that sets the root of its subscription.
  @inlinable
  init(_ subscription: _ProducerSubscription, _ downstream: Observer<Value, Error>) {
    _subscription = subscription
    _root = _ObserverRoot(subscription, downstream)
    subscription._setRoot(_root)
  }

  /// Calls `start` with the observer of a new input.
  ///
  /// A start that keeps no observer, but adds work to its lifetime, sends nothing and lasts until it is disposed.
  @inlinable
  static func _open(
    _ subscription: _ProducerSubscription, _ downstream: Observer<Value, Error>,
    _ start: (_ observer: Observer<Value, Error>) -> Void
  ) {
    var input = _SerializedInput(subscription, downstream)
    start(input._observer)
    if subscription._isLive, isKnownUniquelyReferenced(&input), subscription._lifetimeHoldsWork {
      _ = subscription._mark(_ProducerSubscription._lastsWithoutInput)
    }
  }

  /// No further event can be sent.
  ///
  /// Without a terminal event, that is an interruption.
  @inlinable
  deinit {
    if !_subscription._needsNoInput {
      _subscription._perform { [_root] in _root._close(.interrupted) }
    }
  }

  @inlinable
  var _observer: Observer<Value, Error> {
    Observer(value: { self._send($0) }, ended: { self._end($0) })
  }

  @inlinable
  func _send(_ value: Value) {
    if _subscription._enter() {
      _deliver(value)
      _subscription._leave()
    } else {
      _subscription._enqueue { self._deliver(value) }
    }
  }

  @inlinable
  func _deliver(_ value: Value) {
    if _subscription._isLive { _root._downstream?._value(value) }
  }

  @inlinable
  func _end(_ end: TerminalEvent<Error>) {
    _subscription._perform {
      if self._subscription._isLive { self._root._close(end) }
    }
  }
}

/// The sending end of a pipe, for any thread.
///
/// The core of a pipe is its own domain.
@usableFromInline
final class _PipeInput<Value, Error: Swift.Error>: @unchecked Sendable {
  @usableFromInline let _core: _SignalCore<Value, Error>

  @inlinable
  init(_ core: _SignalCore<Value, Error>) {
    _core = core
  }

  /// No further event can be sent.
  ///
  /// Without a terminal event, that is an interruption.
  @inlinable
  deinit {
    if _core._isLive { _core._perform { [_core] in _core._end(.interrupted) } }
  }

  @inlinable
  var _observer: Observer<Value, Error> {
    Observer(value: { self._send($0) }, ended: { self._end($0) })
  }

  @inlinable
  func _send(_ value: Value) {
    // Unmanaged, because the core would be retained for each event otherwise. The sender retains this object, which
    // retains the core.
    let core = Unmanaged.passUnretained(_core)
    if core._withUnsafeGuaranteedRef({ $0._enter() }) {
      core._withUnsafeGuaranteedRef { $0._send(value) }
      core._withUnsafeGuaranteedRef { $0._leave() }
    } else {
      _core._enqueue { self._core._send(value) }
    }
  }

  @inlinable
  func _end(_ end: TerminalEvent<Error>) {
    _core._perform { self._core._end(end) }
  }
}
