import Reactive
import Testing

@Suite(.noLeaks)
struct MutablePropertyTests {
  @Test func `the producer sends the current value and the changes, the signal only the changes`() {
    var property: MutableProperty? = MutableProperty(0)
    var log: [String] = []
    property?.producer.start { log.append("P:\(word($0))") }
    property?.signal.observe { log.append("S:\(word($0))") }
    property?.value = 1
    property?.value = 1
    #expect(property?.value == 1)
    property = nil
    #expect(log == ["P:0", "P:1", "S:1", "P:1", "S:1", "P:|", "S:|"])
  }

  @Test func `a released property sends its last value and completes`() {
    var property: MutableProperty? = MutableProperty(1)
    let producer = property?.producer ?? .empty
    let signal = property?.signal ?? .never
    property?.value = 2
    property = nil
    #expect(producer.history == "2 |")
    #expect(producer.map { $0 }.merge(with: .empty).history == "2 |")
    #expect(signal.record().history == "!")
  }

  @Test func `a producer begins with the value at its start`() {
    let property = MutableProperty(0)
    let producer = property.producer
    property.value = 5
    let recorder = Recorder<Int, Never>()
    let disposable = producer.start(recorder.observer)
    property.value = 6
    disposable.dispose()
    property.value = 7
    #expect(recorder.history == "5 6 !")
  }

  @Test func `the current value may end the subscription`() {
    let property = MutableProperty(0)
    #expect(property.producer.take(first: 1).history == "0 |")
    let disposable = SerialDisposable()
    let recorder = Recorder<Int, Never>()
    let stop = property.signal.producer
    disposable.inner = property.producer.take(until: stop).start(recorder.observer)
    property.value = 1
    property.value = 2
    #expect(recorder.history == "0 |")
  }

  @Test func `an observer may set the property, and changes stay in order`() {
    let property = MutableProperty(0)
    var log: [String] = []
    property.signal.observeValues { [weak property] value in
      log.append("A\(value)")
      if value < 3 {
        property?.value = value + 1
        #expect(property?.value == value + 1)
      }
    }
    property.signal.observeValues { log.append("B\($0)") }
    property.value = 1
    #expect(log == ["A1", "B1", "A2", "B2", "A3", "B3"])
    #expect(property.value == 3)
  }

  @Test func `the first value of a producer may set the property`() {
    let property = MutableProperty(0)
    var log: [Int] = []
    property.producer.startWithValues { [weak property] value in
      log.append(value)
      if value < 3 { property?.value = value + 1 }
    }
    #expect(log == [0, 1, 2, 3])
  }

  @Test func `a producer started during a change sends the current value immediately and only once`() {
    let property = MutableProperty(0)
    var log: [String] = []
    property.signal.observeValues { [weak property] value in
      guard let property, value == 1 else { return }
      property.value = 2
      property.producer.startWithValues { log.append("a\($0)") }
      log.append("started")
      property.value = 3
      property.producer.map { $0 }.merge(with: .empty).startWithValues { log.append("b\($0)") }
    }
    property.value = 1
    property.value = 4
    #expect(log == ["a2", "started", "b3", "a3", "a4", "b4"])
  }

  @Test func `a subscription started during a change may be disposed before it is added`() {
    let property = MutableProperty(0)
    let recorder = Recorder<Int, Never>()
    property.signal.observeValues { [weak property] value in
      guard let property else { return }
      if value == 1 { property.producer.start(recorder.observer).dispose() }
      if value == 2 { _ = property.producer.take(first: 1).start(recorder.observer) }
    }
    for value in 1...3 { property.value = value }
    #expect(recorder.history == "1 ! 2 |")
  }

  @Test func `a hundred thousand nested changes do not need stack`() {
    let property = MutableProperty(0)
    let other = MutableProperty(0)
    property.signal.observeValues { if $0 < 100_000 { other.value = $0 } }
    other.signal.observeValues { [weak property] in property?.value = $0 + 1 }
    property.value = 1
    #expect(property.value == 100_000)
  }

