/// Where events enter one start of a producer, from any thread.
@usableFromInline
final class _Entrance<Value, Error: Swift.Error>: @unchecked Sendable {
  @usableFromInline let _run: _Run
  @usableFromInline let _root: _EntranceRoot<Value, Error>

  /// An entrance that is the root of its run.
  @inlinable
  init(_ run: _Run, _ downstream: Observer<Value, Error>) {
    _run = run
    _root = _EntranceRoot(run, downstream)
    run._setRoot(_root)
  }

  /// Nobody can send any more: without an end, that is an interruption.
  @inlinable
  deinit {
    if !_run._isOver {
      _run._perform { [_root] in _root._close(.interrupted) }
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
    if _run._isLive { _root._downstream?._value(value) }
  }

  @inlinable
  func _end(_ end: TerminalEvent<Error>) {
    _run._perform {
      if self._run._isLive { self._root._close(end) }
    }
  }
}

/// What is downstream of an entrance, until the end: who keeps the entrance must not keep that.
@usableFromInline
final class _EntranceRoot<Value, Error: Swift.Error>: _Root, @unchecked Sendable {
  @exclusivity(unchecked) @usableFromInline var _downstream: Observer<Value, Error>?

  @inlinable
  init(_ run: _Run, _ downstream: Observer<Value, Error>) {
    _downstream = downstream
    super.init(in: run) { root, command in
      let root = unsafeDowncast(root, to: _EntranceRoot.self)
      switch command {
      case .interrupt: root._close(.interrupted)
      case .letGo: root._downstream = nil
      }
    }
  }

  /// Sends the end down and lets go of what is there; inside the run's domain.
  @inlinable
  func _close(_ end: TerminalEvent<Error>) {
    let downstream = _downstream.take()
    downstream?._end(end)
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
    if _hub._isLive { _hub._domain._perform { [_hub] in _hub._end(.interrupted) } }
  }

  @inlinable
  var _observer: Observer<Value, Error> {
    Observer(value: { self._send($0) }, ended: { self._end($0) })
  }

  @inlinable
  func _send(_ value: Value) {
    // By hand, since the hub would be retained for each event otherwise; who sends keeps this object, and it the hub.
    let isBusy = Unmanaged.passUnretained(_hub)._withUnsafeGuaranteedRef { hub in
      Unmanaged.passUnretained(hub._domain)._withUnsafeGuaranteedRef { domain in
        guard domain._enter() else { return true }
        hub._send(value)
        domain._leave()
        return false
      }
    }
    if isBusy { _hub._domain._enqueue { self._hub._send(value) } }
  }

  @inlinable
  func _end(_ end: TerminalEvent<Error>) {
    _hub._domain._perform { self._hub._end(end) }
  }
}
