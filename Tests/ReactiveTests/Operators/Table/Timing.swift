import Reactive

/// Operators that wait or use the time, on the scheduler of the environment.
extension TestedOperator {
  static let timing: [TestedOperator] =
    [
      TestedOperator(
        "delay(_:on:)", isTimed: true, { s, environment in s.delay(environment.ticks(3), on: environment.scheduler) },
        { s, environment in s.delay(environment.ticks(3), on: environment.scheduler) }),
      TestedOperator(
        "throttle(while:on:)", isTimed: true,
        { s, environment in s.throttle(while: environment.side.map { $0 % 4 == 0 }, on: environment.scheduler) },
        { s, environment in s.throttle(while: environment.side.map { $0 % 4 == 0 }, on: environment.scheduler) }),
      TestedOperator(
        "observe(on:)", isTimed: true, { s, environment in s.observe(on: environment.scheduler) },
        { s, environment in s.observe(on: environment.scheduler) }),
      TestedOperator(
        "lazyMap(on:_:)", isTimed: true, { s, environment in s.lazyMap(on: environment.scheduler) { $0 * 10 } },
        { s, environment in s.lazyMap(on: environment.scheduler) { $0 * 10 } }),
      TestedOperator(
        "timestamp(on:)", { s, environment in s.timestamp(on: environment.scheduler).map(\.value) },
        { s, environment in s.timestamp(on: environment.scheduler).map(\.value) }, model: .same),
      TestedOperator(
        "timeInterval(on:)", { s, environment in s.timeInterval(on: environment.scheduler).map(\.value) },
        { s, environment in s.timeInterval(on: environment.scheduler).map(\.value) }, model: .same),
      TestedOperator(
        "take(for:on:)", isTimed: true,
        { s, environment in s.take(for: environment.ticks(6), on: environment.scheduler) },
        { s, environment in s.take(for: environment.ticks(6), on: environment.scheduler) }),
      TestedOperator(
        "sample(every:on:)", isTimed: true,
        { s, environment in s.sample(every: environment.ticks(3), on: environment.scheduler) },
        { s, environment in s.sample(every: environment.ticks(3), on: environment.scheduler) }),
      TestedOperator(
        "audit(for:on:)", isTimed: true,
        { s, environment in s.audit(for: environment.ticks(3), on: environment.scheduler) },
        { s, environment in s.audit(for: environment.ticks(3), on: environment.scheduler) }),
    ] + discarding + timeouts

  private static let discarding: [TestedOperator] = [true, false].flatMap { discards in
    [
      TestedOperator(
        "throttle(_:on:discardWhenCompleted:), \(discards)", isTimed: true,
        { s, environment in s.throttle(environment.ticks(3), on: environment.scheduler, discardWhenCompleted: discards)
        },
        { s, environment in s.throttle(environment.ticks(3), on: environment.scheduler, discardWhenCompleted: discards)
        }),
      TestedOperator(
        "debounce(_:on:discardWhenCompleted:), \(discards)", isTimed: true,
        { s, environment in s.debounce(environment.ticks(2), on: environment.scheduler, discardWhenCompleted: discards)
        },
        { s, environment in s.debounce(environment.ticks(2), on: environment.scheduler, discardWhenCompleted: discards)
        }),
      TestedOperator(
        "collect(every:on:skipEmpty:discardWhenCompleted:), \(discards)", isTimed: true,
        { s, environment in
          s.collect(
            every: environment.ticks(3), on: environment.scheduler, skipEmpty: discards, discardWhenCompleted: discards)
        },
        { s, environment in
          s.collect(
            every: environment.ticks(3), on: environment.scheduler, skipEmpty: discards, discardWhenCompleted: discards)
        }),
    ]
  }

  private static let timeouts: [TestedOperator] = [
    TestedOperator(
      "timeout(after:raising:on:)", isTimed: true,
      { s, environment in s.timeout(after: environment.ticks(20), raising: Boom(), on: environment.scheduler) },
      { s, environment in s.timeout(after: environment.ticks(20), raising: Boom(), on: environment.scheduler) }),
    TestedOperator(
      "timeout(after:with:on:)", isTimed: true,
      { s, environment in
        s.timeout(after: environment.ticks(6), with: SignalProducer<Int, Boom>([7, 8]), on: environment.scheduler)
      },
      { s, environment in
        s.timeout(after: environment.ticks(6), with: SignalProducer<Int, Boom>([7, 8]), on: environment.scheduler)
      }),
    TestedOperator(
      "timeout(each:raising:on:)", isTimed: true,
      { s, environment in s.timeout(each: environment.ticks(4), raising: Boom(), on: environment.scheduler) },
      { s, environment in s.timeout(each: environment.ticks(4), raising: Boom(), on: environment.scheduler) }),
    TestedOperator(
      "timeout(each:with:on:)", isTimed: true,
      { s, environment in
        s.timeout(each: environment.ticks(2), with: SignalProducer<Int, Boom>([7, 8]), on: environment.scheduler)
      },
      { s, environment in
        s.timeout(each: environment.ticks(2), with: SignalProducer<Int, Boom>([7, 8]), on: environment.scheduler)
      }),
    TestedOperator(
      "timeout(first:raising:on:)", isTimed: true,
      { s, environment in s.timeout(first: environment.ticks(20), raising: Boom(), on: environment.scheduler) },
      { s, environment in s.timeout(first: environment.ticks(20), raising: Boom(), on: environment.scheduler) }),
    TestedOperator(
      "timeout(first:with:on:)", isTimed: true,
      { s, environment in
        s.timeout(first: environment.ticks(1), with: SignalProducer<Int, Boom>([7, 8]), on: environment.scheduler)
      },
      { s, environment in
        s.timeout(first: environment.ticks(1), with: SignalProducer<Int, Boom>([7, 8]), on: environment.scheduler)
      }),
  ]
}
