import MarbleLanguage
import Reactive

extension Catalog {
  private static let switchIfEmpty: CallForm =
    "@.multicast { merge($0, $0.isEmpty().filter { $0 }.flatMap { _ in # }) }"

  static let combining: [CatalogEntry] = [
    CatalogEntry(
      "merge", .combine, aliases: [.init("mergeWith", of: [.rxJS])],
      forms: ["|": "merge(@, #)", "MergeMany": "merge(#)"],
      summary: "Sends the values of all streams as they arrive.",
      text: "All streams are started immediately.",
      terminationRules: [.of("stream", completed: .joins, interrupted: .countsAsCompleted)],
      reasons: [
        .ended("a = -1---2|; f = --#; why not 2 in merge(a, f)"),
        .waits("a = -1|; b = --2-; why not | in merge(a, b)"),
      ],
      related: ["concat", "race", "flatten", "combineLatest"],
      example: """
        a = --1-----3|
        b = -----2-----4|
        f = ---#
        i = ---!
        merge(a, b) == --1--2--3--4|
        merge(a, f) == --1#
        merge(a, i) == --1-----3|
        """,
      overloads: [Overload(.merges, .streams("stream").orLabeled("with")) { _, streams in .merge(streams) }]),
    CatalogEntry(
      "concat", .combine,
      aliases: [
        .init("concatWith", of: [.rxJS]),
        .init("append", of: [.combine], interpretations: [.init(), .init(labels: ["value"])]),
        .init("endWith", of: [.rxJS], label: "value"),
      ],
      forms: ["++": "concat(@, #)"],
      summary: "Sends the values of the streams, one stream after the other.",
      text: """
        Each stream is started when the previous one has completed. Values that a hot stream sends before that are \
        lost. `value:` appends one or more values, and `error:` appends a failure.
        """,
      terminationRules: [
        .of(
          "stream", completed: .does("starts the next stream", except: "for the last stream, is sent immediately"),
          interrupted: .countsAsCompleted)
      ],
      reasons: [
        .queued("a = ---|; b = -1---|; why not 1 in concat(a, b)"),
        .ended("a = cold -#; b = cold -1|; why not 1 in concat(a, b)"),
      ],
      related: ["merge", "prefix", "then", "flatten", "repeat"],
      example: """
        a = cold -1-2|
        b = cold -3|
        f = cold -#
        i = cold -!
        concat(a, b)            == -1-2-3|
        b.concat(value: 4)      == -3(4|)
        b.concat(error: "Boom") == -3#[Boom]
        concat(f, b)            == -#
        concat(i, b)            == --3|
        """,
      overloads: [
        Overload(.concatenates, .streams("stream").orLabeled("with")) { _, streams in .concat(streams) },
        Overload(.appends, .source, .values("value", label: "value")) { call, source, values in
          source.concat(call.runContext.counted(Producer(values)))
        },
        Overload(.appendsFailure, .source, .message("message", label: "error")) { _, source, failure in
          source.concat(error: failure)
        },
      ]),
    CatalogEntry(
      "zip", .combine, aliases: [.init("zipWith", of: [.rxJS, .reactiveCocoa])],
      summary: "Sends the first values of all streams together, then the second values, and so on.",
      text: """
        Values are stored until every other stream has sent its value. Without a closure, it sends the values as a \
        tuple. With a closure, it sends the closure's result.
        """,
      terminationRules: [
        .of("stream", completed: .does("completes the result when all values of the stream have been sent"))
      ],
      reasons: [
        .when(
          .partnerBehind,
          "still held it as value {number} of its stream {moment}, because {stream} had sent {count}",
          "a = -1-2-; b = --x--; why not 2 in zip(a, b)"),
        .ended("a = -1|; b = ---x-y|; why not y in zip(a, b)"),
        .waitsForPartner("a = -1-2|; b = -x-; why not | in zip(a, b)"),
      ],
      related: ["combineLatest", "withLatest", "combinePrevious", "and"],
      example: """
        a = 1-2-3--|
        b = -x---y---|
        i = ---!
        zip(a, b)                  == -[1,x]---[2,y]---|
        zip(a, b) { "\\($1)\\($0)" } == -[x1]---[y2]---|
        zip(a, i)                  == ---!
        """,
      overloads: [
        Overload(.zips, .streams("stream").orLabeled("with")) { call, streams in
          call.combined(streams, TracedValueProducer.zip)
        },
        Overload(
          .zips, .streams("stream").orLabeled("with"), .combineAll.orLabeled("combine", "resultSelector"),
          sends: \.result
        ) { call, streams, combine in call.combined(streams, TracedValueProducer.zip, making: combine) },
      ]),
    CatalogEntry(
      "combineLatest", .combine,
      aliases: [.init("combineLatestWith", of: [.rxJS, .reactiveCocoa]), .init("combine", of: [.kotlin])],
      summary: "Sends the latest values of all streams at each value, as soon as every stream has sent one.",
      text: """
        The last value of a completed stream stays in use. Without a closure, it sends the values as a tuple. With a \
        closure, it sends the closure's result.
        """,
      terminationRules: [.of("stream", completed: .joins)],
      reasons: [
        .when(
          .partnerSilent, "had no value of {stream} to combine it with",
          "a = -1-2-; b = ---x-; why not 1 in combineLatest(a, b)"),
        .waits("a = -1|; b = -x-; why not | in combineLatest(a, b)"),
      ],
      related: ["zip", "withLatest", "sample", "merge", "and"],
      example: """
        a = 1---2----|
        b = --x---y--|
        i = ---!
        combineLatest(a, b)                  == --[1,x]-[2,x]-[2,y]--|
        combineLatest(a, b) { "\\($1)\\($0)" } == --[x1]-[x2]-[y2]--|
        combineLatest(a, i)                  == ---!
        """,
      overloads: [
        Overload(.combines, .streams("stream").orLabeled("with")) { call, streams in
          call.combined(streams, TracedValueProducer.combineLatest)
        },
        Overload(
          .combines, .streams("stream").orLabeled("with"), .combineAll.orLabeled("combine", "resultSelector"),
          sends: \.result
        ) { call, streams, combine in call.combined(streams, TracedValueProducer.combineLatest, making: combine) },
      ]),
    CatalogEntry(
      "forkJoin", .combine,
      summary: "Sends the last values of all streams together, when all have completed.",
      text: """
        Without a closure, it sends the values as a tuple. With a closure, it sends the closure's result. If a stream \
        completes without a value, the result completes immediately.
        """,
      terminationRules: [
        .of("stream", completed: .does("completes the result when all streams have completed, or if it sent no value"))
      ],
      reasons: [
        .when(
          .replaced, "sends only the last values, and {other} followed",
          "a = -1-2|; b = -x|; why not 1 in forkJoin(a, b)"),
        .atEnd("a = -1-; b = -x|; why not 1 in forkJoin(a, b)"),
        .lostAtFailure("a = -1-#; b = -x|; why not 1 in forkJoin(a, b)"),
        .when(
          .partnerUnfinished, "still held it {moment}{cause}",
          "a = -1-|; b = ---|; why not 1 in forkJoin(a, b)"),
      ],
      related: ["zip", "combineLatest", "last"],
      example: """
        a = 1-2---|
        b = -x-y|
        i = ---!
        forkJoin(a, b)                  == ------([2,y]|)
        forkJoin(a, b) { "\\($1)\\($0)" } == ------([y2]|)
        forkJoin(a, i)                  == ---!
        """,
      overloads: [
        Overload(.joinsLast, .streams("stream")) { call, streams in
          call.combined(streams, TracedValueProducer.forkJoin, held: true)
        },
        Overload(.joinsLast.unsearched, .streams("stream"), .combineAll.orLabeled("resultSelector"), sends: \.result) {
          call, streams, combine in
          call.combined(streams, TracedValueProducer.forkJoin, held: true, making: combine)
        },
      ]),
    CatalogEntry(
      "zipAll", .combine,
      summary: "Zips the streams that the source sends, when the source has completed.",
      text: """
        The streams are started then, as by `zip`. Without a closure, it sends the values as a tuple. With a closure, \
        it sends the closure's result.
        """,
      terminationRules: [
        .of("source", completed: .does("starts the streams")),
        .ofInnerStreams(
          completed: .does("completes the result when all values of the stream have been sent")),
      ],
      reasons: [
        .when(
          .partnerBehind, of: CatalogEntry.TerminationRule.innerStream,
          "still held it as value {number} of its stream {moment}, because {stream} had sent {count}",
          "x = cold 1-2; y = cold -3; s = xy|; why not 2 in s.zipAll()"),
        .when(
          .emptyInner, "started {stream} for it, which {outcome}",
          "x = cold 1-2; y = cold ---; s = xy|; why not x in s.zipAll()"),
        .waitsForPartner("x = cold 1-2|; y = cold -3-; s = xy|; why not | in s.zipAll()"),
      ],
      related: ["zip", "combineLatestAll", "flatten"],
      example: """
        x = cold 1-2|
        y = cold -3-4|
        s = x--y-|
        s.zipAll()            == ------[1,3]-([2,4]|)
        s.zipAll { $0 + $1 }  == ------4-(6|)
        """,
      overloads: [
        Overload(.flattensAtEnd, .source, sends: { _ in .unknown }) { call, source in
          call.combined(source) { $0.zipAll() }
        },
        Overload(.flattensAtEnd, .source, .combineAny.orLabeled("project", "resultSelector"), sends: \.result) {
          call, source, combine in
          call.combined(source, { $0.zipAll() }, making: combine)
        },
      ]),
    CatalogEntry(
      "combineLatestAll", .combine, aliases: [.init("combineAll", of: [.rxJS])],
      summary: "Combines the latest values of the streams that the source sends, when the source has completed.",
      text: """
        The streams are started then, as by `combineLatest`. Without a closure, it sends the values as a tuple. With a \
        closure, it sends the closure's result.
        """,
      terminationRules: [
        .of("source", completed: .does("starts the streams")),
        .ofInnerStreams(completed: .joins),
      ],
      reasons: [
        .when(
          .partnerSilent, of: CatalogEntry.TerminationRule.innerStream, "had no value of {stream} to combine it with",
          "x = cold 1-2; y = cold ---3; s = xy|; why not 1 in s.combineLatestAll()"),
        .when(
          .emptyInner, "started {stream} for it, which {outcome}",
          "x = cold 1-2; y = cold ---; s = xy|; why not x in s.combineLatestAll()"),
      ],
      related: ["combineLatest", "zipAll", "flatten"],
      example: """
        x = cold 1-2|
        y = cold -3-4|
        s = x--y-|
        s.combineLatestAll()           == ------[1,3][2,3][2,4]|
        s.combineLatestAll { $0 + $1 } == ------[4][5][6]|
        """,
      overloads: [
        Overload(.flattensAtEnd, .source, sends: { _ in .unknown }) { call, source in
          call.combined(source) { $0.combineLatestAll() }
        },
        Overload(.flattensAtEnd, .source, .combineAny.orLabeled("project", "resultSelector"), sends: \.result) {
          call, source, combine in
          call.combined(source, { $0.combineLatestAll() }, making: combine)
        },
      ]),
    CatalogEntry(
      "prefix", .combine,
      aliases: [
        .init("startWith", of: [.rxJS, .rxSwift, .reactiveCocoa], label: "value"),
        .init("prepend", of: [.combine, .reactiveKit], interpretations: [.init(), .init(labels: ["value"])]),
      ],
      forms: ["onStart": "@.prefix(deferred #)", "onCompletion": "@.concat(deferred #)"],
      summary: "Sends the values of another stream, or the given values, before the values of the source.",
      text: "`a.prefix(b)` is the same as `concat(b, a)`. The `prefix` of Combine and ReactiveKit is `take` here.",
      terminationRules: [
        .of("source", interrupted: .countsAsCompleted),
        .of("stream", completed: .does("starts the source"), interrupted: .countsAsCompleted),
      ],
      reasons: [
        .queued(of: "source", "a = -1---|; b = ---|; why not 1 in a.prefix(b)"),
        .ended("a = cold -1|; b = cold -#; why not 1 in a.prefix(b)"),
      ],
      related: ["concat", "then"],
      example: """
        a = cold -1-2|
        b = cold -3|
        f = cold -#
        b.prefix(a)        == -1-2-3|
        b.prefix(value: 0) == 03|
        b.prefix(f)        == -#
        """,
      overloads: [
        Overload(.precedes, .source, .stream("stream")) { _, source, stream in source.prefix(stream)
        },
        Overload(.begins, .source, .values("value", label: "value").orLabeled("with")) { call, source, values in
          source.prefix(call.runContext.counted(Producer(values)))
        },
      ]),
    CatalogEntry(
      "withLatest", .combine,
      aliases: [.init("withLatestFrom", of: [.rxJS, .rxSwift]), .init("with", of: [.reactiveKit])],
      summary: "Sends each value together with the latest value of another stream.",
      text: """
        The other stream is started first. Until it has sent a value, the values of the source are dropped. Without \
        a closure, it sends the values as a tuple. With a closure, it sends the closure's result.
        """,
      terminationRules: [
        .of("source"),
        .of("stream", completed: .isIgnored, interrupted: .isIgnored),
      ],
      reasons: [
        .when(
          .partnerSilent, of: "source", "dropped it, because {stream} had not sent a value {since}",
          "a = -1-2|; b = --x-; why not 1 in a.withLatest(from: b)"),
        .when(
          .replaced, of: "stream", "replaced it by {other}, {gap}, before its source sent a value",
          "a = -----1|; b = -x-y-; why not x in a.withLatest(from: b)"),
        .when(
          .dropped, of: "stream", "sends it only together with a value of its source",
          "a = -1---|; b = --x-; why not x in a.withLatest(from: b)"),
      ],
      related: ["sample", "combineLatest", "zip"],
      example: """
        a = 1---2-3--|
        b = --x---y|
        f = --x#
        i = --x!
        a.withLatest(from: b)                  == ----[2,x]-[3,x]--|
        a.withLatest(from: b) { "\\($1)\\($0)" } == ----[x2]-[x3]--|
        a.withLatest(from: f)                  == ---#
        a.withLatest(from: i)                  == ----[2,x]-[3,x]--|
        """,
      overloads: [
        Overload(.addsLatest, .source, .stream("stream", label: "from").orLabeled("latestFrom")) {
          call, source, stream in
          call.runContext.paired(source, stream) {
            $0.withLatest(from: $1)
          } making: {
            .tuple([$0, $1])
          }
        },
        Overload(
          .addsLatest, .source, .stream("stream", label: "from").orLabeled("latestFrom"),
          .combineWithOther.orLabeled("combine", "resultSelector"), sends: \.result
        ) { call, source, stream, combine in
          call.runContext.paired(source, stream, { $0.withLatest(from: $1) }, making: combine)
        },
      ]),
    CatalogEntry(
      "sample", .combine, aliases: [.init("sampleTime", of: [.rxJS], label: "every")],
      forms: ["sampleWith": "@.sample(with: #)"],
      summary: "Sends the latest value of the source at each value of a sampler, or at regular times.",
      text: """
        `on:` sends the value of the source alone, and `with:` sends it together with the sampler's value. The same \
        value is sent again if there is no newer one. Before the first value of the source, nothing is sent. \
        `every:` sends the latest value each time that the given time has passed, but only if it is new.
        """,
      terminationRules: [
        .of("source", completed: .joins),
        .of(
          "source", label: "every", completed: .passes("and the stored value is dropped"),
          otherwise: .passes("and the stored value is dropped")),
        .of("sampler", completed: .joins),
      ],
      reasons: [
        .when(
          .signal, label: "on", of: "sampler", "uses it only as a signal to send",
          "a = -1---|; s = --x-|; why not x in a.sample(on: s)"),
        .when(
          .partnerSilent, label: "with", of: "sampler", "had no value of {stream} to combine it with",
          "a = --1-|; s = -x--|; why not x in a.sample(with: s)"),
        .when(
          .replaced, "replaced it by {other}, {gap}",
          "a = -1-2--|; s = ----x-|; why not 1 in a.sample(on: s)"),
        .lostAtEnd(label: "every", "a = -1|; why not 1 in a.sample(every: 5)"),
        .when(.cutOff, "still held it {moment}", "a = -1---; why not 1 @1 in a.sample(every: 5) during ^-!"),
        .when(
          .dropped, "sends it only at a value of its sampler",
          "a = -1--|; s = -----|; why not 1 in a.sample(on: s)"),
      ],
      related: ["withLatest", "throttle", "buffer", "combineLatest"],
      example: """
        a = 1---2-----|
        s = --x---y-z---|
        i = --x!
        a.sample(on: s)   == --1---2-2---|
        a.sample(with: s) == --[1,x]---[2,y]-[2,z]---|
        a.sample(on: i)   == --1!
        a.sample(every: 3) == ---1--2---|
        """,
      overloads: [
        Overload(.samplesOn, .source, .stream("sampler", label: "on")) { call, source, sampler in
          call.runContext.released(call.runContext.carrying(source).sample(on: sampler))
        },
        Overload(.samplesWith, .source, .stream("sampler", label: "with")) { call, source, sampler in
          call.runContext.paired(source, sampler) {
            $0.sample(with: $1)
          } making: {
            .tuple([$0, $1])
          }
        },
        Overload(.samplesEvery, .source, .time("time", label: "every", atLeast: 1)) { call, source, time in
          call.runContext.expectsNoEnd()
          return call.runContext.held(source) { $0.sample(every: time, on: call.runContext.clock) }
        },
      ]),
    CatalogEntry(
      "race", .combine, aliases: [.init("amb", of: [.rxSwift, .reactiveKit]), .init("raceWith", of: [.rxJS])],
      summary: "Sends the events of the stream that sends the first event.",
      text: """
        This event can be of any kind, even a terminal event. Before it is sent, `race` unsubscribes from the other \
        streams.
        """,
      terminationRules: [.of("stream", interrupted: .countsAsCompleted)],
      reasons: [
        .when(
          .left, "had unsubscribed from {stream} on tick {otherTick}, because another stream sent the first event",
          "a = ---1|; b = -2---|; why not 1 in race(a, b)")
      ],
      related: ["merge", "flatten", "timeout"],
      example: """
        a = ---1--2|
        b = --x---y--|
        f = -#
        race(a, b) == --x---y--|
        race(a, f) == -#
        """,
      overloads: [Overload(.races, .streams("stream").orLabeled("with")) { _, streams in .race(streams) }]),
    CatalogEntry(
      "and", .combine,
      forms: ["&": "@.and(#)", "&&": "@.and(#)"],
      summary: "Sends whether the latest Booleans of both streams are true.",
      text: "Like `combineLatest`, it sends at each value, as soon as both streams have sent one.",
      terminationRules: [.of("stream", completed: .joins)],
      reasons: [
        .when(
          .partnerSilent, "had no value of {stream} to combine it with",
          "a = [true]-|; b = ---; why not [true] in a.and(b)"),
        .changed("a = [true]|; b = [false]|; why not [true] in a.and(b)"),
      ],
      related: ["or", "negate", "combineLatest", "all"],
      example: """
        a = [true]----[false]--|
        b = --[false]-[true]---|
        a.and(b) == --[false]-[true][false]--|
        """,
      overloads: [
        Overload(.decides, .source, .stream("stream")) { call, source, other in
          call.combiningBooleans(source, other) { $0 && $1 }
        }
      ]),
    CatalogEntry(
      "or", .combine,
      forms: ["||": "@.or(#)"],
      summary: "Sends whether at least one of the latest Booleans of two streams is true.",
      text: "Like `combineLatest`, it sends at each value, as soon as both streams have sent one.",
      terminationRules: [.of("stream", completed: .joins)],
      reasons: [
        .when(
          .partnerSilent, "had no value of {stream} to combine it with",
          "a = [false]-|; b = ---; why not [false] in a.or(b)"),
        .changed("a = [false]|; b = [true]|; why not [false] in a.or(b)"),
      ],
      related: ["and", "negate", "combineLatest", "contains"],
      example: """
        a = [true]----[false]--|
        b = --[false]-[true]---|
        a.or(b) == --[true]-[true][true]--|
        """,
      overloads: [
        Overload(.decides, .source, .stream("stream")) { call, source, other in
          call.combiningBooleans(source, other) { $0 || $1 }
        }
      ]),
    CatalogEntry(
      "negate", .combine, aliases: [.init("not", of: [.reactiveCocoa])],
      summary: "Sends `false` for `true`, and `true` for `false`.",
      reasons: [.changed("a = -[true]|; why not [true] in a.negate()")],
      related: ["and", "or", "map"],
      example: """
        a = --[true]--[false]--|
        a.negate() == --[false]--[true]--|
        """,
      overloads: [
        Overload(.negates, .source, sends: { _ in .boolean }) { call, source in
          call.booleans(source).negate().map { .boolean($0) }
        }
      ]),
    CatalogEntry(
      "then", .combine, aliases: [.init("andThen", of: [.rxSwift])], forms: ["thenMany": "@.then(#)"],
      summary: "Sends the events of another stream after the source has completed.",
      text: "The values of the source are dropped. The other stream is started when the source completes.",
      terminationRules: [
        .of("source", completed: .does("starts the other stream")),
        .of("replacement"),
      ],
      reasons: [
        .when(
          .signal, of: "source", "drops the values of its source",
          "a = -1|; b = cold -2|; why not 1 in a.then(b)"),
        .queued(of: "replacement", "a = ---|; b = -1---|; why not 1 in a.then(b)"),
        .ended("a = cold -#; b = cold -1|; why not 1 in a.then(b)"),
      ],
      related: ["concat", "ignoreValues", "prefix"],
      example: """
        a = cold -1-2|
        b = cold -3-|
        f = cold -1-#
        a.then(b) == -----3-|
        f.then(b) == ---#
        """,
      overloads: [
        Overload(.succeeds, .source, .stream("replacement")) { _, source, replacement in source.then(replacement) }
      ]),
    CatalogEntry(
      "sequenceEqual", .combine,
      summary: "Sends whether two streams send equal values in the same order.",
      text: """
        It compares the values, not their times. It sends `false` as soon as two values differ, or when one stream \
        has completed and the other has sent more values. It sends `true` when both have completed with equal \
        values. With a closure, two values are equal if the closure returns true.
        """,
      terminationRules: [
        .of(
          "stream", completed: .does("sends `false` if the other has sent more values, `true` if both have completed"))
      ],
      reasons: [
        .when(
          .dropped, "compares it, and sends only a Boolean",
          "a = -1|; b = -1|; why not 1 in a.sequenceEqual(b)")
      ],
      related: ["zip", "all", "contains"],
      example: """
        a = -1--2|
        b = --1--2|
        c = -1-3-|
        i = -1!
        a.sequenceEqual(b)              == ------([true]|)
        a.sequenceEqual(c)              == ----([false]|)
        a.sequenceEqual(c) { $0 <= $1 } == -----([true]|)
        a.sequenceEqual(i)              == --!
        """,
      overloads: [
        Overload(.equals, .source, .stream("stream"), isComparison: true) { _, source, other in
          source.sequenceEqual(other).map { .boolean($0) }
        },
        Overload(.compares, .source, .stream("stream"), .relationToOther(label: "by")) { _, source, other, areEqual in
          source.sequenceEqual(other, by: areEqual).map { .boolean($0) }
        },
      ]),
    CatalogEntry(
      "defaultIfEmpty", .combine, aliases: [.init("ifEmpty", of: [.rxSwift]), .init("replaceEmpty", of: [.combine])],
      forms: [
        "ifEmpty(switchTo:)": switchIfEmpty, "switchIfEmpty(1)": switchIfEmpty,
      ],
      summary: "Sends a default value if the source completes without a value.",
      text: "If the source fails or is interrupted, the default value is not sent.",
      terminationRules: [.of("source", completed: .passes("after the default value, if there was no other value"))],
      reasons: [
        .when(
          .unneeded, "sends this value only if it receives none, and it received {values}",
          "a = -1|; why not 0 in a.defaultIfEmpty(0)")
      ],
      related: ["isEmpty", "recover", "first"],
      example: """
        a = ---|
        f = ---#
        a.defaultIfEmpty(0) == ---(0|)
        f.defaultIfEmpty(0) == ---#
        """,
      overloads: [
        Overload(.defaults, .source, .value("value").orLabeled("default", "with")) { _, source, value in
          source.defaultIfEmpty(value)
        }
      ]),
  ]
}

