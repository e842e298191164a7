// Effects: what is done beside a stream, without observing it.

/// The effects of one `on`.
@usableFromInline
struct _Effects<Value, Error: Swift.Error> {
  @usableFromInline let _event: ((Event<Value, Error>) -> Void)?
  @usableFromInline let _value: ((Value) -> Void)?
  @usableFromInline let _failed: ((Error) -> Void)?
  @usableFromInline let _completed: (() -> Void)?
  @usableFromInline let _interrupted: (() -> Void)?
  @usableFromInline let _terminated: (() -> Void)?
  @usableFromInline let _disposed: (() -> Void)?

  @inlinable
  init(
    event: ((Event<Value, Error>) -> Void)?, value: ((Value) -> Void)?, failed: ((Error) -> Void)?,
    completed: (() -> Void)?, interrupted: (() -> Void)?, terminated: (() -> Void)?, disposed: (() -> Void)?
  ) {
    _event = event
    _value = value
    _failed = failed
    _completed = completed
    _interrupted = interrupted
    _terminated = terminated
    _disposed = disposed
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

  /// The observer upstream, and what runs the `disposed` effect where no end comes by.
  @inlinable
  func _applied(to downstream: Observer<Value, Error>) -> (upstream: Observer<Value, Error>, release: AnyDisposable?) {
    let isOver = _Cell(false)
    let disposal = _disposed.map { AnyDisposable($0) }
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
        // Everything downstream has been let go by now.
        disposal?.dispose()
      })
    let release = disposal.map { disposal in AnyDisposable { if !isOver.value { disposal.dispose() } } }
    return (upstream, release)
  }
}

extension Operator where Input == Output, InputError == OutputError {
  /// Calls closures when something happens, and sends on what the source sends.
  ///
  /// ```marble
  /// a = --1--2--|
  /// a.on { $0 * 2 } == --1--2--|
  /// ```
  ///
  /// The closures are called before the event is sent on: `event` first, then the one for its kind, then `terminated`
  /// if it is an end. `disposed` is called after the end has been sent on and everything downstream was let go; or, with
  /// no other effect, when the stream is let go without an end. As ReactiveSwift's `on`.
  ///
  /// - Parameters:
  ///   - event: called with every event.
  ///   - value: called with every value.
  ///   - failed: called with the error.
  ///   - completed: called on completion.
  ///   - interrupted: called on interruption.
  ///   - terminated: called on each of the three ends.
  ///   - disposed: called last of all, once.
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
      terminated: terminated, disposed: disposed)
    return Operator { downstream, lifetime in
      let (upstream, release) = effects._applied(to: downstream)
      if let release { lifetime.add(release) }
      return upstream
    }
  }
}

extension Signal {
  /// Calls closures when something happens, once an event however many observe the result; see
  /// ``Operator/on(event:value:failed:completed:interrupted:terminated:disposed:)``.
  @inlinable
  public func on(
    event: ((Event<Value, Error>) -> Void)? = nil,
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
        terminated: terminated, disposed: disposed))
  }

  /// The same with `value` as the last of the closures, where ReactiveSwift has it.
  @inlinable
  @_disfavoredOverload
  public func on(
    event: ((Event<Value, Error>) -> Void)? = nil,
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
  /// Calls closures when something happens to a start, and sends on what the source sends.
  ///
  /// - Parameters:
  ///   - starting: called before the source is started.
  ///   - started: called after the source was started, behind everything that it sent at once.
  ///   - event: called with each event.
  ///   - value: called with each value.
  ///   - failed: called with the error of a failure.
  ///   - completed: called on completion.
  ///   - interrupted: called on interruption.
  ///   - terminated: called on each of the three ends.
  ///   - disposed: called last of all, once.
  ///
  /// Where the start is disposed, the closures see an interruption. Otherwise they are those of
  /// ``Operator/on(event:value:failed:completed:interrupted:terminated:disposed:)``. As ReactiveSwift's `on`.
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
      terminated: terminated, disposed: disposed)
    return ._beginning { [_begin] downstream, subscription in
      let (upstream, release) = effects._applied(to: downstream)
      starting?()
      _begin(upstream, subscription)
      // Behind all that hangs on the source, since what is added first is let go first.
      if let release { subscription._add(release) }
      started?()
    }
  }

  /// The same with `value` as the last of the closures, where ReactiveSwift has it.
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
