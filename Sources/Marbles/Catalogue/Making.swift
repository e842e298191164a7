import Reactive

extension Catalogue {
  static let making = [
    CatalogueEntry(
      "just", .make, aliases: [.init("of")],
      summary: "Sends one value and completes.",
      text: "Both happen at once, on the tick of the start. `values` sends several.",
      example: "just(1) == (1|)",
      forms: [Form(.value("value"), sends: \.anything) { call, value in call.stage.counted(Producer(value: value)) }]),
    CatalogueEntry(
      "values", .make, aliases: [.init("from")],
      summary: "Sends some values and completes.",
      text: "All of it happens at once, on the tick of the start.",
      example: "values(1, 2, 3) == (123|)",
      forms: [Form(.values("value"), sends: \.anything) { call, values in call.stage.counted(Producer(values)) }]),
    CatalogueEntry(
      "range", .make,
      summary: "Sends the whole numbers from the first to the last and completes.",
      text:
        "All of it happens at once, on the tick of the start. Where the last is less than the first, nothing is sent.",
      example: "range(1, 3) == (123|)",
      forms: [
        Form(.integer("first"), .integer("last"), sends: { _ in .integer }) { call, first, last in
          first > last
            ? call.stage.counted(.empty)
            : call.stage.counted(Producer((first...last).lazy.map { .integer($0) }))
        }
      ]),
    CatalogueEntry(
      "empty", .make,
      summary: "Completes at once.",
      text: "It sends no value.",
      example: "empty() == |",
      forms: [Form(sends: { _ in .none }) { call in call.stage.counted(.empty) }]),
    CatalogueEntry(
      "never", .make,
      summary: "Sends nothing and never ends.",
      text: "It goes on until its observer is disposed.",
      example: "never() == -",
      forms: [Form(sends: { _ in .none }) { call in call.stage.counted(.never) }]),
    CatalogueEntry(
      "fail", .make, aliases: [.init("throwError")],
      summary: "Fails at once.",
      text: "Without a message the error is the one that `#` stands for.",
      example: """
        fail()       == #
        fail("Boom") == #[Boom]
        """,
      forms: [
        Form(.message("message"), sends: { _ in .none }) { call, failure in call.stage.counted(Producer(error: failure))
        }
      ]),
    CatalogueEntry(
      "cold", .make,
      summary: "Plays a timeline from its beginning for each observer.",
      text: "The timeline stands in quotes. Wherever a stream belongs, the quotes alone do the same.",
      example: "concat(cold(\"-1|\"), \"-2|\") == -1-2|",
      forms: [Form(.stream("timeline"), sends: \.anything) { _, producer in producer }]),
    CatalogueEntry(
      "deferred", .make, aliases: [.init("defer")],
      summary: "Asks its closure for a stream, each time it is started.",
      text: "Nothing is made before anyone observes.",
      example: "deferred { just(1) } == (1|)",
      forms: [Form(.deferredStream, sends: \.result) { _, make in .deferred(make) }]),
  ]
}
