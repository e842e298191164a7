import Reactive

extension Catalogue {
  static let effects = [
    CatalogueEntry(
      "on", .share, aliases: [.init("tap"), .init("do"), .init("doOn"), .init("handleEvents")],
      summary: "Calls its closure with each value, and sends on what its source sends.",
      text:
        "What the closure makes is dropped, so that here only its mistakes and what it throws are seen. It ends as its source ends.",
      example: """
        a = --1--2--|
        a.on { $0 * 2 } == --1--2--|
        """,
      forms: [Form(.source, .transform) { _, source, effect in source.on(value: { _ = effect($0) }) }]),
    CatalogueEntry(
      "log", .share, aliases: [.init("logEvents"), .init("debug"), .init("lane")],
      summary: "Draws what comes by as a lane of its own, and sends it on.",
      text: "Where its source is started several times, the lane has what came of all starts.",
      example: """
        a = --1--2--|
        a.map { $0 * 10 }.log("tens").map { $0 + 1 } == --[11]--[21]--|
        """,
      forms: [
        Form(.source) { call, source in call.stage.logged(source, as: "log") },
        Form(.source, .name("name")) { call, source, name in call.stage.logged(source, as: name) },
      ]),
  ]
}
