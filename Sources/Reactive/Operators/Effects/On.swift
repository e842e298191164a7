// Operators that call closures for the events of a stream without observing it.

/// The closures of one `on`.
@usableFromInline
struct _Effects<Value, Error: Swift.Error> {
  @usableFromInline let _event: ((Event<Value, Error>) -> Void)?
  @usableFromInline let _value: ((Value) -> Void)?
  @usableFromInline let _failed: ((Error) -> Void)?
  @usableFromInline let _completed: (() -> Void)?
  @usableFromInline let _interrupted: (() -> Void)?
  @usableFromInline let _terminated: (() -> Void)?

  @inlinable
  init(
    event: ((Event<Value, Error>) -> Void)?, value: ((Value) -> Void)?, failed: ((Error) -> Void)?,
    completed: (() -> Void)?, interrupted: (() -> Void)?, terminated: (() -> Void)?
  ) {
    _event = event
    _value = value
    _failed = failed
    _completed = completed
    _interrupted = interrupted
    _terminated = terminated
  }

  @inlinable
  func _run(for end: TerminalEvent<Error>) {
    _event?(Event(end))
    switch end {
    case .failed(let error): _failed?(error)
    case .completed: _completed?()
    case .interrupted: _interrupted?()
    }
    _terminated?()
  }

  /// Returns the observer upstream, which records in a cell whether a terminal event has passed.
  ///
  /// - Parameter disposal: Disposed after the terminal event has been sent on.
  @inlinable
  func _applied(
    to downstream: Observer<Value, Error>, disposal: AnyDisposable? = nil
  ) -> (upstream: Observer<Value, Error>, isOver: _Cell<Bool>) {
    let isOver = _Cell(false)
    let upstream = Observer<Value, Error>(
      value: { value in
        if isOver.value { return }
        _event?(.value(value))
        _value?(value)
        downstream._value(value)
      },
      ended: { end in
        if isOver.value { return }
        isOver.value = true
        _run(for: end)
        downstream._end(end)
        disposal?.dispose()
      })
    return (upstream, isOver)
  }

  /// Whether a closure is called for terminal events.
  @inlinable
  var _observesEnd: Bool {
    _event != nil || _failed != nil || _completed != nil || _interrupted != nil || _terminated != nil
  }
}

extension Operator where Input == Output, InputError == OutputError {
  /// Calls closures for the events of the source and forwards the events.
  ///
  /// ```marble
  /// a = --1--2--|
  /// a.on { $0 * 2 } == --1--2--|
  /// ```
  ///
  /// The closures are called before the event is sent on: `event` first, then the one for its kind, then `terminated`
  /// for a terminal event. `disposed` is called after the terminal event has been sent on and everything downstream
  /// was released. If the stream is released without a terminal event, only `disposed` is called. The semantics are
  /// those of ReactiveSwift's `on`.
  ///
  /// - Parameters:
  ///   - event: Called with every event.
  ///   - value: Called with every value.
  ///   - failed: Called with the error of a failure.
  ///   - completed: Called on completion.
  ///   - interrupted: Called on interruption.
  ///   - terminated: Called on any terminal event.
  ///   - disposed: Called last, once.
  @inlinable
  public static func on(
    event: ((Event<Input, InputError>) -> Void)? = nil,
    value: ((Input) -> Void)? = nil,
    failed: ((InputError) -> Void)? = nil,
    completed: (() -> Void)? = nil,
    interrupted: (() -> Void)? = nil,
    terminated: (() -> Void)? = nil,
    disposed: (() -> Void)? = nil
  ) -> Operator {
    let effects = _Effects<Input, InputError>(
      event: event, value: value, failed: failed, completed: completed, interrupted: interrupted,
      terminated: terminated)
    return Operator { downstream, lifetime in
      let disposal = disposed.map { AnyDisposable($0) }
      let (upstream, isOver) = effects._applied(to: downstream, disposal: disposal)
      lifetime += disposal.map { disposal in AnyDisposable { if !isOver.value { disposal.dispose() } } }
      return upstream
    }
  }
}

