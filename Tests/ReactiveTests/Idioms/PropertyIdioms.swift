import Reactive
import Testing

/// Code as users of ReactiveSwift write it: properties, bindings and actions.
@Suite(.noLeaks)
struct PropertyIdioms {
  private let first = MutableProperty(1)
  private let second = MutableProperty("a")

  @Test func `a property that follows a producer`() {
    #expect(Property(initial: 0, then: .init(value: 1)).value == 1)
    #expect(Property(initial: 0, then: .never).value == 0)
    #expect(Property(initial: 0, then: SignalProducer([1, 2])).value == 2)
    #expect(Property(initial: 0, then: first).value == 1)
    #expect(Property<Int?>(initial: nil, then: SignalProducer(value: 3)).value == 3)
  }

  @Test func `a property that follows a signal`() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let property = Property(initial: 0, then: signal)
    input.send(value: 4)
    #expect(property.value == 4)
  }

  @Test func `properties are combined`() {
    #expect(Property<Int>.combineLatest(first, second).value == (1, "a"))
    #expect(Property<Int>.combineLatest(first, second, first).value == (1, "a", 1))
    #expect(Property<Int>.zip(first, second).value == (1, "a"))
    #expect(combineLatest(first, second).value == (1, "a"))
    #expect(first.combineLatest(with: second).value == (1, "a"))
    #expect(combineLatest(first, second) { "\($0)\($1)" }.value == "1a")
  }

  @Test func `the values of combined properties are numbered`() {
    #expect(combineLatest(first, second).map { $0.1 + "\($0.0)" }.value == "a1")
    #expect(combineLatest(first, second, first).map { $0.0 + $0.2 }.value == 2)
    #expect(zip(first, second, first, first).map { $0.0 + $0.2 + $0.3 }.value == 3)
    #expect(zip(first, second, first) { "\($0)\($1)\($2)" }.value == "1a1")
    #expect(Property<Int>.combineLatest(first, second, first, first).map { $0.0 + $0.3 }.value == 2)
    #expect(Property<Int>.zip(first, second, first).map { $0.0 + $0.2 }.value == 2)
  }

  @Test func `lists of properties are combined`() {
    let other = MutableProperty(2)
    #expect(Property<Int>.combineLatest([first, other])?.value == [1, 2])
    #expect(Property<Int>.combineLatest([MutableProperty<Int>](), emptySentinel: [0]).value == [0])
    #expect(Property<Int>.zip([first, other])?.value == [1, 2])
    #expect(Property<Int>.zip([first, other], emptySentinel: [0]).value == [1, 2])
    #expect(Property<Int>.zip([MutableProperty<Int>](), emptySentinel: [0]).value == [0])
  }

  @Test func `properties of Booleans`() {
    let yes = MutableProperty(true)
    let no = Property(value: false)
    #expect(!yes.and(no).value)
    #expect(yes.or(no).value)
    #expect(no.negate().value)
    #expect(!Property<Bool>.all(yes, no).value)
    #expect(Property<Bool>.any(yes, no).value)
    #expect(Property<Bool>.all([yes, yes]).value)
    #expect(Property<Bool>.any([no, no]).value == false)
    #expect((yes && !no).value)
  }

  @Test func `operators on a property`() {
    let length = second.map(\.count)
    let sum = first.scan(10) { $0 + $1 }
    #expect(length.value == 1)
    second.value = "abc"
    #expect(length.value == 3)
    #expect(sum.value == 11)
    first.modify { $0 += 1 }
    #expect(sum.value == 13)
    #expect(first.swap(5) == 2)
    #expect(first.withValue { $0 } == 5)
  }

  @Test func `a property wrapper`() {
    final class Model { @MutableProperty var name = "x" }
    let model = Model()
    let recorder = model.$name.signal.record()
    model.name = "y"
    #expect(recorder.history == "y")
  }

  @Test func `a property is bound`() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let optional = MutableProperty<Int?>(nil)
    first <~ signal
    first <~ SignalProducer(value: 2)
    let binding = optional <~ first
    #expect(optional.value == 2)
    input.send(value: 3)
    binding.dispose()
    input.send(value: 4)
    #expect(first.value == 4)
    #expect(optional.value == 3)
  }

  @Test func `an observer is bound`() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let (source, sourceInput) = Signal<Int, Never>.pipe()
    let recorder = signal.record()
    let binding = input <~ source
    input <~ first
    sourceInput.send(value: 5)
    sourceInput.sendCompleted()
    #expect(recorder.history == "1 5")
    #expect(binding.isDisposed)
  }

  @Test func `a target of an object is bound`() {
    final class Label { var text = "" }
    let label = Label()
    let (lifetime, token) = Lifetime.make()
    let byKeyPath = BindingTarget(lifetime: lifetime, object: label, keyPath: \.text)
    byKeyPath <~ second
    #expect(label.text == "a")
    let scheduled = BindingTarget<String>(on: ImmediateScheduler(), lifetime: lifetime) { _ in }
    scheduled <~ second
    token.dispose()
    second.value = "b"
    #expect(label.text == "a")
  }

  @Test func `a validating property`() {
    let age = ValidatingProperty<Int, Boom>(1) { $0 < 0 ? .invalid(Boom()) : .valid }
    age.value = -1
    #expect(age.result.value.isInvalid)
    #expect(age.value == 1)
    age <~ SignalProducer(value: 3)
    #expect(age.value == 3)
  }

  @Test func `an action`() {
    let isEnabled = MutableProperty(true)
    let action = Action<Int, String, Boom>(enabledIf: isEnabled) { input in
      input < 0 ? .init(error: Boom()) : .init(value: "\(input)")
    }
    let values = action.values.record()
    let errors = action.errors.map { _ in "error" }.record()
    let refused = action.disabledErrors.map { "refused" }.record()
    #expect(action.apply(1).history == "1 |")
    #expect(action.apply(-1).history == "X")
    isEnabled.value = false
    #expect(!action.isEnabled.value)
    #expect(action.apply(2).history == "X")
    #expect(values.history == "1")
    #expect(errors.history == "error")
    #expect(refused.history == "refused")
  }

  @Test func `an action without input is bound`() {
    let action = Action<Void, Int, Never> { .init(value: 1) }
    let values = action.values.record()
    let (taps, tap) = Signal<Void, Never>.pipe()
    action <~ taps
    tap.send(value: ())
    action.apply().start()
    #expect(values.history == "1 1")
  }

  @Test func `an action with a state`() {
    let action = Action<Int, Int, Never>(state: first) { state, input in .init(value: state + input) }
    #expect(action.apply(2).history == "3 |")
    let unwrapped = Action<Void, Int, Never>(unwrapping: MutableProperty<Int?>(4)) { .init(value: $0) }
    #expect(unwrapped.apply().history == "4 |")
  }
}
