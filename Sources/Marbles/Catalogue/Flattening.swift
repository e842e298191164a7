import Reactive

extension Catalogue {
  static let flattening = [
    CatalogueEntry(
      "flatten", .flatten,
      aliases: [
        .init("mergeAll", .strategy("merge")), .init("concatAll", .strategy("concat")),
        .init("switchAll", .strategy("latest")), .init("switchLatest", .strategy("latest")),
        .init("switchToLatest", .strategy("latest")), .init("exhaustAll", .strategy("throttle")),
        .init("exhaust", .strategy("throttle")),
      ],
      summary: "Makes one stream of a stream of streams, or of arrays.",
      text: """
        `.merge` runs all inner streams at once, `.concat` one after the other, `.latest` only the newest, \
        `.concurrent(limit: n)` n at a time, `.race` all until one has sent something, `.throttle` one, and drops those \
        that come meanwhile. A marble whose name is a stream's stands for that stream. It completes when its source \
        has completed and every inner stream has ended that was started or waits; with `.race`, when the winner has. \
        It fails as soon as one fails. An inner stream that is interrupted counts as completed; \
        an interruption of the source passes. Without a strategy it \
        sends what arrays hold.
        """,
      example: """
        x = cold --1---2|
        y = cold -3-4|
        s = x--y-|
        i = cold -1!
        f = cold -1#
        s.flatten(.merge)                == --1-3-(24)|
        s.flatten(.concat)               == --1---2-3-4|
        s.flatten(.latest)               == --1-3-4|
        s.flatten(.race)                 == --1---2|
        s.flatten(.throttle)             == --1---2|
        s.flatten(.concurrent(limit: 2)) == --1-3-(24)|
        b = -[[1,2]]-[[3]]|
        b.flatten()                      == -(12)-3|
        [i, y].flatten(.concat)          == -1-3-4|
        [f, y].flatten(.concat)          == -1#
        """,
      forms: [
        Form(.source, .strategy, sends: \.inner) { call, source, strategy in
          call.stage.expectsNamedStreams()
          return call.stage.flattened(source, strategy) { call.innerStream($0) }
        },
        Form(.source, sends: { $0.source.contents }) { call, source in source.map { call.elements(of: $0) }.flatten() },
      ]),
    CatalogueEntry(
      "flatMap", .flatten,
      aliases: [
        .init("mergeMap", .strategy("merge")), .init("concatMap", .strategy("concat")),
        .init("switchMap", .strategy("latest")), .init("flatMapLatest", .strategy("latest")),
        .init("exhaustMap", .strategy("throttle")), .init("flatMapFirst", .strategy("throttle")),
        .init("flatMapMerge", .strategy("merge")), .init("flatMapConcat", .strategy("concat")),
        .init("mergeMapTo", label: "to", .strategy("merge")), .init("concatMapTo", label: "to", .strategy("concat")),
        .init("switchMapTo", label: "to", .strategy("latest")),
      ],
      summary: "Makes a stream of each value, and one stream of those.",
      text: """
        The closure's result may be a stream's name, an expression, a timeline in quotes, or an array, which is sent at \
        once. `to:` starts the same stream for each value. Without a strategy it is `.merge`, as in Rx and Combine. \
        Else as `flatten`.
        """,
      example: """
        a = 1-----2-----|
        a.flatMap(.concat) { "\\($0)-\\($0)|" } == 1-1---2-2---|
        a.flatMap { [$0, $0 * 2] }            == (12)-----(24)-----|
        a.flatMap(.latest, to: "x---y---z|")  == x---y-x---y---z|
        """,
      forms: [
        Form(.source, .strategy, .streamMaker, sends: \.result) { call, source, strategy, make in
          call.stage.flattened(source, strategy, make)
        },
        Form(.source, .streamMaker, sends: \.result) { call, source, make in
          call.stage.flattened(source, .merge, make)
        },
        Form(.source, .strategy, .stream("stream", label: "to"), sends: \.other) {
          call, source, strategy, stream in
          call.stage.flattened(source, strategy) { _ in stream }
        },
      ]),
  ]
}

extension Application {
  /// What an array holds; the run is stopped if the value is none.
  fileprivate func elements(of value: Value) -> [Value] {
    guarding([], value) { () throws(Fault) in
      switch value {
      case .array(let items):
        stage.spend(elements: items.count)
        return items
      case .stream, .marble:
        let mistake = ArgumentMistake.missing(label: nil, kind: "a strategy")
        throw evaluator.fault(
          .argument(mistake, operator: call.name.text, signatures: entry.signatures), at: call.name.span)
      default:
        throw evaluator.fault(.wrongKind(expected: "an array", found: value.kindName), at: call.name.span)
      }
    }
  }
}
