/// A hot stream: events happen whether or not anyone observes, and all observers see the same ones.
///
/// Events of a signal never overlap. A sender that finds it busy, on another thread or from inside an
/// event, leaves its event in order and goes; whoever is delivering delivers it. Observers are called in
/// the order of observation. The backlog is unbounded.
public final class Signal<Value, Error: Swift.Error> {
  public typealias Observer = Reactive.Observer<Value, Error>

  @usableFromInline let _core: _SignalCore<Value, Error>

  /// What `logEvents` and `breakpoint` call this signal, if it was named.
  public internal(set) var name: String?

  @inlinable
  init(_ core: _SignalCore<Value, Error>) {
    _core = core
  }

  @inlinable
  deinit {
    _core._letGo()
  }

  /// A signal whose events `generator` sends; it is called at once, once.
  ///
  /// - Parameter generator: its lifetime ends when the signal has ended, or when nobody holds or
  ///   observes the signal any more. When its observer is let go without a terminal event, the
  ///   signal is interrupted.
  @inlinable
  public convenience init(_ generator: (_ observer: Observer, _ lifetime: Lifetime) -> Void) {
    let (core, subscription) = _SignalCore<Value, Error>._fed()
    self.init(core)
    generator(_SerializedInput(subscription, subscription._guarding(core._observer))._observer, Lifetime(subscription))
  }

  /// A signal that sends nothing and does not end.
  @inlinable
  public static var never: Signal {
    let core = _SignalCore<Value, Error>(domain: _SerialDomain(), isDerived: false)
    core._isSilent = true
    return Signal(core)
  }

  /// A signal that has completed already; who observes it is interrupted.
  @inlinable
  public static var empty: Signal {
    let (signal, input) = pipe()
    input.sendCompleted()
    return signal
  }

  /// A signal, and the observer that sends into it.
  ///
  /// When the observer is let go without a terminal event, the signal is interrupted.
  @inlinable
  public static func pipe() -> (output: Signal, input: Observer) {
    let core = _SignalCore<Value, Error>(domain: _SerialDomain(), isDerived: false)
    return (Signal(core), _PipeInput(core)._observer)
  }
}

// Whatever a signal holds is touched inside its domain only; what operators' closures capture besides is their author's.
extension Signal: @unchecked Sendable where Value: Sendable {}

// MARK: - Observing

extension Signal {
  /// Adds an observer; the result removes it, silently and at once.
  ///
  /// An observer that is added during an event gets the next one. Observing a signal that has ended
  /// gives one `interrupted`.
  @inlinable
  @discardableResult
  public func observe(_ observer: Observer) -> any Disposable {
    _core._observe(observer)
  }

  /// Calls `action` with every event.
  @inlinable
  @discardableResult
  public func observe(_ action: @escaping (Event<Value, Error>) -> Void) -> any Disposable {
    observe(Observer(action))
  }

  /// Calls `action` with each value, or with the error.
  @inlinable
  @discardableResult
  public func observeResult(_ action: @escaping (Result<Value, Error>) -> Void) -> any Disposable {
    observe(Observer(value: { action(.success($0)) }, failed: { action(.failure($0)) }))
  }

  /// Calls `action` with the error, if the signal fails.
  @inlinable
  @discardableResult
  public func observeFailed(_ action: @escaping (Error) -> Void) -> any Disposable {
    observe(Observer(failed: action))
  }

  /// Calls `action` if the signal completes.
  @inlinable
  @discardableResult
  public func observeCompleted(_ action: @escaping () -> Void) -> any Disposable {
    observe(Observer(completed: action))
  }

  /// Calls `action` if the signal is interrupted, or has ended already.
  @inlinable
  @discardableResult
  public func observeInterrupted(_ action: @escaping () -> Void) -> any Disposable {
    observe(Observer(interrupted: action))
  }
}

extension Signal where Error == Never {
  /// Calls `action` with each value.
  @inlinable
  @discardableResult
  public func observeValues(_ action: @escaping (Value) -> Void) -> any Disposable {
    observe(Observer(value: action, ended: { _ in }))
  }
}
