import MarbleLanguage
import Reactive

extension Catalog {
  /// Operators that divide a stream into arrays or streams.
  static let windowing: [CatalogEntry] = [
    CatalogEntry(
      "buffer", .transform,
      aliases: [
        .init("bufferCount", of: [.rxJS], label: "count"),
        .init("bufferToggle", of: [.rxJS], label: "from", hasClosure: true),
        .init("bufferWhen", of: [.rxJS], hasClosure: true),
      ],
      forms: [
        "buffer(every:)": "@.collect(every: #)", "buffer(for:)": "@.collect(every: #)",
        "chunked": "@.buffer(count: #)", "bufferWithCount": "@.buffer(count: #)",
        "bufferWithTime": "@.collect(every: #)", "windowed": "@.buffer(count: #, every: 1)",
      ],
      summary: "Divides the values into arrays, and sends each array when it is complete.",
      text: """
        `on:` sends an array at each value of a trigger. `count:` sets the length of the arrays, and `every:` the \
        number of values from the beginning of an array to the beginning of the next. `from:` begins an array at \
        each value of a stream, and sends it when the stream that the closure returns sends a value. Without \
        `from:`, each array begins when the previous one is sent. On completion, the arrays that have begun are \
        sent, even if they are empty. With `count:`, empty arrays are not sent.
        """,
      terminationRules: [
        .of(
          "source", completed: .passes("after the arrays that have begun"),
          otherwise: .passes("and stored values are dropped")),
        .of("trigger", completed: .isIgnored, interrupted: .isIgnored),
        .of("openings", completed: .isIgnored, interrupted: .isIgnored),
        .ofInnerStreams(completed: .isIgnored, interrupted: .isIgnored),
      ],
      reasons: [
        .when(
          .signal, of: "trigger", "uses it only as a signal",
          "a = -1-|; t = --x-; why not x in a.buffer(on: t)"),
        .when(
          .signal, of: "openings", "uses it only as a signal",
          "a = -1-|; t = x--; c = cold -y; why not x in a.buffer(from: t) { c }"),
        .when(
          .unopened, "dropped it, because no array was open",
          "a = -12-|; why not 2 in a.buffer(count: 1, every: 3)"),
        .when(
          .incomplete, "still held it at the end of the run, because its array was not complete",
          "a = -1-; why not 1 in a.buffer(count: 2)"),
        .lostAtFailure("a = -1-#; why not 1 in a.buffer(count: 2)"),
      ],
      related: ["window", "collect", "groupBy", "sample"],
      example: """
        a = -1-2-3-4-5-|
        t = ----x---x
        c = cold --x
        f = -1-#
        a.buffer(on: t)              == ----[[1,2]]---[[3,4]]--([[5]]|)
        a.buffer(count: 2)           == ---[[1,2]]---[[3,4]]---([[5]]|)
        a.buffer(count: 3, every: 2) == -----[[1,2,3]]---[[3,4,5]]-([[5]]|)
        a.buffer(from: t) { c }      == ------[[3]]---[[5]]|
        a.buffer { c }               == --[[1]]-[[2]]-[[3]]-[[4]]-[[5]]([[]]|)
        f.buffer(count: 2)           == ---#
        a.buffer(on: f)              == -[[1]]-#
        """,
      overloads: [
        Overload(.buffersOn, .source, .stream("trigger", label: "on")) { call, source, trigger in
          call.buffered(source) { $0.buffer(on: trigger) }
        },
        Overload(
          .buffers, .source, .count("count", label: "count", atLeast: 1).orLabeled("ofSize"),
          .count("every", label: "every", atLeast: 1)
        ) { call, source, count, every in call.buffered(source) { $0.buffer(count: count, every: every) } },
        Overload(
          .buffersCount, .source, .count("count", label: "count", atLeast: 1).orLabeled("ofSize")
        ) { call, source, count in call.buffered(source) { $0.buffer(count: count) } },
        Overload(.buffersUntil, .source, .stream("openings", label: "from"), .closing) {
          call, source, openings, closing in
          call.buffered(source) { $0.buffer(from: openings) { closing($0) } }
        },
        Overload(.buffersUntil, .source, .deferredStream) { call, source, closing in
          call.runContext.expectsNoEnd()
          return call.buffered(source) { $0.buffer(closing) }
        },
      ]),
    CatalogEntry(
      "window", .transform,
      aliases: [
        .init("windowCount", of: [.rxJS], label: "count"),
        .init("windowToggle", of: [.rxJS], label: "from", hasClosure: true),
        .init("windowWhen", of: [.rxJS], hasClosure: true),
        .init(
          "windowTime", of: [.rxJS], interpretations: [.init(labels: ["for", "every"]), .init(labels: ["every"])]),
      ],
      summary: "Divides the values into windows, and sends each window as a stream.",
      text: """
        `on:` opens a window at the start and at each value of a trigger. `count:` sets the number of values in a \
        window, and `every:` the number of values from the beginning of a window to the beginning of the next. \
        `from:` opens a window at each value of a stream, and closes it when the stream that the closure returns \
        sends a value. Without `from:`, each window opens when the previous one closes. `every:` with a time opens a \
        window at the start and each time that this time has passed. `for:` sets the length of such a window.
        """,
      terminationRules: [
        .of(
          "source", completed: .passes("first in the open windows"),
          otherwise: .passes("first in the open windows")),
        .of("trigger", completed: .isIgnored, interrupted: .isIgnored),
        .of("openings", completed: .isIgnored, interrupted: .isIgnored),
        .ofInnerStreams(
          completed: .does("closes the window and opens the next one"), interrupted: .isIgnored),
        .ofInnerStreams(label: "from", completed: .isIgnored, interrupted: .isIgnored),
      ],
      reasons: [
        .when(
          .sentInside, "sends it inside a window, which is a stream", "a = -1-|; why not 1 in a.window(count: 2)"),
        .when(
          .dropped, "dropped it, because no window was open",
          "a = -12-|; why not 2 in a.window(count: 1, every: 3)"),
        .when(
          .changed, of: "trigger", "opened the window {result} for it",
          "a = -1-|; t = --x-; why not x in a.window(on: t)"),
        .when(
          .changed, of: "openings", "opened the window {result} for it",
          "a = -1-|; t = x--; c = cold -y; why not x in a.window(from: t) { c }"),
      ],
      related: ["buffer", "groupBy", "flatten"],
      example: """
        a = -1-2-3-4-5-|
        t = ----x---x
        c = cold --x
        f = -1-#
        a.window(on: t)              == <-1-2|>---<-3-4|>---<-5-|>--|
        a.window(count: 2, every: 3) == <-1-(2|)>----<--4-(5|)>-----|
        a.window(count: 2)           == <-1-(2|)>--<--3-(4|)>---<--5-|>---|
        a.window(from: t) { c }      == ----<-3|>---<-5|>--|
        a.window { c }               == <-1|>-<-2|>-<-3|>-<-4|>-<-5|>-<-|>|
        a.window(every: 4)           == <-1-2|>---<-3-4|>---<-5-|>--|
        a.window(for: 2, every: 4)   == <-1|>---<-3|>---<-5|>--|
        f.window(count: 2)           == <-1-#>--#
        """,
      overloads: [
        Overload(.windows, .source, .stream("trigger", label: "on")) { call, source, trigger in
          call.windowed(source) { $0.window(on: trigger) }
        },
        Overload(
          .windows, .source, .count("count", label: "count", atLeast: 1).orLabeled("ofSize"),
          .count("every", label: "every", atLeast: 1)
        ) { call, source, count, every in call.windowed(source) { $0.window(count: count, every: every) } },
        Overload(
          .windows, .source, .count("count", label: "count", atLeast: 1).orLabeled("ofSize")
        ) { call, source, count in call.windowed(source) { $0.window(count: count) } },
        Overload(.windowsUntil, .source, .stream("openings", label: "from"), .closing) {
          call, source, openings, closing in
          call.windowed(source) { $0.window(from: openings, closing) }
        },
        Overload(.windowsUntil, .source, .deferredStream) { call, source, closing in
          call.runContext.expectsNoEnd()
          return call.windowed(source) { $0.window(closing) }
        },
        Overload(
          .windows, .source, .time("length", label: "for"), .time("time", label: "every", atLeast: 1)
        ) { call, source, length, time in
          call.runContext.expectsNoEnd()
          return call.windowed(source) { $0.window(for: length, every: time, on: call.runContext.clock) }
        },
        Overload(.windows, .source, .time("time", label: "every", atLeast: 1)) { call, source, time in
          call.runContext.expectsNoEnd()
          return call.windowed(source) { $0.window(every: time, on: call.runContext.clock) }
        },
      ]),
    CatalogEntry(
      "partition", .transform,
      summary: "Divides the values into two streams by a condition, and sends both streams.",
      text: """
        The first stream sends the values for which the closure returns true, and the second one sends the others. \
        Both are sent immediately, on the tick of the start, and each starts the source.
        """,
      terminationRules: [
        .of("source", completed: .does("is sent by both streams"), otherwise: .does("is sent by both streams"))
      ],
      reasons: [
        .when(
          .sentInside, "sends it inside one of its two streams",
          "a = -1-|; why not 1 in a.partition { $0 > 1 }")
      ],
      related: ["filter", "groupBy", "window"],
      example: """
        a = -1-2-3-|
        a.partition { $0 > 1 } == (<---2-3-|><-1-----|>|)
        """,
      overloads: [
        Overload(.partitions, .source, .predicate) { call, source, isIncluded in
          let (included, others) = source.partition { value in
            let isIncluded = isIncluded(value)
            call.note(key: .boolean(isIncluded))
            return isIncluded
          }
          return call.runContext.counted(
            Producer([
              call.part(included, name: "included", with: .boolean(true)),
              call.part(others, name: "others", with: .boolean(false)),
            ]))
        }
      ]),
    CatalogEntry(
      "groupBy", .transform,
      summary: "Divides the values into groups by a key, and sends each group as a stream.",
      text: """
        The closure returns the key of a value, which is also the `.key` of its group. When the result ends before \
        the source, groups that are observed continue. If the closure throws, the result and all groups fail.
        """,
      terminationRules: [
        .of(
          "source", completed: .passes("first in the groups"),
          otherwise: .passes("first in the groups"))
      ],
      reasons: [
        .when(
          .sentInside, "sends it inside a group, which is a stream",
          "a = -1-3|; why not 3 in a.groupBy { $0 % 2 }")
      ],
      related: ["window", "buffer", "flatMap", "filter"],
      example: """
        a = --1--2--3--4--|
        f = -1-#
        a.groupBy { $0 % 2 }
          == --<1-----3-----|>--<2-----4--|>--------|
        a.groupBy { $0 % 2 }.flatMap(.merge) { $0.collect() }
          == --------------([[1,3]][[2,4]]|)
        a.groupBy { $0 % 2 }.flatMap(.merge) { g in g.count().map { (g.key, $0) } }
          == --------------([1,2][0,2]|)
        f.groupBy { $0 % 2 }
          == -<1-#>-#
        """,
      overloads: [
        Overload(.windows, .source, .attempt.orLabeled("keySelector")) { call, source, key in
          // A group holds its values until it is observed.
          call.runContext.carrying(source)
            .attemptMap { traced in
              key(traced.value).map { key in
                call.note(key: key)
                return (key: key, traced: traced)
              }
            }
            .groupBy(\.key).map { group in
              call.part(
                call.runContext.released(group.producer.map(\.traced)), name: group.key.plainText, key: group.key,
                with: group.key)
            }
        }
      ]),
  ]
}

