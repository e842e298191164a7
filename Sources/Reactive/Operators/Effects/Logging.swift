// Effects for whoever looks for an error.

// MARK: named

extension Signal {
  /// The same signal under a name, which ``logEvents(identifier:events:fileName:functionName:lineNumber:logger:)`` and
  /// ``breakpoint(value:failed:completed:interrupted:trap:)`` show.
  ///
  /// The name is this signal's; what operators make of it has none.
  public func named(_ name: String) -> Signal {
    let signal = lift(Operator { downstream, _ in downstream })
    signal.name = name
    return signal
  }
}

extension SignalProducer {
  /// The same producer under a name, which
  /// ``logEvents(identifier:events:fileName:functionName:lineNumber:logger:)`` and
  /// ``breakpoint(starting:value:failed:completed:interrupted:trap:)`` show.
  ///
  /// The name is this producer's; what operators make of it has none.
  public func named(_ name: String) -> SignalProducer {
    var copy = self
    copy.name = name
    return copy
  }
}

// MARK: logEvents

/// What of a stream is logged.
public enum LoggingEvent: String, CaseIterable, Sendable {
  /// Starts, which only producers have.
  case starting, started
  /// Events.
  case value, completed, failed, interrupted
  /// Each end, and the letting go behind it.
  case terminated, disposed
}

/// What takes the lines of ``Signal/logEvents(identifier:events:fileName:functionName:lineNumber:logger:)``.
///
/// - Parameters:
///   - identifier: what the stream is called.
///   - event: what happened, such as `value 1`, `failed …` or `disposed`.
///   - fileName: where `logEvents` was called.
public typealias EventLogger = (
  _ identifier: String, _ event: String, _ fileName: String, _ functionName: String, _ lineNumber: Int
) -> Void

/// Prints what happened, and where the call stands.
public func defaultEventLog(
  identifier: String, event: String, fileName: String, functionName: String, lineNumber: Int
) {
  print("[\(identifier)] \(event) fileName: \(fileName), functionName: \(functionName), lineNumber: \(lineNumber)")
}

/// One `logEvents`: what it is to log, and where.
private struct Log {
  let events: Set<LoggingEvent>
  let write: (String) -> Void

  /// The effect of a kind of event, where it is wanted.
  func effect(_ event: LoggingEvent) -> (() -> Void)? {
    guard events.contains(event) else { return nil }
    return { write(event.rawValue) }
  }

  /// The effect of a kind of event that carries something, where it is wanted.
  func effect<Payload>(_ event: LoggingEvent) -> ((Payload) -> Void)? {
    guard events.contains(event) else { return nil }
    return { write("\(event.rawValue) \($0)") }
  }
}

extension Signal {
  /// Logs what happens, as effects like those of
  /// ``on(event:value:failed:completed:interrupted:terminated:disposed:)``.
  ///
  /// As ReactiveSwift's `logEvents`.
  ///
  /// - Parameters:
  ///   - identifier: what the signal is called in the log; its ``name`` if there is none.
  ///   - events: what is logged.
  ///   - logger: where it is logged; printed if there is none.
  ///   - fileName: where the call stands.
  ///   - functionName: where the call stands.
  ///   - lineNumber: where the call stands.
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
  /// Logs what happens to each start, as effects like those of
  /// ``on(starting:started:event:value:failed:completed:interrupted:terminated:disposed:)``.
  ///
  /// As ReactiveSwift's `logEvents`.
  ///
  /// - Parameters:
  ///   - identifier: what the producer is called in the log; its ``name`` if there is none.
  ///   - events: what is logged.
  ///   - logger: where it is logged; printed if there is none.
  ///   - fileName: where the call stands.
  ///   - functionName: where the call stands.
  ///   - lineNumber: where the call stands.
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
