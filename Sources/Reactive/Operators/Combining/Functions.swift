// Operators on several streams as free functions.

/// Sends the values of all streams as they are sent; see ``StreamProtocol/merge(_:)-(Sequence<Self>)``.
@inlinable
public func merge<Stream: StreamProtocol>(_ streams: Stream...) -> Stream {
  .merge(streams)
}

/// Sends the values of the streams, one stream after the other; see ``StreamProtocol/concat(_:)-(Sequence<Self>)``.
@inlinable
public func concat<Stream: StreamProtocol>(_ streams: Stream...) -> Stream {
  .concat(streams)
}

/// Sends the events of the first stream that sends one; see ``StreamProtocol/race(_:)-(Sequence<Self>)``.
@inlinable
public func race<Stream: StreamProtocol>(_ streams: Stream...) -> Stream {
  .race(streams)
}

// MARK: Sequences of streams

/// Sends the values of all streams as they are sent; see ``StreamProtocol/merge(_:)-(Sequence<Self>)``.
@inlinable
public func merge<Stream: StreamProtocol>(_ streams: some Sequence<Stream>) -> Stream {
  .merge(streams)
}

/// Sends the values of the streams, one stream after the other; see ``StreamProtocol/concat(_:)-(Sequence<Self>)``.
@inlinable
public func concat<Stream: StreamProtocol>(_ streams: some Sequence<Stream>) -> Stream {
  .concat(streams)
}

/// Sends the events of the first stream that sends one; see ``StreamProtocol/race(_:)-(Sequence<Self>)``.
@inlinable
public func race<Stream: StreamProtocol>(_ streams: some Sequence<Stream>) -> Stream {
  .race(streams)
}

/// Sends the first values of all producers, then the second ones, and so on; see ``SignalProducer/zip(_:)``.
@inlinable
public func zip<Value, Error>(
  _ producers: some Sequence<SignalProducer<Value, Error>>
) -> SignalProducer<[Value], Error> {
  SignalProducer<Value, Error>.zip(producers)
}

/// Sends the first values of all signals, then the second ones, and so on; see ``SignalProducer/zip(_:)``.
@inlinable
public func zip<Value, Error>(_ signals: some Sequence<Signal<Value, Error>>) -> Signal<[Value], Error> {
  Signal<Value, Error>.zip(signals)
}

/// Sends the latest values of all producers; see ``SignalProducer/combineLatest(_:)``.
@inlinable
public func combineLatest<Value, Error>(
  _ producers: some Sequence<SignalProducer<Value, Error>>
) -> SignalProducer<[Value], Error> {
  SignalProducer<Value, Error>.combineLatest(producers)
}

/// Sends the latest values of all signals; see ``SignalProducer/combineLatest(_:)``.
@inlinable
public func combineLatest<Value, Error>(_ signals: some Sequence<Signal<Value, Error>>) -> Signal<[Value], Error> {
  Signal<Value, Error>.combineLatest(signals)
}

// MARK: Producers

/// Sends the first values of both producers, then the second ones, and so on; see ``SignalProducer/zip(_:)``.
@inlinable
public func zip<First, Second, Error>(
  _ first: SignalProducer<First, Error>, _ second: SignalProducer<Second, Error>
) -> SignalProducer<(First, Second), Error> {
  SignalProducer<First, Error>.zip(first, second)
}

/// Sends the first values of all producers, then the second ones, and so on; see ``SignalProducer/zip(_:)``.
@inlinable
@_disfavoredOverload
public func zip<Value, each Other, Error>(
  _ first: SignalProducer<Value, Error>, _ others: repeat SignalProducer<each Other, Error>
) -> SignalProducer<(Value, repeat each Other), Error> {
  ._zip(first, repeat each others)
}

/// Sends the result of `combine` for the first values of both producers, then for the second ones, and so on; see
/// ``SignalProducer/zip(_:)``.
@inlinable
public func zip<First, Second, Error, Result>(
  _ first: SignalProducer<First, Error>, _ second: SignalProducer<Second, Error>,
  combine: @escaping (First, Second) -> Result
) -> SignalProducer<Result, Error> {
  .zip(first, second, combine: combine)
}

/// Sends the result of `combine` for the first values of all producers, then for the second ones, and so on; see
/// ``SignalProducer/zip(_:)``.
@inlinable
@_disfavoredOverload
public func zip<each Input, Error, Result>(
  _ producers: repeat SignalProducer<each Input, Error>, combine: @escaping (repeat each Input) -> Result
) -> SignalProducer<Result, Error> {
  .zip(repeat each producers, combine: combine)
}