extension Signal {
  /// Calls closures for the events of this signal, once for each event, independent of the number of observers; see
  /// ``Operator/on(event:value:failed:completed:interrupted:terminated:disposed:)``.
  @inlinable
  public func on(
    event: ((Event) -> Void)? = nil,
    value: ((Value) -> Void)? = nil,
    failed: ((Error) -> Void)? = nil,
    completed: (() -> Void)? = nil,
    interrupted: (() -> Void)? = nil,
    terminated: (() -> Void)? = nil,
    disposed: (() -> Void)? = nil
  ) -> Signal {
    lift(
      .on(
        event: event, value: value, failed: failed, completed: completed, interrupted: interrupted,
        terminated: terminated, disposed: disposed), named: "")
  }

  /// Calls closures for the events of this signal; `value` is the last parameter, as in ReactiveSwift.
  @inlinable
  @_disfavoredOverload
  public func on(
    event: ((Event) -> Void)? = nil,
    failed: ((Error) -> Void)? = nil,
    completed: (() -> Void)? = nil,
    interrupted: (() -> Void)? = nil,
    terminated: (() -> Void)? = nil,
    disposed: (() -> Void)? = nil,
    value: @escaping (Value) -> Void
  ) -> Signal {
    on(
      event: event, value: value, failed: failed, completed: completed, interrupted: interrupted,
      terminated: terminated, disposed: disposed)
  }
}

extension SignalProducer {
  /// Calls closures for the events of each start and forwards the events.
  ///
  /// If a start is disposed, or if an operator downstream ends it, the closures receive an interruption. Apart from
  /// that, they are called as those of
  /// ``Operator/on(event:value:failed:completed:interrupted:terminated:disposed:)``. The semantics are those of
  /// ReactiveSwift's `on`.
  ///
  /// - Parameters:
  ///   - starting: Called before the source is started.
  ///   - started: Called after the source was started and has sent its immediate events.
  ///   - event: Called with every event.
  ///   - value: Called with every value.
  ///   - failed: Called with the error of a failure.
  ///   - completed: Called on completion.
  ///   - interrupted: Called on interruption.
  ///   - terminated: Called on any terminal event.
  ///   - disposed: Called last, once.
  @inlinable
  public func on(
    starting: (() -> Void)? = nil,
    started: (() -> Void)? = nil,
    event: ((Event<Value, Error>) -> Void)? = nil,
    value: ((Value) -> Void)? = nil,
    failed: ((Error) -> Void)? = nil,
    completed: (() -> Void)? = nil,
    interrupted: (() -> Void)? = nil,
    terminated: (() -> Void)? = nil,
    disposed: (() -> Void)? = nil
  ) -> SignalProducer {
    let effects = _Effects<Value, Error>(
      event: event, value: value, failed: failed, completed: completed, interrupted: interrupted,
      terminated: terminated)
    return SignalProducer._beginning { [_beginFunction] downstream, subscription in
      let (upstream, isOver) = effects._applied(to: downstream)
      if effects._observesEnd {
        // If an operator downstream ends the stream, the source is interrupted, but no event passes here.
        let interruption = AnyDisposable {
          if isOver.value { return }
          isOver.value = true
          effects._run(for: .interrupted)
        }
        subscription._add(interruption, .beforeOthers)
      }
      if let disposed { subscription._add(AnyDisposable(disposed), .afterOthers) }
      starting?()
      _beginFunction(upstream, subscription)
      started?()
    }._named(after: self, by: "")
  }

  /// Calls closures for the events of each start; `value` is the last parameter, as in ReactiveSwift.
  @inlinable
  @_disfavoredOverload
  public func on(
    starting: (() -> Void)? = nil,
    started: (() -> Void)? = nil,
    event: ((Event<Value, Error>) -> Void)? = nil,
    failed: ((Error) -> Void)? = nil,
    completed: (() -> Void)? = nil,
    interrupted: (() -> Void)? = nil,
    terminated: (() -> Void)? = nil,
    disposed: (() -> Void)? = nil,
    value: @escaping (Value) -> Void
  ) -> SignalProducer {
    on(
      starting: starting, started: started, event: event, value: value, failed: failed, completed: completed,
      interrupted: interrupted, terminated: terminated, disposed: disposed)
  }
}
