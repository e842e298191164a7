// Operators that change the errors of a stream.

extension Operator where Input == Output {
  /// Transforms the error if the source fails.
  ///
  /// ```marble
  /// a = --1--#[out]
  /// a.mapError { $0 + " of stuff" } == --1--#[out of stuff]
  /// ```
  ///
  /// All other events are forwarded. The semantics are those of ReactiveSwift's `mapError`.
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

  /// Sends `value` and completes if the source fails.
  ///
  /// ```marble
  /// a = --1--#
  /// a.recover(with: 0) == --1--(0|)
  /// ```
  ///
  /// All other events are forwarded. The semantics are those of ReactiveKit's `recover(with:)`.
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

  /// Completes if the source fails.
  ///
  /// ```marble
  /// a = --1--#
  /// a.suppressError() == --1--|
  /// ```
  ///
  /// All other events are forwarded. The semantics are those of ReactiveKit's `suppressError`.
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
  /// Forwards all events, as a stream with an error type.
  ///
  /// Ends when the source ends. The semantics are those of ReactiveSwift's `promoteError`.
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
  /// Transforms the error if this signal fails; see ``Operator/mapError(_:)``.
  @inlinable
  public func mapError<Failure>(_ transform: @escaping (Error) -> Failure) -> Signal<Value, Failure> {
    lift(.mapError(transform))
  }

  /// Sends `value` and completes if this signal fails; see ``Operator/recover(with:)``.
  @inlinable
  @_disfavoredOverload
  public func recover(with value: Value) -> Signal<Value, Never> { lift(.recover(with: value)) }

  /// Completes if this signal fails; see ``Operator/suppressError()``.
  @inlinable
  @_disfavoredOverload
  public func suppressError() -> Signal<Value, Never> { lift(.suppressError()) }
}

extension Signal where Error == Never {
  /// Forwards all events of this signal, as a signal that may fail with a `Failure`.
  @inlinable
  public func promoteError<Failure>(_: Failure.Type = Failure.self) -> Signal<Value, Failure> { lift(.promoteError()) }
}

extension SignalProducer {
  /// Transforms the error if this producer fails; see ``Operator/mapError(_:)``.
  @inlinable
  public func mapError<Failure>(_ transform: @escaping (Error) -> Failure) -> SignalProducer<Value, Failure> {
    lift(.mapError(transform))
  }

  /// Sends `value` and completes if this producer fails; see ``Operator/recover(with:)``.
  @inlinable
  @_disfavoredOverload
  public func recover(with value: Value) -> SignalProducer<Value, Never> { lift(.recover(with: value)) }

  /// Completes if this producer fails; see ``Operator/suppressError()``.
  @inlinable
  @_disfavoredOverload
  public func suppressError() -> SignalProducer<Value, Never> { lift(.suppressError()) }
}

extension SignalProducer where Error == Never {
  /// Forwards all events of this producer, as a producer that may fail with a `Failure`.
  @inlinable
  public func promoteError<Failure>(_: Failure.Type = Failure.self) -> SignalProducer<Value, Failure> {
    lift(.promoteError())
  }
}
