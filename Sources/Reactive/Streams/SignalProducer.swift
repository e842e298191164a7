/// A cold stream that starts from the beginning for each observer.
///
/// A producer is a value, and copies share no mutable state. It can be started from any thread. The events of one
/// start are serial: they never overlap.
public struct SignalProducer<Value, Error: Swift.Error> {
  public typealias Observer = Reactive.Observer<Value, Error>
  /// The type of the signal of a start.
  public typealias ProducedSignal = Signal<Value, Error>

  @usableFromInline let _source: _Source

  /// The way in which a producer is started.
  ///
  /// Most producers are only a function. The others are known apart, so that a join needs no start for a single value,
  /// and starts a signal without leaving its domain.
  @usableFromInline
  enum _Source {
    case function((Observer, _ProducerSubscription) -> Void)
    case value(_OnlyValue<Value>)
    case signal(Signal<Value, Error>)
    case named(_NamedProducer<Value, Error>)
  }

  @inlinable
  init(_source source: _Source) {
    _source = source
  }

  /// The name that `logEvents` and `breakpoint` print for this producer, or `nil` if it has none.
  public var name: String? {
    if case .named(let named) = _source { named.name } else { nil }
  }

  /// Builds the chain of observers from downstream to upstream, then starts the source of the events.
  ///
  /// Always inlined, so that the compiler can inline a whole chain of operators.
  @inlinable
  @inline(__always)
  func _begin(_ downstream: Observer, _ subscription: _ProducerSubscription) {
    if case .function(let begin) = _source {
      begin(downstream, subscription)
    } else {
      _beginOther(downstream, subscription)
    }
  }

  @inlinable
  @inline(never)
  func _beginOther(_ downstream: Observer, _ subscription: _ProducerSubscription) {
    switch _source {
    case .function(let begin): begin(downstream, subscription)
    case .value(let only): subscription._sendOnly(only.value, to: downstream)
    case .signal(let signal): signal._begin(downstream, subscription)
    case .named(let named): named.producer._begin(downstream, subscription)
    }
  }

  /// The function `_begin`, for an operator to capture.
  ///
  /// A start of a long chain of operators calls these functions, so that it needs less of the stack.
  @inlinable
  @inline(__always)
  var _beginFunction: (Observer, _ProducerSubscription) -> Void {
    if case .function(let begin) = _source { begin } else { { _beginOther($0, $1) } }
  }

  /// The core of the signal whose events the producer sends, or `nil` if it is not made from a signal.
  ///
  /// Unmanaged, so that a flattening does not need to retain it.
  @inlinable
  @inline(__always)
  var _signalCore: Unmanaged<_SignalCore<Value, Error>>? {
    if case .signal(let signal) = _source { .passUnretained(signal._core) } else { nil }
  }

  /// Creates a producer from the function that builds its chain.
  @inlinable
  static func _beginning(_ begin: @escaping (_ downstream: Observer, _ subscription: _ProducerSubscription) -> Void)
    -> SignalProducer
  {
    SignalProducer(_source: .function(begin))
  }
}

/// The value of a producer that sends one value and completes.
///
/// An object, so that a value can contain a producer of values of its own type.
@usableFromInline
final class _OnlyValue<Value> {
  @usableFromInline let value: Value

  @inlinable
  init(_ value: Value) {
    self.value = value
  }
}

// The events of a start are delivered one at a time. The closures of operators must be safe for the threads
// on which the producer sends.
extension SignalProducer: @unchecked Sendable where Value: Sendable {}

// MARK: - Creating

extension SignalProducer {
  /// Creates a producer that calls `start` for each observer.
  ///
  /// The observer can be called from any thread. An event that is sent from inside another event is delivered after
  /// it. If all copies of the observer are released before a terminal event was sent, the stream is interrupted, unless
  /// `start` has only added work to the lifetime; see rule 6 of <doc:Contract>. The lifetime ends when the stream has
  /// ended or was disposed.
  @inlinable
  public init(start: @escaping (_ observer: Observer, _ lifetime: Lifetime) -> Void) {
    self = ._beginning { downstream, subscription in
      _SerializedInput._open(subscription, downstream) { start($0, Lifetime(subscription)) }
    }
  }

  /// Creates a producer that sends the elements of a sequence and completes.
  ///
  /// Each start iterates the sequence again.
  ///
  /// After each value, the iteration stops if the start was disposed.
  @inlinable
  public init(_ values: some Sequence<Value>) {
    self.init(_elements: values)
  }

  /// Creates a producer that fails immediately.
  @inlinable
  public init(error: Error) {
    self = ._beginning { downstream, subscription in
      subscription._generate(downstream) { downstream._end(.failed(error)) }
    }
  }

  /// Creates a producer that sends the events of a signal, except those before the start.
  @inlinable
  public init(_ signal: Signal<Value, Error>) {
    self.init(_source: .signal(signal))
  }

