extension SignalProducer {
  /// Sends each value and the values of the stream that `transform` returns for it, and transforms those values too.
  ///
  /// ```marble
  /// a = 1---------|
  /// a.expand { $0 < 8 ? just($0 * 2).delay(2) : empty() } == 1-2-4-8---|
  /// ```
  ///
  /// A value is sent when its stream is started, before the events of that stream. Completes when the source and all
  /// streams have completed. Fails immediately when the source or a stream fails. An interruption of a stream counts
  /// as its completion, and an interruption of the source interrupts the result. The number of streams that send
  /// immediately does not grow the stack. Apart from that, the semantics are those of RxJS's `expand`.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of active streams, at least 1. The other values wait in order, in a queue without a
  ///     limit.
  ///   - transform: Makes the stream of a value.
  @inlinable
  public func expand<Inner: SignalProducerConvertible>(
    limit: Int = .max, _ transform: @escaping (Value) -> Inner
  ) -> SignalProducer where Inner.Value == Value, Inner.Error == Error {
    ._joining { subscription, downstream in
      let flattening = _Flattening(.concurrent(limit: limit), subscription, downstream)
      func receive(_ value: Value) {
        // The handlers of each stream are separate, because handlers cannot retain themselves.
        let handlers = _JoinHandlers<Value, Error>(
          subscription, value: receive, ended: { flattening.innerEnded($0, $1) })
        let inner = SignalProducer.deferred {
          subscription._deliver(value, to: downstream)
          return subscription._isLive ? transform(value).producer : .empty
        }
        flattening.receive(inner, handlers)
      }
      let handlers = flattening.handlers
      self._begin(in: subscription, value: receive, ended: { flattening.outerEnded($0, handlers) })
    }
  }

  /// Sends each value and the values of the stream that `transform` returns for it, which cannot fail, and transforms
  /// those values too.
  @inlinable
  @_disfavoredOverload
  public func expand<Inner: SignalProducerConvertible>(
    limit: Int = .max, _ transform: @escaping (Value) -> Inner
  ) -> SignalProducer where Inner.Value == Value, Inner.Error == Never {
    expand(limit: limit) { transform($0).producer.promoteError(Error.self) }
  }
}

extension Signal {
  /// Sends each value and the values of the stream that `transform` returns for it, and transforms those values too.
  @inlinable
  public func expand<Inner: SignalProducerConvertible>(
    limit: Int = .max, _ transform: @escaping (Value) -> Inner
  ) -> Signal where Inner.Value == Value, Inner.Error == Error {
    lift { $0.expand(limit: limit, transform) }
  }

  /// Sends each value and the values of the stream that `transform` returns for it, which cannot fail, and transforms
  /// those values too.
  @inlinable
  @_disfavoredOverload
  public func expand<Inner: SignalProducerConvertible>(
    limit: Int = .max, _ transform: @escaping (Value) -> Inner
  ) -> Signal where Inner.Value == Value, Inner.Error == Never {
    lift { $0.expand(limit: limit, transform) }
  }
}
