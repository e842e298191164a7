extension SignalProducer {
  /// Calls `expire` in the domain of the result when the stream that `limit` returns for the latest value sends a value.
  @inlinable
  func _timed<Limit: SignalProducerConvertible>(
    each limit: @escaping (Value) -> Limit,
    expire: @escaping (_ subscription: _ProducerSubscription, _ downstream: Observer) -> Void
  ) -> SignalProducer where Limit.Error == Error {
    ._joining { subscription, downstream in
      let wait = _Wait(in: subscription, failed: downstream._end)
      self._begin(
        in: subscription,
        value: { value in
          wait.stopWaiting()
          downstream._value(value)
          guard subscription._isLive else { return }
          wait.begin(limit(value)) { hasValue in
            if hasValue { expire(subscription, downstream) }
          }
        },
        ended: downstream._end)
    }
  }
}

extension StreamProtocol {
  /// Fails with `error` when the stream that `limit` returns for a value sends a value before the next one.
  ///
  /// ```marble
  /// a = --1--2-----3--|
  /// t = cold ----x
  /// a.timeout(each: { t }, raising: "late") == --1--2---#[late]
  /// ```
  ///
  /// The time before the first value is not limited. If the stream completes or is interrupted without a value, the time
  /// until the next value is not limited either. A failure of the stream fails the result. The semantics are those of
  /// RxJava's `timeout`, except for the completion of the stream.
  ///
  /// - Parameters:
  ///   - limit: Makes the stream that limits the time after a value.
  ///   - error: The error of the timeout.
  @inlinable
  public func timeout<Limit: SignalProducerConvertible>(
    each limit: @escaping (Value) -> Limit, raising error: Error
  ) -> Self where Limit.Error == Error {
    _lift { source in
      source._timed(each: limit) { _, downstream in downstream._end(.failed(error)) }
    }
  }

  /// Starts `replacement` when the stream that `limit` returns for a value sends a value before the next one.
  ///
  /// The source is disposed at that time. Apart from that, it works as `timeout(each:raising:)`.
  ///
  /// - Parameters:
  ///   - limit: Makes the stream that limits the time after a value.
  ///   - replacement: The stream that is started after the timeout.
  @inlinable
  public func timeout<Limit: SignalProducerConvertible>(
    each limit: @escaping (Value) -> Limit, with replacement: some SignalProducerConvertible<Value, Error>
  ) -> Self where Limit.Error == Error {
    let replacement = replacement.producer
    return _lift { source in
      source._timed(each: limit) { $0._continue(with: replacement, to: $1) }
    }
  }

  /// Fails with `error` when a stream that cannot fail sends a value before the next one.
  @inlinable
  @_disfavoredOverload
  public func timeout<Limit: SignalProducerConvertible>(
    each limit: @escaping (Value) -> Limit, raising error: Error
  ) -> Self where Limit.Error == Never {
    timeout(each: { limit($0).producer.promoteError(Error.self) }, raising: error)
  }

  /// Starts `replacement` when a stream that cannot fail sends a value before the next one.
  @inlinable
  @_disfavoredOverload
  public func timeout<Limit: SignalProducerConvertible>(
    each limit: @escaping (Value) -> Limit, with replacement: some SignalProducerConvertible<Value, Error>
  ) -> Self where Limit.Error == Never {
    timeout(each: { limit($0).producer.promoteError(Error.self) }, with: replacement)
  }
}
