import DequeModule

// Operators that send values at the start or the end of a stream.

// MARK: take(first:), take(last:)

/// One application of `take(first:)`.
///
/// Its observer captures only this object. Closures that capture the state and the observer downstream would be two
/// more objects for each start.
@usableFromInline
final class _TakeFirst<Value, Error: Swift.Error> {
  @usableFromInline let _downstream: Observer<Value, Error>
  /// The number of values that are left.
  @exclusivity(unchecked) @usableFromInline var _left: Int

  @inlinable
  init(_ count: Int, _ downstream: Observer<Value, Error>) {
    _left = count
    _downstream = downstream
  }

  @inlinable
  var _observer: Observer<Value, Error> {
    Observer(value: { self._receive($0) }, ended: { if self._left > 0 { self._downstream._end($0) } })
  }

  @inlinable
  func _receive(_ value: Value) {
    guard _left > 0 else { return }
    _left -= 1
    let isLast = _left == 0
    _downstream._value(value)
    if isLast { _downstream._end(.completed) }
  }
}

extension Operator where Input == Output, InputError == OutputError {
  /// Sends the first `count` values and completes with the last of them.
  ///
  /// ```marble
  /// a = --1--2--3--4--|
  /// a.take(first: 2) == --1--(2|)
  /// ```
  ///
  /// Ends earlier if the source ends earlier. If `count` is 0, the signal or producer completes immediately. Apart
  /// from that, the semantics are those of ReactiveSwift's `take(first:)`.
  ///
  /// - Parameter count: The number of values, at least 1. ``Signal/take(first:)`` and ``SignalProducer/take(first:)``
  ///   also accept 0.
  @inlinable
  public static func take(first count: Int) -> Operator {
    precondition(count > 0, "take(first:) needs a count of at least 1")
    return Operator { downstream, _ in _TakeFirst(count, downstream)._observer }
  }

  /// Sends the last `count` values in their order when the source completes.
  ///
  /// ```marble
  /// a = --1--2--3--|
  /// a.take(last: 2) == -----------(23|)
  /// ```
  ///
  /// A failure or interruption is forwarded and drops them. At most `count` values are stored, and the time for each
  /// value does not depend on `count`. The semantics are those of ReactiveSwift's `take(last:)`.
  ///
  /// - Parameter count: The number of values, not negative. If it is 0, only the terminal event is sent.
  @inlinable
  public static func take(last count: Int) -> Operator {
    precondition(count >= 0, "take(last:) needs a count of at least 0")
    return Operator { downstream, _ in
      let kept = _Cell<Deque<Input>>([])
      return Observer(
        value: { value in
          kept.value.append(value)
          if kept.value.count > count { kept.value.removeFirst() }
        },
        ended: { end in
          if case .completed = end {
            for value in kept.value { downstream._value(value) }
          }
          downstream._end(end)
        })
    }
  }
}

/// One application of `take(first:)` to a signal.
///
/// It sends into the core of the result without an observer, which would be two more references and two more calls. The
/// core blocks events after its end.
@usableFromInline
final class _TakeFirstOfSignal<Value, Error: Swift.Error> {
  @usableFromInline let _core: _SignalCore<Value, Error>
  /// The number of values that are left.
  @exclusivity(unchecked) @usableFromInline var _left: Int

  @inlinable
  init(_ count: Int, _ core: _SignalCore<Value, Error>) {
    precondition(count > 0, "take(first:) needs a count of at least 1")
    _left = count
    _core = core
  }

  @inlinable
  func _receive(_ value: Value) {
    _left -= 1
    let isLast = _left == 0
    _core._send(value)
    if isLast { _core._end(.completed) }
  }
}

extension Signal {
  @inlinable
  @inline(__always)
  public func _take(first count: Int, named name: StaticString) -> Signal {
    _lift(named: name) { core in { [take = _TakeFirstOfSignal(count, core)] in take._receive($0) } }
  }
}

extension SignalProducer {
  @inlinable
  public func _take(first count: Int, named name: StaticString) -> SignalProducer {
    lift(.take(first: count), named: name)
  }
}

extension StreamProtocol {
  /// Sends the first `count` values and completes with the last of them; see ``Operator/take(first:)``.
  ///
  /// - Parameter count: The number of values, not negative. If it is 0, the result completes immediately.
  @inlinable
  public func take(first count: Int) -> Self {
    count == 0 ? ._make(from: .empty) : _take(first: count, named: #function)
  }

  /// Sends the last `count` values when the source completes; see ``Operator/take(last:)``.
  @inlinable
  public func take(last count: Int) -> Self { _lift(.take(last: count)) }
}

// MARK: take(while:), take(until: predicate)

extension Operator where Input == Output, InputError == OutputError {
  /// Sends values while `shouldContinue` is true for them, and completes at the first value for which it is false.
  ///
  /// ```marble
  /// a = --1--2--3--1--|
  /// a.take(while: { $0 < 3 }) == --1--2--|
  /// ```
  ///
  /// That value is not sent. Ends earlier if the source ends earlier. The semantics are those of ReactiveSwift's
  /// `take(while:)`.
  @inlinable
  public static func take(while shouldContinue: @escaping (Input) -> Bool) -> Operator {
    Operator { downstream, _ in
      let isOver = _Cell(false)
      return Observer(
        value: { value in
          if isOver.value { return }
          if shouldContinue(value) { return downstream._value(value) }
          isOver.value = true
          downstream._end(.completed)
        },
        ended: { if !isOver.value { downstream._end($0) } })
    }
  }

  /// Sends values while `shouldContinue` is true for them, then the first value for which it is false, and completes.
  ///
  /// ```marble
  /// a = --1--2--3--1--|
  /// a.take(until: { $0 < 3 }) == --1--2--(3|)
  /// ```
  ///
  /// Ends earlier if the source ends earlier. The semantics are those of ReactiveSwift's `take(until:)` with a
  /// closure. The closure returns whether to continue, not whether to stop.
  @inlinable
  public static func take(until shouldContinue: @escaping (Input) -> Bool) -> Operator {
    Operator { downstream, _ in
      let isOver = _Cell(false)
      return Observer(
        value: { value in
          if isOver.value { return }
          let isLast = !shouldContinue(value)
          isOver.value = isLast
          downstream._value(value)
          if isLast { downstream._end(.completed) }
        },
        ended: { if !isOver.value { downstream._end($0) } })
    }
  }
}

extension StreamProtocol {
  /// Sends values while `shouldContinue` is true for them; see ``Operator/take(while:)``.
  @inlinable
  public func take(@PredicateBuilder while shouldContinue: @escaping (Value) -> Bool) -> Self {
    _lift(.take(while: shouldContinue))
  }

  /// Sends values up to and including the first for which `shouldContinue` is false; see ``Operator/take(until:)``.
  @inlinable
  public func take(@PredicateBuilder until shouldContinue: @escaping (Value) -> Bool) -> Self {
    _lift(.take(until: shouldContinue))
  }
}
