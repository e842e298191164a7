// The joins of several streams as plain functions, which need no type in front.

/// Sends what any of the streams sends, as it comes; see ``StreamProtocol/merge(_:)-(Sequence<Self>)``.
@inlinable
public func merge<Stream: StreamProtocol>(_ streams: Stream...) -> Stream {
  .merge(streams)
}

/// Sends what the streams send, one after the other; see ``StreamProtocol/concat(_:)-(Sequence<Self>)``.
@inlinable
public func concat<Stream: StreamProtocol>(_ streams: Stream...) -> Stream {
  .concat(streams)
}

/// Sends what the stream sends that is the first to send anything; see ``StreamProtocol/race(_:)-(Sequence<Self>)``.
@inlinable
public func race<Stream: StreamProtocol>(_ streams: Stream...) -> Stream {
  .race(streams)
}

// MARK: Producers

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
