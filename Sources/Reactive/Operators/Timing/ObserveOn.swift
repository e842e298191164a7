// Operators that go to a scheduler with every event.

extension SignalProducer {
  /// Builds a join whose one input reaches it by way of a scheduler.
  ///
  /// Disposing the result disposes the input, whose interruption then takes that way with everything else; when the
  /// input has ended, and its end is still on the way, an interruption follows.
  @inlinable
  static func _observingOnScheduler<Input>(
    on scheduler: some Scheduler,
    _ begin:
      @escaping (_ subscription: _ProducerSubscription, _ downstream: Observer) -> (
        source: SignalProducer<Input, Error>, observer: Reactive.Observer<Input, Error>
      )
  ) -> SignalProducer {
    ._beginning { downstream, subscription in
      // Observers come and go there from any thread, but events are delivered on the scheduler only.
      if subscription._feedsSignal {
        subscription._resumeOnScheduler = { domain in scheduler.schedule { domain._leaveAfterWork() } }
      }
      let input = _ProducerSubscription()
      let (source, observer) = begin(subscription, downstream)
      subscription._setRoot {
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
  /// Each event is an action of its own, the end included. Events that wait are lost when the start is disposed; its
  /// interruption is sent on the scheduler too. As ReactiveSwift's `observe(on:)`.
  @inlinable
  public func observe(on scheduler: some Scheduler) -> Self {
    _lift { source in
      ._observingOnScheduler(on: scheduler) { subscription, downstream in
        let observer = Observer<Value, Error>(
          value: { value in
            scheduler.schedule { subscription._deliver(value, to: downstream) }
          },
          ended: { end in
            scheduler.schedule { subscription._perform { downstream._end(end) } }
          })
        return (source, observer)
      }
    }
  }
}

extension SignalProducer where Value: Sendable {
  /// Starts this producer on a scheduler.
  ///
  /// Its events are sent where it sends them. A start that is disposed before it has happened is taken back, and
  /// interrupted at once. As ReactiveSwift's `start(on:)`.
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
  /// Sends on a scheduler what `transform` makes of the newest value there is when the scheduler gets to it.
  ///
  /// Values that are overtaken before are not transformed at all. A completion and a failure follow the value that
  /// waits; an interruption drops it. `transform` is called on the scheduler. As ReactiveSwift's `lazyMap(on:)`.
  @inlinable
  public func lazyMap<T>(on scheduler: some Scheduler, _ transform: @escaping (Value) -> T) -> SignalProducer<T, Error>
  where T: Sendable {
    ._observingOnScheduler(on: scheduler) { subscription, downstream in
      // The input's domain puts values in and the scheduler takes them out, which may be on two threads.
      let newest = _Locked<Value?>(nil)
      let transforming = Reactive.Observer<Value, Error>(
        value: { downstream._value(transform($0)) }, ended: downstream._end)
      let observer = Reactive.Observer<Value, Error>(
        value: { value in
          // The value before is carried out of the lock, since its `deinit` may be anybody's code.
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
          scheduler.schedule { subscription._perform { downstream._end(end) } }
        })
      return (self, observer)
    }
  }
}

extension Signal where Value: Sendable {
  /// Sends on a scheduler what `transform` makes of the newest value; see ``SignalProducer/lazyMap(on:_:)``.
  @inlinable
  public func lazyMap<T: Sendable>(
    on scheduler: some Scheduler, _ transform: @escaping (Value) -> T
  ) -> Signal<T, Error> {
    lift { $0.lazyMap(on: scheduler, transform) }
  }
}
