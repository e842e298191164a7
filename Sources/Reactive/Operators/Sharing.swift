// Operators that start a producer more or less often than it is observed.

extension SignalProducer {
  /// Starts the producer again each time it completes, for ever.
  ///
  /// ```marble
  /// a = cold -1|
  /// a.repeat().take(3) == -1-1-(1|)
  /// ```
  ///
  /// A failure and an interruption pass. Restarting needs no stack, however often it happens.
  @inlinable
  public func `repeat`() -> SignalProducer {
    _restarting { end, _ in
      if case .completed = end { true } else { false }
    }
  }

  /// Starts the producer `count` times in all, one after the other.
  ///
  /// ```marble
  /// a = cold -1|
  /// a.repeat(2) == -1-1|
  /// ```
  ///
  /// A failure and an interruption pass. As ReactiveSwift's `repeat`.
  ///
  /// - Parameter count: not negative; of 0 times comes nothing but the completion.
  @inlinable
  public func `repeat`(_ count: Int) -> SignalProducer {
    precondition(count >= 0, "repeat(_:) needs a count that is not negative")
    if count == 0 { return .empty }
    return _restarting { end, starts in
      if case .completed = end { starts < count } else { false }
    }
  }

  /// Starts the producer again when it has ended, if `shouldRestart` says so of the end and the number of starts.
  @inlinable
  func _restarting(_ shouldRestart: @escaping (TerminalEvent<Error>, _ starts: Int) -> Bool) -> SignalProducer {
    ._joining { run, downstream in
      _Restarting(self, run, downstream, shouldRestart)._start()
    }
  }
}

/// One start of a producer that is started again and again.
@usableFromInline
final class _Restarting<Value, Error: Swift.Error>: _JoinHandlers<Value, Error>, @unchecked Sendable {
  @usableFromInline let _source: SignalProducer<Value, Error>
  @usableFromInline let _run: _Run
  @usableFromInline let _downstream: Observer<Value, Error>
  @usableFromInline let _shouldRestart: (TerminalEvent<Error>, Int) -> Bool
  @exclusivity(unchecked) @usableFromInline var _starts = 0

  @inlinable
  init(
    _ source: SignalProducer<Value, Error>, _ run: _Run, _ downstream: Observer<Value, Error>,
    _ shouldRestart: @escaping (TerminalEvent<Error>, Int) -> Bool
  ) {
    _source = source
    _run = run
    _downstream = downstream
    _shouldRestart = shouldRestart
  }

  @inlinable
  func _start() {
    _run._perform { self._restart() }
  }

  @inlinable
  func _restart() {
    _starts += 1
    // On the domain's trampoline, so that no number of restarts grows the stack.
    _ = _source._beginLater(in: _run, self)
  }

  @inlinable
  override func _receive(_ value: Value) {
    _downstream._value(value)
  }

  @inlinable
  override func _inputEnded(_ end: TerminalEvent<Error>) {
    if _shouldRestart(end, _starts) { _restart() } else { _downstream._end(end) }
  }
}
