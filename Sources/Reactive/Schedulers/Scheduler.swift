/// Where and when work is done.
///
/// A scheduler does one action at a time, in the order in which they were scheduled; the operators that deliver on a
/// scheduler keep the order of events by that.
public protocol Scheduler: AnyObject, Sendable {
  /// Has `action` done as soon as the scheduler can; disposing the result before then takes it back.
  @discardableResult
  func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable
}

/// A scheduler with a clock: a span of time since an origin of its own, never a date.
public protocol TimeScheduler: Scheduler {
  /// The time that has passed since the scheduler's origin.
  var now: Duration { get }

  /// Has `action` done when `delay` has passed; disposing the result before then takes it back.
  ///
  /// - Parameters:
  ///   - delay: a negative one counts as none. Actions that fall due at the same time are done in the order in
  ///     which they were scheduled.
  ///   - action: what is to be done.
  @discardableResult
  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable
}