extension OperatorApplication {
  /// Combines the latest Booleans of two streams.
  fileprivate func combiningBooleans(
    _ first: Producer, _ second: Producer, by combine: @escaping (Bool, Bool) -> Bool
  ) -> Producer {
    let both = [first, second].map { runContext.carrying(booleans($0).map { .boolean($0) }) }
    return runContext.released(TracedValueProducer.combineLatest(both)) { latest in
      .boolean(combine(latest[0] == .boolean(true), latest[1] == .boolean(true)))
    }
  }

  /// Returns the Booleans that a stream sends, and stops the run at a value of another type.
  fileprivate func booleans(_ producer: Producer) -> SignalProducer<Bool, Failure> {
    producer.map { self.boolean($0) }
  }
}

extension OperatorApplication {
  /// Applies an operator that combines the values of streams into tuples.
  fileprivate func combined(
    _ streams: [Producer], _ combine: ([TracedValueProducer]) -> SignalProducer<[TracedValue], Failure>,
    held: Bool = false, making make: @escaping (Value) -> Value = { $0 }
  ) -> Producer {
    runContext.released(combine(streams.map(runContext.carrying)), held: held) { make(.combining($0)) }
  }

  /// Applies an operator that combines the values of the streams that the source sends into tuples.
  fileprivate func combined(
    _ source: Producer,
    _ combine: (SignalProducer<TracedValueProducer, Failure>) -> SignalProducer<[TracedValue], Failure>,
    making make: @escaping (Value) -> Value = { $0 }
  ) -> Producer {
    runContext.released(combine(source.map { self.runContext.carrying(self.innerStream($0)) })) {
      make(.combining($0))
    }
  }
}

extension Value {
  /// Returns the values of several streams as a tuple, or the value of a single one as it is.
  fileprivate static func combining(_ values: [Value]) -> Value { values.count == 1 ? values[0] : .tuple(values) }
}
