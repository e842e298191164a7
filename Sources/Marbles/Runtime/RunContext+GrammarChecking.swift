import MarbleLanguage
import Reactive

/// What operators send is looked at, before the core's own guard drops what may not come.
extension RunContext {
  /// The same stream, with every event that an operator sends judged, as long as not too many of them are under way one
  /// inside the other, which is told by `overflow`.
  func checked(_ producer: Producer, as name: String, overflow: (() -> Fault)? = nil) -> Producer {
    producer.lift(
      Operator { [deliveryDepth] downstream, _ in
        let senderState = SenderState(name, deliveryDepth, overflow)
        return Observer(
          value: { value in senderState.value(value) { downstream.send(value: value) } },
          ended: { end in
            senderState.end(end)
            downstream.send(end: end)
          })
      })
  }
}
