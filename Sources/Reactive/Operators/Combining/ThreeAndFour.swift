// Overloads of combineLatest and zip for three and four streams.
//
// The compiler rejects `combineLatest(a, b, c).map { $0.0 + $0.1 }` if the tuple is the result of a parameter pack. And
// if the closure `combine` has the wrong number of parameters, the message is about the shape of the pack.

extension SignalProducer {
  /// Sends the latest values of all producers; see ``combineLatest(_:)``.
  @inlinable
  public static func combineLatest<Second, Third>(
    _ first: SignalProducer, _ second: SignalProducer<Second, Error>, _ third: SignalProducer<Third, Error>
  ) -> SignalProducer<(Value, Second, Third), Error> {
    ._combineLatest(first, second, third)
  }

  /// Sends the latest values of all producers; see ``combineLatest(_:)``.
  @inlinable
  public static func combineLatest<Second, Third, Fourth>(
    _ first: SignalProducer, _ second: SignalProducer<Second, Error>, _ third: SignalProducer<Third, Error>,
    _ fourth: SignalProducer<Fourth, Error>
  ) -> SignalProducer<(Value, Second, Third, Fourth), Error> {
    ._combineLatest(first, second, third, fourth)
  }

  /// Sends the result of `combine` for the latest values of all producers; see ``combineLatest(_:)``.
  @inlinable
  public static func combineLatest<First, Second, Third>(
    _ first: SignalProducer<First, Error>, _ second: SignalProducer<Second, Error>,
    _ third: SignalProducer<Third, Error>,
    combine: @escaping (First, Second, Third) -> Value
  ) -> SignalProducer {
    Reactive.combineLatest(first, second, third).map { combine($0.0, $0.1, $0.2) }
  }

  /// Sends the first values of all producers, then the second ones, and so on; see ``zip(_:)``.
  @inlinable
  public static func zip<Second, Third>(
    _ first: SignalProducer, _ second: SignalProducer<Second, Error>, _ third: SignalProducer<Third, Error>
  ) -> SignalProducer<(Value, Second, Third), Error> {
    ._zip(first, second, third)
  }

  /// Sends the first values of all producers, then the second ones, and so on; see ``zip(_:)``.
  @inlinable
  public static func zip<Second, Third, Fourth>(
    _ first: SignalProducer, _ second: SignalProducer<Second, Error>, _ third: SignalProducer<Third, Error>,
    _ fourth: SignalProducer<Fourth, Error>
  ) -> SignalProducer<(Value, Second, Third, Fourth), Error> {
    ._zip(first, second, third, fourth)
  }

  /// Sends the result of `combine` for the first values of all producers, then for the second ones, and so on; see
  /// ``zip(_:)``.
  @inlinable
  public static func zip<First, Second, Third>(
    _ first: SignalProducer<First, Error>, _ second: SignalProducer<Second, Error>,
    _ third: SignalProducer<Third, Error>,
    combine: @escaping (First, Second, Third) -> Value
  ) -> SignalProducer {
    Reactive.zip(first, second, third).map { combine($0.0, $0.1, $0.2) }
  }
}

extension Signal {
  /// Sends the latest values of all signals; see ``SignalProducer/combineLatest(_:)``.
  @inlinable
  public static func combineLatest<Second, Third>(
    _ first: Signal, _ second: Signal<Second, Error>, _ third: Signal<Third, Error>
  ) -> Signal<(Value, Second, Third), Error> {
    SignalProducer._combineLatest(first.producer, second.producer, third.producer)._started()
  }

  /// Sends the latest values of all signals; see ``SignalProducer/combineLatest(_:)``.
  @inlinable
  public static func combineLatest<Second, Third, Fourth>(
    _ first: Signal, _ second: Signal<Second, Error>, _ third: Signal<Third, Error>, _ fourth: Signal<Fourth, Error>
  ) -> Signal<(Value, Second, Third, Fourth), Error> {
    SignalProducer._combineLatest(first.producer, second.producer, third.producer, fourth.producer)._started()
  }

  /// Sends the result of `combine` for the latest values of all signals; see ``SignalProducer/combineLatest(_:)``.
  @inlinable
  public static func combineLatest<First, Second, Third>(
    _ first: Signal<First, Error>, _ second: Signal<Second, Error>, _ third: Signal<Third, Error>,
    combine: @escaping (First, Second, Third) -> Value
  ) -> Signal {
    Reactive.combineLatest(first, second, third).map { combine($0.0, $0.1, $0.2) }
  }

  /// Sends the first values of all signals, then the second ones, and so on; see ``SignalProducer/zip(_:)``.
  @inlinable
  public static func zip<Second, Third>(
    _ first: Signal, _ second: Signal<Second, Error>, _ third: Signal<Third, Error>
  ) -> Signal<(Value, Second, Third), Error> {
    SignalProducer._zip(first.producer, second.producer, third.producer)._started()
  }

  /// Sends the first values of all signals, then the second ones, and so on; see ``SignalProducer/zip(_:)``.
  @inlinable
  public static func zip<Second, Third, Fourth>(
    _ first: Signal, _ second: Signal<Second, Error>, _ third: Signal<Third, Error>, _ fourth: Signal<Fourth, Error>
  ) -> Signal<(Value, Second, Third, Fourth), Error> {
    SignalProducer._zip(first.producer, second.producer, third.producer, fourth.producer)._started()
  }

  /// Sends the result of `combine` for the first values of all signals, then for the second ones, and so on; see
  /// ``SignalProducer/zip(_:)``.
  @inlinable
  public static func zip<First, Second, Third>(
    _ first: Signal<First, Error>, _ second: Signal<Second, Error>, _ third: Signal<Third, Error>,
    combine: @escaping (First, Second, Third) -> Value
  ) -> Signal {
    Reactive.zip(first, second, third).map { combine($0.0, $0.1, $0.2) }
  }
}

