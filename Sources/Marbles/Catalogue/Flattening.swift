import Reactive

extension Catalogue {
  static let flattening = [
    CatalogueEntry(
      "flatten", .flatten,
      aliases: [
        .init("mergeAll", .strategy("merge")), .init("concatAll", .strategy("concat")),
        .init("switchAll", .strategy("latest")), .init("switchLatest", .strategy("latest")),
        .init("switchToLatest", .strategy("latest")), .init("exhaustAll", .strategy("throttle")),
      ],
      summary: "Makes one stream of a stream of streams.",
      text: """
        `.merge` runs all inner streams at once, `.concat` one after the other, `.latest` only the newest, \
        `.concurrent(limit: n)` n at a time, `.race` all until one has sent something, `.throttle` one, and drops those \
        that come meanwhile. A marble whose name is a stream's stands for that stream. It completes \
        when its source and every inner stream have completed, and fails as soon as one fails.
        """,
      example: """
        x = cold --1---2|
        y = cold -3-4|
        s = x--y-|
        s.flatten(.merge)  == --1-3-(24)|
        s.flatten(.concat) == --1---2-3-4|
        s.flatten(.latest) == --1-3-4|
        s.flatten(.race)   == --1---2|
        """,
      forms: [
        Form(.source, .strategy) { call, source, strategy in
          call.stage.expectsNamedStreams()
          return source.flatMap(strategy) { call.innerStream($0) }
        }
      ]),
    CatalogueEntry(
      "flatMap", .flatten,
      aliases: [
        .init("mergeMap", .strategy("merge")), .init("concatMap", .strategy("concat")),
        .init("switchMap", .strategy("latest")), .init("flatMapLatest", .strategy("latest")),
        .init("exhaustMap", .strategy("throttle")), .init("flatMapFirst", .strategy("throttle")),
      ],
      summary: "Makes a stream of each value, and one stream of those.",
      text: "The closure's result may be a stream's name, an expression, or a timeline in quotes. Else as `flatten`.",
      example: """
        a = 1-----2-----|
        a.flatMap(.concat) { "\\($0)-\\($0)|" } == 1-1---2-2---|
        """,
      forms: [
        Form(.source, .strategy, .streamMaker) { _, source, strategy, make in source.flatMap(strategy, make) }
      ]),
  ]
}
