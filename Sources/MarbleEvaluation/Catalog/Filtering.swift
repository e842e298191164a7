import MarbleLanguage
import Reactive

extension Catalog {
  static let filtering: [CatalogEntry] = [
    CatalogEntry(
      "filter", .filter, aliases: [.init("tryFilter", of: [.combine])],
      forms: ["filterNot": "@.filter ¬", "reject": "@.filter ¬", "unless": "@.filter ¬", "where": "@.filter #"],
      summary: "Sends the values for which the closure returns true.",
      reasons: [
        .rejected("a = -1-2|; why not 1 in a.filter { $0 > 1 }")
      ],
      related: ["compactMap", "skip", "skipRepeats", "take"],
      example: """
        a = --1--2--3--4--|
        a.filter { $0 % 2 == 0 } == -----2-----4--|
        """,
      overloads: [Overload(.filters, .source, .predicate) { _, source, isIncluded in source.filter(isIncluded) }]),
    CatalogEntry(
      "take", .filter,
      aliases: [
        .init("takeLast", of: [.rxJS, .rxSwift, .reactiveCocoa], label: "last"),
        .init("suffix", of: [.reactiveKit], label: "last"),
        .init("takeWhile", of: [.rxJS, .rxSwift], label: "while"),
        .init(
          "takeUntil", of: [.rxJS, .rxSwift, .reactiveCocoa], label: "until",
          note: "RxJS and RxSwift ignore the completion of the trigger."),
        .init("takeUntilReplacement", of: [.reactiveCocoa], label: "untilReplacement"),
      ],
      forms: [
        "takeFirst": "@.take(first: #)", "prefix": "@.take(first: #)", "prefix(while:)": "@.take(while: #)",
        "prefix {}": "@.take(while: #)",
        "first(_:_:)": "@.filter(#).take(first: 1).defaultIfEmpty(&)",
        "last(_:_:)": "@.filter(#).take(last: 1).defaultIfEmpty(&)",
        "elementAt(_:_:)": "@.skip(first: #).take(first: 1).defaultIfEmpty(&)",
        "prefix(untilOutputFrom:)": "@.take(until: #)", "first": "@.take(first: #)", "last": "@.take(last: #)",
        "takeWhile(_:_:true)": "@.take(until: #)", "takeWhile(_:inclusive:true)": "@.take(until: #)",
        "takeWhile(inclusive:true)": "@.take(until: &)", "take(while:inclusive:true)": "@.take(until: #)",
        "take(while:behavior:.inclusive)": "@.take(until: #)",
        "takeWhile(_:behavior:.inclusive)": "@.take(until: #)", "takeWhile(behavior:.inclusive)": "@.take(until: &)",
        "take(during:)": "@", "take(duringLifetimeOf:)": "@", "takeUntil {}": "@.take(until: ¬)",
        "takeUntil(_:.inclusive)": "@.take(until: ¬)",
        "takeUntil(_:.exclusive)": "@.take(while: ¬)", "take(until:behavior:.inclusive)": "@.take(until: ¬)",
        "take(until:behavior:.exclusive)": "@.take(while: ¬)",
      ],
      summary: "Sends the first values of the source, or the last ones, and completes.",
      text: """
        `first:` completes together with the last of these values, or immediately if the count is 0. `last:` sends \
        its values when the source completes. `while:` completes at the first value for which the closure returns \
        false, and drops this value. `until:` with a closure sends this value before it completes. `until:` with a \
        trigger completes when the trigger sends a value. `untilReplacement:` continues with the other stream when \
        that stream sends its first event. `for:` completes when the time has passed since the start.
        """,
      terminationRules: [
        .of("source"),
        .of(
          "source", label: "last", completed: .passes("after the last values"),
          otherwise: .passes("and the stored values are dropped")),
        .of("source", label: "untilReplacement", completed: .isIgnored),
        .of("trigger", completed: .completes, interrupted: .isIgnored),
        .of("replacement"),
      ],
      reasons: [
        .when(.countIsZero, "sent nothing, because its count is 0", "a = -1|; why not 1 in a.take(last: 0)"),
        .when(
          .ended, label: "first", "had already completed, with its last value on tick {otherTick}",
          "a = -1-2|; why not 2 in a.take(first: 1)"),
        .when(
          .replaced, label: "last", "kept it until {other} followed",
          "a = -1-2|; why not 1 in a.take(last: 1)"),
        .lostAtFailure(label: "last", "a = -1-#; why not 1 in a.take(last: 1)"),
        .when(
          .dropped, label: "while", "completed at it, because its closure returned false",
          "a = -1-2|; why not 2 in a.take(while: { $0 < 2 })"),
        .when(
          .signal, of: "trigger", "uses it only as a signal to complete",
          "a = -1-2|; t = --x|; why not x in a.take(until: t)"),
        .when(
          .ended, "had already {ended}, on tick {otherTick}{message}",
          "a = -1-2|; t = --x|; why not 2 in a.take(until: t)"),
      ],
      related: ["skip", "first", "last", "element", "filter", "timeout"],
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
      overloads: [
        Overload(.takesFirst, .source, .count("count", label: "first")) { _, source, count in source.take(first: count)
        },
        Overload(.takesLast, .source, .count("count", label: "last").orLabeled("maxLength")) { call, source, count in
          call.runContext.held(source) { $0.take(last: count) }
        },
        Overload(.takesWhile, .source, .predicate(label: "while")) { _, source, holds in source.take(while: holds) },
        Overload(.takesUntil, .source, .predicate(label: "until")) { call, source, holds in
          // In RxSwift, the closure is true at the end.
          var isFirst = true
          func continues(after value: Value) -> Bool {
            let holds = holds(value)
            if isFirst, !holds {
              call.runContext.assembly.remarks.insert(
                "the closure of `until:` returned false for the first value; to complete when it returns true, negate it"
              )
            }
            isFirst = false
            return holds
          }
          return source.take(until: continues)
        },
        Overload(.takesUntilOther, .source, .stream("trigger", label: "until")) { _, source, trigger in
          source.take(until: trigger)
        },
        Overload(.replaces, .source, .stream("replacement", label: "untilReplacement")) { _, source, replacement in
          source.take(untilReplacement: replacement)
        },
        Overload(.takesFor, .source, .time("time", label: "for")) { call, source, time in
          source.take(for: time, on: call.runContext.clock)
        },
      ]),
    CatalogEntry(
      "skip", .filter,
      aliases: [
        .init("skipLast", of: [.rxJS], label: "last"), .init("dropLast", of: [.reactiveKit], label: "last"),
        .init("skipWhile", of: [.rxJS, .rxSwift], label: "while"),
        .init(
          "skipUntil", of: [.rxJS, .rxSwift], label: "until",
          note: "RxJS and RxSwift ignore the completion of the trigger."),
        .init("drop", of: [.combine]), .init("tryDrop", of: [.combine]),
        .init(
          "dropFirst", of: [.combine, .reactiveKit],
          interpretations: [.init(labels: ["first"]), .init(presets: [.integer(label: "first", 1)])]),
      ],
      forms: ["tail": "@.skip(first: 1)", "skip(until:{})": "@.skip(while: ¬)"],
      summary: "Sends all values except the first ones or the last ones.",
      text: """
        `first:` drops this number of values. `last:` sends a value when this number of other values has followed \
        it. `while:` drops values until the closure returns false for the first time. `until:` drops values until \
        the trigger sends a value.
        """,
      terminationRules: [
        .of("source"),
        .of(
          "trigger", completed: .does("counts as a value"),
          failed: .does("fails the result, unless values are already being sent"),
          interrupted: .does("interrupts the result, unless values are already being sent")),
      ],
      reasons: [
        .when(
          .dropped, label: "first", "dropped it, because it is one of the first values",
          "a = -1-2|; why not 1 in a.skip(first: 1)"),
        .when(
          .cutOff, label: "last", "still held it {moment}", "a = -1-2|; why not 1 @1 in a.skip(last: 1) during ^-!"),
        .when(
          .dropped, label: "last", "dropped it, because it is one of the last values",
          "a = -1-2|; why not 2 in a.skip(last: 1)"),
        .when(
          .dropped, label: "while", "dropped it, because its closure returned true for it and all values before it",
          "a = -1-2|; why not 1 in a.skip(while: { $0 < 2 })"),
        .when(
          .signal, of: "trigger", "uses it only as a signal to begin",
          "a = -1-2|; t = --x|; why not x in a.skip(until: t)"),
        .when(
          .partnerSilent, label: "until", "dropped it, because {stream} had not sent a value {since}",
          "a = -1-2|; t = --x|; why not 1 in a.skip(until: t)"),
      ],
      related: ["take", "filter", "skipRepeats"],
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
      overloads: [
        Overload(.skipsFirst, .source, .count("count", label: "first")) { _, source, count in source.skip(first: count)
        },
        Overload(.skipsLast, .source, .count("count", label: "last")) { call, source, count in
          call.runContext.held(source) { $0.skip(last: count) }
        },
        Overload(.skipsWhile, .source, .predicate(label: "while")) { _, source, holds in source.skip(while: holds) },
        Overload(.skipsUntilOther, .source, .stream("trigger", label: "until").orLabeled("untilOutputFrom")) {
          _, source, trigger in
          source.skip(until: trigger)
        },
      ]),
    CatalogEntry(
      "skipRepeats", .filter,
      aliases: [
        .init("distinctUntilChanged", of: [.rxJS, .rxSwift, .reactiveCocoa]),
        .init("removeDuplicates", of: [.combine, .reactiveKit]), .init("tryRemoveDuplicates", of: [.combine]),
      ],
      forms: ["distinctUntilChangedBy": "@.skipRepeats(on: #)"],
      summary: "Sends each value that is not equal to the previous value.",
      text: """
        With a closure, a value is dropped if the closure returns true for the previous value and this one. The \
        previous value is the last one that arrived, even if it was dropped. With `on:`, the closure's results for the \
        two values are compared.
        """,
      reasons: [
        .when(
          .repeatsPrevious, "dropped it, because it equals the previous value, of tick {otherTick}",
          "a = -1-1|; why not 1 @3 in a.skipRepeats()"),
        .when(
          .dropped, "dropped it, because its closure compares it as equal to the previous value",
          "a = -1-2|; why not 2 in a.skipRepeats { $0 < $1 }"),
      ],
      related: ["uniqueValues", "filter", "combinePrevious"],
      example: """
        a = --1--1--2--2--1--|
        b = --1--3--2--4--1--|
        a.skipRepeats()                == --1-----2-----1--|
        a.skipRepeats { $0 >= $1 }     == --1-----2--------|
        b.skipRepeats(on: { $0 % 2 })  == --1-----2-----1--|
        """,
      overloads: [
        Overload(.skipsRepeats, .source) { _, source in source.skipRepeats() },
        Overload(.skipsRepeats, .source, .relation().orLabeled("by")) { _, source, isEquivalent in
          source.skipRepeats(isEquivalent)
        },
        Overload(.skipsRepeats, .source, .key(label: "on")) { _, source, key in source.skipRepeats(on: key) },
      ]),
    CatalogEntry(
      "uniqueValues", .filter, aliases: [.init("distinct", of: [.rxJS])],
      forms: ["unique": "@.uniqueValues()"],
      summary: "Sends each value only the first time it arrives.",
      text: """
        With a closure, a value is sent if the closure's result for it is new. All values, or all results, are \
        stored until the stream ends.
        """,
      reasons: [
        .when(
          .repeated, "dropped it, because an equal value had come on tick {otherTick}",
          "a = -1-2-1|; why not 1 @5 in a.uniqueValues()"),
        .when(
          .dropped, "dropped it, because its closure had returned the same result before",
          "a = -1-3|; why not 3 in a.uniqueValues { $0 % 2 }"),
      ],
      related: ["skipRepeats", "filter", "groupBy"],
      example: """
        a = --1--2--1--3--2--|
        a.uniqueValues()          == --1--2-----3-----|
        a.uniqueValues { $0 % 2 } == --1--2-----------|
        """,
      overloads: [
        Overload(.skipsRepeats, .source) { _, source in source.uniqueValues() },
        Overload(.skipsRepeats, .source, .transform) { _, source, transform in source.uniqueValues(transform) },
      ]),
    CatalogEntry(
      "ignoreValues", .filter,
      aliases: [.init("ignoreElements", of: [.rxJS, .rxSwift]), .init("ignoreOutput", of: [.combine, .reactiveKit])],
      summary: "Sends no values, only the terminal event.",
      reasons: [
        .when(
          .dropped, "drops every value",
          "a = -1|; why not 1 in a.ignoreValues()")
      ],
      related: ["then", "filter", "materialize"],
      example: """
        a = --1--2--|
        a.ignoreValues() == --------|
        """,
      overloads: [Overload(.ignores, .source) { _, source in source.ignoreValues(as: Value.self) }]),
    CatalogEntry(
      "element", .filter,
      aliases: [
        .init("elementAt", of: [.rxJS, .rxSwift], label: "at"),
        .init("output", of: [.combine], label: "at", .null(label: "orFail")),
      ],
      forms: ["[]": "@.element(at: #)"],
      summary: "Sends the value at a position, counted from 0, and completes.",
      text: """
        When this value has arrived, the source is unsubscribed. If the source completes before that, the result \
        fails. `orFail:` sets the message of this failure. With `orFail: nil`, the result completes instead.
        """,
      terminationRules: [
        .of("source", completed: .fails("with `no value`")),
        .of(
          "source", label: "orFail",
          completed: .does("fails the result with that message", except: "if it is `nil`, completes the result")),
      ],
      reasons: [
        .when(
          .ended, "had already completed, with the value at its position on tick {otherTick}",
          "a = -1-2-3|; why not 3 in a.element(at: 1)"),
        .when(
          .dropped, "dropped it, because it is not the value at its position",
          "a = -1-2|; why not 1 in a.element(at: 1)"),
      ],
      related: ["first", "last", "take", "index"],
      example: """
        a = --1--2--3--|
        a.element(at: 1)              == -----(2|)
        a.element(at: 3)              == -----------#[no value]
        a.element(at: 3, orFail: nil) == -----------|
        """,
      overloads: [
        Overload(.element, .source, .count("index", label: "at"), .missing(label: "orFail", default: "no value")) {
          _, source, index, error in source.element(at: index, orFail: error)
        }
      ]),
    CatalogEntry(
      "first", .filter,
      aliases: [
        .init("tryFirst", of: [.combine]),
        .init(
          "find", of: [.rxJS], label: "where", .null(label: "orFail"),
          note: "RxJS sends `undefined` if there is no such value."
        ),
      ],
      summary: "Sends the first value, or the first one for which the closure returns true, and completes.",
      text: """
        When this value has arrived, the source is unsubscribed. If the source completes before that, the result \
        fails. `orFail:` sets the message of this failure. With `orFail: nil`, the result completes instead.
        """,
      terminationRules: [
        .of("source", completed: .fails("with `no value`")),
        .of(
          "source", label: "orFail",
          completed: .does("fails the result with that message", except: "if it is `nil`, completes the result")),
      ],
      reasons: [
        .when(
          .ended, "had already completed, with its first value on tick {otherTick}",
          "a = -1-2|; why not 2 in a.first()"),
        .rejected(label: "where", "a = -1-2|; why not 1 in a.first(where: { $0 > 1 })"),
      ],
      related: ["last", "element", "take", "single"],
      example: """
        a = --1--2--3--|
        f = ---#
        a.first(where: { $0 > 1 })      == -----(2|)
        a.first(where: { $0 > 3 })      == -----------#[no value]
        a.first(orFail: "nothing came") == --(1|)
        f.first()                       == ---#
        """,
      overloads: [
        Overload(.firstWhere, .source, .predicate(label: "where"), .missing(label: "orFail", default: "no value")) {
          _, source, isWanted, error in source.first(where: isWanted, orFail: error)
        },
        Overload(.first, .source, .missing(label: "orFail", default: "no value")) {
          _, source, error in source.element(at: 0, orFail: error)
        },
      ]),
    CatalogEntry(
      "last", .filter, aliases: [.init("tryLast", of: [.combine])],
      summary: "Sends the last value, or the last one for which the closure returns true, when the source completes.",
      text: """
        `orFail:` sets the message of the failure if there is no value. With `orFail: nil`, the result completes \
        instead.
        """,
      terminationRules: [
        .of(
          "source",
          completed: .does(
            "sends the value and completes the result", except: "without a value, fails it with `no value`"),
          otherwise: .passes("without a value"))
      ],
      reasons: [
        .when(
          .replaced, "kept it until {other} followed",
          "a = -1-2|; why not 1 in a.last()"),
        .atEnd("a = -1-; why not 1 in a.last()"),
        .lostAtFailure("a = -1-#; why not 1 in a.last()"),
        .rejected(label: "where", "a = -3-1|; why not 1 in a.last(where: { $0 > 1 })"),
      ],
      related: ["first", "take", "single", "reduce"],
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
      overloads: [
        Overload(.lastWhere, .source, .predicate(label: "where"), .missing(label: "orFail", default: "no value")) {
          call, source, isWanted, error in call.runContext.held(source.filter(isWanted)) { $0.last(orFail: error) }
        },
        Overload(.last, .source, .missing(label: "orFail", default: "no value")) {
          call, source, error in call.runContext.held(source) { $0.last(orFail: error) }
        },
      ]),
    CatalogEntry(
      "single", .filter, aliases: [.init("asSingle", of: [.rxSwift])],
      summary: "Sends the only value when the source completes.",
      text: """
        At a second value, it fails with `more than one value`. `orFail:` sets the message for a missing value, and \
        `ifSeveral:` the message for a second one. With `nil` instead of a message, the result completes.
        """,
      terminationRules: [
        .of(
          "source",
          completed: .does(
            "sends the value and completes the result", except: "without a value, fails it with `no value`"),
          otherwise: .passes("without a value"))
      ],
      reasons: [
        .when(
          .replaced, "sends only a single value, and {other} followed",
          "a = -1-2|; why not 1 in a.single()"),
        .atEnd("a = -1-; why not 1 in a.single()"),
        .lostAtFailure("a = -1-#; why not 1 in a.single()"),
        .when(
          .failed, "sent {result} at it, because it is not the only value",
          "a = -1-2|; why not 2 in a.single()"),
      ],
      related: ["first", "last", "count"],
      example: """
        a = --1-----|
        b = --1--2--|
        f = -1-#
        a.single()               == --------(1|)
        b.single()               == -----#[more than one value]
        b.single(ifSeveral: nil) == -----|
        f.single()               == ---#
        """,
      overloads: [
        Overload(
          .single, .source, .missing(label: "orFail", default: "no value"),
          .missing(label: "ifSeveral", default: "more than one value")
        ) { call, source, missing, several in
          call.runContext.held(source) { $0.single(orFail: missing, ifSeveral: several) }
        }
      ]),
  ]
}