// MARK: - Free functions

/// Sends the latest values of all producers; see ``SignalProducer/combineLatest(_:)``.
@inlinable
public func combineLatest<First, Second, Third, Error>(
  _ first: SignalProducer<First, Error>, _ second: SignalProducer<Second, Error>, _ third: SignalProducer<Third, Error>
) -> SignalProducer<(First, Second, Third), Error> {
  SignalProducer<First, Error>.combineLatest(first, second, third)
}

/// Sends the latest values of all producers; see ``SignalProducer/combineLatest(_:)``.
@inlinable
public func combineLatest<First, Second, Third, Fourth, Error>(
  _ first: SignalProducer<First, Error>, _ second: SignalProducer<Second, Error>, _ third: SignalProducer<Third, Error>,
  _ fourth: SignalProducer<Fourth, Error>
) -> SignalProducer<(First, Second, Third, Fourth), Error> {
  SignalProducer<First, Error>.combineLatest(first, second, third, fourth)
}

/// Sends the result of `combine` for the latest values of all producers; see ``SignalProducer/combineLatest(_:)``.
@inlinable
public func combineLatest<First, Second, Third, Error, Result>(
  _ first: SignalProducer<First, Error>, _ second: SignalProducer<Second, Error>, _ third: SignalProducer<Third, Error>,
  combine: @escaping (First, Second, Third) -> Result
) -> SignalProducer<Result, Error> {
  .combineLatest(first, second, third, combine: combine)
}

/// Sends the first values of all producers, then the second ones, and so on; see ``SignalProducer/zip(_:)``.
@inlinable
public func zip<First, Second, Third, Error>(
  _ first: SignalProducer<First, Error>, _ second: SignalProducer<Second, Error>, _ third: SignalProducer<Third, Error>
) -> SignalProducer<(First, Second, Third), Error> {
  SignalProducer<First, Error>.zip(first, second, third)
}

/// Sends the first values of all producers, then the second ones, and so on; see ``SignalProducer/zip(_:)``.
@inlinable
public func zip<First, Second, Third, Fourth, Error>(
  _ first: SignalProducer<First, Error>, _ second: SignalProducer<Second, Error>, _ third: SignalProducer<Third, Error>,
  _ fourth: SignalProducer<Fourth, Error>
) -> SignalProducer<(First, Second, Third, Fourth), Error> {
  SignalProducer<First, Error>.zip(first, second, third, fourth)
}

/// Sends the result of `combine` for the first values of all producers, then for the second ones, and so on; see
/// ``SignalProducer/zip(_:)``.
@inlinable
public func zip<First, Second, Third, Error, Result>(
  _ first: SignalProducer<First, Error>, _ second: SignalProducer<Second, Error>, _ third: SignalProducer<Third, Error>,
  combine: @escaping (First, Second, Third) -> Result
) -> SignalProducer<Result, Error> {
  .zip(first, second, third, combine: combine)
}

/// Sends the latest values of all signals; see ``SignalProducer/combineLatest(_:)``.
@inlinable
public func combineLatest<First, Second, Third, Error>(
  _ first: Signal<First, Error>, _ second: Signal<Second, Error>, _ third: Signal<Third, Error>
) -> Signal<(First, Second, Third), Error> {
  Signal<First, Error>.combineLatest(first, second, third)
}

/// Sends the latest values of all signals; see ``SignalProducer/combineLatest(_:)``.
@inlinable
public func combineLatest<First, Second, Third, Fourth, Error>(
  _ first: Signal<First, Error>, _ second: Signal<Second, Error>, _ third: Signal<Third, Error>,
  _ fourth: Signal<Fourth, Error>
) -> Signal<(First, Second, Third, Fourth), Error> {
  Signal<First, Error>.combineLatest(first, second, third, fourth)
}

/// Sends the result of `combine` for the latest values of all signals; see ``SignalProducer/combineLatest(_:)``.
@inlinable
public func combineLatest<First, Second, Third, Error, Result>(
  _ first: Signal<First, Error>, _ second: Signal<Second, Error>, _ third: Signal<Third, Error>,
  combine: @escaping (First, Second, Third) -> Result
) -> Signal<Result, Error> {
  .combineLatest(first, second, third, combine: combine)
}

/// Sends the first values of all signals, then the second ones, and so on; see ``SignalProducer/zip(_:)``.
@inlinable
public func zip<First, Second, Third, Error>(
  _ first: Signal<First, Error>, _ second: Signal<Second, Error>, _ third: Signal<Third, Error>
) -> Signal<(First, Second, Third), Error> {
  Signal<First, Error>.zip(first, second, third)
}

/// Sends the first values of all signals, then the second ones, and so on; see ``SignalProducer/zip(_:)``.
@inlinable
public func zip<First, Second, Third, Fourth, Error>(
  _ first: Signal<First, Error>, _ second: Signal<Second, Error>, _ third: Signal<Third, Error>,
  _ fourth: Signal<Fourth, Error>
) -> Signal<(First, Second, Third, Fourth), Error> {
  Signal<First, Error>.zip(first, second, third, fourth)
}

/// Sends the result of `combine` for the first values of all signals, then for the second ones, and so on; see
/// ``SignalProducer/zip(_:)``.
@inlinable
public func zip<First, Second, Third, Error, Result>(
  _ first: Signal<First, Error>, _ second: Signal<Second, Error>, _ third: Signal<Third, Error>,
  combine: @escaping (First, Second, Third) -> Result
) -> Signal<Result, Error> {
  .zip(first, second, third, combine: combine)
}
