// Operators that send what several streams send, one after the other.

// MARK: concat

extension StreamProtocol {
  /// Sends what the streams send, one after the other.
  ///
  /// ```marble
  /// a = cold -1-2|
  /// b = cold -3|
  /// concat(a, b) == -1-2-3|
  /// ```
  ///
  /// Each is started when the one before has completed or was interrupted; a signal sends what happens from then on.
  /// Fails when one fails. Without streams it completes immediately. Otherwise as ReactiveSwift's `concat`.
  @inlinable
  public static func concat(_ streams: some Sequence<Self>) -> Self {
    _make(from: SignalProducer(streams.lazy.map { $0.producer }).flatten(.concat))
  }

  /// Sends what the streams send, one after the other; see ``StreamProtocol/concat(_:)-(Sequence<Self>)``.
  @inlinable
  public static func concat(_ streams: Self...) -> Self {
    concat(streams)
  }

  /// Sends what this stream sends, and then what `next` does; see ``StreamProtocol/concat(_:)-(Sequence<Self>)``.
  @inlinable
  public func concat(_ next: SignalProducer<Value, Error>) -> Self {
    _lift { .concat([$0, next]) }
  }

  /// Sends what this stream sends, and then a value.
  @inlinable
  public func concat(value: Value) -> Self {
    concat(SignalProducer(value: value))
  }

  /// Sends what this stream sends, and then fails.
  @inlinable
  public func concat(error: Error) -> Self {
    concat(SignalProducer(error: error))
  }
}

// MARK: prefix

extension SignalProducer {
  /// Sends what `producer` sends, and then what this one does.
  ///
  /// ```marble
  /// a = cold -1-2|
  /// b = cold -3|
  /// b.prefix(a) == -1-2-3|
  /// ```
  ///
  /// It is `producer.concat(self)`; see ``StreamProtocol/concat(_:)-(Sequence<Self>)``. As ReactiveSwift's
  /// `prefix`.
  @inlinable
  public func prefix(_ producer: SignalProducer) -> SignalProducer {
    producer.concat(self)
  }

  /// Sends a value, and then what this producer sends.
  @inlinable
  public func prefix(value: Value) -> SignalProducer {
    prefix(SignalProducer(value: value))
  }
}

// MARK: then

extension SignalProducer {
  /// Waits for the producer to complete and sends what `replacement` sends then.
  ///
  /// ```marble
  /// a = cold -1-2|
  /// b = cold -3-|
  /// a.then(b) == -----3-|
  /// ```
  ///
  /// The values of this producer are dropped. That it fails or is interrupted passes, and `replacement` is not
  /// started; all events of `replacement` pass. As ReactiveSwift's `then`.
  @inlinable
  public func then<T>(_ replacement: SignalProducer<T, Error>) -> SignalProducer<T, Error> {
    ._joining { subscription, downstream in
      let flattening = _Flattening(._handingOver, subscription, downstream)
      let handlers = flattening.handlers
      self._begin(
        in: subscription, value: { _ in },
        ended: { end in
          if case .completed = end { flattening.receive(replacement, handlers) }
          flattening.outerEnded(end, handlers)
        })
    }
  }
}

extension Signal {
  /// Waits for the signal to complete and sends what `replacement` sends then.
  ///
  /// See ``SignalProducer/then(_:)-(SignalProducer<T,Error>)``.
  @inlinable
  public func then<T>(_ replacement: SignalProducer<T, Error>) -> Signal<T, Error> {
    lift { $0.then(replacement) }
  }
}

// MARK: defaultIfEmpty

extension Operator where Input == Output, InputError == OutputError {
  /// Sends a value when the source completes without one.
  ///
  /// ```marble
  /// a = ---|
  /// a.defaultIfEmpty(0) == ---(0|)
  /// ```
  ///
  /// A failure and an interruption pass, without the value. As RxJS's `defaultIfEmpty`.
  @inlinable
  public static func defaultIfEmpty(_ value: Input) -> Operator {
    Operator { downstream, _ in
      let isEmpty = _Cell(true)
      return Observer(
        value: {
          isEmpty.value = false
          downstream._value($0)
        },
        ended: { end in
          if case .completed = end, isEmpty.value { downstream._value(value) }
          downstream._end(end)
        })
    }
  }
}

extension StreamProtocol {
  /// Sends a value when the signal completes without one; see ``Operator/defaultIfEmpty(_:)``.
  @inlinable
  public func defaultIfEmpty(_ value: Value) -> Self { _lift(.defaultIfEmpty(value)) }
}
