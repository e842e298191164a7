import Reactive
import Testing

/// Derived hot signals are shared: their closures run once per event, and only while the signal is retained or
/// observed.
@Suite(.noLeaks)
struct SharingTests {
  @Test func closuresRunOncePerEventForAllObservers() {
    let (signal, input) = Signal<Int, Never>.pipe()
    var runs = 0
    let derived = signal.map { value in
      runs += 1
      return value
    }
    let recorders = (0..<3).map { _ in derived.record() }
    let further = derived.filter { $0 > 1 }.record()
    input.send(value: 1)
    input.send(value: 2)
    #expect(runs == 2)
    for recorder in recorders { #expect(recorder.history == "1 2") }
    #expect(further.history == "2")
  }

  @Test func closuresRunWithoutAnObserverWhileTheSignalIsRetained() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let sum = signal.scan(0, +)
    input.send(value: 1)
    let recorder = sum.record()
    input.send(value: 2)
    #expect(recorder.history == "3")
  }

  @Test func closuresRunWhileTheSignalIsObserved() {
    let (signal, input) = Signal<Int, Never>.pipe()
    var runs = 0
    let counted = { (value: Int) -> Int in
      runs += 1
      return value
    }
    // The intermediate signals are retained only by their observers.
    let disposable = signal.map(counted).map { $0 + 1 }.observeValues { _ in }
    input.send(value: 1)
    #expect(runs == 1)
    disposable.dispose()
    input.send(value: 2)
    #expect(runs == 1)
  }

  @Test(arguments: 0..<7)
  func unretainedAndUnobservedSignalIsReleased(shape: Int) {
    let (signal, input) = Signal<Int, Never>.pipe()
    let alive = Weak()
    func derive() -> Signal<Int, Never> {
      let probe = alive.makeProbe()
      let touch = { (value: Int) -> Int in
        probe.touch()
        return value
      }
      switch shape {
      case 0: return signal.map(touch)
      case 1: return signal.filter { touch($0) > 0 }.map { $0 }
      case 2: return signal.merge(with: signal.map(touch))
      case 3: return signal.flatMap(.latest) { SignalProducer(value: touch($0)) }
      case 4: return signal.lift { (producer: SignalProducer<Int, Never>) in producer.map(touch) }
      case 5: return signal.take(until: signal.filter { touch($0) > 100 })
      default: return signal.zip(with: signal.map(touch)).map { $0 + $1 }
      }
    }
    var derived: Signal<Int, Never>? = derive()
    input.send(value: 1)
    #expect(alive.isAlive)
    let disposable = derived?.observe { _ in }
    derived = nil
    #expect(alive.isAlive)
    input.send(value: 2)
    disposable?.dispose()
    #expect(!alive.isAlive)
  }

  @Test func releasingADerivedSignalDisposesItsSource() {
    var log: [String] = []
    let producer = SignalProducer<Int, Never> { observer, lifetime in
      log.append("start")
      lifetime.observeEnded {
        log.append("end")
        _ = observer
      }
    }
    var signal: Signal<Int, Never>? = producer.startWithSignal { signal, _ in signal }
    var derived = signal?.map { $0 }
    signal = nil
    #expect(log == ["start"])
    derived = nil
    #expect(log == ["start", "end"])
    _ = derived
  }

  @Test func generatorLifetimeEndsWhenTheSignalIsUnused() {
    var log: [String] = []
    var signal: Signal<Int, Never>? = Signal { observer, lifetime in
      lifetime.observeEnded {
        log.append("end")
        _ = observer
      }
    }
    let disposable = signal?.observe { log.append(word($0)) }
    signal = nil
    #expect(log == [])
    disposable?.dispose()
    #expect(log == ["end"])
  }

  @Test func derivedSignalMayBeReleasedDuringItsEvent() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let alive = Weak()
    var derived: Signal<Int, Never>? = {
      let probe = alive.makeProbe()
      return signal.map { probe.touch($0) }
    }()
    let other = signal.record()
    var log: [Int] = []
    let disposable = SerialDisposable()
    disposable.inner = derived?.observeValues { value in
      derived = nil
      disposable.dispose()
      log.append(value)
    }
    input.send(value: 1)
    #expect(!alive.isAlive)
    input.send(value: 2)
    #expect(log == [1])
    #expect(other.history == "1 2")
  }
}