/// Sends the latest values of both producers; see ``SignalProducer/combineLatest(_:)``.
@inlinable
public func combineLatest<First, Second, Error>(
  _ first: SignalProducer<First, Error>, _ second: SignalProducer<Second, Error>
) -> SignalProducer<(First, Second), Error> {
  SignalProducer<First, Error>.combineLatest(first, second)
}

/// Sends the latest values of all producers; see ``SignalProducer/combineLatest(_:)``.
@inlinable
@_disfavoredOverload
public func combineLatest<Value, each Other, Error>(
  _ first: SignalProducer<Value, Error>, _ others: repeat SignalProducer<each Other, Error>
) -> SignalProducer<(Value, repeat each Other), Error> {
  ._combineLatest(first, repeat each others)
}

/// Sends the result of `combine` for the latest values of both producers; see ``SignalProducer/combineLatest(_:)``.
@inlinable
public func combineLatest<First, Second, Error, Result>(
  _ first: SignalProducer<First, Error>, _ second: SignalProducer<Second, Error>,
  combine: @escaping (First, Second) -> Result
) -> SignalProducer<Result, Error> {
  .combineLatest(first, second, combine: combine)
}

/// Sends the result of `combine` for the latest values of all producers; see ``SignalProducer/combineLatest(_:)``.
@inlinable
@_disfavoredOverload
public func combineLatest<each Input, Error, Result>(
  _ producers: repeat SignalProducer<each Input, Error>, combine: @escaping (repeat each Input) -> Result
) -> SignalProducer<Result, Error> {
  .combineLatest(repeat each producers, combine: combine)
}

// MARK: Signals

/// Sends the first values of both signals, then the second ones, and so on; see ``SignalProducer/zip(_:)``.
@inlinable
public func zip<First, Second, Error>(
  _ first: Signal<First, Error>, _ second: Signal<Second, Error>
) -> Signal<(First, Second), Error> {
  Signal<First, Error>.zip(first, second)
}

/// Sends the first values of all signals, then the second ones, and so on; see ``SignalProducer/zip(_:)``.
@inlinable
@_disfavoredOverload
public func zip<Value, each Other, Error>(
  _ first: Signal<Value, Error>, _ others: repeat Signal<each Other, Error>
) -> Signal<(Value, repeat each Other), Error> {
  Signal<Value, Error>.zip(first, repeat each others)
}

/// Sends the result of `combine` for the first values of both signals, then for the second ones, and so on; see
/// ``SignalProducer/zip(_:)``.
@inlinable
public func zip<First, Second, Error, Result>(
  _ first: Signal<First, Error>, _ second: Signal<Second, Error>,
  combine: @escaping (First, Second) -> Result
) -> Signal<Result, Error> {
  .zip(first, second, combine: combine)
}

/// Sends the result of `combine` for the first values of all signals, then for the second ones, and so on; see
/// ``SignalProducer/zip(_:)``.
@inlinable
@_disfavoredOverload
public func zip<each Input, Error, Result>(
  _ signals: repeat Signal<each Input, Error>, combine: @escaping (repeat each Input) -> Result
) -> Signal<Result, Error> {
  .zip(repeat each signals, combine: combine)
}

/// Sends the latest values of both signals; see ``SignalProducer/combineLatest(_:)``.
@inlinable
public func combineLatest<First, Second, Error>(
  _ first: Signal<First, Error>, _ second: Signal<Second, Error>
) -> Signal<(First, Second), Error> {
  Signal<First, Error>.combineLatest(first, second)
}

/// Sends the latest values of all signals; see ``SignalProducer/combineLatest(_:)``.
@inlinable
@_disfavoredOverload
public func combineLatest<Value, each Other, Error>(
  _ first: Signal<Value, Error>, _ others: repeat Signal<each Other, Error>
) -> Signal<(Value, repeat each Other), Error> {
  Signal<Value, Error>.combineLatest(first, repeat each others)
}

/// Sends the result of `combine` for the latest values of both signals; see ``SignalProducer/combineLatest(_:)``.
@inlinable
public func combineLatest<First, Second, Error, Result>(
  _ first: Signal<First, Error>, _ second: Signal<Second, Error>,
  combine: @escaping (First, Second) -> Result
) -> Signal<Result, Error> {
  .combineLatest(first, second, combine: combine)
}

/// Sends the result of `combine` for the latest values of all signals; see ``SignalProducer/combineLatest(_:)``.
@inlinable
@_disfavoredOverload
public func combineLatest<each Input, Error, Result>(
  _ signals: repeat Signal<each Input, Error>, combine: @escaping (repeat each Input) -> Result
) -> Signal<Result, Error> {
  .combineLatest(repeat each signals, combine: combine)
}
