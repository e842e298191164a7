import Synchronization

/// Work that is done on demand, one execution at a time, and only while it is enabled.
///
/// ```swift
/// let logIn = Action(enabledIf: form.isFilled) { (name: String) in client.logIn(name) }
/// logIn.isExecuting.producer.startWithValues { spinner.isVisible = $0 }
/// logIn.errors.observeValues { print("no: \($0)") }
/// logIn.apply("jim").start()
/// ```
///
/// What an execution sends goes first to the start that made it, and then to ``values``, ``errors``, ``completed`` and
/// ``events``. When it ends, the caller is told, then ``isExecuting`` turns false, and then the others are told. As
/// ReactiveSwift's `Action`; what ReactiveCocoa calls a command.
///
/// What ``apply(_:)`` makes keeps the action alive, bindings to it do not. The signals complete when the action goes.
public final class Action<Input, Output, Error: Swift.Error> {
  /// What to do for an input, or `nil` when the action is disabled.
  private let prepare: (Input) -> (() -> SignalProducer<Output, Error>)?
  /// Whether an execution is under way, or about to be.
  private let isBusy = Atomic(false)
  private let execution = MutableProperty(false)
  private let executionPipe = Signal<Signal<Output, Error>, Never>.pipe()
  private let eventPipe = Signal<Event<Output, Error>, Never>.pipe()
  private let disabledPipe = Signal<Void, Never>.pipe()
  private let token = Lifetime.Token()

  /// Every execution, as a signal that has not sent anything yet.
  public let executions: Signal<Signal<Output, Error>, Never>
  /// Every event of every execution.
  public let events: Signal<Event<Output, Error>, Never>
  /// The values of all executions.
  public let values: Signal<Output, Never>
  /// The errors with which executions failed.
  public let errors: Signal<Error, Never>
  /// Sends when an execution completes.
  public let completed: Signal<Void, Never>
  /// Sends when a start was refused, because the action was disabled or executing.
  public let disabledErrors: Signal<Void, Never>
  /// Whether an execution is under way.
  public let isExecuting: Property<Bool>
  /// Whether a start would be an execution now.
  public let isEnabled: Property<Bool>

  /// An action that works with the value that a property has when it is started.
  ///
  /// - Parameters:
  ///   - state: not kept alive; when it goes, its last value stays.
  ///   - isEnabled: whether the action is enabled in that state.
  ///   - execute: makes the work of one execution.
  public init<State: PropertyProtocol>(
    state: State, enabledIf isEnabled: @escaping (State.Value) -> Bool,
    execute: @escaping (State.Value, Input) -> SignalProducer<Output, Error>
  ) {
    let state = Property(state)
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
  }

  deinit {
    executionPipe.input.sendCompleted()
    eventPipe.input.sendCompleted()
    disabledPipe.input.sendCompleted()
  }

  /// How long the action lives.
  public var lifetime: Lifetime { Lifetime(token) }

  /// A producer that executes the action with `input`, each time it is started.
  ///
  /// A start fails with ``ActionError/disabled`` when the action is disabled or executing. Disposing it ends the execution.
  public func apply(_ input: Input) -> SignalProducer<Output, ActionError<Error>> {
    SignalProducer { observer, lifetime in self.start(input, observer, lifetime) }
  }

  private func start(_ input: Input, _ observer: Observer<Output, ActionError<Error>>, _ lifetime: Lifetime) {
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

  private func refuse(_ observer: Observer<Output, ActionError<Error>>) {
    observer.send(error: .disabled)
    disabledPipe.input.send(value: ())
  }
}

// The closures that make the work are called for one execution at a time; what they capture besides is their author's.
extension Action: @unchecked Sendable where Input: Sendable, Output: Sendable {}

/// Why an execution failed.
public enum ActionError<Error: Swift.Error>: Swift.Error {
  /// The action was disabled, or executing already.
  case disabled
  /// The work failed.
  case producerFailed(Error)
}

extension ActionError: Equatable where Error: Equatable {}

// MARK: - Making

extension Action {
  /// An action that works with the value that a property has when it is started, and is always enabled.
  public convenience init<State: PropertyProtocol>(
    state: State, execute: @escaping (State.Value, Input) -> SignalProducer<Output, Error>
  ) {
    self.init(state: state, enabledIf: { _ in true }, execute: execute)
  }

  /// An action that is enabled while a property is true.
  public convenience init(
    enabledIf isEnabled: some PropertyProtocol<Bool>, execute: @escaping (Input) -> SignalProducer<Output, Error>
  ) {
    self.init(state: isEnabled, enabledIf: { $0 }, execute: { execute($1) })
  }

  /// An action that is always enabled.
  public convenience init(execute: @escaping (Input) -> SignalProducer<Output, Error>) {
    self.init(enabledIf: Property(value: true), execute: execute)
  }

  /// An action that works with the value of a property, and is enabled while that is not `nil`.
  public convenience init<Wrapped>(
    unwrapping state: some PropertyProtocol<Wrapped?>,
    execute: @escaping (Wrapped, Input) -> SignalProducer<Output, Error>
  ) {
    self.init(state: state, enabledIf: { $0 != nil }) { state, input in
      // It is enabled, so there is one.
      state.map { execute($0, input) } ?? .empty
    }
  }

  /// An action that works with the value of a validating property, and is enabled while the last attempt was valid.
  public convenience init<State, ValidationError>(
    validated state: ValidatingProperty<State, ValidationError>,
    execute: @escaping (State, Input) -> SignalProducer<Output, Error>
  ) {
    self.init(unwrapping: state.result.map(\.value), execute: execute)
  }
}

extension Action where Input == Void {
  /// An action without input that works with the value that a property has, and is always enabled.
  public convenience init<State: PropertyProtocol>(
    state: State, execute: @escaping (State.Value) -> SignalProducer<Output, Error>
  ) {
    self.init(state: state) { state, _ in execute(state) }
  }

  /// An action without input that is enabled while a property is true.
  public convenience init(
    enabledIf isEnabled: some PropertyProtocol<Bool>, execute: @escaping () -> SignalProducer<Output, Error>
  ) {
    self.init(enabledIf: isEnabled) { (_: Void) in execute() }
  }

  /// An action without input that is always enabled.
  public convenience init(execute: @escaping () -> SignalProducer<Output, Error>) {
    self.init { (_: Void) in execute() }
  }

  /// An action without input that works with the value of a property, and is enabled while that is not `nil`.
  public convenience init<Wrapped>(
    unwrapping state: some PropertyProtocol<Wrapped?>,
    execute: @escaping (Wrapped) -> SignalProducer<Output, Error>
  ) {
    self.init(unwrapping: state) { state, _ in execute(state) }
  }

  /// An action without input that works with the value of a validating property, and is enabled while the last attempt
  /// was valid.
  public convenience init<State, ValidationError>(
    validated state: ValidatingProperty<State, ValidationError>,
    execute: @escaping (State) -> SignalProducer<Output, Error>
  ) {
    self.init(validated: state) { state, _ in execute(state) }
  }

  /// A producer that executes the action, each time it is started; see ``apply(_:)``.
  public func apply() -> SignalProducer<Output, ActionError<Error>> {
    apply(())
  }
}

extension Action: BindingTargetProvider {
  /// Starts an execution for each value; who wants to know of those that were refused observes ``disabledErrors``.
  public var bindingTarget: BindingTarget<Input> {
    BindingTarget(lifetime: lifetime) { [weak self] input in self?.apply(input).start() }
  }
}
