import Reactive

extension Catalogue {
  static let filtering = [
    CatalogueEntry(
      "filter", .filter, aliases: [.init("tryFilter")],
      summary: "Sends the values to which the closure says true.",
      text: "It ends as its source ends.",
      example: """
        a = --1--2--3--4--|
        a.filter { $0 % 2 == 0 } == -----2-----4--|
        """,
      forms: [Form(.source, .predicate) { _, source, isIncluded in source.filter(isIncluded) }]),
    CatalogueEntry(
      "take", .filter,
      aliases: [
        .init("takeLast", label: "last"), .init("suffix", label: "last"), .init("takeWhile", label: "while"),
        .init("takeUntil", label: "until", note: "In RxJS and RxSwift it means nothing that the trigger completes."),
      ],
      summary: "Sends values from the beginning to somewhere or for some time, or the last ones, and completes.",
      text: """
        `first:` completes together with the last value it sends; of 0 values it completes at once. `last:` sends its \
        values when its source completes, and nothing when that fails or is interrupted. `while:` completes instead of \
        the first value to which the closure says false. `until:` of a closure sends that value too; of a trigger it \
        completes when the trigger sends a value or completes, fails when the trigger fails, and goes on when it is \
        interrupted. `untilReplacement:` goes on with that stream instead, from its first event on, and not before it \
        when the source completes. `for:` completes when that time has passed since the start. A failure or an \
        interruption passes.
        """,
      example: """
        a = --1--2--3--4--|
        t = -------x|
        f = -1-#
        i = ---!
        a.take(first: 2)            == --1--(2|)
        a.take(last: 2)             == --------------(34|)
        a.take(while: { $0 < 3 })   == --1--2--|
        a.take(until: { $0 < 3 })   == --1--2--(3|)
        a.take(until: t)            == --1--2-|
        a.take(untilReplacement: t) == --1--2-x|
        a.take(for: 6)              == --1--2|
        f.take(last: 2)             == ---#
        a.take(until: f)            == -|
        a.take(until: i)            == --1--2--3--4--|
        """,
      forms: [
        Form(.source, .count("count", label: "first")) { _, source, count in source.take(first: count) },
        Form(.source, .count("count", label: "last").orLabelled("maxLength")) { call, source, count in
          call.stage.held(source) { $0.take(last: count) }
        },
        Form(.source, .predicate(label: "while")) { _, source, holds in source.take(while: holds) },
        Form(.source, .predicate(label: "until")) { _, source, holds in source.take(until: holds) },
        Form(.source, .stream("trigger", label: "until")) { _, source, trigger in source.take(until: trigger) },
        Form(.source, .stream("replacement", label: "untilReplacement"), sends: \.anything) { _, source, replacement in
          source.take(untilReplacement: replacement)
        },
        Form(.source, .time("time", label: "for")) { call, source, time in
          source.take(for: time, on: call.stage.clock)
        },
      ]),
    CatalogueEntry(
      "skip", .filter,
      aliases: [
        .init("skipLast", label: "last"), .init("dropLast", label: "last"), .init("skipWhile", label: "while"),
        .init("skipUntil", label: "until", note: "In RxJS and RxSwift it means nothing that the trigger completes."),
        .init("drop"), .init("tryDrop"),
        .init("dropFirst", readings: [.init(labels: ["first"]), .init(presets: [.integer(label: "first", 1)])]),
      ],
      summary: "Sends the values from somewhere on, or all but the last ones.",
      text: """
        `last:` sends each value when enough others have come after it. `while:` sends from the first value on to \
        which the closure says false. `until:` sends from when its trigger has sent a value or completed, and fails or \
        is interrupted together with a trigger that has not. It ends as its source ends.
        """,
      example: """
        a = --1--2--3--4--|
        t = -------x|
        f = -1-#
        i = ---!
        a.skip(first: 2)          == --------3--4--|
        a.skip(last: 2)           == --------1--2--|
        a.skip(while: { $0 < 3 }) == --------3--4--|
        a.skip(until: t)          == --------3--4--|
        f.skip(last: 1)           == ---#
        a.skip(until: i)          == ---!
        """,
      forms: [
        Form(.source, .count("count", label: "first")) { _, source, count in source.skip(first: count) },
        Form(.source, .count("count", label: "last")) { call, source, count in
          call.stage.held(source) { $0.skip(last: count) }
        },
        Form(.source, .predicate(label: "while")) { _, source, holds in source.skip(while: holds) },
        Form(.source, .stream("trigger", label: "until").orLabelled("untilOutputFrom")) { _, source, trigger in
          source.skip(until: trigger)
        },
      ]),
    CatalogueEntry(
      "skipRepeats", .filter,
      aliases: [.init("distinctUntilChanged"), .init("removeDuplicates"), .init("tryRemoveDuplicates")],
      summary: "Sends the values that are not equal to the one before them.",
      text: """
        With a closure, those to which it does not say true, given the value before and the value. The value before is \
        the last that came, whether or not it was sent. It ends as its source ends.
        """,
      example: """
        a = --1--1--2--2--1--|
        a.skipRepeats()            == --1-----2-----1--|
        a.skipRepeats { $0 >= $1 } == --1-----2--------|
        """,
      forms: [
        Form(.source) { _, source in source.skipRepeats() },
        Form(.source, .relation().orLabelled("by")) { _, source, isEquivalent in source.skipRepeats(isEquivalent) },
      ]),
    CatalogueEntry(
      "uniqueValues", .filter, aliases: [.init("distinct")],
      summary: "Sends each value the first time that it comes.",
      text: """
        With a closure, the values of which it makes what it has not made of any before. All of that is remembered. It \
        ends as its source ends.
        """,
      example: """
        a = --1--2--1--3--2--|
        a.uniqueValues()          == --1--2-----3-----|
        a.uniqueValues { $0 % 2 } == --1--2-----------|
        """,
      forms: [
        Form(.source) { _, source in source.uniqueValues() },
        Form(.source, .transform) { _, source, transform in source.uniqueValues(transform) },
      ]),
    CatalogueEntry(
      "ignoreValues", .filter, aliases: [.init("ignoreElements"), .init("ignoreOutput")],
      summary: "Sends no value, only the end.",
      text: "It ends as its source ends.",
      example: """
        a = --1--2--|
        a.ignoreValues() == --------|
        """,
      forms: [Form(.source) { _, source in source.ignoreValues(as: Value.self) }]),
    CatalogueEntry(
      "element", .filter,
      aliases: [.init("elementAt", label: "at"), .init("output", label: "at", .null(label: "orFail"))],
      summary: "Sends the value at a position, counted from 0, and completes.",
      text: """
        When its source completes before, it fails with `no value`, or with the message given; with `orFail: nil` it \
        completes. A failure or an interruption passes.
        """,
      example: """
        a = --1--2--3--|
        a.element(at: 1)              == -----(2|)
        a.element(at: 3)              == -----------#[no value]
        a.element(at: 3, orFail: nil) == -----------|
        """,
      forms: [
        Form(.source, .count("index", label: "at"), .missing(label: "orFail", default: "no value")) {
          _, source, index, error in source.element(at: index, orFail: error)
        }
      ]),
    CatalogueEntry(
      "first", .filter,
      aliases: [
        .init("tryFirst"),
        .init(
          "find", label: "where", .null(label: "orFail"), note: "RxJS's sends `undefined` where there is no such value."
        ),
      ],
      summary: "Sends the first value, or the first to which the closure says true, and completes.",
      text: """
        When its source completes before, it fails with `no value`, or with the message given; with `orFail: nil` it \
        completes. A failure or an interruption passes.
        """,
      example: """
        a = --1--2--3--|
        f = ---#
        a.first(where: { $0 > 1 })      == -----(2|)
        a.first(where: { $0 > 3 })      == -----------#[no value]
        a.first(orFail: "nothing came") == --(1|)
        f.first()                       == ---#
        """,
      forms: [
        Form(.source, .predicate(label: "where"), .missing(label: "orFail", default: "no value")) {
          _, source, isWanted, error in source.first(where: isWanted, orFail: error)
        },
        Form(.source, .missing(label: "orFail", default: "no value")) {
          _, source, error in source.element(at: 0, orFail: error)
        },
      ]),
    CatalogueEntry(
      "last", .filter, aliases: [.init("tryLast")],
      summary: "Sends the last value, or the last to which the closure says true, when its source completes.",
      text: """
        When there is none, it fails with `no value`, or with the message given; with `orFail: nil` it completes. A \
        failure or an interruption passes, without a value.
        """,
      example: """
        a = --1--2--|
        b = --------|
        f = -1-#
        a.last()                  == --------(2|)
        a.last(where: { $0 < 2 }) == --------(1|)
        b.last()                  == --------#[no value]
        b.last(orFail: nil)       == --------|
        f.last()                  == ---#
        """,
      forms: [
        Form(.source, .predicate(label: "where"), .missing(label: "orFail", default: "no value")) {
          call, source, isWanted, error in call.stage.held(source.filter(isWanted)) { $0.last(orFail: error) }
        },
        Form(.source, .missing(label: "orFail", default: "no value")) {
          call, source, error in call.stage.held(source) { $0.last(orFail: error) }
        },
      ]),
    CatalogueEntry(
      "single", .filter, aliases: [.init("asSingle")],
      summary: "Sends the only value when its source completes.",
      text: """
        When there is none, it fails with `no value`; at the second one it fails with `more than one value`; or with \
        the messages given. With `nil` for one of them it completes instead. A failure or an interruption passes, \
        without a value.
        """,
      example: """
        a = --1-----|
        b = --1--2--|
        f = -1-#
        a.single()               == --------(1|)
        b.single()               == -----#[more than one value]
        b.single(ifSeveral: nil) == -----|
        f.single()               == ---#
        """,
      forms: [
        Form(
          .source, .missing(label: "orFail", default: "no value"),
          .missing(label: "ifSeveral", default: "more than one value")
        ) { call, source, missing, several in
          call.stage.held(source) { $0.single(orFail: missing, ifSeveral: several) }
        }
      ]),
  ]
}
