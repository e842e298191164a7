import MarbleLanguage
import Reactive

extension Catalog {
  static let transforming: [CatalogEntry] = [
    CatalogEntry(
      "map", .transform,
      aliases: [
        .init("mapTo", of: [.rxJS], label: "value"), .init("replaceElements", of: [.reactiveKit], label: "value"),
        .init("mapReplace", of: [.reactiveCocoa], label: "value"),
        .init("mapLatest", of: [.kotlin], note: "The closure takes no time here, so it is never canceled."),
      ],
      forms: [
        "pluck(1)": "@.map { $0.0 }", "replaceNil(with:)": "@.map { $0 == nil ? # : $0 }", "select": "@.map #",
        "map(position)": "index().map #",
      ],
      summary: "Sends the closure's result for each value.",
      text: "With `value:`, it sends that value for each value.",
      related: ["compactMap", "scan", "flatMap", "mapError", "attemptMap"],
      example: """
        a = --1--2--3--|
        a.map { $0 * 10 } == --[10]--[20]--[30]--|
        a.map(value: "x") == --x--x--x--|
        """,
      overloads: [
        Overload(.maps, .source, .transform) { _, source, transform in source.map(transform) },
        Overload(.replacesValues, .source, .value("value", label: "value").orLabeled("with"), sends: \.value) {
          _, source, value in
          source.map(value: value)
        },
      ]),
    CatalogEntry(
      "compactMap", .transform,
      aliases: [
        .init("filterMap", of: [.reactiveSwift]), .init("tryCompactMap", of: [.combine]),
        .init("skipNil", of: [.reactiveSwift]), .init("ignoreNils", of: [.reactiveKit]),
        .init("filterNotNull", of: [.kotlin]), .init("mapNotNull", of: [.kotlin]),
      ],
      summary: "Sends the closure's result for each value unless it is nil.",
      text: "Without a closure, it sends the values that are not nil.",
      reasons: [
        .when(
          .dropped, "dropped it, because the result is nil",
          "a = -x|; why not x in a.compactMap { Int(\"\\($0)\") }"),
        .changed("a = -1|; why not 1 in a.compactMap { $0 + 1 }"),
      ],
      related: ["map", "filter", "flatMap"],
      example: """
        a = --1--x--3--|
        b = --1--[nil]--3--|
        a.compactMap { Int("\\($0)") } == --1-----3--|
        b.compactMap()                == --1-----3--|
        """,
      overloads: [
        Overload(.compacts, .source, sends: { $0.source.unwrapped }) { _, source in
          source.compactMap { $0 == .null ? nil : $0 }
        },
        Overload(.compacts, .source, .transform) { _, source, transform in
          source.compactMap { value in
            let result = transform(value)
            return result == .null ? nil : result
          }
        },
      ]),
    CatalogEntry(
      "scan", .transform,
      aliases: [
        .init("tryScan", of: [.combine]),
        .init("runningFold", of: [.kotlin], note: "Kotlin sends the initial value first."),
      ],
      forms: ["runningReduce": "@.scan #"],
      summary: "Combines each value with a state, and sends the new state.",
      text: """
        The closure takes the state and the value, and returns the new state. The initial state is not sent. Without \
        an initial state, the first value becomes the state and is sent.
        """,
      related: ["reduce", "scanMap", "combinePrevious"],
      example: """
        a = --1--2--3--|
        a.scan(10) { $0 + $1 } == --[11]--[13]--[16]--|
        a.scan { $0 + $1 }     == --1--3--6--|
        """,
      overloads: [
        Overload(.scans, .source, .value("initial"), .combine.orLabeled("accumulator")) { _, source, initial, next in
          source.scan(initial, next)
        },
        Overload(.scans, .source, .combine, sends: \.state) { _, source, next in source.scan(next) },
      ]),
    CatalogEntry(
      "scanMap", .transform,
      summary: "Combines each value with a state, and sends a separate result.",
      text: """
        The closure takes the state and the value, and returns a pair: the new state and the result. The states are \
        not sent.
        """,
      related: ["scan", "map"],
      example: """
        a = --1--2--3--|
        a.scanMap(0) { ($0 + $1, "\\($0)+\\($1)") } == --[0+1]--[1+2]--[3+3]--|
        """,
      overloads: [
        Overload(.scansApart, .source, .value("initial"), .combinePair, sends: { $0.result.item(1) }) {
          _, source, initial, next in
          source.scanMap(initial, next)
        }
      ]),
    CatalogEntry(
      "reduce", .transform,
      aliases: [
        .init("aggregate", of: [.reactiveCocoa]), .init("tryReduce", of: [.combine]), .init("fold", of: [.kotlin]),
      ],
      summary: "Combines all values into a state, and sends the final state when the source completes.",
      text: """
        The closure takes the state and a value, and returns the new state. Without values, the initial state is \
        sent, or nothing if there is no initial state.
        """,
      terminationRules: [
        .of("source", completed: .passes("after the state"), otherwise: .passes("and the state is dropped"))
      ],
      reasons: [
        .atEnd("a = -1-; why not 1 in a.reduce(0) { $0 + $1 }"),
        .lostAtFailure("a = -1-#; why not 1 in a.reduce(0) { $0 + $1 }"),
        .when(
          .dropped, "combined it with its state, and sends only the final state",
          "a = -1-2|; why not 1 in a.reduce(0) { $0 + $1 }"),
      ],
      related: ["scan", "collect", "count", "sum"],
      example: """
        a = --1--2--3--|
        f = -1-#
        a.reduce(10) { $0 + $1 } == -----------([16]|)
        a.reduce { $0 + $1 }     == -----------(6|)
        f.reduce(10) { $0 + $1 } == ---#
        """,
      overloads: [
        Overload(.reduces, .source, .value("initial"), .combine.orLabeled("accumulator")) { _, source, initial, next in
          source.reduce(initial, next)
        },
        Overload(.reduces, .source, .combine) { _, source, next in source.reduce(next) },
      ]),
    CatalogEntry(
      "collect", .transform,
      aliases: [
        .init("toArray", of: [.rxJS, .rxSwift]), .init("toList", of: [.kotlin]),
        .init(
          "bufferTime", of: [.rxJS], label: "every", .boolean(label: "discardWhenCompleted", false),
          note: "On completion, the rest is sent at its due time. RxJS sends it immediately."),
      ],
      forms: ["collectList": "@.collect()"],
      summary: "Sends the values as an array when the source completes, or as several arrays.",
      text: """
        `count:` sends an array each time it has that number of values. A closure sends the array when it returns \
        true. With one parameter, the closure receives the array, including the newest value. With two, it receives \
        the array and the next value, which begins the next array. `while:` sends the array when the closure returns \
        false instead. On completion, the rest is sent as an array. Without any values, an empty array is sent. \
        `every:` sends an array each time that the given time has passed, even an empty one unless `skipEmpty: \
        true`. A completion drops the values of the last array, even on the tick of that array, as in ReactiveSwift. \
        With `discardWhenCompleted: false`, the completion is sent after the last array, at its due time.
        """,
      terminationRules: [
        .of(
          "source", completed: .passes("after an array of the rest"),
          otherwise: .passes("and stored values are dropped")),
        .of(
          "source", label: "every", completed: .passes("and stored values are dropped"),
          otherwise: .passes("and stored values are dropped")),
      ],
      reasons: [
        .when(
          .open, label: "count", "still held it at the end of the run, because its array was not complete",
          "a = -1-; why not 1 in a.collect(count: 2)"),
        .atEnd("a = -1-; why not 1 in a.collect()"),
        .lostAtFailure("a = -1-#; why not 1 in a.collect()"),
        .lostAtEnd(label: "every", "a = -1-|; why not 1 in a.collect(every: 5)"),
      ],
      related: ["buffer", "window", "reduce"],
      example: """
        a = --1--2--3--|
        f = -1-#
        a.collect()                                == -----------([[1,2,3]]|)
        a.collect(count: 2)                        == -----[[1,2]]-----([[3]]|)
        a.collect(every: 6)                        == ------[[1,2]]----|
        a.collect { all in all.contains(2) }       == -----[[1,2]]-----([[3]]|)
        a.collect { before, next in next == 2 }    == -----[[1]]-----([[2,3]]|)
        a.collect(while: { all in all.count < 2 }) == -----[[1,2]]-----([[3]]|)
        f.collect()                                == ---#
        """,
      overloads: [
        Overload(.collects, .source) { call, source in
          call.runContext.released(call.runContext.carrying(source).collect(), held: true) { .array($0) }
        },
        Overload(.collectsCount, .source, .count("count", label: "count", atLeast: 1)) {
          call, source, count in
          call.runContext.released(call.runContext.carrying(source).collect(count: count), held: true) { .array($0) }
        },
        Overload(
          .collectsEvery, .source, .time("time", label: "every", atLeast: 1),
          .boolean("skipEmpty", label: "skipEmpty", default: false),
          .boolean("discardWhenCompleted", label: "discardWhenCompleted", default: true)
        ) { call, source, time, skips, discards in
          call.runContext.expectsNoEnd()
          let collected = call.runContext.carrying(source).collect(
            every: time, on: call.runContext.clock, skipEmpty: skips, discardWhenCompleted: discards)
          return call.runContext.released(collected, held: true) { .array($0) }
        },
        Overload(.collects, .source, .condition()) { call, source, condition in
          call.runContext.collected(source, condition)
        },
        Overload(.collects, .source, .condition(label: "while", answer: false)) { call, source, condition in
          call.runContext.collected(source, condition)
        },
      ]),
    CatalogEntry(
      "combinePrevious", .transform,
      aliases: [
        .init("pairwise", of: [.rxJS, .reactiveKit]),
        .init(
          "zipPrevious", of: [.reactiveKit],
          note: "ReactiveKit starts with a pair of nil and the first value, as `zipPrevious(nil)` does."
        ),
      ],
      forms: ["zipWithNext": "@.combinePrevious()"],
      summary: "Sends each value together with the previous value.",
      text: """
        It starts with the second value. With an initial value, it starts with the first value, and sends it \
        together with the initial value.
        """,
      reasons: [
        .when(
          .dropped, "combines two values, and received only this one",
          "a = -1|; why not 1 in a.combinePrevious()")
      ],
      related: ["scan", "zip", "index"],
      example: """
        a = --1--2--3--|
        a.combinePrevious()  == -----[1,2]--[2,3]--|
        a.combinePrevious(0) == --[0,1]--[1,2]--[2,3]--|
        """,
      overloads: [
        Overload(.pairs, .source, sends: { .tuple($0.anything, $0.source) }) { call, source in
          call.runContext.released(call.runContext.carrying(source).combinePrevious().map { [$0, $1] }) { .tuple($0) }
        },
        Overload(.pairs, .source, .value("initial"), sends: { .tuple($0.anything, $0.source) }) {
          call, source, initial in
          let nothing = TracedValue(value: initial, cause: .none)
          let pairs = call.runContext.carrying(source).combinePrevious(nothing).map { [$0, $1] }
          return call.runContext.released(pairs) { .tuple($0) }
        },
      ]),
    CatalogEntry(
      "index", .transform,
      aliases: [
        .init("zipWithIndex", of: [.reactiveKit]),
        .init("enumerated", of: [.rxSwift], note: "RxSwift sends the position first."),
      ],
      forms: ["withIndex(0)": "@.index().map { ($1, $0) }"],
      summary: "Sends each value with its position, counted from 0.",
      related: ["timestamp", "element", "combinePrevious", "zip"],
      example: """
        a = --a--b--c--|
        a.index() == --[a,0]--[b,1]--[c,2]--|
        """,
      overloads: [Overload(.numbers, .source) { _, source in source.index().map { .tuple([$0, .integer($1)]) } }]),
    CatalogEntry(
      "materialize", .transform,
      summary: "Sends every event as a value, including the terminal event.",
      text: """
        This way, operators on values can handle terminal events. `dematerialize` turns the values back into events.
        """,
      terminationRules: [
        .of(
          "source", completed: .passes("after a value that contains it"),
          failed: .completes("after a value that contains it"), interrupted: .passes("after a value that contains it"))
      ],
      related: ["materializeResults", "dematerialize"],
      example: """
        a = --1--#
        i = -2!
        a.materialize() == --[.value(1)]--([.failed(error)]|)
        i.materialize() == -[.value(2)]([.interrupted]!)
        """,
      overloads: [
        Overload(.materializes, .source) { _, source in source.materialize().map { .event($0) }.promoteError() }
      ]),
    CatalogEntry(
      "materializeResults", .transform,
      summary: "Sends every value and the failure as values.",
      text: "A completion or an interruption is not sent as a value.",
      terminationRules: [.of("source", failed: .completes("after a value that contains it"))],
      related: ["materialize", "dematerialize", "recover"],
      example: """
        a = --1--#
        a.materializeResults() == --[.value(1)]--([.failed(error)]|)
        """,
      overloads: [
        Overload(.materializesResults, .source) { _, source in
          source.materializeResults().map { .event($0.event) }.promoteError()
        }
      ]),
    CatalogEntry(
      "dematerialize", .transform, aliases: [.init("dematerializeResults", of: [.reactiveSwift])],
      summary: "Sends the events that the values of the source contain.",
      text: "It ends with the first value that contains a terminal event, or when the source ends.",
      related: ["materialize", "materializeResults"],
      example: """
        a = --[.value(1)]--[.failed(error)]--|
        a.dematerialize() == --1--#
        """,
      overloads: [
        Overload(.dematerializes, .source) { call, source in
          source.materialize().map { call.carried($0) }.dematerialize()
        }
      ]),
    CatalogEntry(
      "mapError", .transform,
      summary: "Sends the events of the source, and changes the message of a failure.",
      text: "The closure takes the message and returns the new one.",
      terminationRules: [.of("source", failed: .fails("with the message that the closure returns"))],
      reasons: [
        .changed("a = -#[lost]; why not #[lost] in a.mapError { \"\\($0)!\" }")
      ],
      related: ["flatMapError", "map", "attemptMap", "fail"],
      example: """
        a = --1--#[out]
        i = -1-!
        a.mapError { $0 + " of stuff" } == --1--#[out of stuff]
        i.mapError { $0 + " of stuff" } == -1-!
        """,
      overloads: [
        Overload(.mapsFailure, .source, .errorTransform) { _, source, transform in source.mapError(transform) }
      ]),
  ]
}

extension RunContext {
  fileprivate func collected(_ source: Producer, _ condition: CollectCondition) -> Producer {
    let source = carrying(source)
    let arrays =
      switch condition {
      case .including(let isComplete): source.collect { isComplete($0.map(\.value)) }
      case .before(let isComplete): source.collect { isComplete($0.map(\.value), $1.value) }
      }
    return released(arrays, held: true) { .array($0) }
  }
}

extension Result<Value, Failure> {
  /// The event that stands for this result.
  fileprivate var event: Event {
    switch self {
    case .success(let value): .value(value)
    case .failure(let failure): .failed(failure)
    }
  }
}

extension OperatorApplication {
  /// Returns the event that a value carries, or stops the run if the value is not an event.
  fileprivate func carried(_ event: Event) -> Event {
    guard case .value(let value) = event else { return event }
    return guarding(event, value) { () throws(ProgramProblem) in
      guard case .event(let event) = value else { throw .wrongKind(expected: .event, found: value.kind) }
      return event
    }
  }
}
