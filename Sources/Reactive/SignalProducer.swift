/// A cold stream: a recipe that starts afresh for each observer.
///
/// A producer is a value; copying it shares nothing that changes. Starting it may be done from any
/// thread. What one start sends is serial: its events never overlap.
public struct SignalProducer<Value, Error: Swift.Error> {
  public typealias Observer = Reactive.Observer<Value, Error>

  /// Builds the chain from the observer up to what makes the events, and sets that going.
  @usableFromInline let _begin: (Observer, _Run) -> Void

  /// What `logEvents` and `breakpoint` call this producer, if it was named.
  public internal(set) var name: String?

  @inlinable
  init(_begin begin: @escaping (Observer, _Run) -> Void) {
    _begin = begin
  }

  /// A producer from how its chain is built.
  @inlinable
  static func _beginning(_ begin: @escaping (_ downstream: Observer, _ run: _Run) -> Void) -> SignalProducer {
    SignalProducer(_begin: begin)
  }
}

// A start hands every value to one domain at a time; what the closures of operators capture besides is its author's.
extension SignalProducer: @unchecked Sendable where Value: Sendable {}

// MARK: - Making

extension SignalProducer {
  /// A producer that calls `start` for each observer.
  ///
  /// The observer may be called from any thread; a call from inside an event is delivered after
  /// that event. When `start`'s observer is let go without a terminal event, the stream is
  /// interrupted. The lifetime ends when the stream has ended or was disposed.
  @inlinable
  public init(start: @escaping (_ observer: Observer, _ lifetime: Lifetime) -> Void) {
    self = ._beginning { downstream, run in
      start(_Entrance(run, downstream)._observer, Lifetime(run))
    }
  }

  /// A producer of one value.
  @inlinable
  public init(value: Value) {
    self = ._beginning { downstream, run in
      run._sendOnly(value, to: downstream)
    }
  }

  /// A producer of a sequence's elements, iterated afresh by each start.
  ///
  /// After each value the start looks whether it has been disposed.
  @inlinable
  public init(_ values: some Sequence<Value>) {
    self = ._beginning { downstream, run in
      run._generate(downstream) {
        for value in values {
          downstream._value(value)
          if !run._isLive { return }
        }
        downstream._end(.completed)
      }
    }
  }

  /// A producer that fails at once.
  @inlinable
  public init(error: Error) {
    self = ._beginning { downstream, run in
      run._generate(downstream) { downstream._end(.failed(error)) }
    }
  }

  /// A producer of what a signal sends from the start on.
  @inlinable
  public init(_ signal: Signal<Value, Error>) {
    self = ._beginning { downstream, run in
      let hub = signal._hub
      if run._feedsSignal {
        // Who observes the fed signal does so in the domain of the run, not in that of `signal`.
        run._setRoot { downstream._end(.interrupted) }
        run._add(
          hub._observe(
            Observer(
              value: { run._deliver($0, to: downstream) },
              ended: { end in run._perform { if run._isLive { downstream._end(end) } } })))
      } else {
        let node = _Node(downstream, owner: run, in: hub)
        run._setRoot(node)
        hub._join(node)
      }
    }
  }

  /// A producer that completes at once.
  @inlinable
  public static var empty: SignalProducer {
    ._beginning { downstream, run in
      run._generate(downstream) { downstream._end(.completed) }
    }
  }

  /// A producer that sends nothing and does not end.
  @inlinable
  public static var never: SignalProducer {
    ._beginning { downstream, run in
      run._setRoot { downstream._end(.interrupted) }
    }
  }

  /// A producer that asks for the producer to start, each time it is started.
  @inlinable
  public static func deferred(_ make: @escaping () -> SignalProducer) -> SignalProducer {
    ._beginning { downstream, run in make()._begin(downstream, run) }
  }
}

// MARK: - Starting

extension SignalProducer {
  /// Starts the producer; the result stops it.
  ///
  /// Disposing sends `interrupted` to the observer: at once, or right after the event that is being
  /// delivered; no value comes after the call.
  @inlinable
  @discardableResult
  public func start(_ observer: Observer = Observer()) -> any Disposable {
    let run = _Run()
    _begin(run._guarding(observer), run)
    return run
  }

  /// Starts the producer and calls `action` with every event.
  @inlinable
  @discardableResult
  public func start(_ action: @escaping (Event<Value, Error>) -> Void) -> any Disposable {
    start(Observer(action))
  }

  /// Starts the producer behind a signal.
  ///
  /// - Parameter setup: called before the first event, with the signal and with what stops the start; when it stops
  ///   the start already, the producer is not started at all.
  @inlinable
  @discardableResult
  public func startWithSignal<Result>(
    _ setup: (_ signal: Signal<Value, Error>, _ interrupt: any Disposable) throws -> Result
  ) rethrows -> Result {
    let (hub, run) = _Hub<Value, Error>._fed()
    let downstream = run._guarding(hub._observer)
    run._setRoot { downstream._end(.interrupted) }
    let result = try setup(Signal(hub), run)
    if run._isLive { _begin(downstream, run) }
    return result
  }

  /// Starts the producer and calls `action` with the error, if it fails.
  @inlinable
  @discardableResult
  public func startWithFailed(_ action: @escaping (Error) -> Void) -> any Disposable {
    start(Observer(failed: action))
  }

  /// Starts the producer and calls `action` if it completes.
  @inlinable
  @discardableResult
  public func startWithCompleted(_ action: @escaping () -> Void) -> any Disposable {
    start(Observer(completed: action))
  }

  /// Starts the producer and calls `action` if it is interrupted.
  @inlinable
  @discardableResult
  public func startWithInterrupted(_ action: @escaping () -> Void) -> any Disposable {
    start(Observer(interrupted: action))
  }

  /// Starts the producer and calls `action` with each value, or with the error.
  @inlinable
  @discardableResult
  public func startWithResult(_ action: @escaping (Result<Value, Error>) -> Void) -> any Disposable {
    start(Observer(value: { action(.success($0)) }, failed: { action(.failure($0)) }))
  }

  /// Starts the producer at once, shared as a signal.
  @inlinable
  func _started() -> Signal<Value, Error> {
    startWithSignal { signal, _ in signal }
  }
}

extension SignalProducer where Error == Never {
  /// Starts the producer and calls `action` with each value.
  @inlinable
  @discardableResult
  public func startWithValues(_ action: @escaping (Value) -> Void) -> any Disposable {
    start(Observer(value: action, ended: { _ in }))
  }
}

/// What can be started: producers, and signals as producers.
public protocol SignalProducerConvertible<Value, Error> {
  associatedtype Value
  associatedtype Error: Swift.Error

  /// The producer that this stands for.
  var producer: SignalProducer<Value, Error> { get }
}

extension SignalProducer: SignalProducerConvertible {
  @inlinable
  public var producer: SignalProducer<Value, Error> { self }
}

extension Signal: SignalProducerConvertible {
  /// A producer of what this signal sends from each start on.
  @inlinable
  public var producer: SignalProducer<Value, Error> { SignalProducer(self) }
}
