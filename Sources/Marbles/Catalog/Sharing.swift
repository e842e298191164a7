import MarbleLanguage
import Reactive

extension Catalog {
  static let sharing = [
    CatalogEntry(
      "repeat", .share,
      summary: "Starts its source again each time it completes, for ever or a number of times in all.",
      text: "Of 0 times comes nothing but the completion.",
      terminationRules: [
        .of("source", completed: .does("starts the source again; passes after the last time"))
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
      summary: "Starts its source once for all who observe it at the same time.",
      text: """
        With `replay:` those who come later are told the last values first. The source is let go when the last observer has \
        gone, or when it has ended; the next observer starts it afresh.
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
        .init("shareReplay", of: [.rxJS], note: "After a failure RxJS's starts its source again for the next observer.")
      ],
      summary: "Starts its source once, and tells each later observer the last values first.",
      text: """
        The source is started by the first observer. After its end an observer gets the last values and the end. One \
        observer's disposal does not stop the source. Without a number, all values are kept.
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
