import Reactive

extension Catalogue {
  static let timing = [
    CatalogueEntry(
      "delay", .time,
      summary: "Sends every value and the completion some time later.",
      text: "A failure or an interruption is sent at once; values that wait are lost then.",
      example: """
        a = -1-2--|
        a.delay(2) == ---1-2--|
        """,
      forms: [
        Form(.source, .time("time")) { call, source, time in source.delay(time, on: call.stage.scheduler) }
      ]),
    CatalogueEntry(
      "debounce", .time, aliases: [.init("debounceTime", [.keepsWaiting])],
      summary: "Sends a value once no other has come for some time.",
      text: """
        A completion is sent at once, and the value that waits is dropped; with `discardWhenCompleted: false` it is \
        sent when it is due, and the completion right after it. `debounceTime` sends it when it is due.
        """,
      example: """
        a = -a-bc-----d-|
        a.debounce(2)                              == ------c-----|
        a.debounce(2, discardWhenCompleted: false) == ------c-----(d|)
        """,
      forms: [
        Form(
          .source, .time("time"),
          .boolean("discardWhenCompleted", label: "discardWhenCompleted", default: true)
        ) { call, source, time, discards in
          source.debounce(time, on: call.stage.scheduler, discardWhenCompleted: discards)
        }
      ]),
  ]
}

extension Argument {
  /// What waits is sent: `discardWhenCompleted: false`.
  fileprivate static let keepsWaiting = Argument(
    label: Name(text: "discardWhenCompleted", span: 0..<0), value: Expression(.boolean(false), span: 0..<0))
}
