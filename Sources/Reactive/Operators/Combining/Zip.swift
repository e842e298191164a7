import DequeModule

// Operators that combine the values of several streams by their position.

/// One start of a zip of two producers.
///
/// The handlers capture only this object, so that they need no memory.
@usableFromInline
final class _ZipOfTwo<First, Second, Error: Swift.Error> {
  @usableFromInline let _subscription: _ProducerSubscription
  @usableFromInline let _downstream: Observer<(First, Second), Error>
  @exclusivity(unchecked) @usableFromInline var _left: Deque<First> = []
  @exclusivity(unchecked) @usableFromInline var _right: Deque<Second> = []
  // Whether each input has completed. The result completes when such an input's queue is empty.
  @exclusivity(unchecked) @usableFromInline var _leftHasCompleted = false
  @exclusivity(unchecked) @usableFromInline var _rightHasCompleted = false

  @inlinable
  init(_ subscription: _ProducerSubscription, _ downstream: Observer<(First, Second), Error>) {
    _subscription = subscription
    _downstream = downstream
  }

  @inlinable
  var _leftHandlers: _JoinHandlers<First, Error> {
    _JoinHandlers(
      _subscription,
      value: {
        self._left.append($0)
        self._send()
      },
      ended: { end, _ in
        guard case .completed = end else { return self._downstream._end(end) }
        self._leftHasCompleted = true
        self._send()
      })
  }

  @inlinable
  var _rightHandlers: _JoinHandlers<Second, Error> {
    _JoinHandlers(
      _subscription,
      value: {
        self._right.append($0)
        self._send()
      },
      ended: { end, _ in
        guard case .completed = end else { return self._downstream._end(end) }
        self._rightHasCompleted = true
        self._send()
      })
  }

  /// Sends the first values of both inputs if there are any, and completes if there can be no more.
  @inlinable
  func _send() {
    if let first = _left.first, let second = _right.first {
      _left.removeFirst()
      _right.removeFirst()
      _downstream._value((first, second))
    }
    let isExhausted = _leftHasCompleted && _left.isEmpty || _rightHasCompleted && _right.isEmpty
    if isExhausted, _subscription._isLive { _downstream._end(.completed) }
  }
}

extension SignalProducer {
  /// Sends the first values of all producers as an array, then the second ones, and so on.
  ///
  /// ```marble
  /// a = 1-2-3--|
  /// b = -x---y---|
  /// zip(a, b) == -[1,x]---[2,y]---|
  /// ```
  ///
  /// A value waits until all other producers have sent their value for the same position. The number of waiting
  /// values has no limit. Completes as soon as nothing more can be sent: when a producer has completed and all its
  /// values have been used. Fails or is interrupted immediately when any producer is. The producers are
  /// started in their order. Without producers, the result completes immediately. The semantics are those of
  /// ReactiveSwift's `zip`.
  @inlinable
  public static func zip(_ producers: some Sequence<SignalProducer>) -> SignalProducer<[Value], Error> {
    _combined(.next, producers)
  }

  /// Sends the first values of all producers, then the second ones, and so on; see ``zip(_:)``.
  ///
  /// Without producers, sends `emptySentinel` and completes.
  @inlinable
  public static func zip(
    _ producers: some Sequence<SignalProducer>, emptySentinel: [Value]
  ) -> SignalProducer<[Value], Error> {
    _combined(.next, producers, emptySentinel: emptySentinel)
  }

  /// Sends the first values of both producers, then the second ones, and so on; see ``zip(_:)``.
  @inlinable
  public static func zip<Other>(
    _ first: SignalProducer, _ second: SignalProducer<Other, Error>
  ) -> SignalProducer<(Value, Other), Error> {
    ._joining { subscription, downstream in
      let zip = _ZipOfTwo<Value, Other, Error>(subscription, downstream)
      first._begin(zip._leftHandlers)
      if subscription._isLive { second._begin(zip._rightHandlers) }
    }
  }

  /// Sends the first values of all producers, then the second ones, and so on; see ``zip(_:)``.
  ///
  /// The producers may have different types of values.
  @inlinable
  @_disfavoredOverload
  public static func zip<each Other>(
    _ first: SignalProducer, _ others: repeat SignalProducer<each Other, Error>
  ) -> SignalProducer<(Value, repeat each Other), Error> {
    ._zip(first, repeat each others)
  }

  /// Sends the result of `combine` for the first values of both producers, then for the second ones, and so on; see
  /// ``zip(_:)``.
  @inlinable
  public static func zip<First, Second>(
    _ first: SignalProducer<First, Error>, _ second: SignalProducer<Second, Error>,
    combine: @escaping (First, Second) -> Value
  ) -> SignalProducer {
    SignalProducer<First, Error>.zip(first, second).map { combine($0.0, $0.1) }
  }

