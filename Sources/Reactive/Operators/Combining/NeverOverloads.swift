// Overloads for two streams of which one cannot fail.
//
// The stream that cannot fail is converted to one that can. These overloads are disfavored. So a call is not
// ambiguous if both streams have the same error type, and `.empty` or `.never` can be passed for either.

// MARK: - The other stream cannot fail

extension StreamProtocol {
  /// Sends the values of both streams as they are sent; see ``StreamProtocol/merge(_:)-(Sequence<Self>)``.
  @inlinable
  @_disfavoredOverload
  public func merge(with other: some SignalProducerConvertible<Value, Never>) -> Self {
    _lift { $0.merge(with: other.producer.promoteError(Error.self)) }
  }

  /// Sends the events of this or the other stream, whichever sends first; see
  /// ``StreamProtocol/race(_:)-(Sequence<Self>)``.
  @inlinable
  @_disfavoredOverload
  public func race(with other: some SignalProducerConvertible<Value, Never>) -> Self {
    _lift { $0.race(with: other.producer.promoteError(Error.self)) }
  }

  /// Sends the latest value each time the sampler sends one; see
  /// ``SignalProducer/sample(on:)-(SignalProducer<T,Error>)``.
  @inlinable
  @_disfavoredOverload
  public func sample<T>(on other: some SignalProducerConvertible<T, Never>) -> Self {
    _lift { $0.sample(on: other.producer.promoteError(Error.self)) }
  }

  /// Sends the events of this stream until the other one sends; see
  /// ``StreamProtocol/take(untilReplacement:)-(Self)``.
  @inlinable
  @_disfavoredOverload
  public func take(untilReplacement other: some SignalProducerConvertible<Value, Never>) -> Self {
    _lift { $0.take(untilReplacement: other.producer.promoteError(Error.self)) }
  }

  /// Sends the values of this stream, then those of the other; see ``StreamProtocol/concat(_:)-(Sequence<Self>)``.
  @inlinable
  @_disfavoredOverload
  public func concat(_ other: some SignalProducerConvertible<Value, Never>) -> Self {
    concat(other.producer.promoteError(Error.self))
  }
}

extension SignalProducer {
  /// Sends the values of both streams in pairs; see ``SignalProducer/zip(_:)``.
  @inlinable
  @_disfavoredOverload
  public func zip<Other>(with other: SignalProducer<Other, Never>) -> SignalProducer<(Value, Other), Error> {
    zip(with: other.promoteError(Error.self))
  }

  /// Sends the latest values of both streams; see ``SignalProducer/combineLatest(_:)``.
  @inlinable
  @_disfavoredOverload
  public func combineLatest<Other>(with other: SignalProducer<Other, Never>) -> SignalProducer<(Value, Other), Error> {
    combineLatest(with: other.promoteError(Error.self))
  }

  /// Sends the latest value and the sampler's value; see ``SignalProducer/sample(with:)-(SignalProducer<T,Error>)``.
  @inlinable
  @_disfavoredOverload
  public func sample<T>(with other: some SignalProducerConvertible<T, Never>) -> SignalProducer<(Value, T), Error> {
    sample(with: other.producer.promoteError(Error.self))
  }

  /// Sends each value with the latest value of another stream; see
  /// ``SignalProducer/withLatest(from:)-(SignalProducer<T,Error>)``.
  @inlinable
  @_disfavoredOverload
  public func withLatest<T>(from other: some SignalProducerConvertible<T, Never>) -> SignalProducer<(Value, T), Error> {
    withLatest(from: other.producer.promoteError(Error.self))
  }

  /// Starts the other stream when this one completes; see ``SignalProducer/then(_:)-(SignalProducer<T,Error>)``.
  @inlinable
  @_disfavoredOverload
  public func then<T>(_ other: SignalProducer<T, Never>) -> SignalProducer<T, Error> {
    then(other.promoteError(Error.self))
  }
}

extension Signal {
  /// Sends the values of both streams in pairs; see ``SignalProducer/zip(_:)``.
  @inlinable
  @_disfavoredOverload
  public func zip<Other>(with other: Signal<Other, Never>) -> Signal<(Value, Other), Error> {
    lift { $0.zip(with: other.producer) }
  }

