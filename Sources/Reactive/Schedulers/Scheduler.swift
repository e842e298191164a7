/// An object that decides when and on which thread actions run.
///
/// A scheduler runs one action at a time, in the order in which they were scheduled. Operators that deliver events on
/// a scheduler rely on this to keep the order of events.
public protocol Scheduler: AnyObject, Sendable {
  /// Runs `action` as soon as the scheduler can.
  ///
  /// Disposing the result before that cancels it.
  @discardableResult
  func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable
}

/// A scheduler with a clock.
///
/// The time is a duration since an origin that the scheduler chooses, not a date.
public protocol TimeScheduler: Scheduler {
  /// The time that has passed since the scheduler's origin.
  var now: Duration { get }

  /// Runs `action` after `delay`.
  ///
  /// Disposing the result before that cancels it.
  ///
  /// Actions that are due at the same time run in the order in which they were scheduled.
  ///
  /// - Parameters:
  ///   - delay: The time to wait. A negative one counts as zero.
  ///   - action: The action to run.
  @discardableResult
  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable
}