extension OperatorApplication {
  /// Applies an operator that collects values in arrays.
  fileprivate func buffered(
    _ source: Producer, _ buffer: (SignalProducer<TracedValue, Failure>) -> SignalProducer<[TracedValue], Failure>
  ) -> Producer {
    runContext.released(buffer(runContext.carrying(source)), held: true) { self.array($0) }
  }

  /// Applies an operator that sends windows, which hold their values until they are observed.
  fileprivate func windowed(
    _ source: Producer, _ window: (TracedValueProducer) -> SignalProducer<TracedValueProducer, Failure>
  ) -> Producer {
    window(runContext.carrying(source)).map { self.part(self.runContext.released($0), name: "window") }
  }

  /// Creates an array to send, and counts its elements toward the limits, since one value can be in many arrays.
  fileprivate func array(_ values: [Value]) -> Value {
    runContext.spend(elements: values.count + 1)
    return .array(values)
  }

  /// Creates a group, a window or a stream of an action to send, and counts it and the values that it sends toward the limits.
  ///
  /// - Parameters:
  ///   - key: The key of a group, which a script can use.
  ///   - noted: The key that is noted for the values of the stream.
  func part(_ producer: Producer, name: String, key: Value? = nil, with noted: Value? = nil) -> Value {
    runContext.spend(elements: 10)
    let counted = runContext.counted(producer).map { [runContext] value in
      runContext.spend(elements: 1)
      return value
    }
    let stream = Stream(producer: counted, name: name, isSubstream: true, key: key)
    if let stage, let trace = runContext.records.trace {
      runContext.records.stageLog?.record(
        stream, of: noted, sentBy: stage, at: runContext.scheduler.currentTick, before: trace.count)
    }
    return .stream(stream)
  }

  /// Records the key of the current event if the run records causes.
  fileprivate func note(key: Value) {
    if let stage, let trace = runContext.records.trace {
      runContext.records.stageLog?.record(key: key, of: trace.now.cause, in: stage)
    }
  }
}
