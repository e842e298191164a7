import Synchronization

/// The result of some work, kept, that can be loaded again.
///
/// ```swift
/// let user = LoadingProperty { api.fetchUser().toLoadingProducer() }
/// user.producer.consumeLoadingState(by: screen).startWithValues { screen.show($0) }  // loads it
/// user.reload().start()                                                               // and again
/// ```
///
/// The work is done when the property is observed for the first time, and once more at each reload, which replaces a load
/// that is under way. It belongs to the property: it goes on when an observer leaves, and ends when the property goes. As
/// ReactiveKit's `LoadingProperty`.
public final class LoadingProperty<LoadingValue, LoadingError: Swift.Error>: BindingSource {
  public typealias Value = LoadingState<LoadingValue, LoadingError>
  public typealias Error = Never

  private let work: () -> LoadingProducer<LoadingValue, LoadingError>
  private let state = MutableProperty<Value?>(nil)
  private let loads: Signal<LoadingProducer<LoadingValue, LoadingError>, Never>.Observer
  private let hasLoaded = Atomic(false)

  /// A property that does `work` to load its value.
  public init(_ work: @escaping () -> LoadingProducer<LoadingValue, LoadingError>) {
    self.work = work
    let (loads, input) = Signal<LoadingProducer<LoadingValue, LoadingError>, Never>.pipe()
    self.loads = input
    state <~ loads.flatten(.latest)
  }

  /// A property that does `work` to load its value.
  public convenience init(loading work: @escaping () -> SignalProducer<LoadingValue, LoadingError>) {
    self.init { work().toLoadingProducer() }
  }

  /// How far the last load has come; `nil` before the first.
  public var loadingState: Value? { state.value }

  /// The value, if the last load has brought one.
  public var value: LoadingValue? { loadingState?.value }

  /// Sends the current state, if there is one, and then its changes; the first start loads the value.
  ///
  /// Completes when the property goes.
  public var producer: LoadingProducer<LoadingValue, LoadingError> {
    LoadingProducer<LoadingValue, LoadingError> { observer, lifetime in
      lifetime += self.state.producer.compactMap { $0 }.start(observer)
      let hasLoaded = self.hasLoaded.exchange(true, ordering: .acquiringAndReleasing)
      if !hasLoaded { self.loads.send(value: self.work()) }
    }
  }

  /// A producer that loads the value again, each time it is started, and sends the states of that load.
  ///
  /// It is interrupted when another load replaces that one. Disposing it does not stop the load.
  ///
  /// - Parameter silently: whether the property keeps its state until a value has been loaded, and also when that fails.
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
