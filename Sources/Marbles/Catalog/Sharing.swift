import MarbleLanguage
import Reactive

extension Catalog {
  static let sharing = [
    CatalogEntry(
      "repeat", .share,
      summary: "Starts the source again each time it completes.",
      text: """
        With a count, it starts the source this number of times in total. If the count is 0, it completes \
        immediately. Without a count, it repeats forever.
        """,
      terminationRules: [
        .of("source", completed: .does("starts the source again; after the last time, is sent immediately"))
      ],
      related: ["retry", "concat"],
      example: """
        a = cold -1-2|
        f = cold -1#
        a.repeat(2) == -1-2-1-2|
        a.repeat()  == {-1-2}*
        f.repeat()  == -1#
        """,
      overloads: [
        Overload(.source) { call, source in
          call.runContext.expectsNoEnd()
          return source.repeat()
        },
        Overload(.source, .count("count")) { _, source, count in source.repeat(count) },
      ]),
    CatalogEntry(
      "share", .share,
      summary: "Starts the source once for all simultaneous observers.",
      text: """
        With `replay:`, an observer that is added later receives the last values first, also after the source has \
        completed. The source is unsubscribed with the last observer. The next observer starts it again. It also \
        starts it again after a failure and, without `replay:`, after a completion.
        """,
      related: ["replayLazily", "cold", "merge"],
      example: """
        a = cold --1--2--|
        b = a.share(replay: 1)
        merge(b, b) == --(11)--(22)--|
        a.share()   == --1--2--|
        """,
      overloads: [
        Overload(.source) { _, source in source.share() },
        Overload(.source, .count("count", label: "replay").orLabeled("limit")) { call, source, count in
          call.runContext.held(source) { $0.share(replay: count) }
        },
      ]),
    CatalogEntry(
      "replayLazily", .share,
      aliases: [
        .init(
          "shareReplay", of: [.rxJS, .reactiveKit],
          note: """
            After a failure, RxJS starts the source again for the next observer. ReactiveKit unsubscribes from the \
            source with the last observer.
            """),
        .init(
          "replay", of: [.reactiveKit, .reactiveCocoa],
          note: "ReactiveCocoa starts the source immediately. ReactiveKit starts it when `connect` is called."),
        .init(
          "replayLast", of: [.reactiveCocoa], .integer(label: "upTo", 1),
          note: "ReactiveCocoa starts the source immediately."),
      ],
      summary: "Starts the source once, and sends the last values to each later observer first.",
      text: """
        The first observer starts the source. It continues even if observers unsubscribe. After its end, a new \
        observer receives the last values and the terminal event. Without a number, all values are stored.
        """,
      related: ["share", "cold"],
      example: """
        a = cold --1--2--3--|
        b = a.replayLazily(upTo: 1)
        c = a.replayLazily()
        t = -------|
        merge(b, t.then(b)) == --1--2-2(33)--|
        merge(c, t.then(c)) == --1--2-(12)(33)--|
        a.replayLazily()    == --1--2--3--|
        """,
      overloads: [
        Overload(.source, .count("count", label: "upTo").orLabeled("limit")) { call, source, count in
          call.runContext.held(source) { $0.replayLazily(upTo: count) }
        },
        Overload(.source) { call, source in call.runContext.held(source) { $0.replayLazily(upTo: .max) } },
      ]),
  ]
}
