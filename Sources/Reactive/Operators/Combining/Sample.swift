// Operators that send the values of one stream when another stream sends.

// MARK: sample

extension SignalProducer {
  /// Sends the latest value and the sampler's value each time the sampler sends one.
  ///
  /// ```marble
  /// a = 1---2-----|
  /// s = --x---y-z---|
  /// a.sample(with: s) == --[1,x]---[2,y]-[2,z]---|
  /// ```
  ///
  /// Nothing is sent before this producer has sent its first value. If there is no newer value, the same value is
  /// sent again. Completes when both streams have completed. The last value of this producer stays in use after it
  /// has completed. Fails or is interrupted immediately when either stream is. This producer is started before the
  /// sampler. The semantics are those of ReactiveSwift's `sample(with:)`, except that its samplers cannot fail.
  @inlinable
  public func sample<T>(with sampler: SignalProducer<T, Error>) -> SignalProducer<(Value, T), Error> {
    _sample(with: sampler) { ($0, $1) }
  }

  /// Sends the latest value each time the sampler sends a value.
  ///
  /// ```marble
  /// a = 1---2-----|
  /// s = --x---y-z---|
  /// a.sample(on: s) == --1---2-2---|
  /// ```
  ///
  /// Apart from that, it works as ``sample(with:)-(SignalProducer<T,Error>)``. The semantics are those of
  /// ReactiveSwift's `sample(on:)`, except that its samplers send `()` and cannot fail.
  @inlinable
  public func sample<T>(on sampler: SignalProducer<T, Error>) -> SignalProducer {
    _sample(with: sampler) { value, _ in value }
  }

  @inlinable
  func _sample<T, Result>(
    with sampler: SignalProducer<T, Error>, _ combine: @escaping (Value, T) -> Result
  ) -> SignalProducer<Result, Error> {
    ._joining { subscription, downstream in
      let latest = _Cell<Value?>(nil)
      let ended = downstream._endingWithBoth
      self._begin(in: subscription, value: { latest.value = .some($0) }, ended: ended)
      guard subscription._isLive else { return }
      sampler._begin(
        in: subscription,
        value: { sample in
          if let value = latest.value { downstream._value(combine(value, sample)) }
        },
        ended: ended)
    }
  }
}

extension Signal {
  /// Sends the latest value and the sampler's value each time the sampler sends one.
  ///
  /// See ``SignalProducer/sample(with:)-(SignalProducer<T,Error>)``.
  @inlinable
  public func sample<T>(with sampler: Signal<T, Error>) -> Signal<(Value, T), Error> {
    lift { $0.sample(with: sampler.producer) }
  }

  /// Sends the latest value each time the sampler sends a value.
  ///
  /// See ``SignalProducer/sample(on:)-(SignalProducer<T,Error>)``.
  @inlinable
  public func sample<T>(on sampler: Signal<T, Error>) -> Signal {
    lift { $0.sample(on: sampler.producer) }
  }
}

// MARK: withLatest

extension SignalProducer {
  /// Sends each value with the latest value of another producer.
  ///
  /// ```marble
  /// a = 1---2-3--|
  /// b = --x---y|
  /// a.withLatest(from: b) == ----[2,x]-[3,x]--|
  /// ```
  ///
  /// Values that are sent before the first value of the other producer are dropped. Ends when this producer ends, and
  /// also fails when the other producer fails. A completion or interruption of the other producer is ignored. The
  /// other producer is started first. The semantics are those of ReactiveSwift's `withLatest(from:)`, except that its
  /// argument cannot fail.
  @inlinable
  public func withLatest<T>(from other: SignalProducer<T, Error>) -> SignalProducer<(Value, T), Error> {
    ._joining { subscription, downstream in
      let latest = _Cell<T?>(nil)
      other._begin(
        in: subscription, value: { latest.value = .some($0) },
        ended: { end in
          if case .failed = end { downstream._end(end) }
        })
      guard subscription._isLive else { return }
      self._begin(
        in: subscription,
        value: { value in
          if let other = latest.value { downstream._value((value, other)) }
        },
        ended: downstream._end)
    }
  }
}

extension Signal {
  /// Sends each value with the latest value of another signal.
  ///
  /// See ``SignalProducer/withLatest(from:)-(SignalProducer<T,Error>)``.
  @inlinable
  public func withLatest<T>(from other: Signal<T, Error>) -> Signal<(Value, T), Error> {
    lift { $0.withLatest(from: other.producer) }
  }

  /// Sends each value with the latest value of a producer.
  ///
  /// See ``SignalProducer/withLatest(from:)-(SignalProducer<T,Error>)``.
  @inlinable
  public func withLatest<T>(from other: SignalProducer<T, Error>) -> Signal<(Value, T), Error> {
    lift { $0.withLatest(from: other) }
  }
}

// MARK: take(untilReplacement:)

extension StreamProtocol {
  /// Sends the events of this stream until `replacement` sends an event, and then the events of `replacement`.
  ///
  /// The first event of `replacement` can be of any kind, also a terminal event. This stream is disposed before that
  /// event is sent. Until then, a completion of this stream is ignored, and a failure or interruption of this stream
  /// ends the result. `replacement` is started first. The semantics are those of ReactiveSwift's
  /// `take(untilReplacement:)`.
  @inlinable
  public func take(untilReplacement replacement: Self) -> Self {
    _lift { $0._replaced(by: replacement.producer) }
  }
}

extension SignalProducer {
  /// Sends the events of this producer until any kind of stream sends an event, and then the events of that stream; see
  /// ``StreamProtocol/take(untilReplacement:)-(Self)``.
  @inlinable
  @_disfavoredOverload
  public func take(untilReplacement replacement: some SignalProducerConvertible<Value, Error>) -> SignalProducer {
    take(untilReplacement: replacement.producer)
  }

  @inlinable
  func _replaced(by replacement: SignalProducer) -> SignalProducer {
    ._joining { subscription, downstream in
      let isReplaced = _Cell(false)
      let source = _JoinInput(
        self,
        _JoinHandlers(
          subscription, value: downstream._value,
          ended: { end, _ in
            if case .completed = end { return }
            downstream._end(end)
          }))
      let replace = {
        if isReplaced.value { return }
        isReplaced.value = true
        source.dispose()
        subscription._detach(source)
      }
      replacement._begin(
        in: subscription,
        value: {
          replace()
          downstream._value($0)
        },
        ended: {
          replace()
          downstream._end($0)
        })
      guard subscription._isLive else { return }
      subscription._perform { subscription._attach(source) }
      source._startNow()
    }
  }
}
