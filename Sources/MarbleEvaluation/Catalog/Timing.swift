import MarbleLanguage
import Reactive

extension Catalog {
  static let timing: [CatalogEntry] = [
    CatalogEntry(
      "delay", .time, aliases: [.init("delayWhen", of: [.rxJS], label: "until")],
      forms: ["delayElements": "@.delay(#)", "ops.delay(1)": "@.delay(#s)"],
      summary: "Sends each value and the completion some time later.",
      text: """
        The times between the events stay the same. With `until:`, each value is sent when the stream that the closure \
        returns for it sends its first value. If that stream ends without a value, the value is dropped.
        """,
      terminationRules: [
        .of(
          "source", completed: .does("is sent when the time has passed"),
          otherwise: .passes("and pending values are dropped")),
        .of(
          "source", label: "until", completed: .joins, otherwise: .passes("and pending values are dropped")),
        .ofInnerStreams(completed: .joins, interrupted: .countsAsCompleted),
      ],
      reasons: [
        .when(
          .silentInner, label: "until", "did not send it, because {stream} {outcome}",
          "a = -1-|; t = cold -|; why not 1 in a.delay(until: { t })"),
        .lostAtFailure("a = -1-#; why not 1 in a.delay(3)"),
      ],
      related: ["debounce", "timer", "timeout"],
      example: """
        a = -x-y--|
        f = -x-y#
        t = cold ---|
        a.delay(2)                                     == ---x-y--|
        a.delay(until: { $0 == "x" ? "----1" : "-1" }) == ----yx|
        a.delay(until: { t })                          == ------|
        f.delay(2)                                     == ---x#
        """,
      overloads: [
        Overload(.delays, .source, .time("time").orLabeled("for", "interval")) { call, source, time in
          source.delay(time, on: call.runContext.clock)
        },
        Overload(.delaysUntil, .source, .streamMaker(label: "until")) { call, source, stream in
          call.runContext.held(source) { $0.delay(until: { stream($0.value) }) }
        },
      ]),
    CatalogEntry(
      "debounce", .time,
      aliases: [
        .init(
          "debounceTime", of: [.rxJS], .boolean(label: "discardWhenCompleted", false),
          note: "On completion, the pending value is sent at its due time. RxJS sends it immediately.")
      ],
      forms: [
        "ops.debounce(1)": "@.debounce(#s, discardWhenCompleted: false)",
        "Throttle(1)": "@.debounce(#)", "throttleWithTimeout(1)": "@.debounce(#)",
      ],
      summary: "Sends a value when no other value has followed for some time.",
      text: """
        Each value starts the wait again. If values arrive in quick succession, only the last of them is sent. With \
        `until:`, a value is sent when the stream that the closure returns for it sends a value.
        """,
      terminationRules: [
        .of(
          "source", completed: .passes("and the pending value is dropped"),
          otherwise: .passes("and the pending value is dropped")),
        .of(
          "source", label: "discardWhenCompleted",
          completed: .does("is sent after the pending value, at its due time"),
          otherwise: .passes("and the pending value is dropped")),
        .of(
          "source", label: "until", completed: .passes("after the pending value"),
          otherwise: .passes("and the pending value is dropped")),
        .ofInnerStreams(completed: .isIgnored, interrupted: .isIgnored),
      ],
      reasons: [
        .when(
          .replaced, "dropped it, because {other} came {gap}",
          "a = -1-2----|; why not 1 in a.debounce(3)"),
        .lostAtEnd("a = -1-|; why not 1 in a.debounce(3)"),
      ],
      related: ["throttle", "delay", "sample"],
      example: """
        a = -a-bc-----d-|
        f = -a-#
        t = cold --x
        a.debounce(2)                              == ------c-----|
        a.debounce(2, discardWhenCompleted: false) == ------c-----(d|)
        a.debounce(until: { t })                   == ------c-----(d|)
        f.debounce(4)                              == ---#
        """,
      overloads: [
        Overload(
          .debounces, .source, .time("time").orLabeled("for"),
          .boolean("discardWhenCompleted", label: "discardWhenCompleted", default: true)
        ) { call, source, time, discards in
          source.debounce(time, on: call.runContext.clock, discardWhenCompleted: discards)
        },
        Overload(.debouncesUntil, .source, .streamMaker(label: "until")) { call, source, stream in
          call.runContext.held(source) { $0.debounce(until: { stream($0.value) }) }
        },
      ]),
    CatalogEntry(
      "throttle", .time,
      aliases: [
        .init(
          "throttleTime", of: [.rxJS],
          note: "It also sends a trailing value. RxJS does this only with `trailing: true`.")
      ],
      forms: [
        "throttle(_:latest:)": "@.throttle(until: { timer(after: #) }, trailing: &)",
        "throttle(for:latest:)": "@.throttle(until: { timer(after: #) }, trailing: &)",
        "throttleTime(_:leading:trailing:)":
          "@.throttle(until: { timer(after: #) }, leading: &, trailing: ^)",
        "throttleTime(_:trailing:)": "@.throttle(until: { timer(after: #) }, trailing: &)",
        "throttleFirst(1)": "@.throttle(until: { timer(after: #) }, trailing: false)",
        "throttleLatest(1)": "@.throttle(#)",
      ],
      summary: "Sends the newest value, but at most one value in a given time.",
      text: """
        A value is sent immediately if that time has passed since the last value sent. Otherwise, the newest value \
        is sent when the time has passed. With `while:`, the newest value is stored as long as the latest value of \
        that stream is true, and is sent when it becomes false. With `until:`, the wait ends when the stream that the \
        closure returns for the last value sent sends a value. With `trailing: false`, the values during such a wait \
        are dropped, as in RxJS. With `leading: false`, the first value only begins the wait.
        """,
      terminationRules: [
        .of(
          "source", completed: .passes("and the pending value is dropped"),
          otherwise: .passes("and the pending value is dropped")),
        .of(
          "source", label: "discardWhenCompleted",
          completed: .does("is sent after the pending value, at its due time"),
          otherwise: .passes("and the pending value is dropped")),
        .of(
          "source", label: "until", completed: .does("is sent after the pending value, when the wait ends"),
          otherwise: .passes("and the pending value is dropped")),
        .of("condition", completed: .isIgnored, interrupted: .isIgnored),
        .ofInnerStreams(
          completed: .does("ends the wait", except: "the pending value is not sent"), interrupted: .countsAsCompleted),
      ],
      reasons: [
        .when(
          .signal, of: "condition", "uses it only as a condition",
          "a = -1-|; p = -[true]-|; why not [true] in a.throttle(while: p)"),
        .when(
          .emptyInner, label: "leading", "only began to wait at it",
          "a = -12--|; t = cold --x; why not 1 in a.throttle(until: { t }, leading: false)"),
        .when(
          .silentInner, label: "until", "did not send it, because {stream} {outcome}",
          "a = -12--|; t = cold -|; why not 2 in a.throttle(until: { t })"),
        .when(
          .dropped, label: "trailing", "drops the values that come while it waits",
          "a = -12---|; t = cold ---x; why not 2 in a.throttle(until: { t }, trailing: false)"),
        .when(
          .replaced, "dropped it, because {other} replaced it {gap}",
          "a = -12-3---|; why not 2 in a.throttle(4)"),
        .lostAtEnd("a = -12|; why not 2 in a.throttle(4)"),
      ],
      related: ["debounce", "sample", "delay", "buffer"],
      example: """
        a = -ab-c----d-e|
        p = -[true]-------[false]
        f = -ab#
        t = cold ----x
        a.throttle(4)                              == -a---c---d--|
        a.throttle(4, discardWhenCompleted: false) == -a---c---d---(e|)
        a.throttle(while: p)                       == -a-------d-e|
        a.throttle(until: { t })                   == -a---c---d---(e|)
        a.throttle(until: { t }, trailing: false)  == -a-------d--|
        f.throttle(4)                              == -a-#
        """,
      overloads: [
        Overload(
          .throttles, .source, .time("time").orLabeled("for"),
          .boolean("discardWhenCompleted", label: "discardWhenCompleted", default: true)
        ) { call, source, time, discards in
          call.runContext.held(source) { $0.throttle(time, on: call.runContext.clock, discardWhenCompleted: discards) }
        },
        Overload(.throttlesWhile, .source, .stream("condition", label: "while")) { call, source, condition in
          call.runContext.held(source) {
            $0.throttle(while: condition.map { call.boolean($0) }, on: call.runContext.clock)
          }
        },
        Overload(
          .throttlesUntil, .source, .streamMaker(label: "until"), .boolean("leading", label: "leading", default: true),
          .boolean("trailing", label: "trailing", default: true)
        ) { call, source, stream, leading, trailing in
          call.runContext.held(source) {
            $0.throttle(until: { stream($0.value) }, leading: leading, trailing: trailing)
          }
        },
      ]),
    CatalogEntry(
      "audit", .time, aliases: [.init("auditTime", of: [.rxJS], label: "for")],
      summary: "Waits some time after a value, then sends the newest value.",
      text: """
        The next value starts a new wait. With `until:`, the wait ends when the stream that the closure returns for \
        the value sends a value.
        """,
      terminationRules: [
        .of(
          "source", completed: .does("is sent after the pending value, at its due time"),
          otherwise: .passes("and the pending value is dropped")),
        .ofInnerStreams(
          completed: .does("ends the wait", except: "the pending value is not sent"), interrupted: .countsAsCompleted),
      ],
      reasons: [
        .when(
          .silentInner, label: "until", "did not send it, because {stream} {outcome}",
          "a = -1---|; t = cold -|; why not 1 in a.audit(until: { t })"),
        .when(
          .replaced, "dropped it, because {other} replaced it {gap}",
          "a = -12----|; why not 1 in a.audit(for: 3)"),
        .lostAtFailure("a = -1#; why not 1 in a.audit(for: 3)"),
      ],
      related: ["throttle", "debounce", "sample"],
      example: """
        a = -ab-----c-d--e|
        f = -ab#
        t = cold ---x
        a.audit(for: 3)       == ----b------d----(e|)
        a.audit(until: { t }) == ----b------d----(e|)
        f.audit(for: 3)       == ---#
        """,
      overloads: [
        Overload(.audits, .source, .time("time", label: "for")) { call, source, time in
          call.runContext.held(source) { $0.audit(for: time, on: call.runContext.clock) }
        },
        Overload(.auditsUntil, .source, .streamMaker(label: "until")) { call, source, stream in
          call.runContext.held(source) { $0.audit(until: { stream($0.value) }) }
        },
      ]),
    CatalogEntry(
      "timeout", .time, aliases: [.init("timeoutWith", of: [.rxJS], labels: ["each", "with"])],
      forms: [
        "ops.timeout(1)": "@.timeout(each: #s)", "timeout(_:scheduler:)": "@.timeout(each: #)",
        "timeout(_:other:scheduler:)": "@.timeout(each: #, with: &)",
      ],
      summary: "Fails, or continues with another stream, if the source takes too long.",
      text: """
        `after:` limits the time from the start to the end of the source. `each:` limits the time from each event to \
        the next, and from the start to the first event. `first:` limits only the time from the start to the first \
        event. `raising:` sets the message of the failure, and `with:` sets a stream to continue with instead. With a \
        closure, `each:` limits the time after each value: it is up when the stream that the closure returns for the \
        value sends a value. The `timeout` of RxJS and RxSwift is `timeout(each:)`.
        """,
      terminationRules: [
        .of("source"), .of("replacement"), .ofInnerStreams(completed: .isIgnored, interrupted: .isIgnored),
      ],
      reasons: [
        .when(
          .endedItself, "had already {ended}, on tick {otherTick}{message}, because its time was up",
          "a = -1----2|; why not 2 in a.timeout(after: 3)"),
        .when(
          .left, "had unsubscribed from {stream} on tick {otherTick}, because its time was up",
          "a = -1----2|; b = cold --x--|; why not 2 in a.timeout(after: 4, with: b)"),
        .queued(of: "replacement", "a = -1-|; b = cold -x|; why not x in a.timeout(after: 9, with: b)"),
      ],
      related: ["take", "delay", "race", "flatMapError"],
      example: """
        a = --1--2-----3--|
        b = cold -x|
        f = --#
        t = cold ----x
        a.timeout(after: 6)                  == --1--2#[timed out]
        a.timeout(each: 4, raising: "late")  == --1--2---#[late]
        a.timeout(first: 1, raising: "late") == -#[late]
        a.timeout(after: 6, with: b)         == --1--2-x|
        a.timeout(each: 4, with: b)          == --1--2----x|
        a.timeout(first: 1, with: b)         == --x|
        a.timeout(each: { t })               == --1--2---#[timed out]
        a.timeout(each: { t }, with: b)      == --1--2----x|
        f.timeout(after: 6)                  == --#
        """,
      overloads: [
        Overload(.timesOut, .source, .time("time", label: "after").labeledInRxJS("each"), .timedOut) {
          call, source, time, failure in
          source.timeout(after: time, raising: failure, on: call.runContext.clock)
        },
        Overload(.timesOutEach, .source, .time("time", label: "each"), .timedOut) { call, source, time, failure in
          source.timeout(each: time, raising: failure, on: call.runContext.clock)
        },
        Overload(.timesOutFirst, .source, .time("time", label: "first"), .timedOut) { call, source, time, failure in
          source.timeout(first: time, raising: failure, on: call.runContext.clock)
        },
        Overload(
          .continues, .source, .time("time", label: "after").labeledInRxJS("each"),
          .stream("replacement", label: "with")
        ) { call, source, time, replacement in
          source.timeout(after: time, with: replacement, on: call.runContext.clock)
        },
        Overload(.continuesEach, .source, .time("time", label: "each"), .stream("replacement", label: "with")) {
          call, source, time, replacement in
          source.timeout(each: time, with: replacement, on: call.runContext.clock)
        },
        Overload(.continuesFirst, .source, .time("time", label: "first"), .stream("replacement", label: "with")) {
          call, source, time, replacement in
          source.timeout(first: time, with: replacement, on: call.runContext.clock)
        },
        Overload(.timesOutUntil, .source, .streamMaker(label: "each"), .timedOut) { _, source, limit, failure in
          source.timeout(each: limit, raising: failure)
        },
        Overload(
          .continuesUntil, .source, .streamMaker(label: "each"), .stream("replacement", label: "with"),
          sends: { .any(of: $0.streams) }
        ) { _, source, limit, replacement in source.timeout(each: limit, with: replacement) },
      ]),
    CatalogEntry(
      "observe", .time,
      aliases: [
        .init("observeOn", of: [.rxJS, .rxSwift], label: "on"), .init("receive", of: [.combine], label: "on"),
        .init("deliverOn", of: [.reactiveCocoa], label: "on"),
      ],
      forms: ["publishOn": "@.observe(on: #)"],
      summary: "Sends every event on a scheduler.",
      text: """
        A script has one clock, so every scheduler is this clock, and the name is only for the reader. Each event is \
        sent on the same tick, after everything that was scheduled for that tick before.
        """,
      related: ["start", "delay"],
      example: """
        a = -1-2|
        b = -x-y|
        a.observe(on: "main")           == -1-2|
        merge(a.observe(on: "main"), b) == -(x1)-(y2)|
        """,
      overloads: [
        Overload(.passes, .source, .name("scheduler", label: "on")) { call, source, _ in
          source.observe(on: call.runContext.clock)
        }
      ]),
    CatalogEntry(
      "start", .time,
      aliases: [
        .init("subscribeOn", of: [.rxJS, .rxSwift], label: "on"), .init("flowOn", of: [.kotlin], label: "on"),
      ],
      summary: "Starts the source on a scheduler.",
      text: """
        A script has one clock, so every scheduler is this clock, and the name is only for the reader. The source is \
        started on the same tick, after everything that was scheduled for that tick before. `with:` does not start \
        the source on a scheduler. It sends values first, as `prefix(value:)` does.
        """,
      terminationRules: [.of("source"), .of("source", label: "with", interrupted: .countsAsCompleted)],
      reasons: [
        .when(
          .notStarted, "{start}, because it starts its source after everything else on a tick",
          "a = 1-2|; why not 1 in a.start(on: \"main\")")
      ],
      related: ["observe", "deferred", "prefix"],
      example: """
        a = cold -1-2|
        a.start(on: "background")                       == -1-2|
        merge(just(1).start(on: "background"), just(2)) == (21|)
        a.start(with: 0)                                == 01-2|
        """,
      overloads: [
        Overload(.startsLater, .source, .name("scheduler", label: "on")) { call, source, _ in
          source.start(on: call.runContext.clock)
        },
        Overload(.begins.unsearched, .source, .values("value", label: "with")) { call, source, values in
          source.prefix(call.runContext.counted(Producer(values)))
        },
      ]),
    CatalogEntry(
      "timer", .make,
      forms: ["every": "timer(interval: #)", "rx.timer(1)": "timer(after: #s)", "rx.interval(1)": "interval(#s)"],
      summary: "Sends 0, 1, 2 and so on at regular times, or 0 once.",
      text: """
        With `interval:`, the first number is sent after one interval, and the timer never ends. With `after:`, 0 is \
        sent after that time, and the timer completes. With both, 0 is sent after that time, the other numbers \
        follow at the interval, and the timer never ends.
        """,
      related: ["interval", "delay", "take"],
      example: """
        timer(interval: 3).take(first: 3)           == ---0--1--(2|)
        timer(after: 3)                             == ---(0|)
        timer(after: 1, interval: 3).take(first: 3) == -0--1--(2|)
        """,
      overloads: [
        Overload(
          .isEndless, .time("time", label: "interval", atLeast: 1).labeledInRxJS("after"), sends: { _ in .integer }
        ) {
          call, time in
          call.runContext.expectsNoEnd()
          return call.ticking(.timer(interval: time, on: call.runContext.clock))
        },
        Overload(.makes, .time("time", label: "after"), sends: { _ in .integer }) { call, time in
          call.ticking(.timer(after: time, on: call.runContext.clock))
        },
        Overload(
          .isEndless, .time("time", label: "after"), .time("interval", label: "interval", atLeast: 1),
          sends: { _ in .integer }
        ) { call, time, interval in
          call.runContext.expectsNoEnd()
          let others = SignalProducer<Int, Never>.timer(interval: interval, on: call.runContext.clock).map { $0 + 1 }
          return call.ticking(.timer(after: time, on: call.runContext.clock).concat(others))
        },
      ]),
    CatalogEntry(
      "interval", .time, forms: ["publish(every:on:in:)": "interval(#)", "publish(every:in:)": "interval(#)"],
      summary: "Sends the elements of an array, or 0, 1, 2 and so on, at regular times.",
      text: """
        The first value is sent after one interval. The completion is sent together with the last element, or \
        immediately if the array is empty. Without `sequence:`, it is the same as `timer(interval:)`.
        """,
      terminationRules: [],
      related: ["timer", "values", "range"],
      example: """
        interval(3, sequence: [1, 2]) == ---1--(2|)
        interval(2).take(first: 2)    == --0-(1|)
        """,
      overloads: [
        Overload(.makes, .time("time", atLeast: 1), .array("values", label: "sequence"), sends: { $0.value.contents }) {
          call, time, values in
          call.runContext.counted(
            SignalProducer.interval(time, sequence: values, on: call.runContext.clock).promoteError())
        },
        Overload(.isEndless, .time("time", atLeast: 1), sends: { _ in .integer }) { call, time in
          call.runContext.expectsNoEnd()
          return call.ticking(.timer(interval: time, on: call.runContext.clock))
        },
      ]),
    CatalogEntry(
      "timestamp", .time,
      summary: "Sends each value with the tick on which it arrived.",
      related: ["timeInterval", "index"],
      example: """
        a = -1--2--|
        a.timestamp() == -[1,1]--[2,4]--|
        """,
      overloads: [
        Overload(.stamps, .source) { call, source in
          source.timestamp(on: call.runContext.clock).map { .tuple([$0.value, call.ticks($0.time)]) }
        }
      ]),
    CatalogEntry(
      "timeInterval", .time,
      aliases: [.init("measureInterval", of: [.combine], note: "Combine sends the ticks without the value.")],
      forms: ["elapsed": "@.timeInterval()"],
      summary: "Sends each value with the number of ticks since the previous value, or since the start.",
      related: ["timestamp", "combinePrevious", "debounce"],
      example: """
        a = -1--2--|
        a.timeInterval() == -[1,1]--[2,3]--|
        """,
      overloads: [
        Overload(.intervals, .source) { call, source in
          source.timeInterval(on: call.runContext.clock).map { .tuple([$0.value, call.ticks($0.interval)]) }
        }
      ]),
  ]
}

extension Parameter where Argument == Failure {
  /// The error of a timeout.
  fileprivate static var timedOut: Parameter {
    message("message", label: "raising", default: Failure("timed out")).orLabeled("error", "failure")
  }
}

extension OperatorApplication {
  /// Returns the values of a core timer as a stream of the language.
  fileprivate func ticking(_ timer: SignalProducer<Int, Never>) -> Producer {
    runContext.counted(timer.map { Value.integer($0) }.promoteError())
  }

  fileprivate func ticks(_ time: Duration) -> Value {
    .integer(runContext.scheduler.ticks(in: time))
  }
}
