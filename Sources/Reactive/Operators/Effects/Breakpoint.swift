// Effects that stop the program in the debugger.

/// Prints where a stream stopped the program, and raises `SIGTRAP`, at which a debugger stops; without one it ends the
/// program.
public func trapInDebugger(_ message: String) {
  print(message)
  _raiseTrap()
}

extension Signal {
  /// Stops in the debugger at events of which a condition says so, before they are sent on.
  ///
  /// - Parameters:
  ///   - value: whether to stop at a value; never if there is none.
  ///   - failed: whether to stop at the failure.
  ///   - completed: whether to stop at the completion.
  ///   - interrupted: whether to stop at the interruption.
  ///   - trap: what stopping is, given a line that tells the signal's ``name`` and the event; a raised `SIGTRAP` if
  ///     there is none.
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
  public func breakpointOnError(trap: @escaping (_ message: String) -> Void = trapInDebugger) -> Signal {
    breakpoint(failed: { _ in true }, trap: trap)
  }
}

extension SignalProducer {
  /// Stops in the debugger at events of which a condition says so, before they are sent on.
  ///
  /// - Parameters:
  ///   - starting: whether to stop before the source is started; never if there is none.
  ///   - value: whether to stop at a value.
  ///   - failed: whether to stop at the failure.
  ///   - completed: whether to stop at the completion.
  ///   - interrupted: whether to stop at the interruption.
  ///   - trap: what stopping is, given a line that tells the producer's ``name`` and the event; a raised `SIGTRAP` if
  ///     there is none.
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
  public func breakpointOnError(trap: @escaping (_ message: String) -> Void = trapInDebugger) -> SignalProducer {
    breakpoint(failed: { _ in true }, trap: trap)
  }
}

/// What tells of an event and stops there.
private func stopping(at name: String?, with trap: @escaping (String) -> Void) -> (_ event: String) -> Void {
  let place = name.map { " in \($0)" } ?? ""
  return { trap("breakpoint\(place): \($0)") }
}
