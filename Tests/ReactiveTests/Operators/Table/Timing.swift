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
    ] + limited + discarding + timeouts + waiting

  private static let limited: [TestedOperator] = [QueueLimit.newest(2), .oldest(2), .blocking(1_000)].map { limit in
    TestedOperator(
      "observe(on:limit:), \(limit)", isTimed: true,
      { s, environment in s.observe(on: environment.scheduler, limit: limit) },
      { s, environment in s.observe(on: environment.scheduler, limit: limit) })
  }

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

/// Operators that wait for lane b.
extension TestedOperator {
  fileprivate static let waiting: [TestedOperator] =
    [
      TestedOperator(
        "delay(until:)", ends: "*X!", { s, environment in s.delay(until: { _ in environment.side }) },
        { s, environment in s.delay(until: { _ in environment.side }) }, model: .delaying),
      TestedOperator(
        "debounce(until:)", { s, environment in s.debounce(until: { _ in environment.side }) },
        { s, environment in s.debounce(until: { _ in environment.side }) }, model: .debouncing),
      TestedOperator(
        "audit(until:)", ends: "*X!", { s, environment in s.audit(until: { _ in environment.side }) },
        { s, environment in s.audit(until: { _ in environment.side }) },
        model: .throttling(leading: false, trailing: true, repeats: false)),
      TestedOperator(
        "timeout(each:raising:)",
        { s, environment in s.timeout(each: { _ in environment.side }, raising: Boom()) },
        { s, environment in s.timeout(each: { _ in environment.side }, raising: Boom()) },
        model: .timingOut([], .failed(Boom()))),
      TestedOperator(
        "timeout(each:with:)",
        { s, environment in s.timeout(each: { _ in environment.side }, with: SignalProducer<Int, Boom>([7, 8])) },
        { s, environment in s.timeout(each: { _ in environment.side }, with: SignalProducer<Int, Boom>([7, 8])) },
        model: .timingOut([7, 8], .completed)),
    ]
    + [(true, true), (true, false), (false, true), (false, false)].map { leading, trailing in
      TestedOperator(
        "throttle(until:leading:trailing:), \(leading), \(trailing)", ends: trailing ? "*X!" : "|X!",
        { s, environment in s.throttle(until: { _ in environment.side }, leading: leading, trailing: trailing) },
        { s, environment in s.throttle(until: { _ in environment.side }, leading: leading, trailing: trailing) },
        model: .throttling(leading: leading, trailing: trailing, repeats: true))
    }
}

extension Prediction {
  fileprivate static let delaying = Prediction.stepping((pending: [Int](), ended: Set<Step.Lane>())) {
    state, step, send in
    switch (step.lane, step.event) {
    case (.a, .value(let value)): if !state.ended.contains(.b) { state.pending.append(value) }
    case (.a, .completed): state.ended.insert(.a)
    case (.a, let end): send(end.map(String.init))
    case (.b, .value):
      for value in state.pending { send(.value("\(value)")) }
      state.pending = []
    case (.b, .failed):
      if !state.pending.isEmpty { send(.failed(Boom())) }
      state.ended.insert(.b)
    case (.b, _):
      state.pending = []
      state.ended.insert(.b)
    }
    if state.ended.contains(.a), state.pending.isEmpty { send(.completed) }
  }

  fileprivate static let debouncing = Prediction.stepping((pending: Int?.none, isWaiting: false, isOver: false)) {
    state, step, send in
    switch (step.lane, step.event) {
    case (.a, .value(let value)):
      state.pending = value
      state.isWaiting = !state.isOver
    case (.a, let end):
      if end == .completed, let value = state.pending { send(.value("\(value)")) }
      send(end.map(String.init))
    case (.b, .value):
      if state.isWaiting, let value = state.pending.take() { send(.value("\(value)")) }
      state.isWaiting = false
    case (.b, let end):
      if state.isWaiting, end == .failed(Boom()) { send(.failed(Boom())) }
      state.isWaiting = false
      state.isOver = true
    }
  }

  fileprivate static func throttling(leading: Bool, trailing: Bool, repeats: Bool) -> Prediction {
    .stepping((pending: Int?.none, isWaiting: false, isOver: false, isLast: false)) { state, step, send in
      switch (step.lane, step.event) {
      case (.a, .value(let value)):
        state.pending = value
        if state.isWaiting { return }
        if leading, let value = state.pending.take() { send(.value("\(value)")) }
        state.isWaiting = !state.isOver
      case (.a, .completed):
        state.isLast = trailing && state.pending != nil && state.isWaiting
        if !state.isLast { send(.completed) }
      case (.a, let end): send(end.map(String.init))
      case (.b, .value):
        guard state.isWaiting else { return }
        state.isWaiting = false
        if trailing, let value = state.pending.take() {
          send(.value("\(value)"))
          state.isWaiting = repeats
        }
        if state.isLast { send(.completed) }
      case (.b, let end):
        if state.isWaiting, end == .failed(Boom()) { send(.failed(Boom())) }
        if state.isWaiting, state.isLast { send(.completed) }
        state.isWaiting = false
        state.isOver = true
      }
    }
  }

  fileprivate static func timingOut(_ values: [Int], _ end: Event<String, Boom>) -> Prediction {
    .stepping((isWaiting: false, isOver: false)) { state, step, send in
      switch (step.lane, step.event) {
      case (.a, let event):
        send(event.map(String.init))
        state.isWaiting = !state.isOver
      case (.b, .value):
        guard state.isWaiting else { return }
        for value in values { send(.value("\(value)")) }
        send(end)
      case (.b, let end):
        if state.isWaiting, end == .failed(Boom()) { send(.failed(Boom())) }
        state.isWaiting = false
        state.isOver = true
      }
    }
  }
}
