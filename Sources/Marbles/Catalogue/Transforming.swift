import Reactive

extension Catalogue {
  static let transforming = [
    CatalogueEntry(
      "map", .transform,
      summary: "Sends what the closure makes of each value.",
      text: "It ends as its source ends.",
      example: """
        a = --1--2--|
        a.map { $0 * 10 } == --[10]--[20]--|
        """,
      forms: [Form(.source, .transform) { _, source, transform in source.map(transform) }]),
    CatalogueEntry(
      "compactMap", .transform,
      summary: "Sends what the closure makes of each value, where that is not nil.",
      text: "It ends as its source ends.",
      example: """
        a = --1--x--3--|
        a.compactMap { Int("\\($0)") } == --1-----3--|
        """,
      forms: [
        Form(.source, .transform) { _, source, transform in
          source.compactMap { value in
            let result = transform(value)
            return result == .null ? nil : result
          }
        }
      ]),
    CatalogueEntry(
      "scan", .transform,
      summary: "Sends each state that the closure makes of the one before and a value.",
      text: "The initial state is not sent. It ends as its source ends.",
      example: """
        a = --1--2--3--|
        a.scan(0) { $0 + $1 } == --1--3--6--|
        """,
      forms: [
        Form(.source, .value("initial"), .combine) { _, source, initial, next in source.scan(initial, next) }
      ]),
    CatalogueEntry(
      "reduce", .transform, aliases: [.init("aggregate")],
      summary: "Sends the last state that the closure made, when its source completes.",
      text: "Where no value came, the initial state is sent. A failure or an interruption passes, without a state.",
      example: """
        a = --1--2--3--|
        a.reduce(0) { $0 + $1 } == -----------(6|)
        """,
      forms: [
        Form(.source, .value("initial"), .combine) { _, source, initial, next in source.reduce(initial, next) }
      ]),
    CatalogueEntry(
      "collect", .transform, aliases: [.init("toArray"), .init("bufferCount")],
      summary: "Sends all values as one array when its source completes, or arrays of a given length or time.",
      text: """
        Without values the array is empty. With a length, what is left over is sent on completion. With `every:` an \
        array is sent after each such time, an empty one too unless `skipEmpty: true`; a completion is sent at once, \
        and what was collected is dropped, or with `discardWhenCompleted: false` both are sent when it is time. A \
        failure or an interruption drops what was collected.
        """,
      example: """
        a = --1--2--3--|
        a.collect()         == -----------([[1,2,3]]|)
        a.collect(count: 2) == -----[[1,2]]-----([[3]]|)
        a.collect(every: 6) == ------[[1,2]]----|
        """,
      forms: [
        Form(.source) { _, source in source.collect().map { .array($0) } },
        Form(.source, .count("count", label: "count", atLeast: 1)) { _, source, count in
          source.collect(count: count).map { .array($0) }
        },
        Form(
          .source, .time("time", label: "every", atLeast: 1), .boolean("skipEmpty", label: "skipEmpty", default: false),
          .boolean("discardWhenCompleted", label: "discardWhenCompleted", default: true)
        ) { call, source, time, skips, discards in
          call.stage.expectsNoEnd()
          return source.collect(
            every: time, on: call.stage.scheduler, skipEmpty: skips, discardWhenCompleted: discards
          ).map { .array($0) }
        },
      ]),
    CatalogueEntry(
      "mapError", .transform,
      summary: "Sends what its source sends; a failure becomes what the closure makes of its message.",
      text: "Values, a completion and an interruption pass.",
      example: """
        a = --1--#[out]
        a.mapError { $0 + " of stuff" } == --1--#[out of stuff]
        """,
      forms: [Form(.source, .errorTransform) { _, source, transform in source.mapError(transform) }]),
  ]
}
