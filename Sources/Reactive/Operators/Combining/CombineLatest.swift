// Operators that combine the latest values of several streams.

/// One start of a combineLatest of two producers.
///
/// The handlers capture only this object, so that they need no memory.
@usableFromInline
final class _CombineLatestOfTwo<First, Second, Error: Swift.Error> {
  @usableFromInline let _downstream: Observer<(First, Second), Error>
  @exclusivity(unchecked) @usableFromInline var _left: First?
  @exclusivity(unchecked) @usableFromInline var _right: Second?
  @exclusivity(unchecked) @usableFromInline var _hasOneCompleted = false

  @inlinable
  init(_ downstream: Observer<(First, Second), Error>) {
    _downstream = downstream
  }

  @inlinable
  func _leftHandlers(_ subscription: _ProducerSubscription) -> _JoinHandlers<First, Error> {
    _JoinHandlers(
      subscription,
      value: { value in
        self._left = .some(value)
        if let other = self._right { self._downstream._value((value, other)) }
      },
      ended: { end, _ in self._end(end) })
  }

  @inlinable
  func _rightHandlers(_ subscription: _ProducerSubscription) -> _JoinHandlers<Second, Error> {
    _JoinHandlers(
      subscription,
      value: { other in
        self._right = .some(other)
        if let value = self._left { self._downstream._value((value, other)) }
      },
      ended: { end, _ in self._end(end) })
  }

  /// Handles the end of an input: the second completion completes the result, and any other end ends it immediately.
  @inlinable
  func _end(_ end: TerminalEvent<Error>) {
    if case .completed = end, !_hasOneCompleted {
      _hasOneCompleted = true
    } else {
      _downstream._end(end)
    }
  }
}

extension SignalProducer {
  /// Sends the latest values of all producers as an array, each time one producer sends a value and all have sent
  /// one.
  ///
  /// ```marble
  /// a = 1---2----|
  /// b = --x---y--|
  /// combineLatest(a, b) == --[1,x]-[2,x]-[2,y]--|
  /// ```
  ///
  /// Completes when all producers have completed. The last value of a completed producer stays in use. Fails or is
  /// interrupted immediately when any producer is. The producers are started in their order. Without producers, the
  /// result completes immediately. The semantics are those of ReactiveSwift's `combineLatest`.
  @inlinable
  public static func combineLatest(_ producers: some Sequence<SignalProducer>) -> SignalProducer<[Value], Error> {
    _combined(.latest, producers)
  }

  /// Sends the latest values of all producers; see ``combineLatest(_:)``.
  ///
  /// Without producers, sends `emptySentinel` and completes.
  @inlinable
  public static func combineLatest(
    _ producers: some Sequence<SignalProducer>, emptySentinel: [Value]
  ) -> SignalProducer<[Value], Error> {
    _combined(.latest, producers, emptySentinel: emptySentinel)
  }

  /// Sends the latest values of both producers; see ``combineLatest(_:)``.
  @inlinable
  public static func combineLatest<Other>(
    _ first: SignalProducer, _ second: SignalProducer<Other, Error>
  ) -> SignalProducer<(Value, Other), Error> {
    ._joining { subscription, downstream in
      let latest = _CombineLatestOfTwo<Value, Other, Error>(downstream)
      first._begin(latest._leftHandlers(subscription))
      if subscription._isLive { second._begin(latest._rightHandlers(subscription)) }
    }
  }

  /// Sends the latest values of all producers; see ``combineLatest(_:)``.
  ///
  /// The producers may have different types of values.
  @inlinable
  @_disfavoredOverload
  public static func combineLatest<each Other>(
    _ first: SignalProducer, _ others: repeat SignalProducer<each Other, Error>
  ) -> SignalProducer<(Value, repeat each Other), Error> {
    ._combineLatest(first, repeat each others)
  }

  /// Sends the result of `combine` for the latest values of both producers; see ``combineLatest(_:)``.
  @inlinable
  public static func combineLatest<First, Second>(
    _ first: SignalProducer<First, Error>, _ second: SignalProducer<Second, Error>,
    combine: @escaping (First, Second) -> Value
  ) -> SignalProducer {
    SignalProducer<First, Error>.combineLatest(first, second).map { combine($0.0, $0.1) }
  }

  /// Sends the result of `combine` for the latest values of all producers; see ``combineLatest(_:)``.
  @inlinable
  @_disfavoredOverload
  public static func combineLatest<each Input>(
    _ producers: repeat SignalProducer<each Input, Error>, combine: @escaping (repeat each Input) -> Value
  ) -> SignalProducer {
    SignalProducer<(repeat each Input), Error>._combineLatest(repeat each producers).map { combine(repeat each $0) }
  }

