// Operators that start or stop to send values when another stream sends.
//
// The trigger may be a signal, a producer or a property. It either has the same error type as the source, or one of
// the two cannot fail.

// MARK: take(until:)

extension StreamProtocol {
  /// Sends the events of the source until `trigger` sends a value or completes, and completes then.
  ///
  /// ```marble
  /// a = --1--2--3--4--|
  /// t = -------x|
  /// a.take(until: t) == --1--2-|
  /// ```
  ///
  /// The trigger is started first. If it sends a value or completes immediately, the source is not started. If the
  /// trigger fails, the result fails. An interruption of the trigger is ignored. The semantics are those of
  /// ReactiveSwift's `take(until:)`, except that its triggers cannot fail.
  @inlinable
  public func take<T>(until trigger: some SignalProducerConvertible<T, Error>) -> Self {
    _lift { source in
      ._joining { subscription, downstream in
        trigger.producer._begin(
          in: subscription,
          value: { _ in downstream._end(.completed) },
          ended: { end in
            if case .interrupted = end { return }
            downstream._end(end)
          })
        guard subscription._isLive else { return }
        source._begin(in: subscription, value: downstream._value, ended: downstream._end)
      }
    }
  }

  /// Sends the events of the source until `trigger`, which cannot fail, sends a value or completes.
  @inlinable
  @_disfavoredOverload
  public func take<T>(until trigger: some SignalProducerConvertible<T, Never>) -> Self {
    take(until: trigger.producer.promoteError(Error.self))
  }
}

extension SignalProducer where Error == Never {
  /// Sends the events of the source until `trigger`, which may fail, sends a value or completes.
  @inlinable
  @_disfavoredOverload
  public func take<T, F>(until trigger: some SignalProducerConvertible<T, F>) -> SignalProducer<Value, F> {
    promoteError(F.self).take(until: trigger)
  }
}

extension Signal where Error == Never {
  /// Sends the events of the source until `trigger`, which may fail, sends a value or completes.
  @inlinable
  @_disfavoredOverload
  public func take<T, F>(until trigger: some SignalProducerConvertible<T, F>) -> Signal<Value, F> {
    lift { $0.take(until: trigger) }
  }
}

extension SignalProducer {
  /// Sends the events of the source until `trigger` sends a value or completes.
  ///
  /// The trigger can be written as `.init(value: ())`.
  @inlinable
  public func take(until trigger: SignalProducer<Void, Never>) -> SignalProducer {
    take(until: trigger.promoteError(Error.self))
  }
}

extension Signal {
  /// Sends the events of the source until `trigger` sends a value or completes.
  ///
  /// The trigger can be written as `.empty`.
  @inlinable
  public func take(until trigger: Signal<Void, Never>) -> Signal {
    lift { $0.take(until: trigger.producer) }
  }
}

// MARK: skip(until:)

extension StreamProtocol {
  /// Drops values until `trigger` sends a value or completes, and sends all values after that.
  ///
  /// ```marble
  /// a = --1--2--3--4--|
  /// t = -------x|
  /// a.skip(until: t) == --------3--4--|
  /// ```
  ///
  /// The trigger is started first, and disposed after its first value. If it fails or is interrupted, the result does
  /// the same. The source is observed from the start. Its values are dropped until the trigger has sent a value or
  /// completed, but its terminal event is forwarded immediately. Apart from that, the semantics are those of
  /// ReactiveSwift's `skip(until:)`, which observes the source only after the trigger.
  @inlinable
  public func skip<T>(until trigger: some SignalProducerConvertible<T, Error>) -> Self {
    _lift { source in
      ._joining { subscription, downstream in
        let isOpen = _Cell(false)
        // Only the first value is taken, so that the trigger is disposed after it. Its completion has the same effect
        // as a value.
        trigger.producer.take(first: 1)._begin(
          in: subscription,
          value: { _ in isOpen.value = true },
          ended: { end in
            if case .completed = end { isOpen.value = true } else { downstream._end(end) }
          })
        guard subscription._isLive else { return }
        source._begin(
          in: subscription,
          value: { if isOpen.value { downstream._value($0) } },
          ended: downstream._end)
      }
    }
  }

  /// Drops values until `trigger`, which cannot fail, sends a value or completes.
  @inlinable
  @_disfavoredOverload
  public func skip<T>(until trigger: some SignalProducerConvertible<T, Never>) -> Self {
    skip(until: trigger.producer.promoteError(Error.self))
  }
}

extension SignalProducer where Error == Never {
  /// Drops values until `trigger`, which may fail, sends a value or completes.
  @inlinable
  @_disfavoredOverload
  public func skip<T, F>(until trigger: some SignalProducerConvertible<T, F>) -> SignalProducer<Value, F> {
    promoteError(F.self).skip(until: trigger)
  }
}

extension Signal where Error == Never {
  /// Drops values until `trigger`, which may fail, sends a value or completes.
  @inlinable
  @_disfavoredOverload
  public func skip<T, F>(until trigger: some SignalProducerConvertible<T, F>) -> Signal<Value, F> {
    lift { $0.skip(until: trigger) }
  }
}

extension SignalProducer {
  /// Drops values until `trigger` sends a value or completes.
  ///
  /// The trigger can be written as `.init(value: ())`.
  @inlinable
  public func skip(until trigger: SignalProducer<Void, Never>) -> SignalProducer {
    skip(until: trigger.promoteError(Error.self))
  }
}

extension Signal {
  /// Drops values until `trigger` sends a value or completes.
  ///
  /// The trigger can be written as `.empty`.
  @inlinable
  public func skip(until trigger: Signal<Void, Never>) -> Signal {
    lift { $0.skip(until: trigger.producer) }
  }
}
