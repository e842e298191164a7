extension SignalProducer {
  /// Sends the values of the producers, one producer after the other, and continues with the next one after a failure.
  ///
  /// ```marble
  /// a = cold -1-#
  /// b = cold -2|
  /// a.onErrorResumeNext(b) == -1--2|
  /// ```
  ///
  /// Each producer is started when the previous one has ended in any way. Completes when the last one has ended. The
  /// semantics are those of RxJS's `onErrorResumeNext`.
  @inlinable
  public static func onErrorResumeNext(_ producers: some Sequence<SignalProducer>) -> SignalProducer<Value, Never> {
    SignalProducer<Value, Never>.concat(producers.map { $0.suppressError() })
  }

  /// Sends the values of this producer, then those of `next`, also after a failure; see ``onErrorResumeNext(_:)-type.method``.
  @inlinable
  @_disfavoredOverload
  public func onErrorResumeNext(_ next: SignalProducer) -> SignalProducer<Value, Never> {
    SignalProducer.onErrorResumeNext([self, next])
  }
}

extension Signal {
  /// Sends the values of this signal, then those of `next`, also after a failure; see
  /// ``SignalProducer/onErrorResumeNext(_:)-type.method``.
  @inlinable
  @_disfavoredOverload
  public func onErrorResumeNext(_ next: SignalProducer<Value, Error>) -> Signal<Value, Never> {
    lift { $0.onErrorResumeNext(next) }
  }
}
