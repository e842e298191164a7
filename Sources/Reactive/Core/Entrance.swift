/// Where events enter one start of a producer, from any thread.
@usableFromInline
final class _Entrance<Value, Error: Swift.Error>: @unchecked Sendable {
  @usableFromInline let _run: _Run
  @usableFromInline let _downstream: Observer<Value, Error>

  @inlinable
  init(_ run: _Run, _ downstream: Observer<Value, Error>) {
    _run = run
    _downstream = downstream
  }

  /// Nobody can send any more: without an end, that is an interruption.
  @inlinable
  deinit {
    if !_run._isOver {
      _run._perform { [_downstream] in _downstream._end(.interrupted) }
    }
  }

  @inlinable
  var _observer: Observer<Value, Error> {
    Observer(value: { self._send($0) }, ended: { self._end($0) })
  }

  @inlinable
  func _send(_ value: Value) {
    _run._deliver(value, to: _downstream)
  }

  @inlinable
  func _end(_ end: TerminalEvent<Error>) {
    _run._perform {
      if self._run._isLive { self._downstream._end(end) }
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