  /// Sends the latest values of both streams; see ``SignalProducer/combineLatest(_:)``.
  @inlinable
  @_disfavoredOverload
  public func combineLatest<Other>(with other: Signal<Other, Never>) -> Signal<(Value, Other), Error> {
    lift { $0.combineLatest(with: other.producer) }
  }

  /// Sends the latest value and the sampler's value; see ``SignalProducer/sample(with:)-(SignalProducer<T,Error>)``.
  @inlinable
  @_disfavoredOverload
  public func sample<T>(with other: some SignalProducerConvertible<T, Never>) -> Signal<(Value, T), Error> {
    lift { $0.sample(with: other.producer) }
  }

  /// Sends each value with the latest value of another stream; see
  /// ``SignalProducer/withLatest(from:)-(SignalProducer<T,Error>)``.
  @inlinable
  @_disfavoredOverload
  public func withLatest<T>(from other: some SignalProducerConvertible<T, Never>) -> Signal<(Value, T), Error> {
    lift { $0.withLatest(from: other.producer) }
  }

  /// Starts the other stream when this one completes; see ``SignalProducer/then(_:)-(SignalProducer<T,Error>)``.
  @inlinable
  @_disfavoredOverload
  public func then<T>(_ other: SignalProducer<T, Never>) -> Signal<T, Error> {
    lift { $0.then(other) }
  }
}

// MARK: - This stream cannot fail

extension SignalProducer where Error == Never {
  /// Sends the values of both streams as they are sent; see ``StreamProtocol/merge(_:)-(Sequence<Self>)``.
  @inlinable
  @_disfavoredOverload
  public func merge<F>(with other: SignalProducer<Value, F>) -> SignalProducer<Value, F> {
    promoteError(F.self).merge(with: other)
  }

  /// Sends the events of this or the other stream, whichever sends first; see
  /// ``StreamProtocol/race(_:)-(Sequence<Self>)``.
  @inlinable
  @_disfavoredOverload
  public func race<F>(with other: SignalProducer<Value, F>) -> SignalProducer<Value, F> {
    promoteError(F.self).race(with: other)
  }

  /// Sends the values of both streams in pairs; see ``SignalProducer/zip(_:)``.
  @inlinable
  @_disfavoredOverload
  public func zip<Other, F>(with other: SignalProducer<Other, F>) -> SignalProducer<(Value, Other), F> {
    promoteError(F.self).zip(with: other)
  }

  /// Sends the latest values of both streams; see ``SignalProducer/combineLatest(_:)``.
  @inlinable
  @_disfavoredOverload
  public func combineLatest<Other, F>(with other: SignalProducer<Other, F>) -> SignalProducer<(Value, Other), F> {
    promoteError(F.self).combineLatest(with: other)
  }

  /// Sends the latest value and the sampler's value; see ``SignalProducer/sample(with:)-(SignalProducer<T,Error>)``.
  @inlinable
  @_disfavoredOverload
  public func sample<T, F>(with other: SignalProducer<T, F>) -> SignalProducer<(Value, T), F> {
    promoteError(F.self).sample(with: other)
  }

  /// Sends the latest value each time the sampler sends one; see
  /// ``SignalProducer/sample(on:)-(SignalProducer<T,Error>)``.
  @inlinable
  @_disfavoredOverload
  public func sample<T, F>(on other: SignalProducer<T, F>) -> SignalProducer<Value, F> {
    promoteError(F.self).sample(on: other)
  }

  /// Sends each value with the latest value of another stream; see
  /// ``SignalProducer/withLatest(from:)-(SignalProducer<T,Error>)``.
  @inlinable
  @_disfavoredOverload
  public func withLatest<T, F>(from other: SignalProducer<T, F>) -> SignalProducer<(Value, T), F> {
    promoteError(F.self).withLatest(from: other)
  }

  /// Sends the events of this stream until the other one sends; see
  /// ``StreamProtocol/take(untilReplacement:)-(Self)``.
  @inlinable
  @_disfavoredOverload
  public func take<F>(untilReplacement other: SignalProducer<Value, F>) -> SignalProducer<Value, F> {
    promoteError(F.self).take(untilReplacement: other)
  }

