import Reactive

extension Catalogue {
  static let filtering = [
    CatalogueEntry(
      "filter", .filter,
      summary: "Sends the values to which the closure says true.",
      text: "It ends as its source ends.",
      example: """
        a = --1--2--3--4--|
        a.filter { $0 % 2 == 0 } == -----2-----4--|
        """,
      forms: [Form(.source, .predicate) { _, source, isIncluded in source.filter(isIncluded) }]),
    CatalogueEntry(
      "take", .filter,
      summary: "Sends the first values, or those before a trigger or within some time, and completes.",
      text: """
        `first:` completes together with the last value it sends; of 0 values it completes at once. `until:` completes \
        when the trigger sends a value or completes, fails when the trigger fails, and goes on when it is interrupted. \
        `for:` completes when that time has passed since the start.
        """,
      example: """
        a = --1--2--3--4--|
        t = -------x|
        a.take(first: 2) == --1--(2|)
        a.take(until: t) == --1--2-|
        a.take(for: 6)   == --1--2|
        """,
      forms: [
        Form(.source, .count("count", label: "first")) { _, source, count in source.take(first: count) },
        Form(.source, .stream("trigger", label: "until")) { _, source, trigger in source.take(until: trigger) },
        Form(.source, .time("time", label: "for")) { call, source, time in
          source.take(for: time, on: call.stage.scheduler)
        },
      ]),
  ]
}
