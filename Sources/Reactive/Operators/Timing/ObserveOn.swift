// Operators that send every event on a scheduler.

extension SignalProducer {
  /// Returns a join with one input whose events reach it on a scheduler.
  ///
  /// Disposing the result disposes the input, and the interruption of the input is sent on the scheduler like its
  /// other events. If the input has ended but its terminal event is still pending, an interruption is sent after it.
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler.
  ///   - begin: Returns the source, its observer, and an action that a disposal runs first.
  @inlinable
  static func _observingOnScheduler<Input>(
    on scheduler: some Scheduler,
    _ begin:
      @escaping (_ subscription: _ProducerSubscription, _ downstream: Observer) -> (
        source: SignalProducer<Input, Error>, observer: Reactive.Observer<Input, Error>, onDispose: (() -> Void)?
      )
  ) -> SignalProducer {
    ._beginning { downstream, subscription in
      // Observers of the signal are added and removed from any thread, but events are only delivered on the
      // scheduler.
      if subscription._feedsSignal {
        subscription._resume { domain in scheduler.schedule { domain._leaveAfterWork() } }
      }
      let input = _ProducerSubscription()
      let (source, observer, onDispose) = begin(subscription, downstream)
      subscription._setRoot {
        onDispose?()
        let hasEnded = input._isOver
        input.dispose()
        if hasEnded { observer._end(.interrupted) }
      }
      subscription._add(input)
      source._begin(input._guarding(observer), input)
    }
  }
}

// MARK: observe(on:), start(on:)

extension StreamProtocol where Value: Sendable {
  /// Sends every event on a scheduler, one after the other.
  ///
  /// Each event is a separate action, also the terminal event. If the start is disposed, its pending events are
  /// dropped, and the interruption is also sent on the scheduler. Any number of values may wait, see
  /// ``observe(on:limit:)``. The semantics are those of ReactiveSwift's `observe(on:)`.
  @inlinable
  public func observe(on scheduler: some Scheduler) -> Self {
    _lift { source in
      ._observingOnScheduler(on: scheduler) { subscription, downstream in
        let observer = Observer<Value, Error>(
          value: { value in
            scheduler.schedule { subscription._deliver(value, to: downstream) }
          },
          ended: { end in
            scheduler.schedule { subscription._deliver(end: end, to: downstream) }
          })
        return (source, observer, nil)
      }
    }
  }
}

extension SignalProducer where Value: Sendable {
  /// Starts this producer on a scheduler.
  ///
  /// Its events are not moved to the scheduler. If the result is disposed before the start, the start is canceled and
  /// the observer is interrupted immediately. The semantics are those of ReactiveSwift's `start(on:)`.
  @inlinable
  public func start(on scheduler: some Scheduler) -> SignalProducer {
    ._joining { subscription, downstream in
      subscription._add(
        scheduler.schedule {
          if subscription._isLive { self._begin(in: subscription, value: downstream._value, ended: downstream._end) }
        })
    }
  }
}

// MARK: lazyMap

extension SignalProducer where Value: Sendable {
  /// Sends the result of `transform` for the newest value, on a scheduler.
  ///
  /// `transform` is called on the scheduler, with the value that is the newest at that time. Values that are replaced
  /// before are not transformed. A completion or failure is sent after the pending value, and an interruption drops
  /// that value. The semantics are those of ReactiveSwift's `lazyMap(on:)`.
  @inlinable
  public func lazyMap<T>(on scheduler: some Scheduler, _ transform: @escaping (Value) -> T) -> SignalProducer<T, Error>
  where T: Sendable {
    ._observingOnScheduler(on: scheduler) { subscription, downstream in
      // The input's domain writes and the scheduler reads, possibly on two threads.
      let newest = _Locked<Value?>(nil)
      let transforming = Reactive.Observer<Value, Error>(
        value: { downstream._value(transform($0)) }, ended: downstream._end)
      let observer = Reactive.Observer<Value, Error>(
        value: { value in
          // The previous value is released outside the lock, because its `deinit` may run user code.
          let before = newest.withLock { newest in
            let before = newest
            newest = .some(value)
            return before
          }
          guard before == nil else { return }
          scheduler.schedule {
            if let value = newest.withLock({ $0.take() }) { subscription._deliver(value, to: transforming) }
          }
        },
        ended: { end in
          if case .interrupted = end { _ = newest.withLock { $0.take() } }
          scheduler.schedule { subscription._deliver(end: end, to: downstream) }
        })
      return (self, observer, nil)
    }
  }
}

extension Signal where Value: Sendable {
  /// Sends the result of `transform` for the newest value, on a scheduler; see ``SignalProducer/lazyMap(on:_:)``.
  @inlinable
  public func lazyMap<T: Sendable>(
    on scheduler: some Scheduler, _ transform: @escaping (Value) -> T
  ) -> Signal<T, Error> {
    lift { $0.lazyMap(on: scheduler, transform) }
  }
}
