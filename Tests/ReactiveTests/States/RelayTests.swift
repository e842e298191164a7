import Testing

@testable import Reactive

/// The state of the relay between storing a value on one thread and delivering it.
@Suite(.noLeaks)
struct RelayTests {
  private typealias Relay = _Relay<_LatestValue<Int>, Never>

  /// Returns a relay whose queue contains the value 1, stored by another thread that has not delivered it yet.
  private func waiting() -> (relay: Relay, producer: SignalProducer<Int, Never>) {
    let relay = Relay(_SignalCore<Int, Never>(), _LatestValue(0))
    relay._locked {
      _ = relay._buffer._store(1)
      relay._wait(.value(1))
    }
    return (relay, ._beginning { downstream, run in relay._begin(downstream, run) })
  }

  @Test func `a value does not overtake a waiting one`() {
    let (relay, _) = waiting()
    let recorder = Recorder<Int, Never>()
    _ = relay._core._observe(recorder.observer)
    relay._send(2)
    #expect(relay._value() == 2)
    relay._deliverLater()
    #expect(recorder.history == "1 2")
    relay._end(.completed)
    #expect(recorder.history == "1 2 |")
  }

  @Test func `a value sent inside the domain does not overtake a waiting one`() {
    let (relay, _) = waiting()
    let recorder = Recorder<Int, Never>()
    _ = relay._core._observe(recorder.observer)
    relay._core._perform {
      relay._receive(2)
      #expect(recorder.history == "1 2")
      relay._receiveEnd(.completed)
    }
    relay._deliverLater()
    #expect(recorder.history == "1 2 |")
  }

  @Test func `a new observer receives the newest value immediately and no waiting value twice`() {
    let (relay, producer) = waiting()
    let recorder = Recorder<Int, Never>()
    producer.start(recorder.observer)
    #expect(recorder.history == "1")
    relay._deliverLater()
    relay._send(2)
    #expect(recorder.history == "1 2")
    relay._end(.completed)
    #expect(recorder.history == "1 2 |")
    #expect(producer.history == "2 |")
  }

  /// The last subscriber was removed from the count, but its thread has not disposed the connection yet.
  @Test func `a new subscriber gets another connection while the last one leaves`() {
    let connecting = _Connections(SignalProducer<Int, Never>.never, 0, _ResetRules(completed: true))
    let first = connecting._connection(for: .counted)
    #expect(connecting._connection(for: .counted) === first)
    #expect(!connecting._isAbandoned(byOneLeaving: first))
    #expect(connecting._connection() === first)
    #expect(connecting._isAbandoned(byOneLeaving: first))
    #expect(connecting._connection(for: .counted) !== first)
  }
}
