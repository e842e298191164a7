import Reactive

extension SignalProducer {
  /// Records the events of each start in another form, such as a property of the values, and forwards the events.
  ///
  /// See ``recorded(_:by:)``.
  @inlinable
  public func recorded<Recorded: Sendable>(
    _ name: String, by recorder: Recorder, file: StaticString = #filePath, line: Int = #line,
    as form: @escaping (Value) -> Recorded
  ) -> SignalProducer {
    let carrier = recorder._carrier
    return .deferred {
      let stream = recorder._begin(name, for: carrier, in: _CallSite(file, line))
      return lift(stream._operator(form, isStart: true))._started(as: stream)
    }
  }

  /// Starts the producer as a recorded stream, so that the recorder knows the streams that feed it.
  @usableFromInline
  func _started(as stream: _RecordedStream) -> SignalProducer {
    starting { start in stream.recorder.start(stream, start) }
  }
}

extension SignalProducer where Value: Sendable {
  /// Records the events of each start and forwards them.
  ///
  /// If this function or the start is called while a value of another recorded stream is delivered, as in the closure
  /// of `flatMap`, the stream is drawn below that value. A disposal is recorded as an interruption.
  ///
  /// - Parameters:
  ///   - name: The name of the lane.
  ///   - recorder: The recorder.
  ///   - file: The file that a trace names.
  ///   - line: The line that a trace names.
  @inlinable
  public func recorded(
    _ name: String, by recorder: Recorder, file: StaticString = #filePath, line: Int = #line
  ) -> SignalProducer {
    recorded(name, by: recorder, file: file, line: line) { $0 }
  }
}

extension Signal {
  /// Records the events in another form, such as a property of the values, and forwards the events.
  ///
  /// See ``recorded(_:by:)``.
  @inlinable
  public func recorded<Recorded: Sendable>(
    _ name: String, by recorder: Recorder, file: StaticString = #filePath, line: Int = #line,
    as form: @escaping (Value) -> Recorded
  ) -> Signal {
    let stream = recorder._begin(name, for: recorder._carrier, in: _CallSite(file, line))
    return lift(stream._operator(form, isStart: false))
  }
}

extension Signal where Value: Sendable {
  /// Records the events and forwards them.
  ///
  /// Recording begins immediately, and lasts while the resulting signal is observed or referenced.
  ///
  /// - Parameters:
  ///   - name: The name of the lane.
  ///   - recorder: The recorder.
  ///   - file: The file that a trace names.
  ///   - line: The line that a trace names.
  @inlinable
  public func recorded(
    _ name: String, by recorder: Recorder, file: StaticString = #filePath, line: Int = #line
  ) -> Signal {
    recorded(name, by: recorder, file: file, line: line) { $0 }
  }
}

extension PropertyProtocol where Value: Sendable {
  /// Returns a property with the same value, which records the value and its changes.
  ///
  /// Recording lasts while the resulting property is referenced.
  public func recorded(
    _ name: String, by recorder: Recorder, file: StaticString = #filePath, line: Int = #line
  ) -> Property<Value> {
    lift { $0.recorded(name, by: recorder, file: file, line: line) }
  }
}

extension Action where Output: Sendable {
  /// Records the events of each execution, and an attempt to execute the disabled action as the failure `disabled`.
  ///
  /// Recording lasts as long as the action.
  ///
  /// - Returns: This action.
  @discardableResult
  public func recorded(
    _ name: String, by recorder: Recorder, file: StaticString = #filePath, line: Int = #line
  ) -> Action {
    executions.observeValues { $0.recorded(name, by: recorder, file: file, line: line).observe(Observer()) }
    disabledErrors.observeValues {
      let attempt = recorder._begin(name, for: recorder._carrier, in: _CallSite(file, line))
      attempt._send(end: .failed(ActionError<Error>.disabled)) {}
    }
    return self
  }
}

extension _RecordedStream {
  /// Returns an operator that records the events in another form and forwards them.
  ///
  /// - Parameter isStart: Whether the end of the operator's lifetime is a disposal. The lifetime of an operator of a
  ///   signal also ends when it is no longer observed.
  @inlinable
  func _operator<Value, Failure: Error, Recorded: Sendable>(
    _ form: @escaping (Value) -> Recorded, isStart: Bool
  ) -> Operator<Value, Failure, Value, Failure> {
    Operator { downstream, lifetime in
      if isStart { lifetime += AnyDisposable { self._interrupt() } }
      return Observer(
        value: { value in self._send(value: form(value)) { downstream.send(value: value) } },
        ended: { end in self._send(end: TerminalEvent<any Error>(end)) { downstream.send(end: end) } })
    }
  }
}

extension TerminalEvent where Error == any Swift.Error {
  /// Creates the same end with an error of any type.
  @usableFromInline
  init<Failure: Swift.Error>(_ end: TerminalEvent<Failure>) {
    switch end {
    case .failed(let error): self = .failed(error)
    case .completed: self = .completed
    case .interrupted: self = .interrupted
    }
  }
}
