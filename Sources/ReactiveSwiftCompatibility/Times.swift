public import Dispatch
public import Foundation

/// A scheduler with a clock that shows dates.
///
/// A scheduler of an application implements `schedule(_:)`, `schedule(after:action:)` and `currentDate`.
public protocol DateScheduler: TimeScheduler {
  /// The current date.
  var currentDate: Date { get }

  /// Runs `action` at a date.
  @discardableResult
  func schedule(after date: Date, action: @escaping @Sendable () -> Void) -> (any Disposable)?
}

extension DateScheduler {
  public var now: Duration { .seconds(currentDate.timeIntervalSinceReferenceDate) }

  @discardableResult
  public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    schedule(after: currentDate.addingTimeInterval(delay / .seconds(1)), action: action) ?? AnyDisposable()
  }

  /// Runs `action` at a date and then after every `interval`.
  @discardableResult
  public func schedule(
    after date: Date, interval: DispatchTimeInterval, leeway: DispatchTimeInterval = .seconds(0),
    action: @escaping @Sendable () -> Void
  ) -> (any Disposable)? {
    schedule(after: .seconds(date.timeIntervalSince(currentDate)), interval: Duration(interval), action)
  }
}

extension TimeScheduler {
  /// Runs `action` after `delay` and then after every `interval`; the leeway is not used.
  @discardableResult
  public func schedule(
    after delay: Duration, interval: Duration, leeway: Duration, action: @escaping @Sendable () -> Void
  ) -> (any Disposable)? {
    schedule(after: delay, interval: interval, action)
  }
}

extension QueueScheduler: DateScheduler {
  /// The date of the system.
  public var currentDate: Date { Date() }

  /// Runs `action` at a date.
  @discardableResult
  public func schedule(after date: Date, action: @escaping @Sendable () -> Void) -> (any Disposable)? {
    schedule(after: Duration.seconds(date.timeIntervalSinceNow), action)
  }
}

/// A scheduler with a clock that only moves when a method advances it, to the nanosecond.
public final class TestScheduler: DateScheduler {
  private let start: Date
  private let scheduler = VirtualTimeScheduler(tick: .nanoseconds(1))

  /// Creates a scheduler with its first date.
  public init(startDate: Date = Date(timeIntervalSinceReferenceDate: 0)) {
    start = startDate
  }

  public var now: Duration { scheduler.now }

  public var currentDate: Date { start.addingTimeInterval(now / .seconds(1)) }

  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable { scheduler.schedule(action) }

  @discardableResult
  public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    scheduler.schedule(after: delay, action)
  }

  @discardableResult
  public func schedule(after date: Date, action: @escaping @Sendable () -> Void) -> (any Disposable)? {
    scheduler.schedule(after: .seconds(date.timeIntervalSince(start)) - now, action)
  }

  /// Advances the clock by the smallest interval, which lets waiting actions run.
  public func advance() { scheduler.advance() }

  /// Advances the clock and runs the actions that are due.
  public func advance(by interval: Duration) { scheduler.advance(by: interval) }

  /// Advances the clock and runs the actions that are due.
  @_disfavoredOverload  // `.seconds(1)` is a duration.
  public func advance(by interval: DispatchTimeInterval) { advance(by: Duration(interval)) }

  /// Advances the clock by some seconds and runs the actions that are due.
  public func advance(by seconds: TimeInterval) { advance(by: .seconds(seconds)) }

  /// Advances the clock to a date and runs the actions that are due.
  public func advance(to date: Date) { advance(by: .seconds(date.timeIntervalSince(start)) - now) }

  /// Runs all waiting actions, and then those that they schedule.
  public func run() { scheduler.run() }

  /// Moves the clock back.
  public func rewind(by interval: Duration) { scheduler.rewind(by: interval) }
}

extension Duration {
  /// Creates a duration from an interval of Dispatch.
  ///
  /// The interval `never` is the longest duration.
  public init(_ interval: DispatchTimeInterval) {
    self =
      switch interval {
      case .seconds(let count): .seconds(count)
      case .milliseconds(let count): .milliseconds(count)
      case .microseconds(let count): .microseconds(count)
      case .nanoseconds(let count): .nanoseconds(count)
      case .never: .seconds(Int64.max)
      @unknown default: .seconds(Int64.max)
      }
  }
}

// MARK: Seconds in floating point

extension StreamProtocol where Value: Sendable {
  /// Delays the values and the completion by some seconds.
  public func delay(_ seconds: TimeInterval, on scheduler: some TimeScheduler) -> Self {
    delay(.seconds(seconds), on: scheduler)
  }

  /// Sends at most one value in some seconds.
  public func throttle(_ seconds: TimeInterval, on scheduler: some TimeScheduler) -> Self {
    throttle(.seconds(seconds), on: scheduler)
  }

  /// Sends a value when none has followed it for some seconds.
  public func debounce(
    _ seconds: TimeInterval, on scheduler: some TimeScheduler, discardWhenCompleted: Bool = true
  ) -> Self {
    debounce(.seconds(seconds), on: scheduler, discardWhenCompleted: discardWhenCompleted)
  }

  /// Fails with `error` if the stream has not ended after some seconds.
  public func timeout(after seconds: TimeInterval, raising error: Error, on scheduler: some TimeScheduler) -> Self {
    timeout(after: .seconds(seconds), raising: error, on: scheduler)
  }
}

extension Signal where Value: Sendable, Error == Never {
  /// Fails with `error` if the signal has not ended after some seconds.
  @_disfavoredOverload
  public func timeout<Failure>(
    after seconds: TimeInterval, raising error: Failure, on scheduler: some TimeScheduler
  ) -> Signal<Value, Failure> {
    timeout(after: .seconds(seconds), raising: error, on: scheduler)
  }
}

extension SignalProducer where Value: Sendable, Error == Never {
  /// Fails with `error` if the producer has not ended after some seconds.
  @_disfavoredOverload
  public func timeout<Failure>(
    after seconds: TimeInterval, raising error: Failure, on scheduler: some TimeScheduler
  ) -> SignalProducer<Value, Failure> {
    timeout(after: .seconds(seconds), raising: error, on: scheduler)
  }
}

extension SignalProducer where Value: Sendable {
  /// Starts the producer again some seconds after a failure, at most `count` times.
  public func retry(upTo count: Int, interval: TimeInterval, on scheduler: some TimeScheduler) -> SignalProducer {
    retry(upTo: count, interval: .seconds(interval), on: scheduler)
  }
}

extension SignalProducer where Value == Date, Error == Never {
  /// A producer that sends the current date at every `interval`.
  public static func timer(interval: Duration, on scheduler: some DateScheduler) -> SignalProducer {
    let ticks: SignalProducer<Int, Never> = .timer(interval: interval, on: scheduler)
    return ticks.map { _ in scheduler.currentDate }
  }

  /// A producer that sends the current date at every `interval`.
  @_disfavoredOverload  // `.seconds(1)` is a duration.
  public static func timer(interval: DispatchTimeInterval, on scheduler: some DateScheduler) -> SignalProducer {
    timer(interval: Duration(interval), on: scheduler)
  }
}

extension SignalProducer where Value: Sendable, Error == Never {
  /// A producer that sends the elements of a sequence, one after each `interval`.
  public static func interval(
    _ values: some Sequence<Value> & Sendable, interval: Duration, on scheduler: some TimeScheduler
  ) -> SignalProducer {
    .interval(interval, sequence: values, on: scheduler)
  }
}