  /// Sends the values of this stream, then those of the other; see ``StreamProtocol/concat(_:)-(Sequence<Self>)``.
  @inlinable
  @_disfavoredOverload
  public func concat<F>(_ other: SignalProducer<Value, F>) -> SignalProducer<Value, F> {
    promoteError(F.self).concat(other)
  }

  /// Starts the other stream when this one completes; see ``SignalProducer/then(_:)-(SignalProducer<T,Error>)``.
  @inlinable
  @_disfavoredOverload
  public func then<T, F>(_ other: SignalProducer<T, F>) -> SignalProducer<T, F> {
    promoteError(F.self).then(other)
  }
}

extension Signal where Error == Never {
  /// Sends the values of both streams as they are sent; see ``StreamProtocol/merge(_:)-(Sequence<Self>)``.
  @inlinable
  @_disfavoredOverload
  public func merge<F>(with other: Signal<Value, F>) -> Signal<Value, F> {
    lift { $0.merge(with: other.producer) }
  }

  /// Sends the events of this or the other stream, whichever sends first; see
  /// ``StreamProtocol/race(_:)-(Sequence<Self>)``.
  @inlinable
  @_disfavoredOverload
  public func race<F>(with other: Signal<Value, F>) -> Signal<Value, F> {
    lift { $0.race(with: other.producer) }
  }

  /// Sends the values of both streams in pairs; see ``SignalProducer/zip(_:)``.
  @inlinable
  @_disfavoredOverload
  public func zip<Other, F>(with other: Signal<Other, F>) -> Signal<(Value, Other), F> {
    lift { $0.zip(with: other.producer) }
  }

  /// Sends the latest values of both streams; see ``SignalProducer/combineLatest(_:)``.
  @inlinable
  @_disfavoredOverload
  public func combineLatest<Other, F>(with other: Signal<Other, F>) -> Signal<(Value, Other), F> {
    lift { $0.combineLatest(with: other.producer) }
  }

  /// Sends the latest value and the sampler's value; see ``SignalProducer/sample(with:)-(SignalProducer<T,Error>)``.
  @inlinable
  @_disfavoredOverload
  public func sample<T, F>(with other: Signal<T, F>) -> Signal<(Value, T), F> {
    lift { $0.sample(with: other.producer) }
  }

  /// Sends the latest value each time the sampler sends one; see
  /// ``SignalProducer/sample(on:)-(SignalProducer<T,Error>)``.
  @inlinable
  @_disfavoredOverload
  public func sample<T, F>(on other: Signal<T, F>) -> Signal<Value, F> {
    lift { $0.sample(on: other.producer) }
  }

  /// Sends each value with the latest value of another stream; see
  /// ``SignalProducer/withLatest(from:)-(SignalProducer<T,Error>)``.
  @inlinable
  @_disfavoredOverload
  public func withLatest<T, F>(from other: Signal<T, F>) -> Signal<(Value, T), F> {
    lift { $0.withLatest(from: other.producer) }
  }

  /// Sends the events of this stream until the other one sends; see
  /// ``StreamProtocol/take(untilReplacement:)-(Self)``.
  @inlinable
  @_disfavoredOverload
  public func take<F>(untilReplacement other: Signal<Value, F>) -> Signal<Value, F> {
    lift { $0.take(untilReplacement: other.producer) }
  }

  /// Sends the values of this stream, then those of the other; see ``StreamProtocol/concat(_:)-(Sequence<Self>)``.
  @inlinable
  @_disfavoredOverload
  public func concat<F>(_ other: SignalProducer<Value, F>) -> Signal<Value, F> {
    lift { $0.concat(other) }
  }

  /// Starts the other stream when this one completes; see ``SignalProducer/then(_:)-(SignalProducer<T,Error>)``.
  @inlinable
  @_disfavoredOverload
  public func then<T, F>(_ other: SignalProducer<T, F>) -> Signal<T, F> {
    lift { $0.then(other) }
  }
}