  /// Combines the latest values of any number of producers with any types of values.
  @inlinable
  static func _combineLatest<each Input>(
    _ producers: repeat SignalProducer<each Input, Error>
  ) -> SignalProducer where Value == (repeat each Input) {
    let producers = (repeat each producers)
    var count = 0
    for _ in repeat each producers { count += 1 }
    if count == 0 { return .empty }
    return ._joining { [count] subscription, downstream in
      let tally = _Cell(_CombinationCounts(.latest, count: count))
      let latest = (repeat _emptyCell(of: (each Input).self))
      let send = {
        if let row = try? (repeat _requireValue(each latest)) { downstream._value(row) }
      }
      var begun = 0
      func begin<T>(_ producer: SignalProducer<T, Error>, _ latest: _Cell<T?>) {
        guard subscription._isLive else { return }
        let input = begun
        begun += 1
        producer._begin(
          in: subscription,
          value: { value in
            latest.value = .some(value)
            if tally.value.receive(from: input) { send() }
          },
          ended: { if tally.value.receive($0, from: input) { downstream._end($0) } })
      }
      repeat begin(each producers, each latest)
    }
  }

  /// Sends the latest values of both producers; see ``combineLatest(_:)``.
  @inlinable
  public func combineLatest<Other>(
    with other: SignalProducer<Other, Error>
  ) -> SignalProducer<(Value, Other), Error> {
    Self.combineLatest(self, other)
  }

  /// Sends the latest values of this producer and of any kind of stream; see ``combineLatest(_:)``.
  @inlinable
  @_disfavoredOverload
  public func combineLatest<Other>(
    with other: some SignalProducerConvertible<Other, Error>
  ) -> SignalProducer<(Value, Other), Error> {
    combineLatest(with: other.producer)
  }
}

/// The error for a cell that has no value.
@usableFromInline
struct _MissingValue: Error {
  @inlinable
  init() {}
}

/// Returns a cell without a value.
@inlinable
func _emptyCell<Value>(of type: Value.Type) -> _Cell<Value?> {
  _Cell(nil)
}

/// Returns the value of a cell, or throws if it has none.
@inlinable
func _requireValue<Value>(_ cell: _Cell<Value?>) throws(_MissingValue) -> Value {
  guard let value = cell.value else { throw _MissingValue() }
  return value
}

extension Signal {
  /// Sends the latest values of all signals as an array; see ``SignalProducer/combineLatest(_:)``.
  @inlinable
  public static func combineLatest(_ signals: some Sequence<Signal>) -> Signal<[Value], Error> {
    SignalProducer<Value, Error>.combineLatest(signals.map { $0.producer })._started()
  }

  /// Sends the latest values of all signals; see ``SignalProducer/combineLatest(_:)``.
  ///
  /// Without signals, the result has sent `emptySentinel` and completed.
  @inlinable
  public static func combineLatest(
    _ signals: some Sequence<Signal>, emptySentinel: [Value]
  ) -> Signal<[Value], Error> {
    SignalProducer<Value, Error>.combineLatest(signals.map { $0.producer }, emptySentinel: emptySentinel)._started()
  }

  /// Sends the latest values of both signals; see ``SignalProducer/combineLatest(_:)``.
  @inlinable
  public static func combineLatest<Other>(
    _ first: Signal, _ second: Signal<Other, Error>
  ) -> Signal<(Value, Other), Error> {
    SignalProducer<Value, Error>.combineLatest(first.producer, second.producer)._started()
  }

  /// Sends the latest values of all signals; see ``SignalProducer/combineLatest(_:)``.
  @inlinable
  @_disfavoredOverload
  public static func combineLatest<each Other>(
    _ first: Signal, _ others: repeat Signal<each Other, Error>
  ) -> Signal<(Value, repeat each Other), Error> {
    SignalProducer<(Value, repeat each Other), Error>._combineLatest(first.producer, repeat (each others).producer)
      ._started()
  }

  /// Sends the result of `combine` for the latest values of both signals; see ``SignalProducer/combineLatest(_:)``.
  @inlinable
  public static func combineLatest<First, Second>(
    _ first: Signal<First, Error>, _ second: Signal<Second, Error>, combine: @escaping (First, Second) -> Value
  ) -> Signal {
    SignalProducer<Value, Error>.combineLatest(first.producer, second.producer, combine: combine)._started()
  }

  /// Sends the result of `combine` for the latest values of all signals; see ``SignalProducer/combineLatest(_:)``.
  @inlinable
  @_disfavoredOverload
  public static func combineLatest<each Input>(
    _ signals: repeat Signal<each Input, Error>, combine: @escaping (repeat each Input) -> Value
  ) -> Signal {
    SignalProducer<Value, Error>.combineLatest(repeat (each signals).producer, combine: combine)._started()
  }

  /// Sends the latest values of both signals; see ``SignalProducer/combineLatest(_:)``.
  @inlinable
  public func combineLatest<Other>(with other: Signal<Other, Error>) -> Signal<(Value, Other), Error> {
    lift { $0.combineLatest(with: other.producer) }
  }
}
