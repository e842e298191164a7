// Operators that let some values through.

// MARK: filter

extension Operator where Input == Output, InputError == OutputError {
  /// Sends the values for which `isIncluded` is true.
  ///
  /// ```marble
  /// a = --1--2--3--4--|
  /// a.filter { $0 % 2 == 0 } == -----2-----4--|
  /// ```
  ///
  /// Ends with the source. As ReactiveSwift's `filter`.
  @inlinable
  public static func filter(_ isIncluded: @escaping (Input) -> Bool) -> Operator {
    Operator { downstream, _ in
      downstream.handling { if isIncluded($0) { downstream._value($0) } }
    }
  }

  /// Sends the first `count` values, and completes with the last of them.
  ///
  /// ```marble
  /// a = --1--2--3--4--|
  /// a.take(first: 2) == --1--(2|)
  /// ```
  ///
  /// Ends with the source, if that ends before. Completes at once when `count` is 0. Otherwise as ReactiveSwift's
  /// `take(first:)`.
  ///
  /// - Parameter count: at least 1; ``Signal/take(first:)`` and ``SignalProducer/take(first:)`` see to 0.
  @inlinable
  public static func take(first count: Int) -> Operator {
    precondition(count > 0, "take(first:) needs a count of at least 1")
    return Operator { downstream, _ in
      let left = _Cell(count)
      return downstream.handling { value in
        guard left.value > 0 else { return }
        left.value -= 1
        let isLast = left.value == 0
        downstream._value(value)
        if isLast { downstream._end(.completed) }
      }
    }
  }
}

extension Signal {
  /// Sends the values for which `isIncluded` is true; see ``Operator/filter(_:)``.
  @inlinable
  public func filter(_ isIncluded: @escaping (Value) -> Bool) -> Signal { lift(.filter(isIncluded)) }

  /// Sends the first `count` values, and completes with the last of them; see ``Operator/take(first:)``.
  ///
  /// - Parameter count: not negative; of 0 values comes a signal that has completed.
  @inlinable
  public func take(first count: Int) -> Signal { count == 0 ? .empty : lift(.take(first: count)) }
}

extension SignalProducer {
  /// Sends the values for which `isIncluded` is true; see ``Operator/filter(_:)``.
  @inlinable
  public func filter(_ isIncluded: @escaping (Value) -> Bool) -> SignalProducer { lift(.filter(isIncluded)) }

  /// Sends the first `count` values, and completes with the last of them; see ``Operator/take(first:)``.
  ///
  /// - Parameter count: not negative; with 0 the source is not started.
  @inlinable
  public func take(first count: Int) -> SignalProducer { count == 0 ? .empty : lift(.take(first: count)) }
}

// MARK: take(until:)

extension SignalProducer {
  /// Sends what the source sends until `trigger` sends a value or completes, and completes then.
  ///
  /// ```marble
  /// a = --1--2--3--4--|
  /// t = -------x|
  /// a.take(until: t) == --1--2-|
  /// ```
  ///
  /// The trigger is started first. When it fails, the result fails; that it is interrupted means nothing. As
  /// ReactiveSwift's `take(until:)`, whose triggers cannot fail.
  @inlinable
  public func take<T>(until trigger: SignalProducer<T, Error>) -> SignalProducer {
    ._joining { run, downstream in
      trigger._begin(
        in: run,
        value: { _ in downstream._end(.completed) },
        ended: { end in
          if case .interrupted = end { return }
          downstream._end(end)
        })
      guard run._isLive else { return }
      self._begin(in: run, value: downstream._value, ended: downstream._end)
    }
  }
}

extension Signal {
  /// Sends what the source sends until `trigger` sends a value or completes; see ``SignalProducer/take(until:)``.
  @inlinable
  public func take<T>(until trigger: Signal<T, Error>) -> Signal {
    lift { $0.take(until: trigger.producer) }
  }
}
