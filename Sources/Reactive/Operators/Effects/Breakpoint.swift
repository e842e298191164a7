// Effects that stop the program in a debugger.

/// Prints a message and raises `SIGTRAP`, which stops the program in a debugger and otherwise ends it.
public func trapInDebugger(_ message: String) {
  print(message)
  _raiseTrap()
}

extension Signal {
  /// Stops in the debugger at events for which a condition is true, before they are sent on.
  ///
  /// A condition that is `nil` never stops.
  ///
  /// - Parameters:
  ///   - value: Returns whether to stop at a value.
  ///   - failed: Returns whether to stop at the failure.
  ///   - completed: Returns whether to stop at the completion.
  ///   - interrupted: Returns whether to stop at the interruption.
  ///   - trap: Stops the program. Receives a line with the signal's ``name`` and the event. By default it raises
  ///     `SIGTRAP`.
  @_disfavoredOverload
  public func breakpoint(
    value: ((Value) -> Bool)? = nil,
    failed: ((Error) -> Bool)? = nil,
    completed: (() -> Bool)? = nil,
    interrupted: (() -> Bool)? = nil,
    trap: @escaping (_ message: String) -> Void = trapInDebugger
  ) -> Signal {
    let stop = stopping(at: name, with: trap)
    return on(
      value: value.map { condition in { if condition($0) { stop("value \($0)") } } },
      failed: failed.map { condition in { if condition($0) { stop("failed \($0)") } } },
      completed: completed.map { condition in { if condition() { stop("completed") } } },
      interrupted: interrupted.map { condition in { if condition() { stop("interrupted") } } })
  }

  /// Stops in the debugger when the signal fails.
  @_disfavoredOverload
  public func breakpointOnError(trap: @escaping (_ message: String) -> Void = trapInDebugger) -> Signal {
    breakpoint(failed: { _ in true }, trap: trap)
  }
}

extension SignalProducer {
  /// Stops in the debugger at events for which a condition is true, before they are sent on.
  ///
  /// A condition that is `nil` never stops.
  ///
  /// - Parameters:
  ///   - starting: Returns whether to stop before the source is started.
  ///   - value: Returns whether to stop at a value.
  ///   - failed: Returns whether to stop at the failure.
  ///   - completed: Returns whether to stop at the completion.
  ///   - interrupted: Returns whether to stop at the interruption.
  ///   - trap: Stops the program. Receives a line with the producer's ``name`` and the event. By default it raises
  ///     `SIGTRAP`.
  @_disfavoredOverload
  public func breakpoint(
    starting: (() -> Bool)? = nil,
    value: ((Value) -> Bool)? = nil,
    failed: ((Error) -> Bool)? = nil,
    completed: (() -> Bool)? = nil,
    interrupted: (() -> Bool)? = nil,
    trap: @escaping (_ message: String) -> Void = trapInDebugger
  ) -> SignalProducer {
    let stop = stopping(at: name, with: trap)
    return on(
      starting: starting.map { condition in { if condition() { stop("starting") } } },
      value: value.map { condition in { if condition($0) { stop("value \($0)") } } },
      failed: failed.map { condition in { if condition($0) { stop("failed \($0)") } } },
      completed: completed.map { condition in { if condition() { stop("completed") } } },
      interrupted: interrupted.map { condition in { if condition() { stop("interrupted") } } })
  }

  /// Stops in the debugger when the producer fails.
  @_disfavoredOverload
  public func breakpointOnError(trap: @escaping (_ message: String) -> Void = trapInDebugger) -> SignalProducer {
    breakpoint(failed: { _ in true }, trap: trap)
  }
}

/// Returns a function that calls `trap` with the description of an event.
private func stopping(at name: String?, with trap: @escaping (String) -> Void) -> (_ event: String) -> Void {
  let place = name.map { " in \($0)" } ?? ""
  return { trap("breakpoint\(place): \($0)") }
}
