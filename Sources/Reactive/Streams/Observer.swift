/// What takes the events of a stream: one function for values, one for the end.
///
/// An observer is both ends of a pipe: what a stream calls, and what a sender sends into.
/// The two functions are kept apart because a value that travels through many operators is then
/// never wrapped into an ``Event`` and unwrapped again.
public struct Observer<Value, Error: Swift.Error> {
  @usableFromInline let _value: (Value) -> Void
  @usableFromInline let _end: (TerminalEvent<Error>) -> Void

  /// An observer made of the two functions that every operator transforms.
  @inlinable
  public init(value: @escaping (Value) -> Void, ended: @escaping (TerminalEvent<Error>) -> Void) {
    _value = value
    _end = ended
  }

  /// An observer of every event.
  @inlinable
  public init(_ action: @escaping (Event<Value, Error>) -> Void) {
    self.init(value: { action(.value($0)) }, ended: { action(Event($0)) })
  }

  /// An observer of some kinds of event; the others are ignored.
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

  /// Ends the stream with an error.
  @inlinable
  public func send(error: Error) {
    _end(.failed(error))
  }

  /// Ends the stream as it should.
  @inlinable
  public func sendCompleted() {
    _end(.completed)
  }

  /// Cuts the stream short.
  @inlinable
  public func sendInterrupted() {
    _end(.interrupted)
  }

  /// Ends the stream.
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

  /// The observer that hands values to `value` and every end to this one.
  @inlinable
  public func handling<Input>(_ value: @escaping (Input) -> Void) -> Observer<Input, Error> {
    Observer<Input, Error>(value: value, ended: _end)
  }
}

// Observers are handed between threads with the streams that they belong to; the closures inside
// stay on the stream's serial domain.
extension Observer: @unchecked Sendable where Value: Sendable {}
