/// A hot stream that sends the same events to all its observers, whether or not any observer is present.
///
/// Events of a signal never overlap. The signal is busy while it delivers an event. An event that is sent during that
/// time, from another thread or from inside the delivered event, is added to a queue, and the send returns. The thread
/// that is delivering then delivers the queued events in order. The queue has no limit. Observers receive an event in
/// the order in which they were added.
public final class Signal<Value, Error: Swift.Error> {
  public typealias Event = Reactive.Event<Value, Error>
  public typealias Observer = Reactive.Observer<Value, Error>

  @usableFromInline let _core: _SignalCore<Value, Error>

  /// The name that `logEvents` and `breakpoint` print for this signal, or `nil` if it has none.
  public internal(set) var name: String? {
    get { _core._name }
    set { _core._name = newValue }
  }

  @inlinable
  init(_ core: _SignalCore<Value, Error>) {
    _core = core
  }

  @inlinable
  deinit {
    // Unmanaged, because the core would be retained otherwise. This object retains it until it is deallocated.
    Unmanaged.passUnretained(_core)._withUnsafeGuaranteedRef { $0._signalReleased() }
  }

  /// Creates a signal and calls `generator` once, immediately, to send its events.
  ///
  /// - Parameter generator: Receives the observer to send into, and a lifetime. The lifetime ends when the signal has
  ///   ended, or when the signal is neither referenced nor observed any more. If all copies of the observer are
  ///   released before a terminal event was sent, the signal is interrupted.
  @inlinable
  public convenience init(_ generator: (_ observer: Observer, _ lifetime: Lifetime) -> Void) {
    let (core, subscription) = _SignalCore<Value, Error>._fed()
    self.init(core)
    generator(_SerializedInput(subscription, core._fedObserver)._observer, Lifetime(subscription))
  }

  /// A signal that sends no event and never ends.
  @inlinable
  public static var never: Signal {
    let core = _SignalCore<Value, Error>()
    core._isSilent = true
    return Signal(core)
  }

  /// A signal that has already completed.
  ///
  /// Its observers receive `interrupted`.
  @inlinable
  public static var empty: Signal {
    let (signal, input) = pipe()
    input.sendCompleted()
    return signal
  }

  /// Creates a signal together with the observer that sends into it.
  ///
  /// If all copies of the observer are released before a terminal event was sent, the signal is interrupted.
  @inlinable
  public static func pipe() -> (output: Signal, input: Observer) {
    let core = _SignalCore<Value, Error>()
    return (Signal(core), _PipeInput(core)._observer)
  }

  /// Creates a signal together with the observer that sends into it; see ``pipe()``.
  ///
  /// - Parameter disposable: Disposed when the signal has ended.
  @inlinable
  public static func pipe(disposable: (any Disposable)?) -> (output: Signal, input: Observer) {
    let pipe = pipe()
    if let disposable { pipe.output._core._add(disposable) }
    return pipe
  }
}

// The state of a signal is only accessed inside its domain. The closures of operators must be safe for the threads on
// which the signal sends.
extension Signal: @unchecked Sendable where Value: Sendable {}

// MARK: - Observing

// Disfavored, because `ReactiveSwiftCompatibility` has the same functions with optional results.

extension Signal {
  /// Adds an observer and returns a disposable that removes it.
  ///
  /// An observer that is added during an event receives the next event. If the signal has already ended, the observer
  /// receives `interrupted`. Disposing takes effect immediately and sends no event to the observer.
  @inlinable
  @discardableResult
  @_disfavoredOverload
  public func observe(_ observer: __owned Observer) -> any Disposable {
    _core._observe(consume observer)
  }

  /// Calls `action` with every event.
  @inlinable
  @discardableResult
  @_disfavoredOverload
  public func observe(_ action: @escaping (Event) -> Void) -> any Disposable {
    observe(Observer(action))
  }

  /// Calls `action` with each value, and with the error if the signal fails.
  @inlinable
  @discardableResult
  @_disfavoredOverload
  public func observeResult(_ action: @escaping (Result<Value, Error>) -> Void) -> any Disposable {
    observe(Observer(value: { action(.success($0)) }, failed: { action(.failure($0)) }))
  }

  /// Calls `action` with the error if the signal fails.
  @inlinable
  @discardableResult
  @_disfavoredOverload
  public func observeFailed(_ action: @escaping (Error) -> Void) -> any Disposable {
    observe(Observer(failed: action))
  }

  /// Calls `action` when the signal completes.
  @inlinable
  @discardableResult
  @_disfavoredOverload
  public func observeCompleted(_ action: @escaping () -> Void) -> any Disposable {
    observe(Observer(completed: action))
  }

  /// Calls `action` when the signal is interrupted, or if it has already ended.
  @inlinable
  @discardableResult
  @_disfavoredOverload
  public func observeInterrupted(_ action: @escaping () -> Void) -> any Disposable {
    observe(Observer(interrupted: action))
  }
}

extension Signal where Error == Never {
  /// Calls `action` with each value.
  @inlinable
  @discardableResult
  @_disfavoredOverload
  public func observeValues(_ action: @escaping (Value) -> Void) -> any Disposable {
    observe(Observer(value: action, ended: { _ in }))
  }
}
