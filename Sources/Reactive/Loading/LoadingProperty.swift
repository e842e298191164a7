import Synchronization

/// A property with the result of some work, which can be loaded again.
///
/// ```swift
/// let user = LoadingProperty { api.fetchUser().toLoadingProducer() }
/// user.producer.consumeLoadingState(by: screen).startWithValues { screen.show($0) }  // loads it
/// user.reload().start()                                                               // and again
/// ```
///
/// The work starts when the property is first observed, and again at each reload, which replaces an active load. It
/// belongs to the property: it continues when an observer is removed, and ends when the property is deallocated. The
/// semantics are those of ReactiveKit's `LoadingProperty`.
public final class LoadingProperty<LoadingValue, LoadingError: Swift.Error>: BindingSource {
  public typealias Value = LoadingState<LoadingValue, LoadingError>
  public typealias Error = Never

  private let work: () -> LoadingProducer<LoadingValue, LoadingError>
  private let state = MutableProperty<Value?>(nil)
  private let loads: Signal<LoadingProducer<LoadingValue, LoadingError>, Never>.Observer
  private let hasLoaded = Atomic(false)

  /// Creates a property that loads its value with `work`.
  public init(_ work: @escaping () -> LoadingProducer<LoadingValue, LoadingError>) {
    self.work = work
    let (loads, input) = Signal<LoadingProducer<LoadingValue, LoadingError>, Never>.pipe()
    self.loads = input
    state <~ loads.flatten(.latest)
  }

  /// Creates a property that loads its value with `work`.
  @_disfavoredOverload  // A closure that returns loading states is not to be read as one that returns such values.
  public convenience init(loading work: @escaping () -> SignalProducer<LoadingValue, LoadingError>) {
    self.init { work().toLoadingProducer() }
  }

  /// The state of the last load, or `nil` before the first load.
  public var loadingState: Value? { state.value }

  /// The value, or `nil` if the last load has not succeeded.
  public var value: LoadingValue? { loadingState?.value }

  /// A producer of the current state, if there is one, and every following change.
  ///
  /// The first start loads the value. The producer completes when the property is deallocated.
  public var producer: LoadingProducer<LoadingValue, LoadingError> {
    LoadingProducer<LoadingValue, LoadingError> { observer, lifetime in
      lifetime += self.state.producer.compactMap { $0 }.start(observer)
      let hasLoaded = self.hasLoaded.exchange(true, ordering: .acquiringAndReleasing)
      if !hasLoaded { self.loads.send(value: self.work()) }
    }
  }

  /// Returns a producer that loads the value again on each start, and sends the states of that load.
  ///
  /// It is interrupted when another load replaces that load. Disposing it does not stop the load.
  ///
  /// - Parameter silently: Whether the property keeps its state until a value was loaded, also if the load fails.
  public func reload(silently: Bool = false) -> LoadingProducer<LoadingValue, LoadingError> {
    LoadingProducer<LoadingValue, LoadingError> { (observer, _: Lifetime) in
      self.hasLoaded.store(true, ordering: .releasing)
      let work = self.work()
      self.loads.send(
        value: LoadingProducer<LoadingValue, LoadingError> { property, lifetime in
          lifetime += work.start(
            Observer(
              value: { state in
                if !silently || state.isLoaded { property.send(value: state) }
                observer.send(value: state)
              },
              ended: { end in
                property.send(end: end)
                observer.send(end: end)
              }))
        })
    }
  }
}

extension LoadingProperty: @unchecked Sendable where LoadingValue: Sendable {}
