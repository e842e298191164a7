#if canImport(Observation) && canImport(Dispatch)
  import Observation

  extension SignalProducer where Error == Never, Value: Sendable {
    /// Returns a producer of the value that a closure reads from observable objects: first the current value, then
    /// the value after each change.
    ///
    /// ```swift
    /// let name = SignalProducer<String, Never>.observing(on: .main) { model.name }
    /// ```
    ///
    /// The Observation framework reports a change once, before it happens. So the value is read again on `scheduler`,
    /// and further changes until then are combined. The producer does not end by itself.
    ///
    /// - Parameters:
    ///   - scheduler: A scheduler that runs an action after the change during which it is scheduled: the one on which
    ///     the objects are changed.
    ///   - value: Reads the value. Called on the starting thread at each start, and then on `scheduler`.
    @_disfavoredOverload  // The main scheduler selects the function for closures of the main actor.
    public static func observing(
      on scheduler: some Scheduler, _ value: @escaping @Sendable () -> Value
    ) -> SignalProducer {
      SignalProducer { observer, lifetime in
        let tracking = Tracking(observer, scheduler, value)
        lifetime.observeEnded { tracking.stop() }
        tracking.track()
      }
    }
  }

  extension SignalProducer where Error == Never, Value: Sendable {
    /// Returns a producer of the value that a closure reads on the main actor from observable objects; see
    /// ``observing(on:_:)-(Scheduler,_)``.
    ///
    /// The closure is also called on the main actor for the first value: immediately if the producer is started there.
    public static func observing(
      on scheduler: MainScheduler, _ value: @escaping @MainActor () -> Value
    ) -> SignalProducer {
      SignalProducer { observer, lifetime in
        // The main queue, because `scheduler` would read the value again immediately, before the change.
        let tracking = Tracking(observer, QueueScheduler.main) { MainActor.assumeIsolated(value) }
        lifetime.observeEnded { tracking.stop() }
        lifetime += scheduler.schedule { tracking.track() }
      }
    }
  }

  extension Property where Value: Sendable {
    /// Creates a property with the value that a closure reads on the main actor from observable objects; see
    /// ``SignalProducer/observing(on:_:)-(MainScheduler,_)``.
    @MainActor
    public convenience init(observing value: @escaping @MainActor () -> Value, on scheduler: MainScheduler) {
      self.init(_following: .observing(on: scheduler, value))
    }

    /// Creates a property with the value that a closure reads from observable objects; see
    /// ``SignalProducer/observing(on:_:)``.
    @_disfavoredOverload
    public convenience init(observing value: @escaping @Sendable () -> Value, on scheduler: some Scheduler) {
      self.init(_following: .observing(on: scheduler, value))
    }
  }

  /// One start, which reads observable objects again after each change.
  private final class Tracking<Value: Sendable>: Sendable {
    private let observer: Observer<Value, Never>
    private let scheduler: any Scheduler
    private let scheduled = SerialDisposable()
    /// The closure that reads the value, until the end.
    ///
    /// The observable objects retain this object, which must not retain them after that.
    private let read: _Locked<(@Sendable () -> Value)?>

    init(_ observer: Observer<Value, Never>, _ scheduler: any Scheduler, _ read: @escaping @Sendable () -> Value) {
      self.observer = observer
      self.scheduler = scheduler
      self.read = _Locked(read)
    }

    func track() {
      guard let read = read.withLock({ $0 }) else { return }
      let value = withObservationTracking(read) {
        self.scheduled.inner = self.scheduler.schedule { self.track() }
      }
      observer.send(value: value)
    }

    func stop() {
      scheduled.dispose()
      let read = read.withLock { $0.take() }
      withExtendedLifetime(read) {}
    }
  }
#endif
