// Operators that transform each value into a stream and flatten the streams.

// MARK: flatMap

extension SignalProducer {
  /// Transforms each value into a stream and flattens the streams according to `strategy`.
  ///
  /// ```marble
  /// a = 1-----2-----|
  /// a.flatMap(.concat) { "\($0)-\($0)|" } == 1-1---2-2---|
  /// ```
  ///
  /// The closure can return producers or signals. Ends as ``flatten(_:)-8xwau`` does. The semantics are those of
  /// ReactiveSwift's `flatMap`.
  @inlinable
  public func flatMap<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> Inner
  ) -> SignalProducer<Inner.Value, Error> where Inner.Error == Error {
    map(transform).flatten(strategy)
  }

  /// Transforms each value into a stream that cannot fail, and flattens the streams; see ``flatMap(_:_:)``.
  @inlinable
  @_disfavoredOverload
  public func flatMap<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> Inner
  ) -> SignalProducer<Inner.Value, Error> where Inner.Error == Never {
    map(transform).flatten(strategy)
  }
}

extension SignalProducer where Error == Never {
  /// Transforms each value into a stream that may fail, and flattens the streams; see ``flatMap(_:_:)``.
  @inlinable
  @_disfavoredOverload
  public func flatMap<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> Inner
  ) -> SignalProducer<Inner.Value, Inner.Error> {
    map(transform).flatten(strategy)
  }
}

extension Signal {
  /// Transforms each value into a stream and flattens the streams; see ``SignalProducer/flatMap(_:_:)-4e0bn``.
  @inlinable
  public func flatMap<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> Inner
  ) -> Signal<Inner.Value, Error> where Inner.Error == Error {
    lift { $0.flatMap(strategy, transform) }
  }

  /// Transforms each value into a stream that cannot fail, and flattens the streams.
  ///
  /// See ``SignalProducer/flatMap(_:_:)-4e0bn``.
  @inlinable
  @_disfavoredOverload
  public func flatMap<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> Inner
  ) -> Signal<Inner.Value, Error> where Inner.Error == Never {
    lift { $0.flatMap(strategy, transform) }
  }
}

extension Signal where Error == Never {
  /// Transforms each value into a stream that may fail, and flattens the streams.
  ///
  /// See ``SignalProducer/flatMap(_:_:)-4e0bn``.
  @inlinable
  @_disfavoredOverload
  public func flatMap<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> Inner
  ) -> Signal<Inner.Value, Inner.Error> {
    lift { $0.flatMap(strategy, transform) }
  }
}

// MARK: flatMap, if the closure returns an implicit member

extension SignalProducer {
  /// Transforms each value into a producer, such as `.empty` or `.init(value:)`, and flattens the producers; see
  /// ``flatMap(_:_:)``.
  @inlinable
  @_disfavoredOverload
  public func flatMap<T>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> SignalProducer<T, Error>
  ) -> SignalProducer<T, Error> {
    map(transform).flatten(strategy)
  }
}

extension SignalProducer where Error == Never {
  /// Transforms each value into a producer that may fail, such as `.init(error:)`, and flattens the producers; see
  /// ``flatMap(_:_:)``.
  @inlinable
  @_disfavoredOverload
  public func flatMap<T, Failure>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> SignalProducer<T, Failure>
  ) -> SignalProducer<T, Failure> {
    map(transform).flatten(strategy)
  }

  /// Transforms each value into a producer that cannot fail, if the closure does not state the type of its errors.
  @inlinable
  @_disfavoredOverload
  public func flatMap<T>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> SignalProducer<T, Never>
  ) -> SignalProducer<T, Never> {
    map(transform).flatten(strategy)
  }
}

extension Signal {
  /// Transforms each value into a producer, such as `.empty` or `.init(value:)`, and flattens the producers.
  ///
  /// See ``SignalProducer/flatMap(_:_:)-4e0bn``.
  @inlinable
  @_disfavoredOverload
  public func flatMap<T>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> SignalProducer<T, Error>
  ) -> Signal<T, Error> {
    lift { $0.flatMap(strategy, transform) }
  }
}

