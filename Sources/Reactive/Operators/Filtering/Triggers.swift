// Operators that another stream closes or opens.
//
// The trigger may be a signal, a producer or a property. It may fail as the source does; besides, either of the two may
// be a stream that cannot fail.

// MARK: take(until:)

extension StreamProtocol {
  /// Sends what the source sends until `trigger` sends a value or completes, and completes then.
  ///
  /// ```marble
  /// a = --1--2--3--4--|
  /// t = -------x|
  /// a.take(until: t) == --1--2-|
  /// ```
  ///
  /// The trigger is started first; if it fires at once, the source is not started. When it fails, the result fails;
  /// that it is interrupted means nothing. As ReactiveSwift's `take(until:)`, whose triggers cannot fail.
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

  /// Sends what the source sends until `trigger` fires, which cannot fail.
  @inlinable
  @_disfavoredOverload
  public func take<T>(until trigger: some SignalProducerConvertible<T, Never>) -> Self {
    take(until: trigger.producer.promoteError(Error.self))
  }
}

extension SignalProducer where Error == Never {
  /// Sends what the source sends until `trigger` fires, which may fail.
  @inlinable
  @_disfavoredOverload
  public func take<T, F>(until trigger: some SignalProducerConvertible<T, F>) -> SignalProducer<Value, F> {
    promoteError(F.self).take(until: trigger)
  }
}

extension Signal where Error == Never {
  /// Sends what the source sends until `trigger` fires, which may fail.
  @inlinable
  @_disfavoredOverload
  public func take<T, F>(until trigger: some SignalProducerConvertible<T, F>) -> Signal<Value, F> {
    lift { $0.take(until: trigger) }
  }
}

// MARK: skip(until:)

extension StreamProtocol {
  /// Sends what the source sends from when `trigger` has sent a value or completed.
  ///
  /// ```marble
  /// a = --1--2--3--4--|
  /// t = -------x|
  /// a.skip(until: t) == --------3--4--|
  /// ```
  ///
  /// The trigger is started first, and stopped as soon as it has fired. When it fails, the result fails; when it is
  /// interrupted, so is the result. The source is watched from the start: until the trigger fires, its values are
  /// dropped, but its end passes at once. Otherwise as ReactiveSwift's `skip(until:)`, which looks at the source only
  /// then.
  @inlinable
  public func skip<T>(until trigger: some SignalProducerConvertible<T, Error>) -> Self {
    _lift { source in
      ._joining { subscription, downstream in
        let isOpen = _Cell(false)
        // Of the first value alone, so that the trigger stops by itself; its completion says the same as the value.
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

  /// Sends what the source sends from when `trigger` has fired, which cannot fail.
  @inlinable
  @_disfavoredOverload
  public func skip<T>(until trigger: some SignalProducerConvertible<T, Never>) -> Self {
    skip(until: trigger.producer.promoteError(Error.self))
  }
}

extension SignalProducer where Error == Never {
  /// Sends what the source sends from when `trigger` has fired, which may fail.
  @inlinable
  @_disfavoredOverload
  public func skip<T, F>(until trigger: some SignalProducerConvertible<T, F>) -> SignalProducer<Value, F> {
    promoteError(F.self).skip(until: trigger)
  }
}

extension Signal where Error == Never {
  /// Sends what the source sends from when `trigger` has fired, which may fail.
  @inlinable
  @_disfavoredOverload
  public func skip<T, F>(until trigger: some SignalProducerConvertible<T, F>) -> Signal<Value, F> {
    lift { $0.skip(until: trigger) }
  }
}
