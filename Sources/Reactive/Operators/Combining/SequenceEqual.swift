import DequeModule

/// How far two streams that are compared have come: at most one of them is ahead.
@usableFromInline
struct _SequenceEqualState<Value> {
  /// One of the two streams.
  @usableFromInline
  enum _Side: Hashable { case left, right }

  /// What the one that is ahead has sent, and the other has not.
  @usableFromInline var _ahead: Deque<Value> = []
  /// Which one that is, where there is something.
  @usableFromInline var _leader = _Side.left
  /// Which one has completed, of the two.
  @usableFromInline var _completed: _Side?

  @inlinable
  init() {}

  /// A stream sent a value; the verdict, once it is certain.
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

  /// A stream has completed; the verdict, once it is certain.
  @inlinable
  mutating func complete(_ side: _Side) -> Bool? {
    if !_ahead.isEmpty, side != _leader { return false }
    defer { _completed = side }
    return _completed == nil ? nil : true
  }
}

extension SignalProducer {
  /// Sends whether this and the other producer send equal values in the same order, once that is certain.
  ///
  /// ```marble
  /// a = -1--2|
  /// b = --1--2|
  /// c = -1-3-|
  /// a.sequenceEqual(b) == ------([true]|)
  /// a.sequenceEqual(c) == ----([false]|)
  /// ```
  ///
  /// When the values come means nothing, and those that the other one has not sent yet are kept. It is certain that
  /// they differ at the first value that does, or when one completes that has sent less; that they do not, when both
  /// have completed. Fails or is interrupted at once with either. This producer is started first. As RxJS's
  /// `sequenceEqual`, which is slower to see that one has sent less.
  ///
  /// - Parameters:
  ///   - areEqual: given a value of this and one of the other producer.
  ///   - other: the stream to compare with.
  @inlinable
  public func sequenceEqual(
    _ other: SignalProducer, by areEqual: @escaping (_ value: Value, _ other: Value) -> Bool
  ) -> SignalProducer<Bool, Error> {
    ._joining { subscription, downstream in
      let state = _Cell(_SequenceEqualState<Value>())
      let settle = { (verdict: Bool?) in
        guard let verdict else { return }
        downstream._value(verdict)
        // What was let go meanwhile is interrupted, and only that.
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
  public func sequenceEqual(_ other: SignalProducer) -> SignalProducer<Bool, Error> {
    sequenceEqual(other, by: ==)
  }
}

extension Signal {
  /// Sends whether both signals send equal values in the same order; see ``SignalProducer/sequenceEqual(_:by:)``.
  @inlinable
  public func sequenceEqual(
    _ other: Signal, by areEqual: @escaping (_ value: Value, _ other: Value) -> Bool
  ) -> Signal<Bool, Error> {
    lift { $0.sequenceEqual(other.producer, by: areEqual) }
  }
}

extension Signal where Value: Equatable {
  /// Sends whether both signals send equal values in the same order; see ``SignalProducer/sequenceEqual(_:by:)``.
  @inlinable
  public func sequenceEqual(_ other: Signal) -> Signal<Bool, Error> {
    sequenceEqual(other, by: ==)
  }
}
