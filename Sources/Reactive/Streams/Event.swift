/// One event of a stream: a value or a terminal event.
///
/// The events of every stream match the grammar `/^v*(f|c|i)?$/`: any number of values, then at most one terminal
/// event.
public enum Event<Value, Error: Swift.Error> {
  /// The stream sent a value.
  case value(Value)
  /// The stream ended with an error.
  case failed(Error)
  /// The stream ended successfully.
  case completed
  /// The stream was stopped, or had ended before it was observed.
  case interrupted

  /// Creates the event for a terminal event.
  @inlinable
  public init(_ end: TerminalEvent<Error>) {
    switch end {
    case .failed(let error): self = .failed(error)
    case .completed: self = .completed
    case .interrupted: self = .interrupted
    }
  }

  /// The value, or `nil` for a terminal event.
  @inlinable
  public var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }

  /// The terminal event, or `nil` for a value.
  @inlinable
  public var terminal: TerminalEvent<Error>? {
    switch self {
    case .value: nil
    case .failed(let error): .failed(error)
    case .completed: .completed
    case .interrupted: .interrupted
    }
  }

  /// The error of a failure, or `nil` for any other event.
  @inlinable
  public var error: Error? {
    if case .failed(let error) = self { error } else { nil }
  }

  /// Whether this event is `completed`.
  @inlinable
  public var isCompleted: Bool {
    if case .completed = self { true } else { false }
  }

  /// Whether this event ends the stream.
  @inlinable
  public var isTerminating: Bool {
    if case .value = self { false } else { true }
  }

  /// Returns the event with its value transformed.
  ///
  /// Terminal events are unchanged.
  @inlinable
  public func map<T>(_ transform: (Value) throws -> T) rethrows -> Event<T, Error> {
    switch self {
    case .value(let value): .value(try transform(value))
    case .failed(let error): .failed(error)
    case .completed: .completed
    case .interrupted: .interrupted
    }
  }

  /// Returns the event with its error transformed.
  ///
  /// Other events are unchanged.
  @inlinable
  public func mapError<F>(_ transform: (Error) throws -> F) rethrows -> Event<Value, F> {
    switch self {
    case .value(let value): .value(value)
    case .failed(let error): .failed(try transform(error))
    case .completed: .completed
    case .interrupted: .interrupted
    }
  }
}

extension Event: Equatable where Value: Equatable, Error: Equatable {}
extension Event: Hashable where Value: Hashable, Error: Hashable {}
extension Event: Sendable where Value: Sendable {}

/// One of the three events that end a stream.
public enum TerminalEvent<Error: Swift.Error>: Sendable {
  /// The stream ended with an error.
  case failed(Error)
  /// The stream ended successfully.
  case completed
  /// The stream was stopped, or had ended before it was observed.
  case interrupted
}

extension TerminalEvent: Equatable where Error: Equatable {}
extension TerminalEvent: Hashable where Error: Hashable {}
