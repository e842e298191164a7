// The joins of several streams as plain functions, which need no type in front.

// MARK: Producers

/// Sends what any of the producers sends, as it comes.
///
/// See ``SignalProducer/merge(_:)-(Sequence<SignalProducer<Value,Error>>)``.
@inlinable
public func merge<Value, Error>(_ producers: SignalProducer<Value, Error>...) -> SignalProducer<Value, Error> {
  .merge(producers)
}

/// Sends what the producers send, one after the other.
///
/// See ``SignalProducer/concat(_:)-(Sequence<SignalProducer<Value,Error>>)``.
@inlinable
public func concat<Value, Error>(_ producers: SignalProducer<Value, Error>...) -> SignalProducer<Value, Error> {
  .concat(producers)
}

/// Sends what the producer sends that is the first to send anything.
///
/// See ``SignalProducer/race(_:)-(Sequence<SignalProducer<Value,Error>>)``.
@inlinable
public func race<Value, Error>(_ producers: SignalProducer<Value, Error>...) -> SignalProducer<Value, Error> {
  .race(producers)
}

/// Sends the first values of both producers together, then the second ones; see ``SignalProducer/zip(_:)``.
@inlinable
public func zip<First, Second, Error>(
  _ first: SignalProducer<First, Error>, _ second: SignalProducer<Second, Error>
) -> SignalProducer<(First, Second), Error> {
  SignalProducer<First, Error>.zip(first, second)
}

/// Sends the first values of all producers together, then the second ones; see ``SignalProducer/zip(_:)``.
@inlinable
@_disfavoredOverload
public func zip<Value, each Other, Error>(
  _ first: SignalProducer<Value, Error>, _ others: repeat SignalProducer<each Other, Error>
) -> SignalProducer<(Value, repeat each Other), Error> {
  ._zip(first, repeat each others)
}

/// Sends what `combine` makes of the first values of both producers, then of the second ones; see
/// ``SignalProducer/zip(_:)``.
@inlinable
public func zip<First, Second, Error, Result>(
  _ first: SignalProducer<First, Error>, _ second: SignalProducer<Second, Error>,
  combine: @escaping (First, Second) -> Result
) -> SignalProducer<Result, Error> {
  .zip(first, second, combine: combine)
}

/// Sends what `combine` makes of the first values of all producers, then of the second ones; see
/// ``SignalProducer/zip(_:)``.
@inlinable
@_disfavoredOverload
public func zip<each Input, Error, Result>(
  _ producers: repeat SignalProducer<each Input, Error>, combine: @escaping (repeat each Input) -> Result
) -> SignalProducer<Result, Error> {
  .zip(repeat each producers, combine: combine)
}

/// Sends the latest values of both producers together; see ``SignalProducer/combineLatest(_:)``.
@inlinable
public func combineLatest<First, Second, Error>(
  _ first: SignalProducer<First, Error>, _ second: SignalProducer<Second, Error>
) -> SignalProducer<(First, Second), Error> {
  SignalProducer<First, Error>.combineLatest(first, second)
}

/// Sends the latest values of all producers together; see ``SignalProducer/combineLatest(_:)``.
@inlinable
@_disfavoredOverload
public func combineLatest<Value, each Other, Error>(
  _ first: SignalProducer<Value, Error>, _ others: repeat SignalProducer<each Other, Error>
) -> SignalProducer<(Value, repeat each Other), Error> {
  ._combineLatest(first, repeat each others)
}

/// Sends what `combine` makes of the latest values of both producers; see
/// ``SignalProducer/combineLatest(_:)``.
@inlinable
public func combineLatest<First, Second, Error, Result>(
  _ first: SignalProducer<First, Error>, _ second: SignalProducer<Second, Error>,
  combine: @escaping (First, Second) -> Result
) -> SignalProducer<Result, Error> {
  .combineLatest(first, second, combine: combine)
}

/// Sends what `combine` makes of the latest values of all producers; see
/// ``SignalProducer/combineLatest(_:)``.
@inlinable
@_disfavoredOverload
public func combineLatest<each Input, Error, Result>(
  _ producers: repeat SignalProducer<each Input, Error>, combine: @escaping (repeat each Input) -> Result
) -> SignalProducer<Result, Error> {
  .combineLatest(repeat each producers, combine: combine)
}

