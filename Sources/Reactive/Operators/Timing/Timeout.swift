// Operators that end a stream which takes too long.

/// A failure of the source, or of the clock.
@usableFromInline
enum _TimeoutError<Error: Swift.Error>: Swift.Error {
  case timedOut
  case failed(Error)
}

/// What the time is counted from, and when it stops mattering.
@usableFromInline
enum _TimeoutRule {
  case whole, each, first
}

extension SignalProducer where Value: Sendable {
  /// Fails with `error` when `interval` has passed since the start, unless the source has ended.
  @inlinable
  func _timeout(after interval: Duration, raising error: Error, on scheduler: some TimeScheduler) -> SignalProducer {
    ._joining { subscription, downstream in
      // Before the source is started: what it sends when the time is up comes too late.
      subscription._add(
        scheduler.schedule(after: interval) {
          subscription._perform { if subscription._isLive { downstream._end(.failed(error)) } }
        })
      self._begin(in: subscription, value: downstream._value, ended: downstream._end)
    }
  }

  /// Fails with `error` when no value has come for `interval`: the first one, or any.
  @inlinable
  func _timeout(
    gap interval: Duration, onlyFirst: Bool, raising error: Error, on scheduler: some TimeScheduler
  ) -> SignalProducer {
    ._joining { subscription, downstream in
      let timer = SerialDisposable()
      subscription._add(timer)
      // How many values have come; a timer that is late for them does nothing.
      let count = _Locked(0)
      let arm = {
        let turn = count.withLock { $0 }
        timer.inner = scheduler.schedule(after: interval) {
          subscription._perform {
            if subscription._isLive, turn == count.withLock({ $0 }) { downstream._end(.failed(error)) }
          }
        }
      }
      self._begin(
        in: subscription,
        value: { value in
          count.withLock { $0 += 1 }
          if onlyFirst { timer.dispose() } else { arm() }
          downstream._value(value)
        },
        ended: downstream._end)
      // Behind the start: what the source sends just when the time is up is still in time.
      subscription._perform {
        if subscription._isLive, count.withLock({ $0 }) == 0 { arm() }
      }
    }
  }

  /// Times this producer as `rule` says.
  @inlinable
  func _timeout(
    _ rule: _TimeoutRule, _ interval: Duration, raising error: Error, on scheduler: some TimeScheduler
  ) -> SignalProducer {
    switch rule {
    case .whole: _timeout(after: interval, raising: error, on: scheduler)
    case .each: _timeout(gap: interval, onlyFirst: false, raising: error, on: scheduler)
    case .first: _timeout(gap: interval, onlyFirst: true, raising: error, on: scheduler)
    }
  }

  /// Times this producer as `rule` says, and then goes on with `replacement`.
  @inlinable
  func _timeout(
    _ rule: _TimeoutRule, _ interval: Duration, with replacement: SignalProducer, on scheduler: some TimeScheduler
  ) -> SignalProducer {
    mapError(_TimeoutError.failed)
      ._timeout(rule, interval, raising: .timedOut, on: scheduler)
      .flatMapError { error in
        switch error {
        case .timedOut: replacement
        case .failed(let error): SignalProducer(error: error)
        }
      }
  }
}

// MARK: timeout(after:)

extension StreamProtocol where Value: Sendable {
  /// Fails with `error` when `interval` has passed since the start, unless the source has ended.
  ///
  /// ```marble
  /// a = --1--2--3--|
  /// a.timeout(after: 6, raising: "late") == --1--2#[late]
  /// ```
  ///
  /// Values do not put it off. Events are sent where the source sends them, and the failure on the scheduler; what a
  /// source that was started here sends just when the time is up comes too late. As ReactiveSwift's `timeout`.
  ///
  /// - Parameters:
  ///   - interval: a negative one counts as none.
  ///   - scheduler: whose time counts.
  @inlinable
  public func timeout(after interval: Duration, raising error: Error, on scheduler: some TimeScheduler) -> Self {
    _lift { $0._timeout(.whole, interval, raising: error, on: scheduler) }
  }

  /// Goes on with `replacement` when `interval` has passed since the start, unless the source has ended.
  ///
  /// ```marble
  /// a = --1--2--3--|
  /// b = cold -x|
  /// a.timeout(after: 6, with: b) == --1--2-x|
  /// ```
  ///
  /// The source is disposed then. Else as ``timeout(after:raising:on:)``.
  ///
  /// - Parameters:
  ///   - interval: a negative one counts as none.
  ///   - replacement: what is started instead.
  ///   - scheduler: whose time counts.
  @inlinable
  public func timeout(
    after interval: Duration, with replacement: some SignalProducerConvertible<Value, Error>,
    on scheduler: some TimeScheduler
  ) -> Self {
    _lift { $0._timeout(.whole, interval, with: replacement.producer, on: scheduler) }
  }
}

// MARK: timeout(each:)

extension StreamProtocol where Value: Sendable {
  /// Fails with `error` when no value has come for `interval`, counted from the start and from each value.
  ///
  /// ```marble
  /// a = --1--2-----3--|
  /// a.timeout(each: 4, raising: "late") == --1--2---#[late]
  /// ```
  ///
  /// A value that comes just when the time is up is in time. Events are sent where the source sends them, and the
  /// failure on the scheduler. As RxJS's `timeout({ each })`.
  ///
  /// - Parameters:
  ///   - interval: a negative one counts as none.
  ///   - scheduler: whose time counts.
  @inlinable
  public func timeout(each interval: Duration, raising error: Error, on scheduler: some TimeScheduler) -> Self {
    _lift { $0._timeout(.each, interval, raising: error, on: scheduler) }
  }

