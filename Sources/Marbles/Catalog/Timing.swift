import MarbleLanguage
import Reactive

extension Catalog {
  static let timing = [
    CatalogEntry(
      "delay", .time,
      summary: "Sends every value and the completion some time later.",
      text: "What the source does is the same, only later.",
      terminationRules: [
        .of(
          "source", completed: .does("passes when the time has passed"),
          failed: .passes("without the values that wait"),
          interrupted: .passes("without the values that wait"))
      ],
      related: ["debounce", "timer", "timeout"],
      example: """
        a = -1-2--|
        f = -1-2#
        a.delay(2) == ---1-2--|
        f.delay(2) == ---1#
        """,
      overloads: [
        Overload(.source, .time("time").orLabeled("for", "interval")) { call, source, time in
          source.delay(time, on: call.runContext.clock)
        }
      ]),
    CatalogEntry(
      "debounce", .time,
      aliases: [
        .init(
          "debounceTime", of: [.rxJS], .boolean(label: "discardWhenCompleted", false),
          note: "What waits on completion is sent when it is due; RxJS sends it at once.")
      ],
      summary: "Sends a value once no other has come for some time.",
      text: "Each value begins the wait anew, so that of values that come in a row only the last one is sent.",
      terminationRules: [
        .of(
          "source", completed: .passes("without the value that waits"), failed: .passes("without the value that waits"),
          interrupted: .passes("without the value that waits")),
        .of(
          "source", label: "discardWhenCompleted",
          completed: .does("passes behind the value that waits, when that is due"),
          failed: .passes("without the value that waits"), interrupted: .passes("without the value that waits")),
      ],
      related: ["throttle", "delay", "sample"],
      example: """
        a = -a-bc-----d-|
        f = -a-#
        a.debounce(2)                              == ------c-----|
        a.debounce(2, discardWhenCompleted: false) == ------c-----(d|)
        f.debounce(4)                              == ---#
        """,
      overloads: [
        Overload(
          .source, .time("time").orLabeled("for"),
          .boolean("discardWhenCompleted", label: "discardWhenCompleted", default: true)
        ) { call, source, time, discards in
          source.debounce(time, on: call.runContext.clock, discardWhenCompleted: discards)
        }
      ]),
    CatalogEntry(
      "throttle", .time,
      aliases: [
        .init(
          "throttleTime", of: [.rxJS],
          note: "It has a trailing value as well, which RxJS's has only when it is told to.")
      ],
      summary: "Sends a value at once if some time has passed since the last one, or else the newest when it has.",
      text: """
        With `while:` the newest value is kept while that stream's last value is true, and sent when it turns false.
        """,
      terminationRules: [
        .of(
          "source", completed: .passes("without the value that waits"), failed: .passes("without the value that waits"),
          interrupted: .passes("without the value that waits")),
        .of(
          "source", label: "discardWhenCompleted",
          completed: .does("passes behind the value that waits, when that is due"),
          failed: .passes("without the value that waits"), interrupted: .passes("without the value that waits")),
        .of("condition", completed: .isIgnored, interrupted: .isIgnored),
      ],
      related: ["debounce", "sample", "delay", "buffer"],
      example: """
        a = -ab-c----d-e|
        p = -[true]-------[false]
        f = -ab#
        a.throttle(4)                              == -a---c---d--|
        a.throttle(4, discardWhenCompleted: false) == -a---c---d---(e|)
        a.throttle(while: p)                       == -a-------d-e|
        f.throttle(4)                              == -a-#
        """,
      overloads: [
        Overload(
          .source, .time("time").orLabeled("for"),
          .boolean("discardWhenCompleted", label: "discardWhenCompleted", default: true)
        ) { call, source, time, discards in
          call.runContext.held(source) { $0.throttle(time, on: call.runContext.clock, discardWhenCompleted: discards) }
        },
        Overload(.source, .stream("condition", label: "while")) { call, source, condition in
          call.runContext.held(source) {
            $0.throttle(while: condition.map { call.boolean($0) }, on: call.runContext.clock)
          }
        },
      ]),
    CatalogEntry(
      "audit", .time, aliases: [.init("auditTime", of: [.rxJS], label: "for")],
      summary: "Sends the newest value each time a wait that a value has begun is over.",
      text: "A value that comes during the wait takes the place of the one before.",
      terminationRules: [
        .of(
          "source", completed: .does("passes after the value that waits, when that is due"),
          failed: .passes("without the value that waits"), interrupted: .passes("without the value that waits"))
      ],
      related: ["throttle", "debounce", "sample"],
      example: """
        a = -ab-----c-d--e|
        f = -ab#
        a.audit(for: 3) == ----b------d----(e|)
        f.audit(for: 3) == ---#
        """,
      overloads: [
        Overload(.source, .time("time", label: "for")) { call, source, time in
          call.runContext.held(source) { $0.audit(for: time, on: call.runContext.clock) }
        }
      ]),
    CatalogEntry(
      "timeout", .time, aliases: [.init("timeoutWith", of: [.rxJS], labels: ["each", "with"])],
      summary: "Fails, or goes on with another stream, when its source takes too long.",
      text: """
        With `after:` the source must have ended when the time is up, counted from the start; with `each:` no gap \
        may be longer, and with `first:` that before the first value. `raising:` says what the failure is, `with:` \
        what to go on with instead. RxJS's and RxSwift's `timeout` is `timeout(each:)`.
        """,
      terminationRules: [.of("source"), .of("replacement")],
      related: ["take", "delay", "race", "flatMapError"],
      example: """
        a = --1--2-----3--|
        b = cold -x|
        f = --#
        a.timeout(after: 6)                  == --1--2#[timed out]
        a.timeout(each: 4, raising: "late")  == --1--2---#[late]
        a.timeout(first: 1, raising: "late") == -#[late]
        a.timeout(after: 6, with: b)         == --1--2-x|
        a.timeout(each: 4, with: b)          == --1--2----x|
        a.timeout(first: 1, with: b)         == --x|
        f.timeout(after: 6)                  == --#
        """,
      overloads: [
        Overload(.source, .time("time", label: "after"), .timedOut, sends: \.anything) { call, source, time, failure in
          source.timeout(after: time, raising: failure, on: call.runContext.clock)
        },
        Overload(.source, .time("time", label: "each"), .timedOut, sends: \.anything) { call, source, time, failure in
          source.timeout(each: time, raising: failure, on: call.runContext.clock)
        },
        Overload(.source, .time("time", label: "first"), .timedOut, sends: \.anything) { call, source, time, failure in
          source.timeout(first: time, raising: failure, on: call.runContext.clock)
        },
        Overload(.source, .time("time", label: "after"), .stream("replacement", label: "with"), sends: \.anything) {
          call, source, time, replacement in
          source.timeout(after: time, with: replacement, on: call.runContext.clock)
        },
        Overload(.source, .time("time", label: "each"), .stream("replacement", label: "with"), sends: \.anything) {
          call, source, time, replacement in
          source.timeout(each: time, with: replacement, on: call.runContext.clock)
        },
        Overload(.source, .time("time", label: "first"), .stream("replacement", label: "with"), sends: \.anything) {
          call, source, time, replacement in
          source.timeout(first: time, with: replacement, on: call.runContext.clock)
        },
      ]),
    CatalogEntry(
      "timer", .make,
      summary: "Sends 0, 1, 2 and so on, time after time, or 0 once.",
      text: """
        With `interval:` it goes on for ever. With `after:` it sends 0 when the time has passed, and completes; with \
        both the first one comes after the one time, and each other one after the other.
        """,
      related: ["interval", "delay", "take"],
      example: """
        timer(interval: 3).take(first: 3)           == ---0--1--(2|)
        timer(after: 3)                             == ---(0|)
        timer(after: 1, interval: 3).take(first: 3) == -0--1--(2|)
        """,
      overloads: [
        Overload(.time("time", label: "interval", atLeast: 1), sends: { _ in .integer }) { call, time in
          call.runContext.expectsNoEnd()
          return call.ticking(.timer(interval: time, on: call.runContext.clock))
        },
        Overload(.time("time", label: "after"), sends: { _ in .integer }) { call, time in
          call.ticking(.timer(after: time, on: call.runContext.clock))
        },
        Overload(
          .time("time", label: "after"), .time("interval", label: "interval", atLeast: 1), sends: { _ in .integer }
        ) {
          call, time, interval in
          call.runContext.expectsNoEnd()
          let others = SignalProducer<Int, Never>.timer(interval: interval, on: call.runContext.clock).map { $0 + 1 }
          return call.ticking(.timer(after: time, on: call.runContext.clock).concat(others))
        },
      ]),
    CatalogEntry(
      "interval", .time,
      summary: "Sends some values one by one, time after time, and completes; or 0, 1, 2 and so on.",
      text: """
        The first one comes when the time has passed once. The completion comes together with the last value; without \
        values, at once. Without `sequence:` it is `timer(interval:)`.
        """,
      terminationRules: [],
      related: ["timer", "values", "range"],
      example: """
        interval(3, sequence: [1, 2]) == ---1--(2|)
        interval(2).take(first: 2)    == --0-(1|)
        """,
      overloads: [
        Overload(.time("time", atLeast: 1), .array("values", label: "sequence"), sends: { $0.value.contents }) {
          call, time, values in
          call.runContext.counted(.interval(time, sequence: values, on: call.runContext.clock))
        },
        Overload(.time("time", atLeast: 1), sends: { _ in .integer }) { call, time in
          call.runContext.expectsNoEnd()
          return call.ticking(.timer(interval: time, on: call.runContext.clock))
        },
      ]),
    CatalogEntry(
      "timestamp", .time,
      summary: "Sends each value with the tick on which it came.",
      related: ["timeInterval", "index"],
      example: """
        a = -1--2--|
        a.timestamp() == -[1,1]--[2,4]--|
        """,
      overloads: [
        Overload(.source, sends: { .tuple($0.source, .integer) }) { call, source in
          source.timestamp(on: call.runContext.clock).map { .tuple([$0.value, call.ticks($0.time)]) }
        }
      ]),
    CatalogEntry(
      "timeInterval", .time,
      aliases: [.init("measureInterval", of: [.combine], note: "Combine's sends the ticks without the value.")],
      summary: "Sends each value with the ticks that have passed since the one before, or since the start.",
      related: ["timestamp", "combinePrevious", "debounce"],
      example: """
        a = -1--2--|
        a.timeInterval() == -[1,1]--[2,3]--|
        """,
      overloads: [
        Overload(.source, sends: { .tuple($0.source, .integer) }) { call, source in
          source.timeInterval(on: call.runContext.clock).map { .tuple([$0.value, call.ticks($0.interval)]) }
        }
      ]),
  ]
}

extension Parameter where Argument == Failure {
  /// The error of a timeout.
  fileprivate static var timedOut: Parameter {
    message("message", label: "raising", default: Failure("timed out"))
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
