// Operators that send values of one stream when another one sends.

// MARK: sample

extension SignalProducer {
  /// Sends its latest value and the sampler's, whenever the sampler sends one.
  ///
  /// ```marble
  /// a = 1---2-----|
  /// s = --x---y-z---|
  /// a.sample(with: s) == --[1,x]---[2,y]-[2,z]---|
  /// ```
  ///
  /// Before the first value nothing is sent; the same value is sent again where there is no newer one. Completes when
  /// both have; the last value stays in use. Fails or is interrupted at once with either. This producer is started
  /// before the sampler. As ReactiveSwift's `sample(with:)`, whose samplers cannot fail.
  @inlinable
  public func sample<T>(with sampler: SignalProducer<T, Error>) -> SignalProducer<(Value, T), Error> {
    _sample(with: sampler) { ($0, $1) }
  }

  /// Sends its latest value whenever the sampler sends one.
  ///
  /// ```marble
  /// a = 1---2-----|
  /// s = --x---y-z---|
  /// a.sample(on: s) == --1---2-2---|
  /// ```
  ///
  /// Else as ``sample(with:)-(SignalProducer<T,Error>)``. As ReactiveSwift's `sample(on:)`, whose samplers send `()` and
  /// cannot fail.
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
  /// Sends its latest value and the sampler's, whenever that sends one.
  ///
  /// See ``SignalProducer/sample(with:)-(SignalProducer<T,Error>)``.
  @inlinable
  public func sample<T>(with sampler: Signal<T, Error>) -> Signal<(Value, T), Error> {
    lift { $0.sample(with: sampler.producer) }
  }

  /// Sends its latest value whenever the sampler sends one.
  ///
  /// See ``SignalProducer/sample(on:)-(SignalProducer<T,Error>)``.
  @inlinable
  public func sample<T>(on sampler: Signal<T, Error>) -> Signal {
    lift { $0.sample(on: sampler.producer) }
  }
}

// MARK: withLatest

extension SignalProducer {
  /// Sends each value with the latest one of another producer.
  ///
  /// ```marble
  /// a = 1---2-3--|
  /// b = --x---y|
  /// a.withLatest(from: b) == ----[2,x]-[3,x]--|
  /// ```
  ///
  /// A value that comes before the other producer has sent one is dropped. Ends with this producer; fails also when
  /// the other one fails, whose completion and interruption mean nothing. The other one is started first. As
  /// ReactiveSwift's `withLatest(from:)`, whose argument cannot fail.
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
  /// Sends each value with the latest one of another signal.
  ///
  /// See ``SignalProducer/withLatest(from:)-(SignalProducer<T,Error>)``.
  @inlinable
  public func withLatest<T>(from other: Signal<T, Error>) -> Signal<(Value, T), Error> {
    lift { $0.withLatest(from: other.producer) }
  }

  /// Sends each value with the latest one of a producer.
  ///
  /// See ``SignalProducer/withLatest(from:)-(SignalProducer<T,Error>)``.
  @inlinable
  public func withLatest<T>(from other: SignalProducer<T, Error>) -> Signal<(Value, T), Error> {
    lift { $0.withLatest(from: other) }
  }
}

// MARK: take(untilReplacement:)

extension StreamProtocol {
  /// Sends what this stream sends until `replacement` sends anything, and what that sends from then on.
  ///
  /// An event of any kind replaces this stream, an end too; it is disposed before that event is sent. Its completion
  /// before that is ignored; a failure and an interruption end the result. `replacement` is started first. As
  /// ReactiveSwift's `take(untilReplacement:)`.
  @inlinable
  public func take(untilReplacement replacement: Self) -> Self {
    _lift { $0._replaced(by: replacement.producer) }
  }
}

extension SignalProducer {
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
