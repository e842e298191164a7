// Operators that send the events of several streams one after the other.

// MARK: concat

extension StreamProtocol {
  /// Sends the values of the streams, one stream after the other.
  ///
  /// ```marble
  /// a = cold -1-2|
  /// b = cold -3|
  /// concat(a, b) == -1-2-3|
  /// ```
  ///
  /// Each stream is started when the previous one has completed or was interrupted, so a signal contributes only the
  /// events that it sends after that. Fails when a stream fails. Without streams, the result completes immediately.
  /// Apart from that, the semantics are those of ReactiveSwift's `concat`.
  @inlinable
  public static func concat(_ streams: some Sequence<Self>) -> Self {
    _make(from: SignalProducer(streams.lazy.map { $0.producer }).flatten(.concat))
  }

  /// Sends the values of the streams, one stream after the other; see ``StreamProtocol/concat(_:)-(Sequence<Self>)``.
  @inlinable
  public static func concat(_ streams: Self...) -> Self {
    concat(streams)
  }

  /// Sends the values of this stream, then those of `next`; see ``StreamProtocol/concat(_:)-(Sequence<Self>)``.
  @inlinable
  public func concat(_ next: SignalProducer<Value, Error>) -> Self {
    _lift { .concat([$0, next]) }
  }

  /// Sends the values of this stream, then a value.
  @inlinable
  public func concat(value: Value) -> Self {
    concat(SignalProducer(value: value))
  }

  /// Sends the values of this stream, then fails.
  @inlinable
  public func concat(error: Error) -> Self {
    concat(SignalProducer(error: error))
  }
}

extension SignalProducer {
  /// Sends the values of this producer, then those of any kind of stream; see
  /// ``StreamProtocol/concat(_:)-(Sequence<Self>)``.
  @inlinable
  @_disfavoredOverload
  public func concat(_ next: some SignalProducerConvertible<Value, Error>) -> SignalProducer {
    concat(next.producer)
  }
}

// MARK: prefix

extension SignalProducer {
  /// Sends the values of `producer`, then those of this producer.
  ///
  /// ```marble
  /// a = cold -1-2|
  /// b = cold -3|
  /// b.prefix(a) == -1-2-3|
  /// ```
  ///
  /// Equal to `producer.concat(self)`; see ``StreamProtocol/concat(_:)-(Sequence<Self>)``. The semantics are those of
  /// ReactiveSwift's `prefix`.
  @inlinable
  public func prefix(_ producer: SignalProducer) -> SignalProducer {
    producer.concat(self)
  }

  /// Sends the values of any kind of stream, then those of this producer.
  @inlinable
  @_disfavoredOverload
  public func prefix(_ stream: some SignalProducerConvertible<Value, Error>) -> SignalProducer {
    prefix(stream.producer)
  }

  /// Sends a value, then the values of this producer.
  @inlinable
  public func prefix(value: Value) -> SignalProducer {
    prefix(SignalProducer(value: value))
  }
}

// MARK: then

extension SignalProducer {
  /// Ignores the values of this producer, and starts `replacement` when this producer completes.
  ///
  /// ```marble
  /// a = cold -1-2|
  /// b = cold -3-|
  /// a.then(b) == -----3-|
  /// ```
  ///
  /// A failure or interruption of this producer is forwarded, and `replacement` is not started. All events of
  /// `replacement` are forwarded. The semantics are those of ReactiveSwift's `then`.
  @inlinable
  public func then<T>(_ replacement: SignalProducer<T, Error>) -> SignalProducer<T, Error> {
    _then(replacement)
  }

  @inlinable
  func _then<T>(_ replacement: SignalProducer<T, Error>) -> SignalProducer<T, Error> {
    SignalProducer<T, Error>._joining { subscription, downstream in
      let flattening = _Flattening(._handingOver, subscription, downstream)
      let handlers = flattening.handlers
      self._begin(
        in: subscription, value: { _ in },
        ended: { end in
          if case .completed = end { flattening.receive(replacement, handlers) }
          flattening.outerEnded(end, handlers)
        })
    }._named(after: self, by: "then")
  }
}

extension SignalProducer {
  /// Starts a producer of the same type, such as `.empty`, when this producer completes; see
  /// ``then(_:)-(SignalProducer<T,Error>)``.
  @inlinable
  public func then(_ replacement: SignalProducer) -> SignalProducer {
    _then(replacement)
  }

  /// Ignores the values of this producer, and starts any kind of stream when this producer completes; see
  /// ``then(_:)-(SignalProducer<T,Error>)``.
  @inlinable
  @_disfavoredOverload
  public func then<T>(_ replacement: some SignalProducerConvertible<T, Error>) -> SignalProducer<T, Error> {
    then(replacement.producer)
  }
}

extension Signal {
  /// Ignores the values of this signal, and starts `replacement` when this signal completes.
  ///
  /// See ``SignalProducer/then(_:)-(SignalProducer<T,Error>)``.
  @inlinable
  public func then<T>(_ replacement: SignalProducer<T, Error>) -> Signal<T, Error> {
    lift { $0.then(replacement) }
  }
}

// MARK: defaultIfEmpty

extension Operator where Input == Output, InputError == OutputError {
  /// Sends a default value if the source completes without a value.
  ///
  /// ```marble
  /// a = ---|
  /// a.defaultIfEmpty(0) == ---(0|)
  /// ```
  ///
  /// Failures and interruptions are forwarded without the default value. The semantics are those of RxJS's
  /// `defaultIfEmpty`.
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
  /// Sends a default value if the source completes without a value; see ``Operator/defaultIfEmpty(_:)``.
  @inlinable
  @_disfavoredOverload
  public func defaultIfEmpty(_ value: Value) -> Self { _lift(.defaultIfEmpty(value)) }
}
