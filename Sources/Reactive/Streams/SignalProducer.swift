/// A cold stream: a recipe that starts afresh for each observer.
///
/// A producer is a value; copying it shares nothing that changes. Starting it may be done from any
/// thread. What one start sends is serial: its events never overlap.
public struct SignalProducer<Value, Error: Swift.Error> {
  public typealias Observer = Reactive.Observer<Value, Error>

  /// Builds the chain from the observer up to what makes the events, and sets that going.
  @usableFromInline let _begin: (Observer, _ProducerSubscription) -> Void

  /// What `logEvents` and `breakpoint` call this producer, if it was named.
  public internal(set) var name: String?

  @inlinable
  init(_begin begin: @escaping (Observer, _ProducerSubscription) -> Void) {
    _begin = begin
  }

  /// A producer from how its chain is built.
  @inlinable
  static func _beginning(_ begin: @escaping (_ downstream: Observer, _ subscription: _ProducerSubscription) -> Void)
    -> SignalProducer
  {
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
    self = ._beginning { downstream, subscription in
      start(_SerializedInput(subscription, downstream)._observer, Lifetime(subscription))
    }
  }

  /// A producer of one value.
  @inlinable
  public init(value: Value) {
    self = ._beginning { downstream, subscription in
      subscription._sendOnly(value, to: downstream)
    }
  }

  /// A producer of a sequence's elements, iterated afresh by each start.
  ///
  /// After each value the start looks whether it has been disposed.
  @inlinable
  public init(_ values: some Sequence<Value>) {
    self = ._beginning { downstream, subscription in
      subscription._generate(downstream) {
        for value in values {
          downstream._value(value)
          if !subscription._isLive { return }
        }
        downstream._end(.completed)
      }
    }
  }

  /// A producer that fails at once.
  @inlinable
  public init(error: Error) {
    self = ._beginning { downstream, subscription in
      subscription._generate(downstream) { downstream._end(.failed(error)) }
    }
  }

  /// A producer of what a signal sends from the start on.
  @inlinable
  public init(_ signal: Signal<Value, Error>) {
    self = ._beginning { downstream, subscription in
      let core = signal._core
      if subscription._feedsSignal {
        // Who observes the fed signal does so in the domain of the run, not in that of `signal`.
        subscription._setRoot { downstream._end(.interrupted) }
        subscription._add(
          core._observe(
            Observer(
              value: { subscription._deliver($0, to: downstream) },
              ended: { end in subscription._perform { if subscription._isLive { downstream._end(end) } } })))
      } else {
        let node = _ObserverNode(downstream, owner: subscription, in: core)
        subscription._setRoot(node)
        core._join(node)
      }
    }
  }

  /// A producer that completes at once.
  @inlinable
  public static var empty: SignalProducer {
    ._beginning { downstream, subscription in
      subscription._generate(downstream) { downstream._end(.completed) }
    }
  }

  /// A producer that sends nothing and does not end.
  @inlinable
  public static var never: SignalProducer {
    ._beginning { downstream, subscription in
      subscription._setRoot { downstream._end(.interrupted) }
    }
  }

  /// A producer that asks for the producer to start, each time it is started.
  @inlinable
  public static func deferred(_ make: @escaping () -> SignalProducer) -> SignalProducer {
    ._beginning { downstream, subscription in make()._begin(downstream, subscription) }
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
    let subscription = _ProducerSubscription()
    _begin(subscription._guarding(observer), subscription)
    return subscription
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
    let (core, subscription) = _SignalCore<Value, Error>._fed()
    let downstream = subscription._guarding(core._observer)
    subscription._setRoot { downstream._end(.interrupted) }
    let result = try setup(Signal(core), subscription)
    if subscription._isLive { _begin(downstream, subscription) }
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
