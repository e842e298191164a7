// Operators that make streams of values, and one stream of those.

// MARK: flatMap

extension SignalProducer {
  /// Makes a stream of each value, and one stream of those, as `strategy` says.
  ///
  /// ```marble
  /// a = 1-----2-----|
  /// a.flatMap(.concat) { "\($0)-\($0)|" } == 1-1---2-2---|
  /// ```
  ///
  /// The closure gives producers or signals. Ends as ``flatten(_:)-8xwau`` does. As ReactiveSwift's `flatMap`.
  @inlinable
  public func flatMap<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> Inner
  ) -> SignalProducer<Inner.Value, Error> where Inner.Error == Error {
    map(transform).flatten(strategy)
  }

  /// Makes a stream that cannot fail of each value, and one stream of those; see ``flatMap(_:_:)``.
  @inlinable
  @_disfavoredOverload
  public func flatMap<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> Inner
  ) -> SignalProducer<Inner.Value, Error> where Inner.Error == Never {
    map(transform).flatten(strategy)
  }
}

extension SignalProducer where Error == Never {
  /// Makes a stream that may fail of each value, and one stream of those; see ``flatMap(_:_:)``.
  @inlinable
  @_disfavoredOverload
  public func flatMap<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> Inner
  ) -> SignalProducer<Inner.Value, Inner.Error> {
    map(transform).flatten(strategy)
  }
}

extension Signal {
  /// Makes a stream of each value, and one stream of those; see ``SignalProducer/flatMap(_:_:)-4e0bn``.
  @inlinable
  public func flatMap<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> Inner
  ) -> Signal<Inner.Value, Error> where Inner.Error == Error {
    lift { $0.flatMap(strategy, transform) }
  }

  /// Makes a stream that cannot fail of each value, and one stream of those.
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
  /// Makes a stream that may fail of each value, and one stream of those; see ``SignalProducer/flatMap(_:_:)-4e0bn``.
  @inlinable
  @_disfavoredOverload
  public func flatMap<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> Inner
  ) -> Signal<Inner.Value, Inner.Error> {
    lift { $0.flatMap(strategy, transform) }
  }
}

// MARK: flatten, where one side cannot fail

extension SignalProducer where Value: SignalProducerConvertible, Value.Error == Never {
  /// Makes one stream of the streams that the source sends, which cannot fail; see ``flatten(_:)``.
  @inlinable
  @_disfavoredOverload
  public func flatten(_ strategy: FlattenStrategy) -> SignalProducer<Value.Value, Error> {
    map { $0.producer.promoteError(Error.self) }.flatten(strategy)
  }
}

extension SignalProducer where Value: SignalProducerConvertible, Error == Never {
  /// Makes one stream of the streams that the source sends, which may fail; see ``flatten(_:)``.
  @inlinable
  @_disfavoredOverload
  public func flatten(_ strategy: FlattenStrategy) -> SignalProducer<Value.Value, Value.Error> {
    promoteError(Value.Error.self).flatten(strategy)
  }
}

extension Signal where Value: SignalProducerConvertible, Value.Error == Never {
  /// Makes one stream of the streams that the source sends, which cannot fail.
  ///
  /// See ``SignalProducer/flatten(_:)-8xwau``.
  @inlinable
  @_disfavoredOverload
  public func flatten(_ strategy: FlattenStrategy) -> Signal<Value.Value, Error> {
    lift { $0.flatten(strategy) }
  }
}

extension Signal where Value: SignalProducerConvertible, Error == Never {
  /// Makes one stream of the streams that the source sends, which may fail; see ``SignalProducer/flatten(_:)-8xwau``.
  @inlinable
  @_disfavoredOverload
  public func flatten(_ strategy: FlattenStrategy) -> Signal<Value.Value, Value.Error> {
    lift { $0.flatten(strategy) }
  }
}

// MARK: flatten, of sequences

extension SignalProducer {
  /// Sends the elements of the sequence that `transform` makes of each value.
  ///
  /// ```marble
  /// a = 1----2----|
  /// a.flatMap(.concat) { [$0, $0 * 10] } == (1[10])----(2[20])----|
  /// ```
  ///
  /// They are sent at once, one sequence after the other, and after each it is looked whether the result has been
  /// disposed. Ends with the source.
  @inlinable
  public func flatMap<S: Sequence>(_ transform: @escaping (Value) -> S) -> SignalProducer<S.Element, Error> {
    ._beginning { [_begin] downstream, subscription in
      _begin(
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
  /// Sends the elements of each sequence that the source sends; see ``SignalProducer/flatMap(_:)``.
  @inlinable
  public func flatten() -> SignalProducer<Value.Element, Error> {
    flatMap { $0 }
  }
}

extension Signal {
  /// Sends the elements of the sequence that `transform` makes of each value; see ``SignalProducer/flatMap(_:)``.
  @inlinable
  public func flatMap<S: Sequence>(_ transform: @escaping (Value) -> S) -> Signal<S.Element, Error> {
    lift { $0.flatMap(transform) }
  }
}

extension Signal where Value: Sequence {
  /// Sends the elements of each sequence that the source sends; see ``SignalProducer/flatMap(_:)``.
  @inlinable
  public func flatten() -> Signal<Value.Element, Error> {
    flatMap { $0 }
  }
}
