import Reactive

/// Operators for failures, and operators that restart their source.
extension TestedOperator {
  static let failing: [TestedOperator] = [
    TestedOperator(
      "attempt(_:), that throws",
      { s, _ in s.attempt { (value: Int) throws(Boom) in if value > 4 { throw Boom() } } },
      { s, _ in s.attempt { (value: Int) throws(Boom) in if value > 4 { throw Boom() } } },
      model: .attempting { "\($0)" }),
    TestedOperator(
      "attempt(_:), of a result", { s, _ in s.attempt { $0 > 4 ? .failure(Boom()) : .success(()) } },
      { s, _ in s.attempt { $0 > 4 ? .failure(Boom()) : .success(()) } }, model: .attempting { "\($0)" }),
    TestedOperator(
      "attemptMap(_:), that throws",
      { s, _ in
        s.attemptMap { (value: Int) throws(Boom) -> Int in
          if value > 4 { throw Boom() }
          return value * 10
        }
      },
      { s, _ in
        s.attemptMap { (value: Int) throws(Boom) -> Int in
          if value > 4 { throw Boom() }
          return value * 10
        }
      },
      model: .attempting { "\($0 * 10)" }),
    TestedOperator(
      "attemptMap(_:), of a result", { s, _ in s.attemptMap { $0 > 4 ? .failure(Boom()) : .success($0 * 10) } },
      { s, _ in s.attemptMap { $0 > 4 ? .failure(Boom()) : .success($0 * 10) } },
      model: .attempting { "\($0 * 10)" }),
    TestedOperator(
      "mapError(_:)", { s, _ in s.mapError { _ in Boom() } }, { s, _ in s.mapError { _ in Boom() } },
      model: .same),
    TestedOperator(
      "promoteError(_:)", ends: "||!", alsoCovers: ["promoteError()"],
      { s, _ in s.suppressError().promoteError(Boom.self) }, { s, _ in s.suppressError().promoteError(Boom.self) },
      model: .of { values, end in (values, end == .failed(Boom()) ? .completed : end) }),
    TestedOperator(
      "suppressError()", ends: "||!", { s, _ in s.suppressError() }, { s, _ in s.suppressError() },
      model: .of { values, end in (values, end == .failed(Boom()) ? .completed : end) }),
    TestedOperator(
      "recover(with:)", ends: "||!", { s, _ in s.recover(with: 7) }, { s, _ in s.recover(with: 7) },
      model: .of { values, end in end == .failed(Boom()) ? (values + [7], .completed) : (values, end) }),
    TestedOperator(
      "onErrorResumeNext(_:)", ends: "|||", { s, _ in s.onErrorResumeNext(SignalProducer([7, 8])) },
      { s, _ in s.onErrorResumeNext(SignalProducer([7, 8])) },
      model: .of { values, end in end == nil ? (values, nil) : (values + [7, 8], .completed) }),
    TestedOperator(
      "flatMapError(_:)", ends: "|.!", { s, environment in s.flatMapError { _ in environment.side.producer } },
      { s, environment in s.flatMapError { _ in environment.side.producer } },
      model: .stepping((hasFailed: false, isOver: false)) { state, step, send in
        switch (step.lane, step.event) {
        case (.a, .failed):
          state.hasFailed = true
          if state.isOver { send(.interrupted) }
        case (.a, let event): send(event.map(String.init))
        case (.b, let event):
          state.isOver = event.isTerminating
          if state.hasFailed { send(event.map(String.init)) }
        }
      }),
  ]

  static let starting: [TestedOperator] = [
    TestedOperator(
      producersOnly: "repeat(when:)", ends: "***", startsByItself: true,
      { s, environment in s.take(first: 2).repeat(when: { _ in environment.side }) }),
    TestedOperator(
      producersOnly: "retry(when:)", ends: "|*!", startsByItself: true,
      { s, environment in s.retry(when: { errors in errors.zip(with: environment.side.producer) }) }),
    TestedOperator(producersOnly: "repeat()", ends: "*X!", startsByItself: true, { s, _ in s.take(first: 2).repeat() }),
    TestedOperator(
      producersOnly: "repeat(_:)", ends: "*X!", startsByItself: true, { s, _ in s.take(first: 2).repeat(2) }),
    TestedOperator(producersOnly: "retry()", ends: "|*!", startsByItself: true, { s, _ in s.retry() }),
    TestedOperator(producersOnly: "retry(upTo:)", ends: "|*!", startsByItself: true, { s, _ in s.retry(upTo: 2) }),
    TestedOperator(
      producersOnly: "retry(upTo:interval:on:)", ends: "|*!", isTimed: true, startsByItself: true,
      { s, environment in s.retry(upTo: 2, interval: environment.ticks(3), on: environment.scheduler) }),
    TestedOperator(
      producersOnly: "start(on:)", ends: "***", isTimed: true, startsByItself: true,
      { s, environment in s.start(on: environment.scheduler) }),
    TestedOperator(
      producersOnly: "share(replay:resetWhenCompleted:resetWhenFailed:resetWhenUnobserved:)", { s, _ in s.share() },
      model: .same),
    TestedOperator(
      producersOnly: "share(replay:resetWhenCompleted:resetWhenFailed:resetWhenUnobserved:), with a replay",
      { s, _ in s.share(replay: 2) }, model: .same),
    TestedOperator(
      producersOnly: "multicast(replay:_:)", { s, _ in s.multicast { $0.zip(with: $0) } },
      model: .of { values, end in (values.map { "(\($0),\($0))" }, end) }),
    TestedOperator(
      producersOnly: "multicast(replay:)", { s, _ in s.multicast().refCount() },
      model: .same),
    TestedOperator(
      producersOnly: "replayLazily(upTo:)", { s, _ in s.replayLazily(upTo: 2) },
      model: .same),
    TestedOperator(
      "replayed(upTo:)", { s, _ in s }, { s, _ in s.replayed(upTo: 2).startWithSignal { signal, _ in signal } },
      model: .same),
  ]
}

extension Prediction {
  /// A prediction for operators that fail at the first value above 4.
  fileprivate static func attempting(_ transform: @escaping (Int) -> String) -> Prediction {
    .of { values, end in
      (values.prefix { $0 <= 4 }.map(transform), values.contains { $0 > 4 } ? .failed(Boom()) : end)
    }
  }
}
