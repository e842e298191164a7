/// How far some work has come: it is under way, or has brought a value or an error.
public enum LoadingState<LoadingValue, LoadingError: Swift.Error> {
  /// The work is under way.
  case loading
  /// The work has brought a value.
  case loaded(LoadingValue)
  /// The work has failed.
  case failed(LoadingError)

  /// Whether the work is under way.
  public var isLoading: Bool {
    if case .loading = self { true } else { false }
  }

  /// Whether the work has brought a value.
  public var isLoaded: Bool { value != nil }

  /// Whether the work has failed.
  public var hasFailed: Bool { error != nil }

  /// The value, if the work has brought one.
  public var value: LoadingValue? {
    if case .loaded(let value) = self { value } else { nil }
  }

  /// The error, if the work has failed.
  public var error: LoadingError? {
    if case .failed(let error) = self { error } else { nil }
  }

  /// The same state with its value transformed.
  public func mapValue<T>(_ transform: (LoadingValue) -> T) -> LoadingState<T, LoadingError> {
    switch self {
    case .loading: .loading
    case .loaded(let value): .loaded(transform(value))
    case .failed(let error): .failed(error)
    }
  }

  /// The same state with its error transformed.
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

/// How far some work has come, for one who has watched it: loading again is told from the first time.
public enum ObservedLoadingState<LoadingValue, LoadingError: Swift.Error> {
  /// The work is under way, for the first time.
  case loading
  /// The work is under way again.
  case reloading
  /// The work has brought a value.
  case loaded(LoadingValue)
  /// The work has failed.
  case failed(LoadingError)

  /// A state as one sees it who has seen others before, or not.
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

/// A producer of states; it does not fail, since a failure is a state, and more may come after it.
public typealias LoadingProducer<LoadingValue, LoadingError: Swift.Error> =
  SignalProducer<LoadingState<LoadingValue, LoadingError>, Never>

/// A signal of states; it does not fail, since a failure is a state, and more may come after it.
public typealias LoadingSignal<LoadingValue, LoadingError: Swift.Error> =
  Signal<LoadingState<LoadingValue, LoadingError>, Never>

/// What shows how far some work has come.
public protocol LoadingStateListener: AnyObject {
  /// Called with each state, where it is sent.
  func setLoadingState<LoadingValue, LoadingError>(_ state: ObservedLoadingState<LoadingValue, LoadingError>)
}
