// Operators that change what a stream may fail with.

extension Operator where Input == Output {
  /// Sends what the source sends; an error becomes what `transform` makes of it.
  ///
  /// ```marble
  /// a = --1--#[out]
  /// a.mapError { $0 + " of stuff" } == --1--#[out of stuff]
  /// ```
  ///
  /// As ReactiveSwift's `mapError`.
  @inlinable
  public static func mapError(_ transform: @escaping (InputError) -> OutputError) -> Operator {
    Operator { downstream, _ in
      Observer(
        value: downstream._value,
        ended: { end in
          switch end {
          case .failed(let error): downstream._end(.failed(transform(error)))
          case .completed: downstream._end(.completed)
          case .interrupted: downstream._end(.interrupted)
          }
        })
    }
  }

  /// Sends what the source sends; a failure becomes `value` and the completion.
  ///
  /// ```marble
  /// a = --1--#
  /// a.recover(with: 0) == --1--(0|)
  /// ```
  ///
  /// As ReactiveKit's `recover(with:)`.
  @inlinable
  public static func recover(with value: Input) -> Operator {
    Operator { downstream, _ in
      Observer(
        value: downstream._value,
        ended: { end in
          switch end {
          case .failed:
            downstream._value(value)
            downstream._end(.completed)
          case .completed: downstream._end(.completed)
          case .interrupted: downstream._end(.interrupted)
          }
        })
    }
  }

  /// Sends what the source sends; a failure becomes the completion.
  ///
  /// ```marble
  /// a = --1--#
  /// a.suppressError() == --1--|
  /// ```
  ///
  /// As ReactiveKit's `suppressError`.
  @inlinable
  public static func suppressError() -> Operator {
    Operator { downstream, _ in
      Observer(
        value: downstream._value,
        ended: { end in
          switch end {
          case .failed, .completed: downstream._end(.completed)
          case .interrupted: downstream._end(.interrupted)
          }
        })
    }
  }
}

extension Operator where Input == Output, InputError == Never {
  /// Sends what the source sends, as a stream that might fail.
  ///
  /// It ends as the source ends. As ReactiveSwift's `promoteError`.
  @inlinable
  public static func promoteError() -> Operator {
    Operator { downstream, _ in
      Observer(
        value: downstream._value,
        ended: { end in
          switch end {
          case .completed: downstream._end(.completed)
          case .interrupted: downstream._end(.interrupted)
          }
        })
    }
  }
}

extension Signal {
  /// Sends what this signal sends, with another error; see ``Operator/mapError(_:)``.
  @inlinable
  public func mapError<Failure>(_ transform: @escaping (Error) -> Failure) -> Signal<Value, Failure> {
    lift(.mapError(transform))
  }

  /// Sends what this signal sends; a failure becomes `value` and the completion; see ``Operator/recover(with:)``.
  @inlinable
  public func recover(with value: Value) -> Signal<Value, Never> { lift(.recover(with: value)) }

  /// Sends what this signal sends; a failure becomes the completion; see ``Operator/suppressError()``.
  @inlinable
  public func suppressError() -> Signal<Value, Never> { lift(.suppressError()) }
}

extension Signal where Error == Never {
  /// Sends what this signal sends, as a signal that might fail with a `Failure`.
  @inlinable
  public func promoteError<Failure>(_: Failure.Type = Failure.self) -> Signal<Value, Failure> { lift(.promoteError()) }
}

extension SignalProducer {
  /// Sends what this producer sends, with another error; see ``Operator/mapError(_:)``.
  @inlinable
  public func mapError<Failure>(_ transform: @escaping (Error) -> Failure) -> SignalProducer<Value, Failure> {
    lift(.mapError(transform))
  }

  /// Sends what this producer sends; a failure becomes `value` and the completion; see ``Operator/recover(with:)``.
  @inlinable
  public func recover(with value: Value) -> SignalProducer<Value, Never> { lift(.recover(with: value)) }

  /// Sends what this producer sends; a failure becomes the completion; see ``Operator/suppressError()``.
  @inlinable
  public func suppressError() -> SignalProducer<Value, Never> { lift(.suppressError()) }
}

extension SignalProducer where Error == Never {
  /// Sends what this producer sends, as a producer that might fail with a `Failure`.
  @inlinable
  public func promoteError<Failure>(_: Failure.Type = Failure.self) -> SignalProducer<Value, Failure> {
    lift(.promoteError())
  }
}
