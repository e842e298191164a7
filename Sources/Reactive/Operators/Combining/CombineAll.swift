// Operators that combine the values of the streams that a stream sends.

extension SignalProducer where Value: SignalProducerConvertible, Value.Error == Error {
  /// Zips all streams that the source sends, when the source has completed.
  ///
  /// ```marble
  /// a = cold 1-2|
  /// b = cold -x-y|
  /// s = a--b-|
  /// s.zipAll() == ------[1,x]-([2,y]|)
  /// ```
  ///
  /// The streams are started then, and the result is their ``zip(_:)``, as an array of values. If the source has sent
  /// no stream, the result completes. A failure or interruption of the source is sent immediately, and no stream is
  /// started. The semantics are those of RxJS's `zipAll`.
  @inlinable
  @_disfavoredOverload
  public func zipAll() -> SignalProducer<[Value.Value], Error> { _combiningAll(SignalProducer<Value.Value, Error>.zip) }

  /// Combines the latest values of all streams that the source sends, when the source has completed.
  ///
  /// ```marble
  /// a = cold 1-2|
  /// b = cold -x-y|
  /// s = a--b-|
  /// s.combineLatestAll() == ------[1,x][2,x][2,y]|
  /// ```
  ///
  /// The streams are started then, and the result is their ``combineLatest(_:)``, as an array of values. If the source
  /// has sent no stream, the result completes. A failure or interruption of the source is sent immediately, and no
  /// stream is started. The semantics are those of RxJS's `combineLatestAll`.
  @inlinable
  @_disfavoredOverload
  public func combineLatestAll() -> SignalProducer<[Value.Value], Error> {
    _combiningAll(SignalProducer<Value.Value, Error>.combineLatest)
  }

  /// Starts the combination of all streams when the source has completed.
  @inlinable
  func _combiningAll<T>(
    _ combine: @escaping ([SignalProducer<Value.Value, Error>]) -> SignalProducer<T, Error>
  ) -> SignalProducer<T, Error> {
    collect().flatMap(._handingOver) { combine($0.map(\.producer)) }
  }
}

extension Signal where Value: SignalProducerConvertible, Value.Error == Error {
  /// Zips all streams that the source sends, when the source has completed; see ``SignalProducer/zipAll()``.
  @inlinable
  @_disfavoredOverload
  public func zipAll() -> Signal<[Value.Value], Error> { lift { $0.zipAll() } }

  /// Combines the latest values of all streams that the source sends, when the source has completed; see
  /// ``SignalProducer/combineLatestAll()``.
  @inlinable
  @_disfavoredOverload
  public func combineLatestAll() -> Signal<[Value.Value], Error> { lift { $0.combineLatestAll() } }
}
