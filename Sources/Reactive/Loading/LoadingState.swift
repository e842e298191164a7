/// The state of some work: it is loading, has loaded a value or has failed.
public enum LoadingState<LoadingValue, LoadingError: Swift.Error> {
  /// The work is running.
  case loading
  /// The work has loaded a value.
  case loaded(LoadingValue)
  /// The work has failed.
  case failed(LoadingError)

  /// Whether the work is running.
  public var isLoading: Bool {
    if case .loading = self { true } else { false }
  }

  /// Whether the work has loaded a value.
  public var isLoaded: Bool { value != nil }

  /// Whether the work has failed.
  public var hasFailed: Bool { error != nil }

  /// The value, or `nil` if no value was loaded.
  public var value: LoadingValue? {
    if case .loaded(let value) = self { value } else { nil }
  }

  /// The error, or `nil` if the work has not failed.
  public var error: LoadingError? {
    if case .failed(let error) = self { error } else { nil }
  }

  /// Returns the state with its value transformed.
  public func mapValue<T>(_ transform: (LoadingValue) -> T) -> LoadingState<T, LoadingError> {
    switch self {
    case .loading: .loading
    case .loaded(let value): .loaded(transform(value))
    case .failed(let error): .failed(error)
    }
  }

  /// Returns the state with its error transformed.
  public func mapError<F>(_ transform: (LoadingError) -> F) -> LoadingState<LoadingValue, F> {
    switch self {
    case .loading: .loading
    case .loaded(let value): .loaded(value)
    case .failed(let error): .failed(transform(error))
    }
  }
}

extension LoadingState: Equatable where LoadingValue: Equatable, LoadingError: Equatable {}
extension LoadingState: Sendable where LoadingValue: Sendable {}

/// The state of some work for an observer, in which the first loading differs from later ones.
public enum ObservedLoadingState<LoadingValue, LoadingError: Swift.Error> {
  /// The work is running for the first time.
  case loading
  /// The work is running again.
  case reloading
  /// The work has loaded a value.
  case loaded(LoadingValue)
  /// The work has failed.
  case failed(LoadingError)

  /// Creates an observed state.
  ///
  /// - Parameters:
  ///   - state: The state of the work.
  ///   - isFirst: Whether a loading state is the first one.
  public init(_ state: LoadingState<LoadingValue, LoadingError>, isFirst: Bool) {
    switch state {
    case .loading: self = isFirst ? .loading : .reloading
    case .loaded(let value): self = .loaded(value)
    case .failed(let error): self = .failed(error)
    }
  }
}

extension ObservedLoadingState: Equatable where LoadingValue: Equatable, LoadingError: Equatable {}
extension ObservedLoadingState: Sendable where LoadingValue: Sendable {}

/// A producer of loading states.
///
/// It cannot fail, because a failure is a state and more states may follow it.
public typealias LoadingProducer<LoadingValue, LoadingError: Swift.Error> =
  SignalProducer<LoadingState<LoadingValue, LoadingError>, Never>

/// A signal of loading states.
///
/// It cannot fail, because a failure is a state and more states may follow it.
public typealias LoadingSignal<LoadingValue, LoadingError: Swift.Error> =
  Signal<LoadingState<LoadingValue, LoadingError>, Never>

/// An object that displays the state of some work.
public protocol LoadingStateListener: AnyObject {
  /// Called with each state, on the thread on which it is sent.
  func setLoadingState<LoadingValue, LoadingError>(_ state: ObservedLoadingState<LoadingValue, LoadingError>)
}