  /// A producer that completes immediately.
  @inlinable
  public static var empty: SignalProducer {
    ._beginning { downstream, subscription in
      subscription._generate(downstream) { downstream._end(.completed) }
    }
  }

  /// A producer that sends no event and never ends.
  @inlinable
  public static var never: SignalProducer {
    ._beginning { downstream, subscription in
      subscription._setRoot(interrupting: downstream)
    }
  }

  /// Returns a producer that calls `make` on each start, and starts the producer that it returns.
  @inlinable
  @_disfavoredOverload
  public static func deferred(_ make: @escaping () -> SignalProducer) -> SignalProducer {
    ._beginning { downstream, subscription in make()._begin(downstream, subscription) }
  }
}

extension Signal {
  /// Starts a producer that sends the events of this signal.
  @inlinable
  func _begin(_ downstream: Observer, _ subscription: _ProducerSubscription) {
    // Not left to the domain of an ended signal, which may be busy: a join must not start its next input.
    if !_core._isLive { return subscription._generate(downstream) { downstream._end(.interrupted) } }
    if subscription._feedsSignal {
      // The observers of the fed signal are added and removed in the domain of this subscription, so the events of
      // this signal must be delivered there too.
      subscription._setRoot(interrupting: downstream)
      subscription._add(
        _core._observe(
          Observer(
            value: { subscription._deliver($0, to: downstream) },
            ended: { end in subscription._perform { if subscription._isLive { downstream._end(end) } } })))
    } else {
      let node = _ObserverNode(downstream, owner: subscription, in: _core)
      subscription._setRoot(node)
      _core._join(.passRetained(consume node))
    }
  }
}

// MARK: - Starting

extension SignalProducer {
  /// Starts the producer and returns a disposable that stops it.
  ///
  /// Disposing sends `interrupted` to the observer, immediately or right after the event that is being delivered. The
  /// observer receives no value after the call.
  // Always inlined, because the compiler inlines a chain of operators in at most twenty rounds. A chain whose start is
  // left to a later round is not inlined as a whole.
  @inlinable
  @inline(__always)
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

  /// Starts the producer as a signal.
  ///
  /// If the signal is neither referenced nor observed after the start, the start is disposed.
  ///
  /// - Parameter setup: A closure that is called before the first event. It receives the signal, and a disposable that
  ///   stops the start. If the closure disposes the disposable, the producer is not started.
  @inlinable
  @discardableResult
  public func startWithSignal<Result>(
    _ setup: (_ signal: Signal<Value, Error>, _ interrupt: any Disposable) throws -> Result
  ) rethrows -> Result {
    let (core, subscription) = _SignalCore<Value, Error>._fed()
    let downstream = core._fedObserver
    subscription._setRoot(interrupting: downstream)
    let signal = Signal(core)
    let result = try setup(signal, subscription)
    if subscription._isLive { _begin(downstream, subscription) }
    withExtendedLifetime(signal) {}
    return result
  }

  /// Starts the producer and calls `action` with the error if it fails.
  @inlinable
  @discardableResult
  public func startWithFailed(_ action: @escaping (Error) -> Void) -> any Disposable {
    start(Observer(failed: action))
  }

  /// Starts the producer and calls `action` when it completes.
  @inlinable
  @discardableResult
  public func startWithCompleted(_ action: @escaping () -> Void) -> any Disposable {
    start(Observer(completed: action))
  }

  /// Starts the producer and calls `action` when it is interrupted.
  @inlinable
  @discardableResult
  public func startWithInterrupted(_ action: @escaping () -> Void) -> any Disposable {
    start(Observer(interrupted: action))
  }

  /// Starts the producer and calls `action` with each value, and with the error if it fails.
  @inlinable
  @discardableResult
  public func startWithResult(_ action: @escaping (Result<Value, Error>) -> Void) -> any Disposable {
    start(Observer(value: { action(.success($0)) }, failed: { action(.failure($0)) }))
  }

  /// Starts the producer immediately and returns the signal of that start.
  @inlinable
  func _started() -> Signal<Value, Error> {
    let signal = startWithSignal { signal, _ in signal }
    if case .function = _source {} else { _name(signal) }
    return signal
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

/// A type that can be converted to a producer.
public protocol SignalProducerConvertible<Value, Error> {
  associatedtype Value
  associatedtype Error: Swift.Error

  /// The producer that sends the events of this value.
  var producer: SignalProducer<Value, Error> { get }
}

extension SignalProducer: SignalProducerConvertible {
  @inlinable
  public var producer: SignalProducer<Value, Error> { self }
}

extension Signal: SignalProducerConvertible {
  /// A producer that sends the events of this signal, except those before the start.
  @inlinable
  public var producer: SignalProducer<Value, Error> { SignalProducer(self) }
}
