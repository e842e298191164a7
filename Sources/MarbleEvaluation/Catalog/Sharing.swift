import MarbleLanguage
import Reactive

extension Catalog {
  static let sharing: [CatalogEntry] = [
    CatalogEntry(
      "repeat", .share, aliases: [.init("repeatWhen", of: [.rxJS], label: "when")],
      forms: [
        "repeat(_:delay:)":
          "@.repeat(when: { $0.take(while: { $0 < # }).delay(until: { timer(after: &) }) })",
        "repeat(count:delay:)":
          "@.repeat(when: { $0.take(while: { $0 < # }).delay(until: { timer(after: &) }) })",
      ],
      summary: "Starts the source again each time it completes.",
      text: """
        With a count, it starts the source this number of times in total. If the count is 0, it completes \
        immediately. Without a count, it repeats forever. The closure of `when:` takes a stream that sends the number \
        of completions after each completion. It is called at the first completion, and each value of the stream \
        that it returns starts the source again.
        """,
      terminationRules: [
        .of("source", completed: .does("starts the source again", except: "after the last time, is sent immediately")),
        .of("source", label: "when", completed: .does("is sent to the stream that the closure returns, as a number")),
        .ofInnerStreams(
          completed: .does("completes the result, after the source if it is active"),
          interrupted: .countsAsCompleted),
      ],
      reasons: [
        .endHandled("a = cold -1|; why not | in a.repeat()")
      ],
      related: ["retry", "concat"],
      example: """
        a = cold -1-2|
        f = cold -1#
        t = -------x-|
        a.repeat(2) == -1-2-1-2|
        a.repeat()  == {-1-2}*
        f.repeat()  == -1#
        a.repeat(when: { $0.delay(2).take(first: 1) }) == -1-2---1-2|
        a.repeat(when: { t }) == -1-2----1-2|
        """,
      overloads: [
        Overload(.repeats, .source) { call, source in
          call.runContext.expectsNoEnd()
          return call.runContext.restartable(source).repeat()
        },
        Overload(.repeats, .source, .count("count")) {
          call, source, count in call.runContext.restartable(source).repeat(count)
        },
        Overload(.repeatsWhen, .source, .streamTransform(.completions, named: "completions", label: "when")) {
          call, source, trigger in
          call.runContext.expectsNoEnd()
          return call.runContext.restartable(source).repeat(when: { trigger($0.map { .integer($0) }.promoteError()) })
        },
      ]),
    CatalogEntry(
      "share", .share,
      forms: [
        "shareIn(0)": "@.share()", "shareIn(1)": "@.share(replay: #)", "publish()": "@.share()",
        "publishReplay(1)": "@.share(replay: #, resetWhenFailed: false)",
        "share(replay:scope:.whileConnected)": "@.share(replay: #)",
        "shareReplay(_:refCount:true)": "@.share(replay: #)",
        "shareReplay(_:refCount:false)": "@.share(replay: #, resetWhenUnobserved: false)",
        "shareReplay(bufferSize:refCount:true)": "@.share(replay: #)",
        "shareReplay(bufferSize:refCount:false)": "@.share(replay: #, resetWhenUnobserved: false)",
      ],
      summary: "Starts the source once for all simultaneous observers.",
      text: """
        When the last observer unsubscribes, the source is unsubscribed, and the next observer starts it again. So does \
        an observer after a failure or a completion. `resetWhenUnobserved: false`, `resetWhenFailed: false` and \
        `resetWhenCompleted: false` prevent one of these. With `replay:`, a later observer receives the last values \
        first, and `resetWhenCompleted:` is `false` unless you set it.
        """,
      related: ["multicast", "replayLazily", "cold", "merge"],
      example: """
        a = cold --1--2--|
        f = cold --1-#
        t = -----------|
        b = a.share(replay: 1)
        c = a.share(resetWhenCompleted: false)
        d = f.share(replay: 1, resetWhenFailed: false)
        merge(b, b)                  == --(11)--(22)--|
        a.share()                    == --1--2--|
        a.share(replay: 1)           == --1--2--|
        c.concat(c)                  == --1--2--|
        d.flatMapError { t.then(d) } == --1--------(1#)
        """,
      overloads: [
        Overload(.shares, .source, .resetWhenCompleted(default: true), .resetWhenFailed, .resetWhenUnobserved) {
          _, source, completed, failed, unobserved in
          source.share(resetWhenCompleted: completed, resetWhenFailed: failed, resetWhenUnobserved: unobserved)
        },
        Overload(
          .shares, .source, .count("count", label: "replay").orLabeled("limit"), .resetWhenCompleted(default: false),
          .resetWhenFailed, .resetWhenUnobserved
        ) { call, source, count, completed, failed, unobserved in
          call.runContext.held(source) {
            $0.share(
              replay: count, resetWhenCompleted: completed, resetWhenFailed: failed, resetWhenUnobserved: unobserved)
          }
        },
      ]),
    CatalogEntry(
      "multicast", .share,
      aliases: [.init("publish", of: [.rxJS]), .init("connect", of: [.rxJS])], forms: ["connect()": "@"],
      summary: "Starts the source once for the stream that the closure returns.",
      text: """
        The closure takes the source as a stream, and may use it several times. Its stream is started first, then the \
        source. With `replay:`, an observer that is added later receives the last values first. When the stream of \
        the closure ends, the source is unsubscribed. The `publish` of RxSwift, which waits for `connect`, has no \
        counterpart.
        """,
      terminationRules: [
        .of(
          "source", completed: .does("is sent to the stream of the closure"),
          otherwise: .does("is sent to the stream of the closure")),
        .ofInnerStreams(),
      ],
      reasons: [
        .passes("a = cold -1|; why not 2 in a.multicast { $0 }")
      ],
      related: ["share", "replayLazily", "merge", "zip"],
      example: """
        a = cold -x-y-z|
        b = cold -1--2|
        a.multicast { merge($0, $0.delay(1)) }               == -xxyyzz|
        a.multicast { zip($0, $0.skip(first: 1)) }           == ---[x,y]-[y,z]|
        a.multicast { $0.take(first: 1).then(b) }            == --1--2|
        a.multicast(replay: 1) { s in s.take(1).concat(s) } == -(xx)-y-z|
        """,
      overloads: [
        Overload(.multicasts, .source, .streamTransform(.shared, named: "shared"), sends: \.result) {
          _, source, transform in
          source.multicast(transform)
        },
        Overload(
          .multicasts, .source, .count("count", label: "replay"), .streamTransform(.shared, named: "shared"),
          sends: \.result
        ) { _, source, count, transform in source.multicast(replay: count, transform) },
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
      forms: [
        "cache": "@.replayLazily()", "ReplaySubject": "\"--1--|\".replayLazily(upTo: #)",
        "share(replay:scope:.forever)": "@.replayLazily(upTo: #)",
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
        Overload(.replaysForever, .source, .count("count", label: "upTo").orLabeled("limit")) { call, source, count in
          call.runContext.held(source) { $0.replayLazily(upTo: count) }
        },
        Overload(.replaysForever, .source) { call, source in
          call.runContext.held(source) { $0.replayLazily(upTo: .max) }
        },
      ]),
  ]
}

extension Parameter where Argument == Bool {
  fileprivate static func resetWhenCompleted(default standard: Bool) -> Parameter {
    boolean("resetWhenCompleted", label: "resetWhenCompleted", default: standard, requiresLabel: true)
      .orLabeled("resetOnComplete")
  }

  fileprivate static var resetWhenFailed: Parameter {
    boolean("resetWhenFailed", label: "resetWhenFailed", default: true, requiresLabel: true).orLabeled("resetOnError")
  }

  fileprivate static var resetWhenUnobserved: Parameter {
    boolean("resetWhenUnobserved", label: "resetWhenUnobserved", default: true, requiresLabel: true)
      .orLabeled("resetOnRefCountZero")
  }
}
