import Reactive
import Testing

/// Functions of signals, applied to producers.
@Suite(.noLeaks)
struct LiftingTests {
  private typealias Numbers = SignalProducer<Int, Boom>

  @Test func `every event passes`() {
    let producers = [
      (Numbers([1, 2]), "10 20 |"), (Numbers([1]).concat(Numbers(error: Boom())), "10 X"), (.empty, "|"),
      (Numbers { observer, _ in observer.sendInterrupted() }, "!"),
    ]
    for (producer, expected) in producers {
      #expect(producer.lift { signal in signal.map { $0 * 10 } }.history == expected)
    }
  }

  @Test func `the function is called for each start`() {
    var calls = 0
    let sums = Numbers([1, 2]).lift { signal in
      calls += 1
      return signal.scan(0, +)
    }
    #expect(calls == 0)
    #expect(sums.history == "1 3 |")
    #expect(sums.history == "1 3 |")
    #expect(calls == 2)
  }

  @Test func `a result that ends or is disposed disposes the start`() {
    var log: [String] = []
    let recorder = Recorder<Int, Boom>()
    var input: Numbers.Observer?
    let producer = Numbers { observer, lifetime in
      input = observer
      lifetime.observeEnded { log.append("ended") }
    }
    producer.lift { $0.take(first: 1) }.start(recorder.observer)
    input?.send(value: 1)
    #expect(recorder.history == "1 |")
    #expect(log == ["ended"])

    let other = Recorder<Int, Boom>()
    let disposable = producer.lift { signal in signal.map { $0 } }.start(other.observer)
    input?.send(value: 1)
    disposable.dispose()
    input?.send(value: 2)
    #expect(other.history == "1 !")
    #expect(log == ["ended", "ended"])
  }

  @Test func `the argument starts before the receiver`() {
    var log: [String] = []
    func logged(_ name: String, _ values: [Int]) -> Numbers {
      .deferred {
        log.append(name)
        return Numbers(values)
      }
    }
    let sums = logged("receiver", [1, 2]).lift { first in { second in first.zip(with: second).map { $0 + $1 } } }
    #expect(sums(logged("argument", [10, 20])).history == "11 22 |")
    #expect(log == ["argument", "receiver"])
  }
}