  /// Goes on with `replacement` when no value has come for `interval`, counted from the start and from each value.
  ///
  /// The source is disposed then. Else as ``timeout(each:raising:on:)``.
  ///
  /// - Parameters:
  ///   - interval: a negative one counts as none.
  ///   - scheduler: whose time counts.
  ///   - replacement: what is started instead.
  @inlinable
  public func timeout(
    each interval: Duration, with replacement: some SignalProducerConvertible<Value, Error>,
    on scheduler: some TimeScheduler
  ) -> Self {
    _lift { $0._timeout(.each, interval, with: replacement.producer, on: scheduler) }
  }
}

// MARK: timeout(first:)

extension StreamProtocol where Value: Sendable {
  /// Fails with `error` unless a value has come when `interval` has passed since the start, or the source has ended.
  ///
  /// ```marble
  /// a = ----1----|
  /// a.timeout(first: 3, raising: "late") == ---#[late]
  /// a.timeout(first: 4, raising: "late") == ----1----|
  /// ```
  ///
  /// A value that comes just when the time is up is in time. Events are sent where the source sends them, and the
  /// failure on the scheduler. As RxJS's `timeout({ first })`.
  ///
  /// - Parameters:
  ///   - interval: a negative one counts as none.
  ///   - scheduler: whose time counts.
  @inlinable
  public func timeout(first interval: Duration, raising error: Error, on scheduler: some TimeScheduler) -> Self {
    _lift { $0._timeout(.first, interval, raising: error, on: scheduler) }
  }

  /// Goes on with `replacement` unless a value has come when `interval` has passed since the start, or the source has
  /// ended.
  ///
  /// The source is disposed then. Else as ``timeout(first:raising:on:)``.
  ///
  /// - Parameters:
  ///   - interval: a negative one counts as none.
  ///   - scheduler: whose time counts.
  ///   - replacement: what is started instead.
  @inlinable
  public func timeout(
    first interval: Duration, with replacement: some SignalProducerConvertible<Value, Error>,
    on scheduler: some TimeScheduler
  ) -> Self {
    _lift { $0._timeout(.first, interval, with: replacement.producer, on: scheduler) }
  }
}

// MARK: On what cannot fail

extension SignalProducer where Value: Sendable, Error == Never {
  /// Fails with `error` when `interval` has passed since the start, unless the source has ended; see
  /// ``StreamProtocol/timeout(after:raising:on:)``.
  @inlinable
  @_disfavoredOverload
  public func timeout<Failure>(after interval: Duration, raising error: Failure, on scheduler: some TimeScheduler)
    -> SignalProducer<Value, Failure>
  {
    promoteError(Failure.self).timeout(after: interval, raising: error, on: scheduler)
  }

  /// Fails with `error` when no value has come for `interval`; see
  /// ``StreamProtocol/timeout(each:raising:on:)``.
  @inlinable
  @_disfavoredOverload
  public func timeout<Failure>(each interval: Duration, raising error: Failure, on scheduler: some TimeScheduler)
    -> SignalProducer<Value, Failure>
  {
    promoteError(Failure.self).timeout(each: interval, raising: error, on: scheduler)
  }

  /// Fails with `error` unless a value has come by then; see
  /// ``StreamProtocol/timeout(first:raising:on:)``.
  @inlinable
  @_disfavoredOverload
  public func timeout<Failure>(first interval: Duration, raising error: Failure, on scheduler: some TimeScheduler)
    -> SignalProducer<Value, Failure>
  {
    promoteError(Failure.self).timeout(first: interval, raising: error, on: scheduler)
  }
}

extension Signal where Value: Sendable, Error == Never {
  /// Fails with `error` when `interval` has passed since the start, unless the source has ended; see
  /// ``StreamProtocol/timeout(after:raising:on:)``.
  @inlinable
  @_disfavoredOverload
  public func timeout<Failure>(after interval: Duration, raising error: Failure, on scheduler: some TimeScheduler)
    -> Signal<Value, Failure>
  {
    promoteError(Failure.self).timeout(after: interval, raising: error, on: scheduler)
  }

  /// Fails with `error` when no value has come for `interval`; see
  /// ``StreamProtocol/timeout(each:raising:on:)``.
  @inlinable
  @_disfavoredOverload
  public func timeout<Failure>(each interval: Duration, raising error: Failure, on scheduler: some TimeScheduler)
    -> Signal<Value, Failure>
  {
    promoteError(Failure.self).timeout(each: interval, raising: error, on: scheduler)
  }

  /// Fails with `error` unless a value has come by then; see
  /// ``StreamProtocol/timeout(first:raising:on:)``.
  @inlinable
  @_disfavoredOverload
  public func timeout<Failure>(first interval: Duration, raising error: Failure, on scheduler: some TimeScheduler)
    -> Signal<Value, Failure>
  {
    promoteError(Failure.self).timeout(first: interval, raising: error, on: scheduler)
  }
}
