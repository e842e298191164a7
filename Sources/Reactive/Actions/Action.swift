import Synchronization

/// A unit of work that runs on demand, one execution at a time, and only while it is enabled.
///
/// ```swift
/// let logIn = Action(enabledIf: form.isFilled) { (name: String) in client.logIn(name) }
/// logIn.isExecuting.producer.startWithValues { spinner.isVisible = $0 }
/// logIn.errors.observeValues { print("no: \($0)") }
/// logIn.apply("jim").start()
/// ```
///
/// Each event of an execution is sent first to the observer that started it, and then to ``values``, ``errors``,
/// ``completed`` and ``events``. At the end of an execution, the observer receives the terminal event first, then
/// ``isExecuting`` becomes false, and then the signals of the action send. So an observer of ``completed`` can start
/// the action again. The semantics are those of `Action` in ReactiveSwift, which ReactiveCocoa calls a command. There,
/// ``isExecuting`` becomes false after the signals if the work ends while it is started, or is disposed.
///
/// The producers of ``apply(_:)`` keep the action alive, but bindings to it do not. The signals complete when the
/// action is deallocated.
public final class Action<Input, Output, Error: Swift.Error> {
  /// A function that returns the work for an input, or `nil` if the action is disabled.
  @usableFromInline let prepare: (Input) -> (() -> SignalProducer<Output, Error>)?
  /// Whether an execution is running or about to start.
  @usableFromInline let isBusy = Atomic(false)
  @usableFromInline let execution = MutableProperty(false)
  @usableFromInline let executionPipe = Signal<Signal<Output, Error>, Never>.pipe()
  @usableFromInline let eventPipe = Signal<Event<Output, Error>, Never>.pipe()
  @usableFromInline let disabledPipe = Signal<Void, Never>.pipe()
  @usableFromInline let token = Lifetime.Token()

  /// A signal that sends each execution, as a signal that has not sent an event yet.
  public let executions: Signal<Signal<Output, Error>, Never>
  /// A signal of every event of every execution.
  public let events: Signal<Event<Output, Error>, Never>
  /// A signal of the values of all executions.
  public let values: Signal<Output, Never>
  /// A signal of the errors of executions that fail.
  public let errors: Signal<Error, Never>
  /// A signal that sends a value when an execution completes.
  public let completed: Signal<Void, Never>
  /// A signal that sends a value when a start is refused because the action is disabled or executing.
  public let disabledErrors: Signal<Void, Never>
  /// Whether an execution is running.
  public let isExecuting: Property<Bool>
  /// Whether a start would execute the action now.
  public let isEnabled: Property<Bool>

  /// Creates an action that uses the value that a property has when the action is started.
  ///
  /// - Parameters:
  ///   - state: The property, which the action keeps alive.
  ///   - isEnabled: Returns whether the action is enabled for a value of the property.
  ///   - execute: Makes the work of one execution.
  @inlinable
  public init<State: PropertyProtocol>(
    state: State, enabledIf isEnabled: @escaping (State.Value) -> Bool,
    execute: @escaping (State.Value, Input) -> SignalProducer<Output, Error>
  ) {
    prepare = { input in
      let value = state.value
      return isEnabled(value) ? { execute(value, input) } : nil
    }
    isExecuting = Property(capturing: execution)
    self.isEnabled = execution.combineLatest(with: state.map(isEnabled)).map { !$0 && $1 }.skipRepeats()
    executions = executionPipe.output
    events = eventPipe.output
    values = events.compactMap(\.value)
    errors = events.compactMap { if case .failed(let error) = $0 { error } else { nil } }
    completed = events.compactMap { if case .completed = $0 { () } else { nil } }
    disabledErrors = disabledPipe.output
    lifetime += AnyDisposable { withExtendedLifetime(state) {} }
  }

  @inlinable
  deinit {
    executionPipe.input.sendCompleted()
    eventPipe.input.sendCompleted()
    disabledPipe.input.sendCompleted()
  }

  /// The lifetime of the action.
  @inlinable
  public var lifetime: Lifetime { Lifetime(token) }

  /// Returns a producer that executes the action with `input` on each start.
  ///
  /// The producer fails with ``ActionError/disabled`` if the action is disabled or executing. Disposing a start ends
  /// its execution.
  @inlinable
  public func apply(_ input: Input) -> SignalProducer<Output, ActionError<Error>> {
    SignalProducer { observer, lifetime in self.start(input, observer, lifetime) }
  }

  @inlinable
  func start(_ input: Input, _ observer: Observer<Output, ActionError<Error>>, _ lifetime: Lifetime) {
    guard isBusy.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged else {
      return refuse(observer)
    }
    guard let work = prepare(input) else {
      isBusy.store(false, ordering: .releasing)
      return refuse(observer)
    }
    execution.value = true
    work().startWithSignal { signal, interrupt in
      signal.observe(
        Observer(
          value: { value in
            observer.send(value: value)
            self.eventPipe.input.send(value: .value(value))
          },
          ended: { end in
            observer.send(Event(end).mapError(ActionError.producerFailed))
            self.isBusy.store(false, ordering: .releasing)
            self.execution.value = false
            self.eventPipe.input.send(value: Event(end))
          }))
      executionPipe.input.send(value: signal)
      lifetime += interrupt
    }
  }

