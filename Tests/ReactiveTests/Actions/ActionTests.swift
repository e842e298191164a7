import Reactive
import Testing

@Suite(.noLeaks)
struct ActionTests {
  private typealias Numbers = Action<Int, Int, Boom>

  /// An action whose executions are pipes, with a log of everything it sends.
  private final class Desk {
    var log: [String] = []
    var inputs: [Signal<Int, Boom>.Observer] = []
    private(set) var action: Numbers?

    init(enabledIf isEnabled: some PropertyProtocol<Bool> = Property(value: true)) {
      let action = Numbers(enabledIf: isEnabled) { [weak self] _ in
        let (signal, input) = Signal<Int, Boom>.pipe()
        self?.inputs.append(input)
        return signal.producer
      }
      self.action = action
      action.isExecuting.producer.startWithValues { [weak self] in self?.log.append("exec \($0)") }
      action.isEnabled.producer.startWithValues { [weak self] in self?.log.append("enabled \($0)") }
      action.values.observeValues { [weak self] in self?.log.append("values \($0)") }
      action.errors.observeValues { [weak self] _ in self?.log.append("errors") }
      action.completed.observeValues { [weak self] in self?.log.append("completed") }
      action.disabledErrors.observeValues { [weak self] in self?.log.append("disabledErrors") }
      action.events.observeValues { [weak self] in self?.log.append("event \(word($0))") }
    }

    @discardableResult
    func apply(_ input: Int) -> any Disposable {
      (action?.apply(input) ?? .never).start { [weak self] event in
        switch event {
        case .failed(.disabled): self?.log.append("\(input) disabled")
        default: self?.log.append("\(input) \(word(event))")
        }
      }
    }

    func take() -> [String] {
      defer { log = [] }
      return log
    }
  }

  @Test func `the caller receives events first, and executions do not overlap`() {
    let desk = Desk()
    #expect(desk.take() == ["exec false", "enabled true"])
    desk.apply(1)
    #expect(desk.take() == ["enabled false", "exec true"])
    desk.apply(2)
    #expect(desk.take() == ["2 disabled", "disabledErrors"])
    desk.inputs[0].send(value: 5)
    #expect(desk.take() == ["1 5", "values 5", "event 5"])
    desk.inputs[0].send(error: Boom())
    #expect(desk.take() == ["1 X", "enabled true", "exec false", "errors", "event X"])
    desk.apply(3)
    desk.inputs[1].sendCompleted()
    #expect(desk.take() == ["enabled false", "exec true", "3 |", "enabled true", "exec false", "completed", "event |"])
    #expect(desk.inputs.count == 2)
  }

  @Test func `disposing the start ends the execution`() {
    let desk = Desk()
    let disposable = desk.apply(1)
    desk.log = []
    disposable.dispose()
    #expect(desk.take() == ["1 !", "enabled true", "exec false", "event !"])
    desk.inputs[0].send(value: 1)
    #expect(desk.take() == [])
    desk.apply(2)
    #expect(desk.inputs.count == 2)
  }

  @Test func `an action is enabled while its property is true`() {
    let isEnabled = MutableProperty(false)
    let desk = Desk(enabledIf: isEnabled)
    #expect(desk.take() == ["exec false", "enabled false"])
    desk.apply(1)
    #expect(desk.take() == ["1 disabled", "disabledErrors"])
    isEnabled.value = true
    desk.apply(2)
    #expect(desk.take() == ["enabled true", "enabled false", "exec true"])
    isEnabled.value = false
    desk.inputs[0].sendCompleted()
    #expect(desk.take() == ["2 |", "exec false", "completed", "event |"])
  }

  @Test func `an applied producer starts an execution each time`() {
    var count = 0
    let action = Action<Int, Int, Never> { input in
      count += 1
      return SignalProducer([input, input + 1])
    }
    let producer = action.apply(1)
    #expect(producer.history == "1 2 |")
    #expect(producer.history == "1 2 |")
    #expect(count == 2)
    #expect(producer.repeat(2).history == "1 2 1 2 |")
    #expect(!action.isExecuting.value)
  }

