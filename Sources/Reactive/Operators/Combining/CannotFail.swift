// Joins of two streams of which one cannot fail.
//
// The one that cannot fail is taken for one that can. These forms are disfavoured, so that where both fail alike, or
// neither can, nothing is ambiguous and `.empty` or `.never` may be written for either.

// MARK: - SignalProducer

extension SignalProducer {
  /// Sends what both producers send, as it comes.
  ///
  /// See ``SignalProducer/merge(_:)-(Sequence<SignalProducer<Value,Error>>)``.
  @inlinable
  @_disfavoredOverload
  public func merge(with other: SignalProducer<Value, Never>) -> SignalProducer<Value, Error> {
    merge(with: other.promoteError(Error.self))
  }

  /// Sends what this or the other producer sends, whichever is first.
  ///
  /// See ``SignalProducer/race(_:)-(Sequence<SignalProducer<Value,Error>>)``.
  @inlinable
  @_disfavoredOverload
  public func race(with other: SignalProducer<Value, Never>) -> SignalProducer<Value, Error> {
    race(with: other.promoteError(Error.self))
  }

  /// Sends the values of both producers in pairs; see ``SignalProducer/zip(_:)``.
  @inlinable
  @_disfavoredOverload
  public func zip<Other>(with other: SignalProducer<Other, Never>) -> SignalProducer<(Value, Other), Error> {
    zip(with: other.promoteError(Error.self))
  }

  /// Sends the latest values of both producers together; see ``SignalProducer/combineLatest(_:)``.
  @inlinable
  @_disfavoredOverload
  public func combineLatest<Other>(with other: SignalProducer<Other, Never>) -> SignalProducer<(Value, Other), Error> {
    combineLatest(with: other.promoteError(Error.self))
  }

  /// Sends its latest value and the sampler's, whenever that sends one.
  ///
  /// See ``SignalProducer/sample(with:)-(SignalProducer<T,Error>)``.
  @inlinable
  @_disfavoredOverload
  public func sample<T>(with other: SignalProducer<T, Never>) -> SignalProducer<(Value, T), Error> {
    sample(with: other.promoteError(Error.self))
  }

  /// Sends its latest value whenever the sampler sends one.
  ///
  /// See ``SignalProducer/sample(on:)-(SignalProducer<T,Error>)``.
  @inlinable
  @_disfavoredOverload
  public func sample<T>(on other: SignalProducer<T, Never>) -> SignalProducer<Value, Error> {
    sample(on: other.promoteError(Error.self))
  }

  /// Sends each value with the latest one of another producer.
  ///
  /// See ``SignalProducer/withLatest(from:)-(SignalProducer<T,Error>)``.
  @inlinable
  @_disfavoredOverload
  public func withLatest<T>(from other: SignalProducer<T, Never>) -> SignalProducer<(Value, T), Error> {
    withLatest(from: other.promoteError(Error.self))
  }

  /// Sends what this producer sends until the other one does.
  ///
  /// See ``SignalProducer/take(untilReplacement:)-(SignalProducer<Value,Error>)``.
  @inlinable
  @_disfavoredOverload
  public func take(untilReplacement other: SignalProducer<Value, Never>) -> SignalProducer<Value, Error> {
    take(untilReplacement: other.promoteError(Error.self))
  }

  /// Sends what this producer sends, and then what the other one does.
  ///
  /// See ``SignalProducer/concat(_:)-(Sequence<SignalProducer<Value,Error>>)``.
  @inlinable
  @_disfavoredOverload
  public func concat(_ other: SignalProducer<Value, Never>) -> SignalProducer<Value, Error> {
    concat(other.promoteError(Error.self))
  }

  /// Waits for the producer to complete and sends what the other one sends then.
  ///
  /// See ``SignalProducer/then(_:)-(SignalProducer<T,Error>)``.
  @inlinable
  @_disfavoredOverload
  public func then<T>(_ other: SignalProducer<T, Never>) -> SignalProducer<T, Error> {
    then(other.promoteError(Error.self))
  }
}

extension SignalProducer where Error == Never {
  /// Sends what both producers send, as it comes.
  ///
  /// See ``SignalProducer/merge(_:)-(Sequence<SignalProducer<Value,Error>>)``.
  @inlinable
  @_disfavoredOverload
  public func merge<F>(with other: SignalProducer<Value, F>) -> SignalProducer<Value, F> {
    promoteError(F.self).merge(with: other)
  }

  /// Sends what this or the other producer sends, whichever is first.
  ///
  /// See ``SignalProducer/race(_:)-(Sequence<SignalProducer<Value,Error>>)``.
  @inlinable
  @_disfavoredOverload
  public func race<F>(with other: SignalProducer<Value, F>) -> SignalProducer<Value, F> {
    promoteError(F.self).race(with: other)
  }

