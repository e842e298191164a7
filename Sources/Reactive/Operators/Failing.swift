// Operators that deal with failures.

extension Operator where Input == Output, InputError == Never {
  /// Sends what the source sends, as a stream that might fail.
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

extension Signal where Error == Never {
  /// Sends what this signal sends, as a signal that might fail with a `Failure`.
  @inlinable
  public func promoteError<Failure>(_: Failure.Type = Failure.self) -> Signal<Value, Failure> { lift(.promoteError()) }
}

extension SignalProducer where Error == Never {
  /// Sends what this producer sends, as a producer that might fail with a `Failure`.
  @inlinable
  public func promoteError<Failure>(_: Failure.Type = Failure.self) -> SignalProducer<Value, Failure> {
    lift(.promoteError())
  }
}
