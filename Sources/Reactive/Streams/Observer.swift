/// A receiver of the events of a stream, with one function for values and one for terminal events.
///
/// A stream sends its events to an observer, and a sender sends events into a stream through an observer. The two
/// functions are separate so that a value passes through a chain of operators without being wrapped into an ``Event``
/// and unwrapped again.
public struct Observer<Value, Error: Swift.Error> {
  @usableFromInline let _value: (Value) -> Void
  @usableFromInline let _end: (TerminalEvent<Error>) -> Void

  /// Creates an observer from a function for values and a function for terminal events.
  @inlinable
  public init(value: @escaping (Value) -> Void, ended: @escaping (TerminalEvent<Error>) -> Void) {
    _value = value
    _end = ended
  }

  /// Creates an observer that receives every event.
  @inlinable
  public init(_ action: @escaping (Event<Value, Error>) -> Void) {
    self.init(value: { action(.value($0)) }, ended: { action(Event($0)) })
  }

  /// Creates an observer that receives some kinds of events and ignores the others.
  @inlinable
  public init(
    value: ((Value) -> Void)? = nil,
    failed: ((Error) -> Void)? = nil,
    completed: (() -> Void)? = nil,
    interrupted: (() -> Void)? = nil
  ) {
    self.init(
      value: value ?? { _ in },
      ended: { end in
        switch end {
        case .failed(let error): failed?(error)
        case .completed: completed?()
        case .interrupted: interrupted?()
        }
      })
  }

  /// Sends a value.
  @inlinable
  public func send(value: Value) {
    _value(value)
  }

  /// Sends `failed` with an error, which ends the stream.
  @inlinable
  public func send(error: Error) {
    _end(.failed(error))
  }

  /// Sends `completed`, which ends the stream.
  @inlinable
  public func sendCompleted() {
    _end(.completed)
  }

  /// Sends `interrupted`, which ends the stream.
  @inlinable
  public func sendInterrupted() {
    _end(.interrupted)
  }

  /// Sends a terminal event.
  @inlinable
  public func send(end: TerminalEvent<Error>) {
    _end(end)
  }

  /// Sends an event of any kind.
  @inlinable
  public func send(_ event: Event<Value, Error>) {
    switch event {
    case .value(let value): _value(value)
    case .failed(let error): _end(.failed(error))
    case .completed: _end(.completed)
    case .interrupted: _end(.interrupted)
    }
  }

  /// Returns an observer that sends values to `value` and terminal events to this observer.
  ///
  /// If `value` captures only the function for values of this observer, instead of both functions, it takes less memory.
  @inlinable
  public func handling<Input>(_ value: @escaping (Input) -> Void) -> Observer<Input, Error> {
    Observer<Input, Error>(value: value, ended: _end)
  }
}

// An observer moves between threads together with its stream. Its closures run only in the domain of the stream.
extension Observer: @unchecked Sendable where Value: Sendable {}