  /// Sends the values of both producers in pairs; see ``SignalProducer/zip(_:)``.
  @inlinable
  @_disfavoredOverload
  public func zip<Other, F>(with other: SignalProducer<Other, F>) -> SignalProducer<(Value, Other), F> {
    promoteError(F.self).zip(with: other)
  }

  /// Sends the latest values of both producers together; see ``SignalProducer/combineLatest(_:)``.
  @inlinable
  @_disfavoredOverload
  public func combineLatest<Other, F>(with other: SignalProducer<Other, F>) -> SignalProducer<(Value, Other), F> {
    promoteError(F.self).combineLatest(with: other)
  }

  /// Sends its latest value and the sampler's, whenever that sends one.
  ///
  /// See ``SignalProducer/sample(with:)-(SignalProducer<T,Error>)``.
  @inlinable
  @_disfavoredOverload
  public func sample<T, F>(with other: SignalProducer<T, F>) -> SignalProducer<(Value, T), F> {
    promoteError(F.self).sample(with: other)
  }

  /// Sends its latest value whenever the sampler sends one.
  ///
  /// See ``SignalProducer/sample(on:)-(SignalProducer<T,Error>)``.
  @inlinable
  @_disfavoredOverload
  public func sample<T, F>(on other: SignalProducer<T, F>) -> SignalProducer<Value, F> {
    promoteError(F.self).sample(on: other)
  }

  /// Sends each value with the latest one of another producer.
  ///
  /// See ``SignalProducer/withLatest(from:)-(SignalProducer<T,Error>)``.
  @inlinable
  @_disfavoredOverload
  public func withLatest<T, F>(from other: SignalProducer<T, F>) -> SignalProducer<(Value, T), F> {
    promoteError(F.self).withLatest(from: other)
  }

  /// Sends what this producer sends until the other one does.
  ///
  /// See ``SignalProducer/take(untilReplacement:)-(SignalProducer<Value,Error>)``.
  @inlinable
  @_disfavoredOverload
  public func take<F>(untilReplacement other: SignalProducer<Value, F>) -> SignalProducer<Value, F> {
    promoteError(F.self).take(untilReplacement: other)
  }

  /// Sends what this producer sends, and then what the other one does.
  ///
  /// See ``SignalProducer/concat(_:)-(Sequence<SignalProducer<Value,Error>>)``.
  @inlinable
  @_disfavoredOverload
  public func concat<F>(_ other: SignalProducer<Value, F>) -> SignalProducer<Value, F> {
    promoteError(F.self).concat(other)
  }

  /// Waits for the producer to complete and sends what the other one sends then.
  ///
  /// See ``SignalProducer/then(_:)-(SignalProducer<T,Error>)``.
  @inlinable
  @_disfavoredOverload
  public func then<T, F>(_ other: SignalProducer<T, F>) -> SignalProducer<T, F> {
    promoteError(F.self).then(other)
  }
}

// MARK: - Signal

extension Signal {
  /// Sends what both signals send, as it comes.
  ///
  /// See ``SignalProducer/merge(_:)-(Sequence<SignalProducer<Value,Error>>)``.
  @inlinable
  @_disfavoredOverload
  public func merge(with other: Signal<Value, Never>) -> Signal<Value, Error> {
    lift { $0.merge(with: other.producer) }
  }

  /// Sends what this or the other signal sends, whichever is first.
  ///
  /// See ``SignalProducer/race(_:)-(Sequence<SignalProducer<Value,Error>>)``.
  @inlinable
  @_disfavoredOverload
  public func race(with other: Signal<Value, Never>) -> Signal<Value, Error> {
    lift { $0.race(with: other.producer) }
  }

  /// Sends the values of both signals in pairs; see ``SignalProducer/zip(_:)``.
  @inlinable
  @_disfavoredOverload
  public func zip<Other>(with other: Signal<Other, Never>) -> Signal<(Value, Other), Error> {
    lift { $0.zip(with: other.producer) }
  }

  /// Sends the latest values of both signals together; see ``SignalProducer/combineLatest(_:)``.
  @inlinable
  @_disfavoredOverload
  public func combineLatest<Other>(with other: Signal<Other, Never>) -> Signal<(Value, Other), Error> {
    lift { $0.combineLatest(with: other.producer) }
  }

  /// Sends its latest value and the sampler's, whenever that sends one.
  ///
  /// See ``SignalProducer/sample(with:)-(SignalProducer<T,Error>)``.
  @inlinable
  @_disfavoredOverload
  public func sample<T>(with other: Signal<T, Never>) -> Signal<(Value, T), Error> {
    lift { $0.sample(with: other.producer) }
  }

  /// Sends its latest value whenever the sampler sends one.
  ///
  /// See ``SignalProducer/sample(on:)-(SignalProducer<T,Error>)``.
  @inlinable
  @_disfavoredOverload
  public func sample<T>(on other: Signal<T, Never>) -> Signal<Value, Error> {
    lift { $0.sample(on: other.producer) }
  }