  @inlinable
  func refuse(_ observer: Observer<Output, ActionError<Error>>) {
    observer.send(error: .disabled)
    disabledPipe.input.send(value: ())
  }
}

// The closures that make the work are called for one execution at a time. They must be safe for the threads that
// start the action.
extension Action: @unchecked Sendable where Input: Sendable, Output: Sendable {}

/// The reason for which an execution failed.
public enum ActionError<Error: Swift.Error>: Swift.Error {
  /// The action was disabled or already executing.
  case disabled
  /// The work failed.
  case producerFailed(Error)
}

extension ActionError: Equatable where Error: Equatable {}

// MARK: - Creating

extension Action {
  /// Creates an action that is always enabled and uses the value that a property has when the action is started.
  @inlinable
  public convenience init<State: PropertyProtocol>(
    state: State, execute: @escaping (State.Value, Input) -> SignalProducer<Output, Error>
  ) {
    self.init(state: state, enabledIf: { _ in true }, execute: execute)
  }

  /// Creates an action that is enabled while a property is true.
  @inlinable
  public convenience init(
    enabledIf isEnabled: some PropertyProtocol<Bool>, execute: @escaping (Input) -> SignalProducer<Output, Error>
  ) {
    self.init(state: isEnabled, enabledIf: { $0 }, execute: { execute($1) })
  }

  /// Creates an action that is always enabled.
  @inlinable
  public convenience init(execute: @escaping (Input) -> SignalProducer<Output, Error>) {
    self.init(enabledIf: Property(value: true), execute: execute)
  }

  /// Creates an action that uses the value of a property and is enabled while that value is not `nil`.
  @inlinable
  public convenience init<Wrapped>(
    unwrapping state: some PropertyProtocol<Wrapped?>,
    execute: @escaping (Wrapped, Input) -> SignalProducer<Output, Error>
  ) {
    self.init(state: state, enabledIf: { $0 != nil }) { state, input in
      // The action is enabled, so the value is not `nil`.
      state.map { execute($0, input) } ?? .empty
    }
  }

  /// Creates an action that uses the value of a validating property and is enabled while the last attempt was valid.
  @inlinable
  public convenience init<State, ValidationError>(
    validated state: ValidatingProperty<State, ValidationError>,
    execute: @escaping (State, Input) -> SignalProducer<Output, Error>
  ) {
    self.init(unwrapping: state.result.map(\.value), execute: execute)
  }
}

extension Action where Input == Void {
  /// Creates an action without input that is always enabled and uses the value that a property has when the action is
  /// started.
  @inlinable
  public convenience init<State: PropertyProtocol>(
    state: State, execute: @escaping (State.Value) -> SignalProducer<Output, Error>
  ) {
    self.init(state: state) { state, _ in execute(state) }
  }

  /// Creates an action without input that is enabled while a property is true.
  @inlinable
  public convenience init(
    enabledIf isEnabled: some PropertyProtocol<Bool>, execute: @escaping () -> SignalProducer<Output, Error>
  ) {
    self.init(enabledIf: isEnabled) { (_: Void) in execute() }
  }

  /// Creates an action without input that is always enabled.
  @inlinable
  public convenience init(execute: @escaping () -> SignalProducer<Output, Error>) {
    self.init { (_: Void) in execute() }
  }

  /// Creates an action without input that uses the value of a property and is enabled while that value is not `nil`.
  @inlinable
  public convenience init<Wrapped>(
    unwrapping state: some PropertyProtocol<Wrapped?>,
    execute: @escaping (Wrapped) -> SignalProducer<Output, Error>
  ) {
    self.init(unwrapping: state) { state, _ in execute(state) }
  }

  /// Creates an action without input that uses the value of a validating property and is enabled while the last
  /// attempt was valid.
  @inlinable
  public convenience init<State, ValidationError>(
    validated state: ValidatingProperty<State, ValidationError>,
    execute: @escaping (State) -> SignalProducer<Output, Error>
  ) {
    self.init(validated: state) { state, _ in execute(state) }
  }

  /// Returns a producer that executes the action on each start; see ``apply(_:)``.
  @inlinable
  public func apply() -> SignalProducer<Output, ActionError<Error>> {
    apply(())
  }
}

extension Action: BindingTargetProvider {
  /// A target that starts an execution for each value.
  ///
  /// If a start is refused, ``disabledErrors`` sends a value.
  @inlinable
  public var bindingTarget: BindingTarget<Input> {
    BindingTarget(lifetime: lifetime) { [weak self] input in self?.apply(input).start() }
  }
}
