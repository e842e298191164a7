// Operators that send one value and complete with it.

extension TerminalEvent {
  /// Returns the failure for a completion without the requested value, or the event itself if there is no error or it
  /// is not a completion.
  @inlinable
  func _missing(_ error: Error?) -> TerminalEvent {
    if case .completed = self, let error { .failed(error) } else { self }
  }
}

// MARK: first(where:), element(at:)

extension Operator where Input == Output, InputError == OutputError {
  /// Sends the first value for which `isWanted` is true, and completes with it.
  ///
  /// ```marble
  /// a = --1--2--3--4--|
  /// a.first(where: { $0 > 2 }) == --------(3|)
  /// a.first(where: { $0 > 4 }) == --------------#[no value]
  /// ```
  ///
  /// If the source completes without such a value, fails with `error`, or completes if `error` is `nil`. In the
  /// marble language the error is `no value`. Failures and interruptions are forwarded.
  @inlinable
  public static func first(
    where isWanted: @escaping (Input) -> Bool, orFail error: OutputError? = nil
  ) -> Operator {
    Operator { downstream, _ in
      let isOver = _Cell(false)
      return Observer(
        value: { value in
          guard !isOver.value, isWanted(value) else { return }
          isOver.value = true
          downstream._value(value)
          downstream._end(.completed)
        },
        ended: { if !isOver.value { downstream._end($0._missing(error)) } })
    }
  }

  /// Sends the value at a position, counted from 0, and completes with it.
  ///
  /// ```marble
  /// a = --1--2--3--4--|
  /// a.element(at: 2) == --------(3|)
  /// a.element(at: 4) == --------------#[no value]
  /// ```
  ///
  /// If the source completes before that value, fails with `error`, or completes if `error` is `nil`. In the marble
  /// language the error is `no value`. Failures and interruptions are forwarded.
  ///
  /// - Parameters:
  ///   - index: The position of the value, not negative.
  ///   - error: The error for a source that completes too early.
  @inlinable
  public static func element(at index: Int, orFail error: OutputError? = nil) -> Operator {
    precondition(index >= 0, "element(at:) needs an index of at least 0")
    return Operator { downstream, _ in
      // The number of values before the requested one, or -1 after it was sent.
      let left = _Cell(index)
      return Observer(
        value: { value in
          if left.value > 0 {
            left.value -= 1
          } else if left.value == 0 {
            left.value = -1
            downstream._value(value)
            downstream._end(.completed)
          }
        },
        ended: { if left.value >= 0 { downstream._end($0._missing(error)) } })
    }
  }
}

extension StreamProtocol {
  /// Sends the first value for which `isWanted` is true, and completes; see ``Operator/first(where:orFail:)``.
  @inlinable
  public func first(@PredicateBuilder where isWanted: @escaping (Value) -> Bool, orFail error: Error? = nil) -> Self {
    _lift(.first(where: isWanted, orFail: error))
  }

  /// Sends the value at a position, counted from 0, and completes; see ``Operator/element(at:orFail:)``.
  @inlinable
  @_disfavoredOverload
  public func element(at index: Int, orFail error: Error? = nil) -> Self {
    _lift(.element(at: index, orFail: error))
  }
}

// MARK: last, single

extension Operator where Input == Output, InputError == OutputError {
  /// Sends the last value when the source completes.
  ///
  /// ```marble
  /// a = --1--2--3--|
  /// b = -----------|
  /// a.last() == -----------(3|)
  /// b.last() == -----------#[no value]
  /// ```
  ///
  /// If there is no value, fails with `error`, or completes if `error` is `nil`. In the marble language the error is
  /// `no value`. Failures and interruptions are forwarded without a value.
  @inlinable
  public static func last(orFail error: OutputError?) -> Operator {
    Operator { downstream, _ in
      let last = _Cell<Input?>(nil)
      return Observer(
        value: { last.value = .some($0) },
        ended: { end in
          guard case .completed = end, let value = last.value else { return downstream._end(end._missing(error)) }
          downstream._value(value)
          downstream._end(.completed)
        })
    }
  }

  /// Sends the only value when the source completes.
  ///
  /// ```marble
  /// a = --1-----|
  /// b = --------|
  /// c = --1--2--|
  /// a.single() == --------(1|)
  /// b.single() == --------#[no value]
  /// c.single() == -----#[more than one value]
  /// ```
  ///
  /// If there is no value, fails with `missing`. At the second value, fails with `several`. If the error is `nil`,
  /// completes instead. In the marble language the errors are `no value` and `more than one value`. Failures and
  /// interruptions are forwarded without a value.
  @inlinable
  public static func single(orFail missing: OutputError?, ifSeveral several: OutputError?) -> Operator {
    Operator { downstream, _ in
      let only = _Cell<Input?>(nil)
      let isOver = _Cell(false)
      return Observer(
        value: { value in
          if isOver.value { return }
          if only.value == nil {
            only.value = .some(value)
          } else {
            isOver.value = true
            downstream._end(TerminalEvent.completed._missing(several))
          }
        },
        ended: { end in
          if isOver.value { return }
          guard case .completed = end, let value = only.value else { return downstream._end(end._missing(missing)) }
          downstream._value(value)
          downstream._end(.completed)
        })
    }
  }
}

extension StreamProtocol {
  /// Sends the last value when the source completes; see ``Operator/last(orFail:)``.
  @inlinable
  public func last(orFail error: Error?) -> Self { _lift(.last(orFail: error)) }

  /// Sends the only value when the source completes, or fails with the same error for no value and several values.
  ///
  /// See ``Operator/single(orFail:ifSeveral:)``.
  @inlinable
  public func single(orFail error: Error?) -> Self { single(orFail: error, ifSeveral: error) }

  /// Sends the only value when the source completes; see ``Operator/single(orFail:ifSeveral:)``.
  @inlinable
  public func single(orFail missing: Error?, ifSeveral several: Error?) -> Self {
    _lift(.single(orFail: missing, ifSeveral: several))
  }
}
