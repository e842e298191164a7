extension SignalProducer {
  /// A producer whose events come from a join: each start is a serial domain, which its inputs enter.
  @inlinable
  static func _joining(
    _ begin: @escaping (_ run: _Run, _ downstream: Observer) -> Void
  ) -> SignalProducer {
    ._beginning { downstream, run in
      run._setRoot { downstream._end(.interrupted) }
      begin(run, downstream)
    }
  }

  /// Starts this producer as an input of a join; the closures are called inside the join's domain, while neither the
  /// join nor the input is over.
  @inlinable
  func _begin(
    in join: _Run,
    value: @escaping (Value) -> Void,
    ended: @escaping (TerminalEvent<Error>) -> Void
  ) {
    let input = _JoinInput(join, self, _JoinHandlers(value: value, ended: { end, _ in ended(end) }))
    if join._enter() {
      join._attach(input)
      join._leave()
    } else {
      join._enqueue { join._attach(input) }
    }
    input._startNow()
  }
}

/// What a join does with the events of an input; called inside the join's domain.
@usableFromInline
final class _JoinHandlers<Value, Error: Swift.Error>: @unchecked Sendable {
  @usableFromInline let _value: (Value) -> Void
  /// It is handed itself, so that it can start another input with the same handlers.
  @usableFromInline let _ended: (TerminalEvent<Error>, _JoinHandlers) -> Void

  @inlinable
  init(value: @escaping (Value) -> Void, ended: @escaping (TerminalEvent<Error>, _JoinHandlers) -> Void) {
    _value = value
    _ended = ended
  }
}

/// The start of a producer that feeds a join.
@usableFromInline
final class _JoinInput<Value, Error: Swift.Error>: _Run, @unchecked Sendable {
  @usableFromInline let _join: _Run
  /// What is to be started, until it is.
  @exclusivity(unchecked) @usableFromInline var _source: SignalProducer<Value, Error>?
  /// Kept until the end: who keeps the start must not keep what is downstream of the join.
  ///
  /// A delivery need not retain them, since the end comes in the domain of the delivery, and so after it.
  @exclusivity(unchecked) @usableFromInline var _handlers: Unmanaged<_JoinHandlers<Value, Error>>?

  @inlinable
  init(_ join: _Run, _ source: SignalProducer<Value, Error>, _ handlers: _JoinHandlers<Value, Error>) {
    _join = join
    _source = source
    _handlers = .passRetained(handlers)
    super.init(_starter: { unsafeDowncast($0, to: _JoinInput.self)._startNow() })
  }

  @inlinable
  deinit {
    _handlers?.release()
  }

  /// Has a producer started as soon as the join is idle; to be called inside the join's domain.
  @inlinable
  static func _beginLater(
    _ source: consuming SignalProducer<Value, Error>, in join: _Run, _ handlers: _JoinHandlers<Value, Error>
  ) -> Unmanaged<_Run> {
    let input = _JoinInput(join, source, handlers)
    join._attach(input)
    join._startLater(input)
    return .passUnretained(input)
  }

  @inlinable
  func _startNow() {
    guard let source = _source.take(), !_isDisposed else { return }
    source._begin(Observer(value: { self._receive($0) }, ended: { self._receiveEnd($0) }), self)
  }

  @inlinable
  func _receive(_ value: Value) {
    guard _isLive, let handlers = _handlers else { return }
    if _join._enter() {
      if _mayPass { handlers._withUnsafeGuaranteedRef { $0._value(value) } }
      _join._leave()
    } else {
      let handlers = handlers.takeUnretainedValue()
      _join._enqueue {
        if self._mayPass { handlers._value(value) }
      }
    }
  }

  /// Whether the input was disposed is asked inside the join, since that is where inputs are replaced; what was on
  /// the way then is nobody's business any more.
  @inlinable
  var _mayPass: Bool { _join._isLive && !_isDisposed }

  @inlinable
  func _receiveEnd(_ end: TerminalEvent<Error>) {
    let finish = _finish()
    guard finish != .late, let handlers = _handlers.take()?.takeRetainedValue() else { return }
    if finish == .early {
      if _join._enter() {
        _join._detach(self)
        if _mayPass { handlers._ended(end, handlers) }
        _join._leave()
      } else {
        _join._enqueue {
          self._join._detach(self)
          if self._mayPass { handlers._ended(end, handlers) }
        }
      }
    }
    _release()
  }
}