extension Signal where Error == Never {
  /// Transforms each value into a producer that may fail, such as `.init(error:)`, and flattens the producers.
  ///
  /// See ``SignalProducer/flatMap(_:_:)-4e0bn``.
  @inlinable
  @_disfavoredOverload
  public func flatMap<T, Failure>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> SignalProducer<T, Failure>
  ) -> Signal<T, Failure> {
    lift { $0.flatMap(strategy, transform) }
  }

  /// Transforms each value into a producer that cannot fail, if the closure does not state the type of its errors.
  @inlinable
  @_disfavoredOverload
  public func flatMap<T>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> SignalProducer<T, Never>
  ) -> Signal<T, Never> {
    lift { $0.flatMap(strategy, transform) }
  }
}

// MARK: flatten, if one side cannot fail

extension SignalProducer where Value: SignalProducerConvertible, Value.Error == Never {
  /// Flattens the streams that the source sends and that cannot fail; see ``flatten(_:)``.
  @inlinable
  @_disfavoredOverload
  public func flatten(_ strategy: FlattenStrategy) -> SignalProducer<Value.Value, Error> {
    map { $0.producer.promoteError(Error.self) }.flatten(strategy)
  }
}

extension SignalProducer where Value: SignalProducerConvertible, Error == Never {
  /// Flattens the streams that the source sends and that may fail; see ``flatten(_:)``.
  @inlinable
  @_disfavoredOverload
  public func flatten(_ strategy: FlattenStrategy) -> SignalProducer<Value.Value, Value.Error> {
    promoteError(Value.Error.self).flatten(strategy)
  }
}

extension Signal where Value: SignalProducerConvertible, Value.Error == Never {
  /// Flattens the streams that the source sends and that cannot fail.
  ///
  /// See ``SignalProducer/flatten(_:)-8xwau``.
  @inlinable
  @_disfavoredOverload
  public func flatten(_ strategy: FlattenStrategy) -> Signal<Value.Value, Error> {
    lift { $0.flatten(strategy) }
  }
}

extension Signal where Value: SignalProducerConvertible, Error == Never {
  /// Flattens the streams that the source sends and that may fail; see ``SignalProducer/flatten(_:)-8xwau``.
  @inlinable
  @_disfavoredOverload
  public func flatten(_ strategy: FlattenStrategy) -> Signal<Value.Value, Value.Error> {
    lift { $0.flatten(strategy) }
  }
}

// MARK: flatten for sequences

extension SignalProducer {
  /// Sends the elements of the sequences that `transform` returns for the values.
  ///
  /// ```marble
  /// a = 1----2----|
  /// a.flatMap(.concat) { [$0, $0 * 10] } == (1[10])----(2[20])----|
  /// ```
  ///
  /// The elements are sent immediately, one sequence after the other. Disposing the result stops the iteration, which
  /// is checked after each element. Ends when the source ends.
  @inlinable
  public func flatMap<S: Sequence>(_ transform: @escaping (Value) -> S) -> SignalProducer<S.Element, Error> {
    ._beginning { [_beginFunction] downstream, subscription in
      _beginFunction(
        downstream.handling { value in
          for element in transform(value) {
            downstream._value(element)
            if !subscription._isLive { return }
          }
        }, subscription)
    }
  }
}

extension SignalProducer where Value: Sequence {
  /// Sends the elements of the sequences that the source sends; see ``SignalProducer/flatMap(_:)``.
  @inlinable
  public func flatten() -> SignalProducer<Value.Element, Error> {
    flatMap { $0 }
  }
}

extension Signal {
  /// Sends the elements of the sequences that `transform` returns for the values; see ``SignalProducer/flatMap(_:)``.
  @inlinable
  public func flatMap<S: Sequence>(_ transform: @escaping (Value) -> S) -> Signal<S.Element, Error> {
    lift { $0.flatMap(transform) }
  }
}

extension Signal where Value: Sequence {
  /// Sends the elements of the sequences that the source sends; see ``SignalProducer/flatMap(_:)``.
  @inlinable
  public func flatten() -> Signal<Value.Element, Error> {
    flatMap { $0 }
  }
}
