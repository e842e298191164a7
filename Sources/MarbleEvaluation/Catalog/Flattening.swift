import MarbleLanguage
import Reactive

extension Catalog {
  static let flattening: [CatalogEntry] = [
    CatalogEntry(
      "flatten", .flatten,
      aliases: [
        .init("mergeAll", of: [.rxJS], .strategy("merge")), .init("concatAll", of: [.rxJS], .strategy("concat")),
        .init("switchAll", of: [.rxJS], .strategy("latest")),
        .init("switchLatest", of: [.rxSwift], .strategy("latest")),
        .init("switchToLatest", of: [.combine, .reactiveKit, .reactiveCocoa], .strategy("latest")),
        .init("exhaustAll", of: [.rxJS], .strategy("throttle")),
        .init("exhaust", of: [.rxJS], .strategy("throttle")),
      ],
      forms: [
        "merge(maxConcurrent:)": "@.flatten(.concurrent(limit: #))", "flattenMerge": "@.flatten(.merge)",
        "flattenConcat": "@.flatten(.concat)",
      ],
      summary: "Sends the values of the streams, or the elements of the arrays, that the source sends.",
      text: """
        The strategy decides when inner streams run. `.merge` runs all of them simultaneously. `.concat` runs one \
        after the other. `.concurrent(limit: n)` runs up to n simultaneously. `.latest` runs only the newest one. \
        `.race` runs all until one of them sends an event, and then only that one. `.throttle` runs one, and drops \
        those that arrive while it is running. The result completes when the source and all inner streams have \
        completed, including those that wait. With `.race`, only the winner counts. A marble with the name of a \
        stream stands for that stream. Without a strategy, the source must send arrays.
        """,
      terminationRules: [
        .of("source", completed: .joins),
        .ofInnerStreams(completed: .joins, interrupted: .countsAsCompleted),
      ],
      reasons: CatalogEntry.LossReason.ofInnerStreams { "s.flatten(.\($0))" },
      related: ["flatMap", "merge", "concat", "race", "streams"],
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
      overloads: [
        Overload(.flattens, .source, .strategy) { call, source, strategy in
          call.runContext.flattened(source, strategy) { call.innerStream($0) }
        },
        Overload(.flattensArrays, .source) { call, source in
          source.map { call.elements(of: $0) }.flatten()
        },
      ]),
    CatalogEntry(
      "flatMap", .flatten,
      aliases: [
        .init("mergeMap", of: [.rxJS], .strategy("merge")),
        .init("concatMap", of: [.rxJS, .rxSwift], .strategy("concat")),
        .init("switchMap", of: [.rxJS], .strategy("latest")),
        .init("flatMapLatest", of: [.rxSwift, .reactiveKit], .strategy("latest")),
        .init("exhaustMap", of: [.rxJS], .strategy("throttle")),
        .init("flatMapFirst", of: [.rxSwift], .strategy("throttle")),
        .init("flatMapMerge", of: [.reactiveKit], .strategy("merge")),
        .init("flattenMap", of: [.reactiveCocoa], .strategy("merge")),
        .init("flatMapConcat", of: [.reactiveKit], .strategy("concat")),
        .init("mergeMapTo", of: [.rxJS], label: "to", .strategy("merge")),
        .init("concatMapTo", of: [.rxJS], label: "to", .strategy("concat")),
        .init("switchMapTo", of: [.rxJS], label: "to", .strategy("latest")),
        .init("transform", of: [.kotlin], .strategy("concat")),
        .init("transformLatest", of: [.kotlin], .strategy("latest")),
      ],
      forms: ["on { wait }": "@.flatMap(.concat) { just($0).# }", "selectMany": "@.flatMap(.merge) #"],
      summary: "Turns each value into a stream, and sends the values of these streams.",
      text: """
        The closure can return the name of a stream, an expression, a timeline in quotes or an array. The elements \
        of an array are sent immediately. `to:` starts the same stream for each value. `flatten` describes the \
        strategies. The default is `.merge`, as in Rx and Combine.
        """,
      terminationRules: [
        .of("source", completed: .joins),
        .ofInnerStreams(completed: .joins, interrupted: .countsAsCompleted),
      ],
      reasons: CatalogEntry.LossReason.ofInnerStreams { "s.flatMap(.\($0)) { x in x }" },
      related: ["flatten", "map", "flatMapError", "groupBy"],
      example: """
        a = x--y------|
        b = cold -1--2|
        f = cold -1#
        i = cold -1!
        a.flatMap(.merge) { "-\\($0)-\\($0)-\\($0)|" } == -x-xyxy-y-|
        a.flatMap { [$0, 1] }                        == (x1)--(y1)------|
        a.flatMap(.latest, to: b)                    == -1--1--2--|
        a.flatMap(.concat) { f }                     == -1#
        a.flatMap(.concat) { i }                     == -1--1-----|
        """,
      overloads: [
        Overload(.flatMaps, .source, .strategy, .streamMaker) { call, source, strategy, make in
          call.runContext.flattened(source, strategy, make)
        },
        Overload(.flatMaps, .source, .streamMaker) { call, source, make in
          call.runContext.flattened(source, .merge, make)
        },
        Overload(.flatMapsTo, .source, .strategy, .innerStream(label: "to")) { call, source, strategy, make in
          call.runContext.flattened(source, strategy, make)
        },
      ]),
    CatalogEntry(
      "flatScan", .flatten,
      aliases: [
        .init("mergeScan", of: [.rxJS], .strategy("merge")), .init("switchScan", of: [.rxJS], .strategy("latest")),
      ],
      summary: "Turns the state and each value into a stream, whose values are sent and become the new state.",
      text: """
        The closure is called when its stream is started, with the state at that time and the value. The initial state \
        is not sent. `flatten` describes the strategies.
        """,
      terminationRules: [
        .of("source", completed: .joins),
        .ofInnerStreams(completed: .joins, interrupted: .countsAsCompleted),
      ],
      reasons: CatalogEntry.LossReason.ofInnerStreams { "s.flatScan(.\($0), 0) { s, n in n }" },
      related: ["scan", "flatMap", "expand"],
      example: """
        a = 1--2--3-----|
        f = cold -1#
        i = cold -1!
        c = cold -4|
        a.flatScan(.merge, 0) { "-\\($0 + $1)|" }      == -1--3--6----|
        a.flatScan(.latest, 0) { "--\\($0 + $1)--7|" } == --1--3--6--7|
        a.flatScan(.concat, 0) { c }                  == -4--4--4----|
        a.flatScan(.concat, 0) { f }                  == -1#
        a.flatScan(.concat, 0) { i }                  == -1--1--1----|
        """,
      overloads: [
        Overload(.flatScans, .source, .strategy, .value("initial"), .stateStreamMaker) {
          _, source, strategy, initial, next in
          source.flatScan(strategy, initial, next)
        }
      ]),
    CatalogEntry(
      "expand", .flatten,
      summary: "Sends each value and the values of the stream that the closure returns for it, and so on.",
      text: """
        The values of these streams are given to the closure too. A value is sent when its stream is started. `limit:` \
        sets the maximum number of active streams. Without it, every stream is started immediately.
        """,
      terminationRules: [
        .of("source", completed: .joins),
        .ofInnerStreams(completed: .joins, interrupted: .countsAsCompleted),
      ],
      reasons: [
        .waits("a = 1|; c = cold ---; why not | in a.expand { $0 < 2 ? c : c }")
      ],
      related: ["flatMap", "flatScan", "generate"],
      example: """
        a = 1---------|
        b = (12)----------|
        c = cold --3|
        a.expand { $0 < 8 ? "--\\($0 * 2)|" : empty() }           == 1-2-4-8---|
        b.expand(limit: 1) { $0 < 3 ? "--\\($0 + 2)|" : empty() } == 1--2--(34)----|
        a.expand { $0 < 3 ? c : empty() }                        == 1-3-------|
        """,
      overloads: [
        Overload(.expands, .source, .expansion) { call, source, transform in
          call.expanded(source, transform) { $0.expand($1) }
        },
        Overload(.expands, .source, .count("limit", label: "limit", atLeast: 1), .expansion) {
          call, source, limit, transform in
          call.expanded(source, transform) { $0.expand(limit: limit, $1) }
        },
      ]),
  ]
}

extension OperatorApplication {
  /// Applies an operator that processes the values of a stream only after the event that has sent them.
  fileprivate func expanded(
    _ source: Producer, _ transform: @escaping (Value) -> Producer,
    by expand: (TracedValueProducer, @escaping (TracedValue) -> TracedValueProducer) -> TracedValueProducer
  ) -> Producer {
    runContext.expectsNoEnd()
    let values = runContext.carrying(runContext.queueing(source))
    return runContext.released(
      expand(values) { [runContext] carried in
        runContext.carrying(runContext.causing(carried.cause) { transform(carried.value) })
      })
  }

  /// Returns the elements of an array, or stops the run if the value is not an array.
  fileprivate func elements(of value: Value) -> [Value] {
    guarding([], value) { () throws(ProgramProblem) in
      switch value {
      case .array(let items):
        runContext.spend(elements: items.count)
        return items
      case .stream, .marble:
        throw .argument(
          .missing(label: nil, kind: .strategy), operator: name.text, calls: [])
      default:
        throw .wrongKind(expected: .array, found: value.kind)
      }
    }
  }
}
