import MarbleLanguage
import Reactive

/// Checking the events of operators before `Reactive` drops the invalid ones.
extension RunContext {
  /// Returns the stream with a grammar check for each event of an operator.
  ///
  /// If too many deliveries are nested, the run fails with `overflow`.
  func checked(_ producer: Producer, as name: String, overflow: (() -> Fault)? = nil) -> Producer {
    // Streams of closures can wait in a queue before they are started, so they count from now on.
    let assembled = Kept(Budget.sizeOfOperator, in: budget)
    return producer.lift(
      Operator { [deliveryDepth, assembled, budget] downstream, lifetime in
        withExtendedLifetime(assembled) {}
        budget.keep(Budget.sizeOfStart)
        lifetime.observeEnded { budget.keep(-Budget.sizeOfStart) }
        let senderState = SenderState(name, deliveryDepth, overflow)
        return Observer(
          value: { value in senderState.value(value) { downstream.send(value: value) } },
          ended: { end in
            senderState.end(end)
            downstream.send(end: end)
          })
      })
  }

  /// Returns the stream whose values wait until `expand` calls its closure for them, and count as held until then.
  func queueing(_ producer: Producer) -> Producer {
    producer.map { [budget] value in
      budget.keep(Budget.sizeOfOperator)
      return value
    }
  }
}
