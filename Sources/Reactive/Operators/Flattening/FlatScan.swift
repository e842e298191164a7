extension SignalProducer {
  /// Turns the state and each value into a stream, flattens the streams according to `strategy`, and makes each value
  /// that is sent the new state.
  ///
  /// ```marble
  /// a = 1--2--3--|
  /// a.flatScan(.merge, 0) { "-\($0 + $1)|" } == -1--3--6-|
  /// ```
  ///
  /// The closure is called when its stream is started, with the state at that time. The initial state is not sent. Ends
  /// as ``flatten(_:)-8xwau`` does. With `.merge` and `.latest`, the semantics are those of RxJS's `mergeScan` and
  /// `switchScan`.
  ///
  /// - Parameters:
  ///   - strategy: The strategy that flattens the streams.
  ///   - initial: The state of the first stream.
  ///   - next: Makes a stream from the state and a value.
  @inlinable
  public func flatScan<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ initial: Inner.Value, _ next: @escaping (Inner.Value, Value) -> Inner
  ) -> SignalProducer<Inner.Value, Error> where Inner.Error == Error {
    ._joining { subscription, downstream in
      // The domain of the join writes the state, and streams are started outside it.
      let state = _Locked(initial)
      let flattening = _Flattening(
        strategy, subscription,
        Reactive.Observer<Inner.Value, Error>(
          value: { value in
            // The previous state is released outside the lock, because its `deinit` may run user code.
            _ = state.withLock { state in
              defer { state = value }
              return state
            }
            downstream._value(value)
          }, ended: downstream._end))
      let handlers = flattening.handlers
      self._begin(
        in: subscription,
        value: { value in
          flattening.receive(.deferred { next(state.withLock { $0 }, value).producer }, handlers)
        },
        ended: { flattening.outerEnded($0, handlers) })
    }
  }

  /// Turns the state and each value into a stream that cannot fail, and flattens the streams.
  @inlinable
  @_disfavoredOverload
  public func flatScan<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ initial: Inner.Value, _ next: @escaping (Inner.Value, Value) -> Inner
  ) -> SignalProducer<Inner.Value, Error> where Inner.Error == Never {
    flatScan(strategy, initial) { next($0, $1).producer.promoteError(Error.self) }
  }
}

extension Signal {
  /// Turns the state and each value into a stream, and flattens the streams.
  @inlinable
  public func flatScan<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ initial: Inner.Value, _ next: @escaping (Inner.Value, Value) -> Inner
  ) -> Signal<Inner.Value, Error> where Inner.Error == Error {
    lift { $0.flatScan(strategy, initial, next) }
  }

  /// Turns the state and each value into a stream that cannot fail, and flattens the streams.
  @inlinable
  @_disfavoredOverload
  public func flatScan<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ initial: Inner.Value, _ next: @escaping (Inner.Value, Value) -> Inner
  ) -> Signal<Inner.Value, Error> where Inner.Error == Never {
    lift { $0.flatScan(strategy, initial, next) }
  }
}
