import Reactive

/// Operators that wait, or look at the time, on the scheduler of the bench.
extension Specimen {
  static let timing: [Specimen] =
    [
      Specimen(
        "delay(_:on:)", isTimed: true, { s, bench in s.delay(bench.ticks(3), on: bench.scheduler) },
        { s, bench in s.delay(bench.ticks(3), on: bench.scheduler) }),
      Specimen(
        "throttle(while:on:)", isTimed: true,
        { s, bench in s.throttle(while: bench.side.map { $0 % 4 == 0 }, on: bench.scheduler) },
        { s, bench in s.throttle(while: bench.side.map { $0 % 4 == 0 }, on: bench.scheduler) }),
      Specimen(
        "observe(on:)", isTimed: true, { s, bench in s.observe(on: bench.scheduler) },
        { s, bench in s.observe(on: bench.scheduler) }),
      Specimen(
        "lazyMap(on:_:)", isTimed: true, { s, bench in s.lazyMap(on: bench.scheduler) { $0 * 10 } },
        { s, bench in s.lazyMap(on: bench.scheduler) { $0 * 10 } }),
      Specimen(
        "timestamp(on:)", { s, bench in s.timestamp(on: bench.scheduler).map(\.value) },
        { s, bench in s.timestamp(on: bench.scheduler).map(\.value) }, model: .same),
      Specimen(
        "timeInterval(on:)", { s, bench in s.timeInterval(on: bench.scheduler).map(\.value) },
        { s, bench in s.timeInterval(on: bench.scheduler).map(\.value) }, model: .same),
      Specimen(
        "take(for:on:)", isTimed: true, { s, bench in s.take(for: bench.ticks(6), on: bench.scheduler) },
        { s, bench in s.take(for: bench.ticks(6), on: bench.scheduler) }),
      Specimen(
        "sample(every:on:)", isTimed: true, { s, bench in s.sample(every: bench.ticks(3), on: bench.scheduler) },
        { s, bench in s.sample(every: bench.ticks(3), on: bench.scheduler) }),
      Specimen(
        "audit(for:on:)", isTimed: true, { s, bench in s.audit(for: bench.ticks(3), on: bench.scheduler) },
        { s, bench in s.audit(for: bench.ticks(3), on: bench.scheduler) }),
    ] + discarding + timeouts

  private static let discarding: [Specimen] = [true, false].flatMap { discards in
    [
      Specimen(
        "throttle(_:on:discardWhenCompleted:), \(discards)", isTimed: true,
        { s, bench in s.throttle(bench.ticks(3), on: bench.scheduler, discardWhenCompleted: discards) },
        { s, bench in s.throttle(bench.ticks(3), on: bench.scheduler, discardWhenCompleted: discards) }),
      Specimen(
        "debounce(_:on:discardWhenCompleted:), \(discards)", isTimed: true,
        { s, bench in s.debounce(bench.ticks(2), on: bench.scheduler, discardWhenCompleted: discards) },
        { s, bench in s.debounce(bench.ticks(2), on: bench.scheduler, discardWhenCompleted: discards) }),
      Specimen(
        "collect(every:on:skipEmpty:discardWhenCompleted:), \(discards)", isTimed: true,
        { s, bench in
          s.collect(every: bench.ticks(3), on: bench.scheduler, skipEmpty: discards, discardWhenCompleted: discards)
        },
        { s, bench in
          s.collect(every: bench.ticks(3), on: bench.scheduler, skipEmpty: discards, discardWhenCompleted: discards)
        }),
    ]
  }

  private static let timeouts: [Specimen] = [
    Specimen(
      "timeout(after:raising:on:)", isTimed: true,
      { s, bench in s.timeout(after: bench.ticks(20), raising: Boom(), on: bench.scheduler) },
      { s, bench in s.timeout(after: bench.ticks(20), raising: Boom(), on: bench.scheduler) }),
    Specimen(
      "timeout(after:with:on:)", isTimed: true,
      { s, bench in s.timeout(after: bench.ticks(6), with: SignalProducer<Int, Boom>([7, 8]), on: bench.scheduler) },
      { s, bench in s.timeout(after: bench.ticks(6), with: SignalProducer<Int, Boom>([7, 8]), on: bench.scheduler) }),
    Specimen(
      "timeout(each:raising:on:)", isTimed: true,
      { s, bench in s.timeout(each: bench.ticks(4), raising: Boom(), on: bench.scheduler) },
      { s, bench in s.timeout(each: bench.ticks(4), raising: Boom(), on: bench.scheduler) }),
    Specimen(
      "timeout(each:with:on:)", isTimed: true,
      { s, bench in s.timeout(each: bench.ticks(2), with: SignalProducer<Int, Boom>([7, 8]), on: bench.scheduler) },
      { s, bench in s.timeout(each: bench.ticks(2), with: SignalProducer<Int, Boom>([7, 8]), on: bench.scheduler) }),
    Specimen(
      "timeout(first:raising:on:)", isTimed: true,
      { s, bench in s.timeout(first: bench.ticks(20), raising: Boom(), on: bench.scheduler) },
      { s, bench in s.timeout(first: bench.ticks(20), raising: Boom(), on: bench.scheduler) }),
    Specimen(
      "timeout(first:with:on:)", isTimed: true,
      { s, bench in s.timeout(first: bench.ticks(1), with: SignalProducer<Int, Boom>([7, 8]), on: bench.scheduler) },
      { s, bench in s.timeout(first: bench.ticks(1), with: SignalProducer<Int, Boom>([7, 8]), on: bench.scheduler) }),
  ]
}
