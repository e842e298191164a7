/// Where events enter one start of a producer, from any thread.
@usableFromInline
final class _Entrance<Value, Error: Swift.Error>: @unchecked Sendable {
  @usableFromInline let _run: _Run
  /// What is downstream, until the end: who keeps the entrance must not keep that.
  ///
  /// Guarded by the run's domain.
  @usableFromInline let _downstream: _Cell<Observer<Value, Error>?>

  @inlinable
  init(_ run: _Run, _ downstream: _Cell<Observer<Value, Error>?>) {
    _run = run
    _downstream = downstream
  }

  /// An entrance that is the root of its run.
  @inlinable
  static func _opened(_ run: _Run, _ downstream: Observer<Value, Error>) -> _Entrance {
    let downstream = _Cell<Observer<Value, Error>?>(downstream)
    run._setRoot { _Entrance._close(downstream, .interrupted) }
    return _Entrance(run, downstream)
  }

  /// Sends the end down and lets go of what is there; inside the run's domain.
  @inlinable
  static func _close(_ downstream: _Cell<Observer<Value, Error>?>, _ end: TerminalEvent<Error>) {
    let observer = downstream.value
    downstream.value = nil
    observer?._end(end)
  }

  /// Nobody can send any more: without an end, that is an interruption.
  @inlinable
  deinit {
    if !_run._isOver {
      _run._perform { [_downstream] in _Entrance._close(_downstream, .interrupted) }
    }
  }

  @inlinable
  var _observer: Observer<Value, Error> {
    Observer(value: { self._send($0) }, ended: { self._end($0) })
  }

  @inlinable
  func _send(_ value: Value) {
    if _run._enter() {
      _deliver(value)
      _run._leave()
    } else {
      _run._enqueue { self._deliver(value) }
    }
  }

  @inlinable
  func _deliver(_ value: Value) {
    if _run._isLive { _downstream.value?._value(value) }
    if _run._isOver { _downstream.value = nil }
  }

  @inlinable
  func _end(_ end: TerminalEvent<Error>) {
    _run._perform {
      if self._run._isLive { _Entrance._close(self._downstream, end) }
    }
  }
}

/// Where events enter a pipe, from any thread.
@usableFromInline
final class _PipeInput<Value, Error: Swift.Error>: @unchecked Sendable {
  @usableFromInline let _hub: _Hub<Value, Error>

  @inlinable
  init(_ hub: _Hub<Value, Error>) {
    _hub = hub
  }

  /// Nobody can send any more: without an end, that is an interruption.
  @inlinable
  deinit {
    _hub._domain._perform { [_hub] in _hub._end(.interrupted) }
  }

  @inlinable
  var _observer: Observer<Value, Error> {
    Observer(value: { self._send($0) }, ended: { self._end($0) })
  }

  @inlinable
  func _send(_ value: Value) {
    let domain = _hub._domain
    if domain._enter() {
      _hub._send(value)
      domain._leave()
    } else {
      domain._enqueue { self._hub._send(value) }
    }
  }

  @inlinable
  func _end(_ end: TerminalEvent<Error>) {
    _hub._domain._perform { self._hub._end(end) }
  }
}
