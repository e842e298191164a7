import MarbleLanguage
import Reactive

/// What operators send is looked at, before the core's own guard drops what may not come.
extension Stage {
  /// The same stream, with every event that an operator sends judged, as long as not too many of them are under way one
  /// inside the other, which is told by `mistake`.
  func judged(_ producer: Producer, as name: String, mistake: (() -> Fault)? = nil) -> Producer {
    producer.lift(
      Operator { [underWay] downstream, _ in
        let conduct = Conduct(name, underWay, mistake)
        return Observer(
          value: { value in conduct.value(value) { downstream.send(value: value) } },
          ended: { end in
            conduct.end(end)
            downstream.send(end: end)
          })
      })
  }
}
