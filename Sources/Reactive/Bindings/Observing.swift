#if canImport(Observation)
  import Observation

  extension SignalProducer where Error == Never, Value: Sendable {
    /// A producer of what `value` reads of observable objects: the current value first, then what it reads after changes.
    ///
    /// ```swift
    /// let name = SignalProducer.observing(on: MainScheduler.shared) { model.name }
    /// ```
    ///
    /// Swift tells of a change just before it happens, and once; so the value is read again on `scheduler`, and changes that
    /// happen before that are told of as one. It never ends by itself.
    ///
    /// - Parameters:
    ///   - scheduler: does work after the change that it is given in: the one on which the objects are changed.
    ///   - value: called at each start, by whoever starts, and then on `scheduler`.
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

  extension Property where Value: Sendable {
    /// A property with what `value` reads of observable objects; see ``SignalProducer/observing(on:_:)``.
    public convenience init(observing value: @escaping @Sendable () -> Value, on scheduler: some Scheduler) {
      self.init(_following: .observing(on: scheduler, value))
    }
  }

  /// One start that reads observable objects again whenever they have changed.
  private final class Tracking<Value: Sendable>: Sendable {
    private let observer: Observer<Value, Never>
    private let scheduler: any Scheduler
    private let scheduled = SerialDisposable()
    /// Until the end: the objects keep this, and it should not keep them.
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
