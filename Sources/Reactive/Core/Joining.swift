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
    let input = _JoinInput(join, self, _JoinClosures(value: value, ended: ended))
    if join._enter() {
      join._attach(input)
      join._leave()
    } else {
      join._enqueue { join._attach(input) }
    }
    input._startNow()
  }

  /// Starts this producer as an input of a join as soon as that is idle; to be called inside the join's domain.
  @inlinable
  func _beginLater(in join: _Run, _ handlers: _JoinHandlers<Value, Error>) -> _Run {
    let input = _JoinInput(join, self, handlers)
    join._attach(input)
    join._startLater(input)
    return input
  }
}

/// What a join does with the events of an input; called inside the join's domain.
@usableFromInline
class _JoinHandlers<Value, Error: Swift.Error>: @unchecked Sendable {
  @inlinable
  init() {}

  @usableFromInline
  func _receive(_ value: Value) {}

  @usableFromInline
  func _inputEnded(_ end: TerminalEvent<Error>) {}
}

/// The handlers of a join that needs no more than two closures.
@usableFromInline
final class _JoinClosures<Value, Error: Swift.Error>: _JoinHandlers<Value, Error>, @unchecked Sendable {
  @usableFromInline let _value: (Value) -> Void
  @usableFromInline let _ended: (TerminalEvent<Error>) -> Void

  @inlinable
  init(value: @escaping (Value) -> Void, ended: @escaping (TerminalEvent<Error>) -> Void) {
    _value = value
    _ended = ended
  }

  @inlinable
  override func _receive(_ value: Value) { _value(value) }

  @inlinable
  override func _inputEnded(_ end: TerminalEvent<Error>) { _ended(end) }
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
    super.init()
  }

  @inlinable
  deinit {
    _handlers?.release()
  }

  @usableFromInline
  override func _startNow() {
    guard let source = _source.take(), !_isDisposed else { return }
    source._begin(Observer(value: { self._receive($0) }, ended: { self._receiveEnd($0) }), self)
  }

  @inlinable
  func _receive(_ value: Value) {
    guard _isLive, let handlers = _handlers else { return }
    if _join._enter() {
      if _mayPass { handlers._withUnsafeGuaranteedRef { $0._receive(value) } }
      _join._leave()
    } else {
      let handlers = handlers.takeUnretainedValue()
      _join._enqueue {
        if self._mayPass { handlers._receive(value) }
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
        if _mayPass { handlers._inputEnded(end) }
        _join._leave()
      } else {
        _join._enqueue {
          self._join._detach(self)
          if self._mayPass { handlers._inputEnded(end) }
        }
      }
    }
    _release()
  }
}
