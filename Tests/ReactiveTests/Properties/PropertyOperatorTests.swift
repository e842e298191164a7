import Reactive
import Testing

@Suite(.noLeaks)
struct PropertyOperatorTests {
  // MARK: Composed properties

  @Test func `a constant sends its value and completes`() {
    let property = Property(value: 1)
    #expect(property.value == 1)
    #expect(property.producer.history == "1 |")
    #expect(property.signal.record().history == "!")
    #expect(property.map { $0 + 1 }.value == 2)
    #expect(property.map { $0 + 1 }.producer.history == "2 |")
  }

  @Test func `a property has an initial value and then those of a stream`() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let property = Property(initial: 0, then: signal)
    let optional = Property<Int?>(initial: nil, then: signal)
    let recorder = property.signal.record()
    #expect(property.value == 0)
    #expect(optional.value == nil)
    input.send(value: 1)
    #expect(property.value == 1)
    #expect(optional.value == 1)
    let late = Recorder<Int, Never>()
    property.producer.start(late.observer)
    input.send(value: 2)
    input.sendCompleted()
    #expect(property.value == 2)
    #expect(recorder.history == "1 2 |")
    #expect(late.history == "1 2 |")
    #expect(property.producer.history == "2 |")
    #expect(Property(initial: 0, then: SignalProducer([1, 2])).value == 2)
  }

  @Test func `an interruption of the source completes the property`() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let property = Property(initial: 0, then: signal)
    let recorder = property.signal.record()
    input.sendInterrupted()
    #expect(recorder.history == "|")
    #expect(property.value == 0)
  }

  @Test func `capturing retains the source property, and following does not`() {
    var source: MutableProperty? = MutableProperty(0)
    weak let weakSource = source
    var view: Property? = source.map { Property(capturing: $0) }
    let follower = source.map { Property($0) }
    let recorder = follower?.signal.record()
    source?.value = 1
    source = nil
    #expect(weakSource != nil)
    weakSource?.value = 2
    #expect(view?.value == 2)
    #expect(follower?.value == 2)
    view = nil
    #expect(weakSource == nil)
    #expect(follower?.value == 2)
    #expect(recorder?.history == "1 2 |")
  }

  @Test func `the streams of a composed property are released when they are not observed`() {
    let source = MutableProperty(0)
    let alive = Weak()
    func derive() -> Property<Int> {
      let probe = alive.makeProbe()
      return source.map { probe.touch($0) + 1 }.map { $0 }
    }
    let recorder = Recorder<Int, Never>()
    let first = derive().producer.start(recorder.observer)
    let second = derive().signal.observe(recorder.observer)
    source.value = 1
    #expect(recorder.history == "1 2 2")
    first.dispose()
    second.dispose()
    #expect(!alive.isAlive)
    var property: Property? = derive()
    #expect(alive.isAlive)
    var producer = property?.producer ?? .empty
    property = nil
    source.value = 5
    #expect(producer.take(first: 1).history == "6 |")
    producer = .empty
    #expect(!alive.isAlive)
  }

  @Test func `a property derived during a change has its value immediately`() {
    let source = MutableProperty(0)
    var derived: [Property<Int>] = []
    var values: [Int] = []
    source.signal.observeValues { [weak source] value in
      guard let source, value < 3 else { return }
      source.value = value + 1
      derived.append(source.map { $0 * 10 }.combineLatest(with: source).map { $0 + $1 })
      values.append(derived.last?.value ?? -1)
    }
    source.value = 1
    #expect(values == [22, 33])
    source.value = 4
    #expect(derived.map(\.value) == [44, 44])
  }

  @Test func `a composed property is usable as a property wrapper`() {
    final class Model {
      private let count = MutableProperty(1)
      @Property var double: Int
      init() { _double = count.map { $0 * 2 } }
      func increment() { count.value += 1 }
    }
    let model = Model()
    model.increment()
    #expect(model.double == 4)
    #expect(model.$double.value == 4)
  }

  #if os(Linux) || os(macOS)
    @Test func `a lift without a first value is diagnosed`() async {
      await #expect(processExitsWith: .failure) {
        _ = MutableProperty(0).lift { $0.filter { $0 > 0 } }
      }
    }
  #endif

  // MARK: Operators

  /// Sets the values, and returns the values that the operator's property sent.
  private func history<T: Sendable>(_ values: [Int], _ transform: (MutableProperty<Int>) -> Property<T>) -> String {
    let source = MutableProperty(values.first ?? 0)
    let property = transform(source)
    let recorder = Recorder<T, Never>()
    property.producer.start(recorder.observer)
    for value in values.dropFirst() {
      source.value = value
      // The last sent value is the current one.
      #expect("\(property.value)" == "\(recorder.events.last?.value.map { "\($0)" } ?? "nothing")")
    }
    return recorder.history
  }

  @Test func `operators transform one property`() {
    #expect(history([1, 2, 2]) { $0.map { $0 * 10 } } == "10 20 20")
    #expect(history([1, 2]) { $0.map(value: "x") } == "x x")
    #expect(history([1, 2]) { $0.map(\.description) } == "1 2")
    #expect(history([1, 2, 3, 4]) { $0.filter(initial: 0) { $0 % 2 == 0 } } == "0 2 4")
    #expect(history([2, 3]) { $0.filter(initial: 0) { $0 % 2 == 0 } } == "2")
    #expect(history([1, 2, 3]) { $0.scan(10) { $0 + $1 } } == "11 13 16")
    #expect(history([1, 2, 3]) { $0.combinePrevious(0) } == "(0, 1) (1, 2) (2, 3)")
    #expect(history([1, 1, 2, 2, 1]) { $0.skipRepeats() } == "1 2 1")
    #expect(history([1, 3, 4, 5]) { $0.skipRepeats { $0 % 2 == $1 % 2 } } == "1 4 5")
    #expect(history([1, 2, 1, 3, 2]) { $0.uniqueValues() } == "1 2 3")
    #expect(history([1, 12, 21, 3]) { $0.uniqueValues { $0 % 10 } } == "1 12 3")
    #expect(history([1, 2]) { $0.lift { $0.map { $0 + 1 } } } == "2 3")
  }

  @Test func `operators combine two properties`() {
    func both<T: Sendable>(_ transform: (MutableProperty<Int>, MutableProperty<Int>) -> Property<T>) -> String {
      let a = MutableProperty(1)
      let b = MutableProperty(10)
      let recorder = Recorder<T, Never>()
      transform(a, b).producer.start(recorder.observer)
      a.value = 2
      a.value = 3
      b.value = 20
      return recorder.history
    }
    #expect(both { $0.combineLatest(with: $1) } == "(1, 10) (2, 10) (3, 10) (3, 20)")
    #expect(both { $0.zip(with: $1) } == "(1, 10) (2, 20)")
    #expect(both { a, b in a.lift { x in { y in x.merge(with: y) } }(b) } == "10 2 3 20")
    #expect(both { Property<Int>.combineLatest([$0, $1], emptySentinel: []) } == "[1, 10] [2, 10] [3, 10] [3, 20]")
    #expect(both { Property<Int>.zip([$0, $1]) ?? Property(value: [Int]()) } == "[1, 10] [2, 20]")
    #expect(Property<Int>.combineLatest([Property<Int>]()) == nil)
    #expect(Property<Int>.zip([Property<Int>]()) == nil)
    #expect(Property<Int>.combineLatest([Property<Int>](), emptySentinel: [7]).value == [7])
  }

  @Test func `properties of different types are combined`() {
    let a = MutableProperty(1)
    let b = MutableProperty("x")
    let c = Property(value: true)
    let latest = combineLatest(a, b, c)
    let text = combineLatest(a, b, c) { "\($0)\($1)\($2)" }
    let pairs = zip(a, b)
    let zipped = zip(a, b) { "\($0)\($1)" }
    #expect(combineLatest(a, b).value == (1, "x"))
    a.value = 2
    b.value = "y"
    #expect(latest.value == (2, "y", true))
    #expect(text.value == "2ytrue")
    #expect(pairs.value == (2, "y"))
    #expect(zipped.value == "2y")
  }

  @Test func `a diamond sends two combinations per change`() {
    let source = MutableProperty(1)
    let diamond = source.combineLatest(with: source.map { $0 * 10 })
    let recorder = diamond.signal.record()
    source.value = 2
    #expect(Set(recorder.history.split(separator: ")")).count == 2)
    #expect(diamond.value == (2, 20))
  }

  @Test func `a combination completes when all sources are released`() {
    var a: MutableProperty? = MutableProperty(1)
    var b: MutableProperty? = MutableProperty(2)
    guard let both = a.flatMap({ a in b.map { a.combineLatest(with: $0) } }) else { return }
    let recorder = both.signal.record()
    a = nil
    b?.value = 3
    #expect(recorder.history == "(1, 3)")
    b = nil
    #expect(recorder.history == "(1, 3) |")
    #expect(both.value == (1, 3))
  }

  @Test func `flattening follows the property in the value`() {
    let a = MutableProperty(1)
    let b = MutableProperty(10)
    let outer = MutableProperty(a)
    let flat = outer.flatten(.latest)
    let mapped = outer.flatMap(.latest) { $0.map { 0 - $0 } }
    let recorder = flat.signal.record()
    a.value = 2
    outer.value = b
    a.value = 3
    b.value = 11
    #expect(recorder.history == "2 10 11")
    #expect(mapped.value == -11)
  }

  @Test func `Boolean operators combine properties`() {
    let a = MutableProperty(false)
    let b = MutableProperty(true)
    let table: [(Property<Bool>, String)] = [
      (!a, "true false true"), (a && b, "false true false"), (a || !b, "false true false"),
      (a.and(b), "false true false"), (a.or(b), "true true true"), (a.negate(), "true false true"),
      (Property.all([a, b]), "false true false"), (Property.any([a, b]), "true true true"),
    ]
    let recorders = table.map { property, _ in
      let recorder = Recorder<Bool, Never>()
      property.producer.start(recorder.observer)
      return recorder
    }
    a.value = true
    a.value = false
    for (recorder, (_, expected)) in zip(recorders, table) { #expect(recorder.history == expected) }
    #expect(Property.all([Property<Bool>]()).value)
    #expect(!Property.any([Property<Bool>]()).value)
  }
}
