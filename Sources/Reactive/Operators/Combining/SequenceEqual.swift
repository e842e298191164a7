import DequeModule

/// The state of a comparison of two streams.
///
/// At most one of them is ahead of the other.
@usableFromInline
struct _SequenceEqualState<Value> {
  /// One of the two streams.
  @usableFromInline
  enum _Side: Hashable { case left, right }

  /// The values that the leading stream has sent and the other has not.
  @usableFromInline var _ahead: Deque<Value> = []
  /// The stream that is ahead, if there are such values.
  @usableFromInline var _leader = _Side.left
  /// The stream that has completed, or `nil` if neither has.
  @usableFromInline var _completed: _Side?

  @inlinable
  init() {}

  /// Processes a value of a stream, and returns the verdict when it is certain.
  @inlinable
  mutating func receive(_ value: Value, from side: _Side, _ areEqual: (_ left: Value, _ right: Value) -> Bool) -> Bool?
  {
    if side != _leader, let other = _ahead.popFirst() {
      let isEqual = side == .left ? areEqual(value, other) : areEqual(other, value)
      return isEqual ? nil : false
    }
    if _completed != nil { return false }
    _leader = side
    _ahead.append(value)
    return nil
  }

  /// Processes the completion of a stream, and returns the verdict when it is certain.
  @inlinable
  mutating func complete(_ side: _Side) -> Bool? {
    if !_ahead.isEmpty, side != _leader { return false }
    defer { _completed = side }
    return _completed == nil ? nil : true
  }
}

extension SignalProducer {
  /// Sends whether both producers send equal values in the same order, as soon as that is certain.
  ///
  /// ```marble
  /// a = -1--2|
  /// b = --1--2|
  /// c = -1-3-|
  /// a.sequenceEqual(b) == ------([true]|)
  /// a.sequenceEqual(c) == ----([false]|)
  /// ```
  ///
  /// The times of the values do not matter. Values that the other producer has not sent yet are stored, without a
  /// limit. Sends `false` at the first different value, or when a producer that has sent fewer values completes.
  /// Sends `true` when both have completed. Fails or is interrupted immediately when either producer is. This
  /// producer is started first. The semantics are those of RxJS's `sequenceEqual`, which detects later that one
  /// stream has sent fewer values.
  ///
  /// - Parameters:
  ///   - other: The producer to compare with.
  ///   - areEqual: Returns whether a value of this producer and a value of the other one are equal.
  @inlinable
  @_disfavoredOverload
  public func sequenceEqual(
    _ other: SignalProducer, @PredicateBuilder by areEqual: @escaping (_ value: Value, _ other: Value) -> Bool
  ) -> SignalProducer<Bool, Error> {
    ._joining { subscription, downstream in
      let state = _Cell(_SequenceEqualState<Value>())
      let settle = { (verdict: Bool?) in
        guard let verdict else { return }
        downstream._value(verdict)
        // A start that the value has disposed must only be interrupted, not completed.
        if subscription._isLive { downstream._end(.completed) }
      }
      let begin = { (producer: SignalProducer, side: _SequenceEqualState<Value>._Side) in
        producer._begin(
          in: subscription,
          value: { settle(state.value.receive($0, from: side, areEqual)) },
          ended: { end in
            if case .completed = end { settle(state.value.complete(side)) } else { downstream._end(end) }
          })
      }
      begin(self, .left)
      if subscription._isLive { begin(other, .right) }
    }
  }
}

extension SignalProducer where Value: Equatable {
  /// Sends whether both producers send equal values in the same order; see ``sequenceEqual(_:by:)``.
  @inlinable
  @_disfavoredOverload
  public func sequenceEqual(_ other: SignalProducer) -> SignalProducer<Bool, Error> {
    sequenceEqual(other, by: ==)
  }
}

extension Signal {
  /// Sends whether both signals send equal values in the same order; see ``SignalProducer/sequenceEqual(_:by:)``.
  @inlinable
  @_disfavoredOverload
  public func sequenceEqual(
    _ other: Signal, @PredicateBuilder by areEqual: @escaping (_ value: Value, _ other: Value) -> Bool
  ) -> Signal<Bool, Error> {
    lift { $0.sequenceEqual(other.producer, by: areEqual) }
  }
}

extension Signal where Value: Equatable {
  /// Sends whether both signals send equal values in the same order; see ``SignalProducer/sequenceEqual(_:by:)``.
  @inlinable
  @_disfavoredOverload
  public func sequenceEqual(_ other: Signal) -> Signal<Bool, Error> {
    sequenceEqual(other, by: ==)
  }
}
