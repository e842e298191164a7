import MarbleLanguage
import Reactive

/// What operators send is looked at, before the core's own guard drops what may not come.
extension Stage {
  /// The same stream, with every event that an operator sends judged, as long as not too many of them are under way one
  /// inside the other, which is told by `mistake`.
  func judged(_ producer: Producer, as name: String, mistake: Fault? = nil) -> Producer {
    producer.lift(
      Operator { [judge, scheduler, underWay, weak self] downstream, _ in
        let conduct = Conduct()
        return Observer(
          value: { value in
            guard underWay.count < Self.mostUnderWay else {
              if let mistake { self?.fail(mistake.on(Occasion(tick: scheduler.currentTick, values: []))) }
              return
            }
            underWay.count += 1
            defer { underWay.count -= 1 }
            if conduct.grammar.end != nil {
              judge.judge(.value(value), by: .operator(name), at: scheduler.currentTick, with: &conduct.grammar)
            }
            downstream.send(value: value)
          },
          ended: { end in
            judge.judge(Event(end), by: .operator(name), at: scheduler.currentTick, with: &conduct.grammar)
            downstream.send(end: end)
          })
      })
  }

  /// How many values operators are handing on, one inside the other.
  final class UnderWay {
    @exclusivity(unchecked) var count = 0
  }

  /// How many of them the stack is sure to hold.
  private static let mostUnderWay = 500
}