  @Test func `an observer may apply the action again`() {
    let desk = Desk()
    var applied = 0
    desk.action?.isExecuting.signal.observeValues { [weak desk] isExecuting in
      guard let desk, !isExecuting, applied < 2 else { return }
      applied += 1
      desk.apply(10 + applied)
      desk.inputs.last?.sendCompleted()
    }
    desk.apply(1)
    desk.inputs[0].sendCompleted()
    #expect(desk.log.filter { $0.hasPrefix("1") } == ["1 |", "11 |", "12 |"])
    #expect(desk.action?.isExecuting.value == false)
  }

  @Test func `an execution uses the state at its start`() {
    let state = MutableProperty(1)
    let plain = Action<Int, Int, Never>(state: state) { SignalProducer(value: $0 + $1) }
    let even = Action<Int, Int, Never>(state: state, enabledIf: { $0 % 2 == 0 }) { SignalProducer(value: $0 * $1) }
    #expect(plain.apply(10).history == "11 |")
    #expect(even.apply(10).history == "X")
    state.value = 2
    #expect(plain.apply(10).history == "12 |")
    #expect(even.apply(10).history == "20 |")
    #expect(even.isEnabled.value)
  }

  @Test func `an action keeps its state alive`() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let action: Action<Void, Int, Never> = {
      let state = MutableProperty(1)
      state <~ signal
      return Action(state: state) { SignalProducer(value: $0) }
    }()
    input.send(value: 2)
    #expect(action.apply().history == "2 |")
  }

  @Test func `an action has stopped executing when it announces the end`() {
    var executing: [Bool] = []
    let action = Action<Void, Void, Never> { .empty }
    action.completed.observeValues { [unowned action] in executing.append(action.isExecuting.value) }
    action.events.observeValues { [unowned action] _ in executing.append(action.isExecuting.value) }
    action.apply().start()
    #expect(executing == [false, false])
  }

  @Test func `an action is enabled while its state is present or valid`() {
    let state = MutableProperty<Int?>(nil)
    let unwrapping = Action<Void, Int, Never>(unwrapping: state) { SignalProducer(value: $0) }
    #expect(!unwrapping.isEnabled.value)
    #expect(unwrapping.apply().history == "X")
    state.value = 3
    #expect(unwrapping.apply().history == "3 |")
    let validating = ValidatingProperty<Int, Boom>(1) { $0 > 0 ? .valid : .invalid(Boom()) }
    let validated = Action<Void, Int, Never>(validated: validating) { SignalProducer(value: $0) }
    #expect(validated.apply().history == "1 |")
    validating.value = -1
    #expect(!validated.isEnabled.value)
    #expect(validated.apply().history == "X")
  }

  @Test func `an execution has sent nothing when it is announced`() {
    let action = Action<Int, Int, Boom> { SignalProducer([$0, 2]) }
    var log: [String] = []
    action.executions.observeValues { execution in
      log.append("execution")
      execution.observe { log.append(word($0)) }
    }
    action.apply(1).start()
    #expect(log == ["execution", "1", "2", "|"])
  }

  @Test func `a binding does not keep its target action`() {
    let (signal, input) = Signal<Int, Never>.pipe()
    var log: [Int] = []
    var action: Action<Int, Never, Never>? = Action { value in
      log.append(value)
      return .empty
    }
    let completions = action?.completed.record()
    action <~ signal
    input.send(value: 1)
    input.send(value: 2)
    action = nil
    input.send(value: 3)
    #expect(log == [1, 2])
    #expect(completions?.history == "() () |")
  }

  @Test func `an execution keeps its action`() {
    let (signal, input) = Signal<Int, Never>.pipe()
    var action: Action<Void, Int, Never>? = Action { signal.producer }
    weak let weakAction = action
    let recorder = action?.values.record()
    action?.apply().start()
    action = nil
    input.send(value: 1)
    #expect(weakAction != nil)
    input.sendCompleted()
    #expect(weakAction == nil)
    #expect(recorder?.history == "1 |")
  }

  @Test func `a released action releases its closure`() {
    let alive = Weak()
    var action: Action<Int, Int, Never>? = {
      let probe = alive.makeProbe()
      return Action { SignalProducer(value: probe.touch($0)) }
    }()
    action?.apply(1).start()
    #expect(alive.isAlive)
    action = nil
    #expect(!alive.isAlive)
  }
}
