#if canImport(Dispatch)
  // Closures of the main actor as observers.
  //
  // The compiler cannot see on which thread a stream calls a closure. These functions move the values to the main queue
  // first, and take closures that may use the state of the main actor.

  extension Scheduler where Self == MainScheduler {
    /// A new scheduler of the main queue that runs actions immediately where it can: `observe(on: .main)`.
    public static var main: MainScheduler { MainScheduler() }
  }

  extension MainScheduler {
    /// Runs a closure of the main actor in code that this scheduler runs.
    @inlinable
    static func _perform<Value: Sendable>(_ value: Value, _ action: @MainActor (Value) -> Void) {
      MainActor.assumeIsolated { action(value) }
    }
  }

  extension Signal where Value: Sendable, Error == Never {
    /// Calls `action` on the main actor with each value.
    ///
    /// ```swift
    /// names.observeValues(on: .main) { label.text = $0 }
    /// ```
    ///
    /// Equal to `observe(on: .main).observeValues`, with a closure that may use the state of the main actor.
    @inlinable
    @discardableResult
    public func observeValues(on scheduler: MainScheduler, _ action: @escaping @MainActor (Value) -> Void)
      -> any Disposable
    {
      observe(on: scheduler).observeValues { MainScheduler._perform($0, action) }
    }
  }

  extension Signal where Value: Sendable {
    /// Calls `action` on the main actor with each value, and with the error if the signal fails.
    @inlinable
    @discardableResult
    public func observeResult(
      on scheduler: MainScheduler, _ action: @escaping @MainActor (Result<Value, Error>) -> Void
    )
      -> any Disposable
    {
      observe(on: scheduler).observeResult { MainScheduler._perform($0, action) }
    }
  }

  extension SignalProducer where Value: Sendable, Error == Never {
    /// Starts the producer and calls `action` on the main actor with each value.
    ///
    /// ```swift
    /// names.startWithValues(on: .main) { label.text = $0 }
    /// ```
    ///
    /// Equal to `observe(on: .main).startWithValues`, with a closure that may use the state of the main actor.
    @inlinable
    @discardableResult
    public func startWithValues(on scheduler: MainScheduler, _ action: @escaping @MainActor (Value) -> Void)
      -> any Disposable
    {
      observe(on: scheduler).startWithValues { MainScheduler._perform($0, action) }
    }
  }

  extension SignalProducer where Value: Sendable {
    /// Starts the producer and calls `action` on the main actor with each value, and with the error if it fails.
    @inlinable
    @discardableResult
    public func startWithResult(
      on scheduler: MainScheduler, _ action: @escaping @MainActor (Result<Value, Error>) -> Void
    ) -> any Disposable {
      observe(on: scheduler).startWithResult { MainScheduler._perform($0, action) }
    }
  }
#endif
