import MarbleLanguage
import Reactive

extension Catalogue {
  static let combining = [
    CatalogueEntry(
      "merge", .combine, aliases: [.init("mergeWith", of: [.rxJS])],
      summary: "Sends what any of the streams sends, as it comes.",
      text: "All of them are observed from the start.",
      ends: [.of("stream", completed: .joins, interrupted: .countsAsCompleted)],
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
      forms: [Form(.streams("stream").orLabelled("with"), sends: \.anything) { _, streams in .merge(streams) }]),
    CatalogueEntry(
      "concat", .combine,
      aliases: [
        .init("concatWith", of: [.rxJS]),
        .init("append", of: [.combine], readings: [.init(), .init(labels: ["value"])]),
        .init("endWith", of: [.rxJS], label: "value"),
      ],
      summary: "Sends what the streams send, one after the other.",
      text: """
        Each is started when the one before has ended; what a pipe sent before is lost. `value:` stands for a stream \
        of one value, or several; `error:` for one that fails.
        """,
      ends: [
        .of(
          "stream", completed: .does("starts the next stream; that of the last one passes"),
          interrupted: .countsAsCompleted)
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
      forms: [
        Form(.streams("stream").orLabelled("with"), sends: \.anything) { _, streams in .concat(streams) },
        Form(.source, .values("value", label: "value"), sends: \.anything) { call, source, values in
          source.concat(call.stage.counted(Producer(values)))
        },
        Form(.source, .message("message", label: "error")) { _, source, failure in source.concat(error: failure) },
      ]),
    CatalogueEntry(
      "zip", .combine, aliases: [.init("zipWith", of: [.rxJS])],
      summary: "Sends the first values of all streams together, then the second ones, and so on.",
      text: """
        What cannot be sent yet is kept until the other streams have sent theirs. The closure makes one value of \
        those that belong together.
        """,
      ends: [
        .of("stream", completed: .does("completes the result once all that the stream sent is used up"))
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
      forms: [
        Form(.streams("stream").orLabelled("with"), sends: \.together) { call, streams in
          call.stage.released(CarriedProducer.zip(streams.map(call.stage.carrying))) { .tuple($0) }
        },
        Form(
          .streams("stream").orLabelled("with"), .combineAll.orLabelled("combine", "resultSelector"), sends: \.result
        ) {
          call, streams, combine in
          call.stage.released(CarriedProducer.zip(streams.map(call.stage.carrying))) { combine(.tuple($0)) }
        },
      ]),
    CatalogueEntry(
      "combineLatest", .combine, aliases: [.init("combineLatestWith", of: [.rxJS])],
      summary: "Sends the latest values of all streams together, whenever one sends and all have sent.",
      text: """
        The last value of a stream that has completed stays in use. The closure makes one value of those that belong \
        together.
        """,
      ends: [.of("stream", completed: .joins)],
      related: ["zip", "withLatest", "sample", "merge", "and"],
      example: """
        a = 1---2----|
        b = --x---y--|
        i = ---!
        combineLatest(a, b)                  == --[1,x]-[2,x]-[2,y]--|
        combineLatest(a, b) { "\\($1)\\($0)" } == --[x1]-[x2]-[y2]--|
        combineLatest(a, i)                  == ---!
        """,
      forms: [
        Form(.streams("stream").orLabelled("with"), sends: \.together) { call, streams in
          call.stage.released(CarriedProducer.combineLatest(streams.map(call.stage.carrying))) { .tuple($0) }
        },
        Form(
          .streams("stream").orLabelled("with"), .combineAll.orLabelled("combine", "resultSelector"), sends: \.result
        ) {
          call, streams, combine in
          call.stage.released(CarriedProducer.combineLatest(streams.map(call.stage.carrying))) { combine(.tuple($0)) }
        },
      ]),
    CatalogueEntry(
      "prefix", .combine,
      aliases: [
        .init("startWith", of: [.rxJS, .rxSwift, .reactiveCocoa], label: "value"),
        .init("start", of: [.reactiveKit], label: "value"),
        .init("prepend", of: [.combine, .reactiveKit], readings: [.init(), .init(labels: ["value"])]),
      ],
      summary: "Sends what another stream sends, or some values, and then what its source sends.",
      text: "`a.prefix(b)` is `concat(b, a)`. What Combine and ReactiveKit call `prefix` is `take`.",
      ends: [
        .of("source", interrupted: .countsAsCompleted),
        .of("stream", completed: .does("starts the source"), interrupted: .countsAsCompleted),
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
      forms: [
        Form(.source, .stream("stream"), sends: \.anything) { _, source, stream in source.prefix(stream) },
        Form(.source, .values("value", label: "value").orLabelled("with"), sends: \.anything) { call, source, values in
          source.prefix(call.stage.counted(Producer(values)))
        },
      ]),
    CatalogueEntry(
      "withLatest", .combine,
      aliases: [.init("withLatestFrom", of: [.rxJS, .rxSwift]), .init("with", of: [.reactiveKit])],
      summary: "Sends each value together with the latest one of another stream.",
      text: """
        A value that comes before the other stream has sent one is dropped. The other stream is started first. The \
        closure makes one value of the two.
        """,
      ends: [
        .of("source"),
        .of("stream", completed: .isIgnored, interrupted: .isIgnored),
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
      forms: [
        Form(.source, .stream("stream", label: "from").orLabelled("latestFrom"), sends: \.together) {
          call, source, stream in
          call.stage.paired(source, stream) {
            $0.withLatest(from: $1)
          } making: {
            .tuple([$0, $1])
          }
        },
        Form(
          .source, .stream("stream", label: "from").orLabelled("latestFrom"),
          .combineWithOther.orLabelled("combine", "resultSelector"), sends: \.result
        ) { call, source, stream, combine in
          call.stage.paired(source, stream, { $0.withLatest(from: $1) }, making: combine)
        },
      ]),
    CatalogueEntry(
      "sample", .combine, aliases: [.init("sampleTime", of: [.rxJS], label: "every")],
      summary: "Sends its source's latest value whenever the sampler sends one.",
      text: """
        `with:` sends the sampler's value besides. Before the first value of the source nothing is sent; the same \
        one is sent again where there is no newer. `every:` sends the latest value after each such time, if a new one \
        has come.
        """,
      ends: [
        .of("source", completed: .joins),
        .of(
          "source", label: "every", completed: .passes("without the value that waits"),
          failed: .passes("without the value that waits"), interrupted: .passes("without the value that waits")),
        .of("sampler", completed: .joins),
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
      forms: [
        Form(.source, .stream("sampler", label: "on"), sends: \.source) { call, source, sampler in
          call.stage.released(call.stage.carrying(source).sample(on: sampler))
        },
        Form(.source, .stream("sampler", label: "with"), sends: \.together) { call, source, sampler in
          call.stage.paired(source, sampler) {
            $0.sample(with: $1)
          } making: {
            .tuple([$0, $1])
          }
        },
        Form(.source, .time("time", label: "every", atLeast: 1)) { call, source, time in
          call.stage.expectsNoEnd()
          return call.stage.held(source) { $0.sample(every: time, on: call.stage.clock) }
        },
      ]),
    CatalogueEntry(
      "race", .combine, aliases: [.init("amb", of: [.rxSwift, .reactiveKit]), .init("raceWith", of: [.rxJS])],
      summary: "Sends what the stream sends that is the first to send anything.",
      text: "An event of any kind wins, an end too, and the others are let go before it is sent.",
      ends: [.of("stream", interrupted: .countsAsCompleted)],
      related: ["merge", "flatten", "timeout"],
      example: """
        a = ---1--2|
        b = --x---y--|
        f = -#
        race(a, b) == --x---y--|
        race(a, f) == -#
        """,
      forms: [Form(.streams("stream").orLabelled("with"), sends: \.anything) { _, streams in .race(streams) }]),
    CatalogueEntry(
      "and", .combine,
      summary: "Sends whether the latest Booleans of both streams are true, whenever one sends and both have sent.",
      text: "It is `combineLatest`, for two streams of Booleans.",
      ends: [.of("stream", completed: .joins)],
      related: ["or", "negate", "combineLatest", "all"],
      example: """
        a = [true]----[false]--|
        b = --[false]-[true]---|
        a.and(b) == --[false]-[true][false]--|
        """,
      forms: [
        Form(.source, .stream("stream"), sends: { _ in .boolean }) { call, source, other in
          call.judging(source, other) { $0 && $1 }
        }
      ]),
    CatalogueEntry(
      "or", .combine,
      summary: "Sends whether the latest Boolean of either stream is true, whenever one sends and both have sent.",
      text: "It is `combineLatest`, for two streams of Booleans.",
      ends: [.of("stream", completed: .joins)],
      related: ["and", "negate", "combineLatest", "contains"],
      example: """
        a = [true]----[false]--|
        b = --[false]-[true]---|
        a.or(b) == --[true]-[true][true]--|
        """,
      forms: [
        Form(.source, .stream("stream"), sends: { _ in .boolean }) { call, source, other in
          call.judging(source, other) { $0 || $1 }
        }
      ]),
    CatalogueEntry(
      "negate", .combine, aliases: [.init("not", of: [.reactiveCocoa])],
      summary: "Sends `false` for `true` and `true` for `false`.",
      related: ["and", "or", "map"],
      example: """
        a = --[true]--[false]--|
        a.negate() == --[false]--[true]--|
        """,
      forms: [
        Form(.source, sends: { _ in .boolean }) { call, source in call.booleans(source).negate().map { .boolean($0) } }
      ]),
    CatalogueEntry(
      "then", .combine, aliases: [.init("andThen", of: [.rxSwift])],
      summary: "Waits for its source to complete and sends what another stream sends then.",
      text: "The values of the source are dropped. The other stream is started only when the source has completed.",
      ends: [
        .of("source", completed: .does("starts the other stream")),
        .of("replacement"),
      ],
      related: ["concat", "ignoreValues", "prefix"],
      example: """
        a = cold -1-2|
        b = cold -3-|
        f = cold -1-#
        a.then(b) == -----3-|
        f.then(b) == ---#
        """,
      forms: [
        Form(.source, .stream("replacement"), sends: \.other) { _, source, replacement in source.then(replacement) }
      ]),
    CatalogueEntry(
      "sequenceEqual", .combine,
      summary: "Sends whether both streams send equal values in the same order, once that is certain.",
      text: """
        When the values come means nothing. It is certain that they differ at the first value that does, or when one \
        completes that has sent less; that they do not, when both have completed. Instead of equality the closure \
        may say which values are equal.
        """,
      ends: [
        .of("stream", completed: .does("sends `false` if the other has sent more, `true` if both have completed"))
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
      forms: [
        Form(.source, .stream("stream"), sends: { _ in .boolean }) { _, source, other in
          source.sequenceEqual(other).map { .boolean($0) }
        },
        Form(.source, .stream("stream"), .relationToOther(label: "by"), sends: { _ in .boolean }) {
          _, source, other, areEqual in
          source.sequenceEqual(other, by: areEqual).map { .boolean($0) }
        },
      ]),
    CatalogueEntry(
      "defaultIfEmpty", .combine, aliases: [.init("ifEmpty", of: [.rxSwift]), .init("replaceEmpty", of: [.combine])],
      summary: "Sends a value when its source completes without one.",
      text: "A stream that fails or is interrupted is not taken for an empty one.",
      ends: [.of("source", completed: .passes("behind the value, if no other came"))],
      related: ["isEmpty", "recover", "first"],
      example: """
        a = ---|
        f = ---#
        a.defaultIfEmpty(0) == ---(0|)
        f.defaultIfEmpty(0) == ---#
        """,
      forms: [
        Form(.source, .value("value").orLabelled("default", "with"), sends: \.anything) { _, source, value in
          source.defaultIfEmpty(value)
        }
      ]),
  ]
}

extension Application {
  /// What the latest Booleans of two streams make together.
  fileprivate func judging(
    _ first: Producer, _ second: Producer, by judge: @escaping (Bool, Bool) -> Bool
  ) -> Producer {
    let both = [first, second].map { stage.carrying(booleans($0).map { .boolean($0) }) }
    return stage.released(CarriedProducer.combineLatest(both)) { latest in
      .boolean(judge(latest[0] == .boolean(true), latest[1] == .boolean(true)))
    }
  }

  /// A stream of Booleans; a value that is none stops the run.
  fileprivate func booleans(_ producer: Producer) -> SignalProducer<Bool, Failure> {
    producer.map { self.boolean($0) }
  }
}
