// Operators that let one value through, and complete with it.

extension TerminalEvent {
  /// A completion without what was wanted: the failure that stands for it, if there is one.
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
  /// When the source completes without such a value, fails with `error`, or completes where that is `nil`; the marble
  /// language's error is `no value`. A failure and an interruption pass.
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

  /// Sends the value that comes after `index` others, and completes with it.
  ///
  /// ```marble
  /// a = --1--2--3--4--|
  /// a.element(at: 2) == --------(3|)
  /// a.element(at: 4) == --------------#[no value]
  /// ```
  ///
  /// When the source completes before, fails with `error`, or completes where that is `nil`; the marble language's
  /// error is `no value`. A failure and an interruption pass.
  ///
  /// - Parameter index: not negative.
  @inlinable
  public static func element(at index: Int, orFail error: OutputError? = nil) -> Operator {
    precondition(index >= 0, "element(at:) needs an index of at least 0")
    return Operator { downstream, _ in
      // How many values are to come before it; -1 when it has been sent.
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
  public func first(where isWanted: @escaping (Value) -> Bool, orFail error: Error? = nil) -> Self {
    _lift(.first(where: isWanted, orFail: error))
  }

  /// Sends the value that comes after `index` others, and completes; see ``Operator/element(at:orFail:)``.
  @inlinable
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
  /// When there is none, fails with `error`, or completes where that is `nil`; the marble language's error is
  /// `no value`. A failure and an interruption pass, without a value.
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
  /// When there is none, fails with `missing`; at the second value, fails with `several`. Where the error is `nil`,
  /// completes instead. The marble language's errors are `no value` and `more than one value`. A failure and an
  /// interruption pass, without a value.
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

  /// Sends the only value when the source completes, with one error for none and for several.
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
