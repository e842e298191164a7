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
      _ = relay._wait(.value(1))
    }
    return (relay, ._beginning { downstream, run in relay._begin(downstream, run) })
  }

  @Test func `a value does not overtake a waiting one`() {
    let (relay, _) = waiting()
    let recorder = Recorder<Int, Never>()
    _ = relay._core._observe(recorder.observer)
    relay._send(2)
    #expect(relay._value() == 2)
    relay._deliverLater(.begin)
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
    relay._deliverLater(.begin)
    #expect(recorder.history == "1 2 |")
  }

  @Test func `work that arrives before an end runs when the domain is left`() {
    let relay = Relay(_SignalCore<Int, Never>(), _LatestValue(0))
    var hasRun = false
    relay._core._perform {
      relay._core._domain._withUnsafeGuaranteedRef { $0._enqueue { hasRun = true } }
      relay._receiveEnd(.completed)
      #expect(!hasRun)
    }
    #expect(hasRun)
  }

  @Test func `a new observer receives the newest value immediately and no waiting value twice`() {
    let (relay, producer) = waiting()
    let recorder = Recorder<Int, Never>()
    producer.start(recorder.observer)
    #expect(recorder.history == "1")
    relay._deliverLater(.begin)
    relay._send(2)
    #expect(recorder.history == "1 2")
    relay._end(.completed)
    #expect(recorder.history == "1 2 |")
    #expect(producer.history == "2 |")
  }

  #if DEBUG
    /// A thread that has delivered one event of others offers the domain.
    ///
    /// The next sender takes it, although it does not add work to the domain, because deliveries wait.
    @Test func `a sender that adds to the backlog delivers it if the domain is offered`() {
      let property = MutableProperty(0)
      let recorder = Recorder<Int, Never>()
      property.signal.observe(recorder.observer)
      property.signal.observeValues { [weak property] in if $0 == 1 { for value in 2...4 { property?.value = value } } }
      nonisolated(unsafe) var atOffer: [String] = []
      let sendAtOffer = { @Sendable (step: _DomainStep) in
        guard step == .withdraw, atOffer.isEmpty else { return }
        atOffer.append(recorder.history)
        property.value = 5
        atOffer.append(recorder.history)
      }
      _SerialDomain.$patience.withValue(1) {
        _DomainStep.$observer.withValue(sendAtOffer) { property.value = 1 }
      }
      #expect(atOffer == ["1 2", "1 2 3 4 5"])
      #expect(recorder.history == "1 2 3 4 5")
    }
  #endif

  @Test func `an observer that is added while values wait is added before the next of them`() {
    let property = MutableProperty(0)
    let (first, second) = (Recorder<Int, Never>(), Recorder<Int, Never>())
    property.signal.observe(first.observer)
    property.signal.observeValues { [weak property] in
      if $0 == 1 { for value in 2...3 { property?.value = value } }
      if $0 == 2 { property?.signal.observe(second.observer) }
    }
    property.value = 1
    #expect(first.history == "1 2 3")
    #expect(second.history == "3")
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