  @Test func `modify, withValue and swap return their results`() throws {
    let property = MutableProperty([1])
    let recorder = property.signal.record()
    let count = property.modify { values -> Int in
      values.append(2)
      return values.count
    }
    #expect(count == 2)
    #expect(property.withValue { $0.count } == 2)
    #expect(property.swap([3]) == [1, 2])
    #expect(throws: Boom.self) {
      try property.modify { values throws(Boom) in
        values = [4]
        throw Boom()
      }
    }
    #expect(throws: Boom.self) { try property.withValue { _ throws(Boom) in throw Boom() } }
    #expect(property.value == [4])
    #expect(recorder.history == "[1, 2] [3] [4]")
  }

  @Test func `modify by an observer is sent after the current change`() {
    let property = MutableProperty(0)
    var log: [String] = []
    property.signal.observeValues { [weak property] value in
      log.append("A\(value)")
      if value < 3 { property?.modify { $0 += 1 } }
    }
    property.signal.observeValues { log.append("B\($0)") }
    property.modify { $0 += 1 }
    #expect(log == ["A1", "B1", "A2", "B2", "A3", "B3"])
  }

  @Test func `the old value is released outside the lock`() {
    let property = MutableProperty<LeakProbe?>(nil)
    var log: [Bool] = []
    func makeProbe() -> LeakProbe {
      // Accesses the property in the deinitializer of its old value.
      LeakProbe { _ = property.value }
    }
    property.signal.observeValues { log.append($0 != nil) }
    property.value = makeProbe()
    property.value = makeProbe()
    _ = property.swap(makeProbe())
    property.value = nil
    #expect(log == [true, true, true, false])
  }

  @Test func `the lifetime ends after the streams have completed`() {
    var property: MutableProperty? = MutableProperty(0)
    var log: [String] = []
    let lifetime = property?.lifetime
    lifetime?.observeEnded { log.append("end") }
    property?.signal.observeCompleted { log.append("|") }
    #expect(lifetime?.hasEnded == false)
    property = nil
    #expect(log == ["|", "end"])
  }

  @Test func `values captured by observers are released`() {
    let alive = Weak()
    var property: MutableProperty? = MutableProperty(0)
    do {
      let probe = alive.makeProbe()
      property?.producer.startWithValues { _ in probe.touch() }
      property?.signal.observeValues { [weak property] _ in
        probe.touch()
        property?.producer.startWithValues { _ in probe.touch() }
      }
    }
    property?.value = 1
    #expect(alive.isAlive)
    property = nil
    #expect(!alive.isAlive)
  }

  @Test func `a property may be released during its own change`() {
    var property: MutableProperty? = MutableProperty(0)
    let recorder = property?.signal.record()
    property?.signal.observeValues { _ in
      property?.value = 2
      property = nil
    }
    let other = property?.signal.record()
    property?.value = 1
    #expect(recorder?.history == "1 2 |")
    #expect(other?.history == "1 2 |")
  }

  @Test func `a property is usable as a property wrapper`() {
    struct Form {
      @MutableProperty var name = "Jim"
    }
    let form = Form()
    let recorder = Recorder<String, Never>()
    form.$name.producer.map { "Hi \($0)!" }.start(recorder.observer)
    form.name = "Jim Kirk"
    #expect(form.name == "Jim Kirk")
    #expect(recorder.history == "Hi Jim! Hi Jim Kirk!")
  }

  #if os(Linux) || os(macOS)
    @Test func `access to a property inside its own modify or withValue is diagnosed`() async {
      await #expect(processExitsWith: .failure) {
        let property = MutableProperty(0)
        property.modify { $0 = property.value }
      }
      await #expect(processExitsWith: .failure) {
        let property = MutableProperty(0)
        property.modify { _ in property.value = 1 }
      }
      await #expect(processExitsWith: .failure) {
        let property = MutableProperty(0)
        property.withValue { _ in property.withValue { _ in } }
      }
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let property = MutableProperty(0)
        property.modify { _ in property.producer.startWithValues { _ in } }
      }
      #if DEBUG
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(said.contains("its own modify"))
      #endif
    }
  #endif

  @Test func `another property may be accessed inside modify`() {
    let first = MutableProperty(1)
    let second = MutableProperty(2)
    first.modify { value in
      value += second.value
      second.value = value
    }
    #expect(first.value == 3)
    #expect(second.value == 3)
  }
}
