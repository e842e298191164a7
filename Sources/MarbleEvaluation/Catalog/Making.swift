import MarbleLanguage
import Reactive

extension Catalog {
  static let making: [CatalogEntry] = [
    CatalogEntry(
      "just", .make, aliases: [.init("Just", of: [.combine])],
      forms: ["emit": "just(#)", "flow { emit }": "just(#)", "SignalProducer(value:)": "just(#)", "Return": "just(#)"],
      summary: "Sends one value and completes.",
      text: "Both happen immediately, on the tick of the start. To send several values, use `values`.",
      related: ["values", "empty", "fail"],
      example: "just(1) == (1|)",
      overloads: [
        Overload(.makes, .value("value")) { call, value in call.runContext.counted(Producer(value: value)) }
      ]),
    CatalogEntry(
      "values", .make,
      aliases: [
        .init("of", of: [.rxJS, .rxSwift]), .init("from", of: [.rxJS, .rxSwift], label: "in"),
        .init("flowOf", of: [.kotlin]),
      ],
      forms: [
        "publisher": "values(in: #)", "fromArray": "values(in: #)", "fromIterable": "values(in: #)",
        "from_": "values(in: #)", "from_iterable": "values(in: #)",
        "SignalProducer(_:)": "values(in: #)", "SignalProducer(values:…)": "values(#)",
        "from(_:_:…)": "values(#)", "just(_:_:…)": "values(#)", "listOf(_:…)": "values(#)",
      ],
      summary: "Sends the given values and completes.",
      text: "Everything is sent immediately, on the tick of the start. `in:` sends the elements of an array.",
      related: ["just", "range", "streams", "interval"],
      example: """
        values(1, 2, 3)    == (123|)
        values(in: [1, 2]) == (12|)
        """,
      overloads: [
        Overload(.makes, .array("array", label: "in"), sends: { $0.value.contents }) { call, values in
          call.runContext.counted(Producer(values))
        },
        Overload(.makes, .values("value")) { call, values in call.runContext.counted(Producer(values)) },
      ]),
    CatalogEntry(
      "range", .make,
      forms: [
        "...": "range(#, &)", "rx.range(1)": "range(start: 0, count: #)",
        "rx.range(2)": "range(start: #, count: & - #)",
      ],
      summary: "Sends the whole numbers of a range and completes.",
      text: """
        Everything is sent immediately, on the tick of the start. The range includes both numbers. If the last \
        number is less than the first, no value is sent. `start:` and `count:` give the first number and the number \
        of values, as in RxSwift. The second number of RxJS's `range` is a count, too.
        """,
      related: ["values", "interval", "timer"],
      example: """
        range(2, 4)               == (234|)
        range(start: 2, count: 2) == (23|)
        """,
      overloads: [
        Overload(
          .makes, .integer("first"), .integer("last"), sends: { _ in .integer },
          lint: { constants in
            guard case .integer(let first)? = constants[0], case .integer(let last)? = constants[1], last < first else {
              return nil
            }
            return .emptyRange(first: first, last: last)
          }
        ) { call, first, last in
          first > last
            ? call.runContext.counted(.empty)
            : call.runContext.counted(Producer((first...last).lazy.map { .integer($0) }))
        },
        Overload(.makes, .integer("start", label: "start"), .count("count", label: "count"), sends: { _ in .integer }) {
          call, start, count in
          let (end, overflows) = start.addingReportingOverflow(Int64(count))
          return call.runContext.counted(Producer((start..<(overflows ? .max : end)).lazy.map { .integer($0) }))
        },
      ]),
    CatalogEntry(
      "generate", .make,
      summary: "Sends a value, then the result of a closure for each previous value.",
      text: """
        Everything is sent immediately, on the tick of the start. With `while:`, it completes when that closure \
        returns false for a value, which is not sent. Without it, the stream is endless.
        """,
      related: ["range", "values", "expand", "deferred"],
      example: """
        generate(1, while: { $0 < 10 }) { $0 * 2 }  == (1248|)
        generate(1) { $0 * 2 }.take(first: 3)       == (124|)
        """,
      overloads: [
        Overload(
          .makes, .value("first").orLabeled("initialState"), .predicate(label: "while").orLabeled("condition"),
          .successor.orLabeled("iterate"), sends: { $0.value.or($0.result) }
        ) { call, first, condition, next in call.runContext.counted(.generate(first, while: condition, next)) },
        Overload(
          .makes, .value("first").orLabeled("initialState"), .successor.orLabeled("iterate"),
          sends: { $0.value.or($0.result) }
        ) { call, first, next in
          call.runContext.expectsNoEnd()
          return call.runContext.counted(.generate(first, next))
        },
      ]),
    CatalogEntry(
      "empty", .make,
      aliases: [
        .init("Empty", of: [.combine]), .init("completed", of: [.reactiveKit]), .init("EMPTY", of: [.rxJS]),
        .init("emptyFlow", of: [.kotlin]),
      ],
      summary: "Completes immediately.",
      text: "It sends no values.",
      related: ["never", "fail", "just"],
      example: "empty() == |",
      overloads: [Overload(.makes, sends: { _ in .none }) { call in call.runContext.counted(.empty) }]),
    CatalogEntry(
      "never", .make, aliases: [.init("NEVER", of: [.rxJS])],
      forms: ["Empty(completeImmediately:false)": "never()"],
      summary: "Sends nothing and never ends.",
      text: "It runs until its observer unsubscribes.",
      related: ["empty", "fail"],
      example: "never() == -",
      overloads: [Overload(.isEndless, sends: { _ in .none }) { call in call.runContext.counted(.never) }]),
    CatalogEntry(
      "fail", .make,
      aliases: [
        .init("throwError", of: [.rxJS]), .init("error", of: [.rxSwift, .reactiveCocoa]),
        .init("failed", of: [.reactiveKit]),
        .init("Fail", of: [.combine]),
      ],
      forms: ["throw": "fail(#)", "SignalProducer(error:)": "fail(#)"],
      summary: "Fails immediately.",
      text: "Without a message, the error is the same as that of `#` in a timeline.",
      related: ["empty", "never", "mapError", "concat"],
      example: """
        fail()       == #
        fail("Boom") == #[Boom]
        """,
      overloads: [
        Overload(.makes, .message("message").orLabeled("error"), sends: { _ in .none }) { call, failure in
          call.runContext.counted(Producer(error: failure))
        }
      ]),
    CatalogEntry(
      "cold", .make,
      summary: "Plays a timeline from its beginning for each observer.",
      text: "The timeline is written in quotes. Where a stream is expected, the quotes alone have the same meaning.",
      reasons: [.passes("why not 2 in cold(\"-1|\")")],
      related: ["deferred", "values", "share"],
      example: """
        cold("-1-2|").repeat(2)     == -1-2-1-2|
        concat(cold("-1|"), "-2|") == -1-2|
        """,
      overloads: [Overload(.passes, .stream("timeline"), sends: \.anything) { _, producer in producer }]),
    CatalogEntry(
      "deferred", .make,
      aliases: [.init("defer", of: [.rxJS, .reactiveCocoa]), .init("Deferred", of: [.combine])],
      forms: ["flow": "deferred #"],
      summary: "Calls the closure at each start, and sends the events of the stream that it returns.",
      text: "Nothing is created before the start.",
      terminationRules: [.ofInnerStreams()],
      related: ["cold", "flatMap"],
      example: """
        b = cold -1-2|
        deferred { b } == -1-2|
        """,
      overloads: [Overload(.passes, .deferredStream, sends: \.result) { _, make in .deferred(make) }]),
    CatalogEntry(
      "streams", .make,
      forms: ["[,]": "streams(#)"],
      summary: "Sends the given streams as values and completes.",
      text: """
        Everything is sent immediately, on the tick of the start. `flatten` starts the streams. `[a, b]` has the \
        same meaning.
        """,
      reasons: [.unsent("a = cold -1|; why not 1 in streams(a)")],
      related: ["flatten", "values", "merge", "concat"],
      example: """
        a = cold -1-2|
        b = cold -3|
        streams(a, b).flatten(.concat) == -1-2-3|
        streams(a, b).flatten(.merge)  == -(13)-2|
        """,
      overloads: [
        Overload(.makes, .streamValues("stream"), sends: { .stream(of: $0.anything) }) { call, streams in
          call.runContext.counted(Producer(streams.map { .stream($0) }))
        }
      ]),
  ]
}