// MARK: Signals

/// Sends what any of the signals sends, as it comes.
///
/// See ``SignalProducer/merge(_:)-(Sequence<SignalProducer<Value,Error>>)``.
@inlinable
public func merge<Value, Error>(_ signals: Signal<Value, Error>...) -> Signal<Value, Error> {
  .merge(signals)
}

/// Sends what the signals send, one after the other.
///
/// See ``SignalProducer/concat(_:)-(Sequence<SignalProducer<Value,Error>>)``.
@inlinable
public func concat<Value, Error>(_ signals: Signal<Value, Error>...) -> Signal<Value, Error> {
  .concat(signals)
}

/// Sends what the signal sends that is the first to send anything.
///
/// See ``SignalProducer/race(_:)-(Sequence<SignalProducer<Value,Error>>)``.
@inlinable
public func race<Value, Error>(_ signals: Signal<Value, Error>...) -> Signal<Value, Error> {
  .race(signals)
}

/// Sends the first values of both signals together, then the second ones; see ``SignalProducer/zip(_:)``.
@inlinable
public func zip<First, Second, Error>(
  _ first: Signal<First, Error>, _ second: Signal<Second, Error>
) -> Signal<(First, Second), Error> {
  Signal<First, Error>.zip(first, second)
}

/// Sends the first values of all signals together, then the second ones; see ``SignalProducer/zip(_:)``.
@inlinable
@_disfavoredOverload
public func zip<Value, each Other, Error>(
  _ first: Signal<Value, Error>, _ others: repeat Signal<each Other, Error>
) -> Signal<(Value, repeat each Other), Error> {
  Signal<Value, Error>.zip(first, repeat each others)
}

/// Sends what `combine` makes of the first values of both signals, then of the second ones; see
/// ``SignalProducer/zip(_:)``.
@inlinable
public func zip<First, Second, Error, Result>(
  _ first: Signal<First, Error>, _ second: Signal<Second, Error>,
  combine: @escaping (First, Second) -> Result
) -> Signal<Result, Error> {
  .zip(first, second, combine: combine)
}

/// Sends what `combine` makes of the first values of all signals, then of the second ones; see
/// ``SignalProducer/zip(_:)``.
@inlinable
@_disfavoredOverload
public func zip<each Input, Error, Result>(
  _ signals: repeat Signal<each Input, Error>, combine: @escaping (repeat each Input) -> Result
) -> Signal<Result, Error> {
  .zip(repeat each signals, combine: combine)
}

/// Sends the latest values of both signals together; see ``SignalProducer/combineLatest(_:)``.
@inlinable
public func combineLatest<First, Second, Error>(
  _ first: Signal<First, Error>, _ second: Signal<Second, Error>
) -> Signal<(First, Second), Error> {
  Signal<First, Error>.combineLatest(first, second)
}

/// Sends the latest values of all signals together; see ``SignalProducer/combineLatest(_:)``.
@inlinable
@_disfavoredOverload
public func combineLatest<Value, each Other, Error>(
  _ first: Signal<Value, Error>, _ others: repeat Signal<each Other, Error>
) -> Signal<(Value, repeat each Other), Error> {
  Signal<Value, Error>.combineLatest(first, repeat each others)
}

/// Sends what `combine` makes of the latest values of both signals; see
/// ``SignalProducer/combineLatest(_:)``.
@inlinable
public func combineLatest<First, Second, Error, Result>(
  _ first: Signal<First, Error>, _ second: Signal<Second, Error>,
  combine: @escaping (First, Second) -> Result
) -> Signal<Result, Error> {
  .combineLatest(first, second, combine: combine)
}

/// Sends what `combine` makes of the latest values of all signals; see
/// ``SignalProducer/combineLatest(_:)``.
@inlinable
@_disfavoredOverload
public func combineLatest<each Input, Error, Result>(
  _ signals: repeat Signal<each Input, Error>, combine: @escaping (repeat each Input) -> Result
) -> Signal<Result, Error> {
  .combineLatest(repeat each signals, combine: combine)
}