  /// Sends each value with the latest one of another signal.
  ///
  /// See ``SignalProducer/withLatest(from:)-(SignalProducer<T,Error>)``.
  @inlinable
  @_disfavoredOverload
  public func withLatest<T>(from other: Signal<T, Never>) -> Signal<(Value, T), Error> {
    lift { $0.withLatest(from: other.producer) }
  }

  /// Sends what this signal sends until the other one does.
  ///
  /// See ``SignalProducer/take(untilReplacement:)-(SignalProducer<Value,Error>)``.
  @inlinable
  @_disfavoredOverload
  public func take(untilReplacement other: Signal<Value, Never>) -> Signal<Value, Error> {
    lift { $0.take(untilReplacement: other.producer) }
  }

  /// Sends what this signal sends, and then what the other one does.
  ///
  /// See ``SignalProducer/concat(_:)-(Sequence<SignalProducer<Value,Error>>)``.
  @inlinable
  @_disfavoredOverload
  public func concat(_ other: SignalProducer<Value, Never>) -> Signal<Value, Error> {
    lift { $0.concat(other) }
  }

  /// Waits for the signal to complete and sends what the other one sends then.
  ///
  /// See ``SignalProducer/then(_:)-(SignalProducer<T,Error>)``.
  @inlinable
  @_disfavoredOverload
  public func then<T>(_ other: SignalProducer<T, Never>) -> Signal<T, Error> {
    lift { $0.then(other) }
  }
}

extension Signal where Error == Never {
  /// Sends what both signals send, as it comes.
  ///
  /// See ``SignalProducer/merge(_:)-(Sequence<SignalProducer<Value,Error>>)``.
  @inlinable
  @_disfavoredOverload
  public func merge<F>(with other: Signal<Value, F>) -> Signal<Value, F> {
    lift { $0.merge(with: other.producer) }
  }

  /// Sends what this or the other signal sends, whichever is first.
  ///
  /// See ``SignalProducer/race(_:)-(Sequence<SignalProducer<Value,Error>>)``.
  @inlinable
  @_disfavoredOverload
  public func race<F>(with other: Signal<Value, F>) -> Signal<Value, F> {
    lift { $0.race(with: other.producer) }
  }

  /// Sends the values of both signals in pairs; see ``SignalProducer/zip(_:)``.
  @inlinable
  @_disfavoredOverload
  public func zip<Other, F>(with other: Signal<Other, F>) -> Signal<(Value, Other), F> {
    lift { $0.zip(with: other.producer) }
  }

  /// Sends the latest values of both signals together; see ``SignalProducer/combineLatest(_:)``.
  @inlinable
  @_disfavoredOverload
  public func combineLatest<Other, F>(with other: Signal<Other, F>) -> Signal<(Value, Other), F> {
    lift { $0.combineLatest(with: other.producer) }
  }

  /// Sends its latest value and the sampler's, whenever that sends one.
  ///
  /// See ``SignalProducer/sample(with:)-(SignalProducer<T,Error>)``.
  @inlinable
  @_disfavoredOverload
  public func sample<T, F>(with other: Signal<T, F>) -> Signal<(Value, T), F> {
    lift { $0.sample(with: other.producer) }
  }

  /// Sends its latest value whenever the sampler sends one.
  ///
  /// See ``SignalProducer/sample(on:)-(SignalProducer<T,Error>)``.
  @inlinable
  @_disfavoredOverload
  public func sample<T, F>(on other: Signal<T, F>) -> Signal<Value, F> {
    lift { $0.sample(on: other.producer) }
  }

  /// Sends each value with the latest one of another signal.
  ///
  /// See ``SignalProducer/withLatest(from:)-(SignalProducer<T,Error>)``.
  @inlinable
  @_disfavoredOverload
  public func withLatest<T, F>(from other: Signal<T, F>) -> Signal<(Value, T), F> {
    lift { $0.withLatest(from: other.producer) }
  }

  /// Sends what this signal sends until the other one does.
  ///
  /// See ``SignalProducer/take(untilReplacement:)-(SignalProducer<Value,Error>)``.
  @inlinable
  @_disfavoredOverload
  public func take<F>(untilReplacement other: Signal<Value, F>) -> Signal<Value, F> {
    lift { $0.take(untilReplacement: other.producer) }
  }

  /// Sends what this signal sends, and then what the other one does.
  ///
  /// See ``SignalProducer/concat(_:)-(Sequence<SignalProducer<Value,Error>>)``.
  @inlinable
  @_disfavoredOverload
  public func concat<F>(_ other: SignalProducer<Value, F>) -> Signal<Value, F> {
    lift { $0.concat(other) }
  }

  /// Waits for the signal to complete and sends what the other one sends then.
  ///
  /// See ``SignalProducer/then(_:)-(SignalProducer<T,Error>)``.
  @inlinable
  @_disfavoredOverload
  public func then<T, F>(_ other: SignalProducer<T, F>) -> Signal<T, F> {
    lift { $0.then(other) }
  }
}