  /// Sends the result of `combine` for the first values of all producers, then for the second ones, and so on; see
  /// ``zip(_:)``.
  @inlinable
  @_disfavoredOverload
  public static func zip<each Input>(
    _ producers: repeat SignalProducer<each Input, Error>, combine: @escaping (repeat each Input) -> Value
  ) -> SignalProducer {
    SignalProducer<(repeat each Input), Error>._zip(repeat each producers).map { combine(repeat each $0) }
  }

  /// Zips any number of producers with any types of values.
  @inlinable
  static func _zip<each Input>(
    _ producers: repeat SignalProducer<each Input, Error>
  ) -> SignalProducer where Value == (repeat each Input) {
    let producers = (repeat each producers)
    var count = 0
    for _ in repeat each producers { count += 1 }
    if count == 0 { return .empty }
    return ._joining { [count] subscription, downstream in
      let tally = _Cell(_CombinationCounts(.next, count: count))
      let queues = (repeat _Cell<Deque<each Input>>([]))
      let send = {
        downstream._value((repeat (each queues).value.removeFirst()))
        if subscription._isLive, tally.value.isExhausted { downstream._end(.completed) }
      }
      var begun = 0
      func begin<T>(_ producer: SignalProducer<T, Error>, _ queue: _Cell<Deque<T>>) {
        guard subscription._isLive else { return }
        let input = begun
        begun += 1
        producer._begin(
          in: subscription,
          value: { value in
            queue.value.append(value)
            if tally.value.receive(from: input) { send() }
          },
          ended: { if tally.value.receive($0, from: input) { downstream._end($0) } })
      }
      repeat begin(each producers, each queues)
    }
  }

  /// Sends the values of both producers in pairs; see ``zip(_:)``.
  @inlinable
  public func zip<Other>(with other: SignalProducer<Other, Error>) -> SignalProducer<(Value, Other), Error> {
    Self.zip(self, other)
  }

  /// Sends the values of this producer and of any kind of stream in pairs; see ``zip(_:)``.
  @inlinable
  @_disfavoredOverload
  public func zip<Other>(
    with other: some SignalProducerConvertible<Other, Error>
  ) -> SignalProducer<(Value, Other), Error> {
    zip(with: other.producer)
  }
}

extension Signal {
  /// Sends the first values of all signals as an array, then the second ones, and so on; see
  /// ``SignalProducer/zip(_:)``.
  @inlinable
  public static func zip(_ signals: some Sequence<Signal>) -> Signal<[Value], Error> {
    SignalProducer<Value, Error>.zip(signals.map { $0.producer })._started()
  }

  /// Sends the first values of all signals, then the second ones, and so on; see ``SignalProducer/zip(_:)``.
  ///
  /// Without signals, the result has sent `emptySentinel` and completed.
  @inlinable
  public static func zip(
    _ signals: some Sequence<Signal>, emptySentinel: [Value]
  ) -> Signal<[Value], Error> {
    SignalProducer<Value, Error>.zip(signals.map { $0.producer }, emptySentinel: emptySentinel)._started()
  }

  /// Sends the first values of both signals, then the second ones, and so on; see ``SignalProducer/zip(_:)``.
  @inlinable
  public static func zip<Other>(_ first: Signal, _ second: Signal<Other, Error>) -> Signal<(Value, Other), Error> {
    SignalProducer<Value, Error>.zip(first.producer, second.producer)._started()
  }

  /// Sends the first values of all signals, then the second ones, and so on; see ``SignalProducer/zip(_:)``.
  @inlinable
  @_disfavoredOverload
  public static func zip<each Other>(
    _ first: Signal, _ others: repeat Signal<each Other, Error>
  ) -> Signal<(Value, repeat each Other), Error> {
    SignalProducer<(Value, repeat each Other), Error>._zip(first.producer, repeat (each others).producer)
      ._started()
  }

  /// Sends the result of `combine` for the first values of both signals, then for the second ones, and so on; see
  /// ``SignalProducer/zip(_:)``.
  @inlinable
  public static func zip<First, Second>(
    _ first: Signal<First, Error>, _ second: Signal<Second, Error>, combine: @escaping (First, Second) -> Value
  ) -> Signal {
    SignalProducer<Value, Error>.zip(first.producer, second.producer, combine: combine)._started()
  }

  /// Sends the result of `combine` for the first values of all signals, then for the second ones, and so on; see
  /// ``SignalProducer/zip(_:)``.
  @inlinable
  @_disfavoredOverload
  public static func zip<each Input>(
    _ signals: repeat Signal<each Input, Error>, combine: @escaping (repeat each Input) -> Value
  ) -> Signal {
    SignalProducer<Value, Error>.zip(repeat (each signals).producer, combine: combine)._started()
  }

  /// Sends the values of both signals in pairs; see ``SignalProducer/zip(_:)``.
  @inlinable
  public func zip<Other>(with other: Signal<Other, Error>) -> Signal<(Value, Other), Error> {
    lift { $0.zip(with: other.producer) }
  }
}
