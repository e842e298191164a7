import Testing

@testable import Reactive

/// What the relay does between the moment when a thread has left a value and the moment when it comes to deliver it.
@Suite(.noLeaks)
struct RelayTests {
  private typealias Relay = _Relay<_LatestValue<Int>, Never>

  /// A relay in whose backlog another thread has left the value 1, which it has not come to deliver yet.
  private func waiting() -> (relay: Relay, producer: SignalProducer<Int, Never>) {
    let relay = Relay(_SignalCore<Int, Never>(domain: _SerialDomain(), isDerived: false), _LatestValue(0))
    relay._locked {
      _ = relay._buffer._store(1)
      relay._wait(.value(1))
    }
    return (relay, ._beginning { downstream, run in relay._begin(downstream, run) })
  }

  @Test func `a value does not overtake one that waits`() {
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

  @Test func `a value from inside the domain does not overtake one that waits`() {
    let (relay, _) = waiting()
    let recorder = Recorder<Int, Never>()
    _ = relay._core._observe(recorder.observer)
    relay._core._domain._perform {
      relay._receive(2)
      #expect(recorder.history == "1 2")
      relay._receiveEnd(.completed)
    }
    relay._deliverLater()
    #expect(recorder.history == "1 2 |")
  }

  @Test func `a start is told the newest value at once, and what waited not again`() {
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

  /// The last one has been counted out, but its thread has not come to dispose the connection yet.
  @Test func `one who comes while the last one leaves gets another connection`() {
    let connecting = _Connections(SignalProducer<Int, Never>.never, 0)
    let first = connecting._connection(isCounted: true)
    #expect(connecting._connection(isCounted: true) === first)
    #expect(!connecting._isAbandoned(byOneLeaving: first))
    #expect(connecting._connection() === first)
    #expect(connecting._isAbandoned(byOneLeaving: first))
    #expect(connecting._connection(isCounted: true) !== first)
  }
}
