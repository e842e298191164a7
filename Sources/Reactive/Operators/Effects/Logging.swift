// Effects for debugging.

// MARK: named

extension Signal {
  /// Returns the same signal with a name, which
  /// ``logEvents(identifier:events:fileName:functionName:lineNumber:logger:)`` and
  /// ``breakpoint(value:failed:completed:interrupted:trap:)`` print.
  ///
  /// ```swift
  /// let input = numbers.named("input", isGrowing: true)
  /// _ = input.map { $0 * 10 }.filter { $0 > 10 }.logEvents()  // [input.map.filter] value 20 …
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - isGrowing: Whether the result of an operator on this signal is named after it, and so on: `input.map`. The
  ///     results of operators that join several streams, such as `merge`, have no name.
  public func named(_ name: String, isGrowing: Bool = false) -> Signal {
    let core = _SignalCore<Value, Error>(derivedFrom: _core)
    core._connect(to: _core, core._observer)
    core._name(name, isGrowing: isGrowing)
    return Signal(core)
  }
}

extension SignalProducer {
  /// Returns the same producer with a name, which
  /// ``logEvents(identifier:events:fileName:functionName:lineNumber:logger:)`` and
  /// ``breakpoint(starting:value:failed:completed:interrupted:trap:)`` print.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - isGrowing: Whether the result of an operator on this producer is named after it, and so on: `input.map`. The
  ///     results of operators that join several streams, such as `merge`, have no name.
  public func named(_ name: String, isGrowing: Bool = false) -> SignalProducer {
    SignalProducer(_source: .named(_NamedProducer(name, isGrowing: isGrowing, self)))
  }
}

// MARK: logEvents

/// The kinds of events that `logEvents` can log.
public enum LoggingEvent: String, CaseIterable, Sendable {
  /// The beginning and the end of the call that starts a producer.
  case starting, started
  /// The events of a stream.
  case value, completed, failed, interrupted
  /// Any terminal event, and the release of the stream after it.
  case terminated, disposed
}

/// A function that receives the output of
/// ``Signal/logEvents(identifier:events:fileName:functionName:lineNumber:logger:)``.
///
/// - Parameters:
///   - identifier: The name of the stream.
///   - event: A description of the event, such as `value 1`, `failed …` or `disposed`.
///   - fileName: The file that contains the call of `logEvents`.
///   - functionName: The function that contains the call.
///   - lineNumber: The line of the call.
public typealias EventLogger = (
  _ identifier: String, _ event: String, _ fileName: String, _ functionName: String, _ lineNumber: Int
) -> Void

/// Prints an event and the place of the call of `logEvents`.
public func defaultEventLog(
  identifier: String, event: String, fileName: String, functionName: String, lineNumber: Int
) {
  print("[\(identifier)] \(event) fileName: \(fileName), functionName: \(functionName), lineNumber: \(lineNumber)")
}

/// The configuration of one `logEvents`: the kinds of events to log, and the output.
private struct Log {
  let events: Set<LoggingEvent>
  let write: (String) -> Void

  /// Returns the effect for a kind of event, or `nil` if it is not logged.
  func effect(_ event: LoggingEvent) -> (() -> Void)? {
    guard events.contains(event) else { return nil }
    return { write(event.rawValue) }
  }

  /// Returns the effect for a kind of event with a payload, or `nil` if it is not logged.
  func effect<Payload>(_ event: LoggingEvent) -> ((Payload) -> Void)? {
    guard events.contains(event) else { return nil }
    return { write("\(event.rawValue) \($0)") }
  }
}

extension Signal {
  /// Logs the events of this signal, at the times of the closures of
  /// ``on(event:value:failed:completed:interrupted:terminated:disposed:)``.
  ///
  /// All events are forwarded. The semantics are those of ReactiveSwift's `logEvents`.
  ///
  /// - Parameters:
  ///   - identifier: The name of the signal in the log. By default it is the ``name`` of the signal.
  ///   - events: The kinds of events to log.
  ///   - fileName: The file that contains the call.
  ///   - functionName: The function that contains the call.
  ///   - lineNumber: The line of the call.
  ///   - logger: Receives the output. By default it is printed.
  public func logEvents(
    identifier: String? = nil, events: Set<LoggingEvent> = Set(LoggingEvent.allCases),
    fileName: String = #fileID, functionName: String = #function, lineNumber: Int = #line,
    logger: @escaping EventLogger = defaultEventLog
  ) -> Signal {
    let identifier = identifier ?? name ?? ""
    let log = Log(events: events) { logger(identifier, $0, fileName, functionName, lineNumber) }
    return on(
      value: log.effect(.value), failed: log.effect(.failed), completed: log.effect(.completed),
      interrupted: log.effect(.interrupted), terminated: log.effect(.terminated), disposed: log.effect(.disposed))
  }
}

extension SignalProducer {
  /// Logs the events of each start, at the times of the closures of
  /// ``on(starting:started:event:value:failed:completed:interrupted:terminated:disposed:)``.
  ///
  /// All events are forwarded. The semantics are those of ReactiveSwift's `logEvents`.
  ///
  /// - Parameters:
  ///   - identifier: The name of the producer in the log. By default it is the ``name`` of the producer.
  ///   - events: The kinds of events to log.
  ///   - fileName: The file that contains the call.
  ///   - functionName: The function that contains the call.
  ///   - lineNumber: The line of the call.
  ///   - logger: Receives the output. By default it is printed.
  public func logEvents(
    identifier: String? = nil, events: Set<LoggingEvent> = Set(LoggingEvent.allCases),
    fileName: String = #fileID, functionName: String = #function, lineNumber: Int = #line,
    logger: @escaping EventLogger = defaultEventLog
  ) -> SignalProducer {
    let identifier = identifier ?? name ?? ""
    let log = Log(events: events) { logger(identifier, $0, fileName, functionName, lineNumber) }
    return on(
      starting: log.effect(.starting), started: log.effect(.started), value: log.effect(.value),
      failed: log.effect(.failed), completed: log.effect(.completed), interrupted: log.effect(.interrupted),
      terminated: log.effect(.terminated), disposed: log.effect(.disposed))
  }
}
