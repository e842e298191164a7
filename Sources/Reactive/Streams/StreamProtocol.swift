/// A signal or a producer.
///
/// The extensions of this protocol contain the operators that return a stream of the same type.
///
/// Operators that change the type of the values or errors are declared by both ``Signal`` and ``SignalProducer``,
/// because a Swift protocol cannot express "the same kind of stream with another type of values".
public protocol StreamProtocol<Value, Error>: SignalProducerConvertible {
  /// Applies an operator with a name to this stream.
  func _lift(_ operator: Operator<Value, Error, Value, Error>, named name: StaticString) -> Self

  /// Returns the producer itself, or a signal that starts it once.
  static func _make(from producer: SignalProducer<Value, Error>) -> Self

  // The operators that a signal implements in its own way. An overload for signals would be simpler, but a chain with
  // two kinds of overloaded operators takes the compiler a hundred times as long to check.

  func _filter(_ isIncluded: @escaping (Value) -> Bool, named name: StaticString) -> Self
  func _take(first count: Int, named name: StaticString) -> Self
}

extension StreamProtocol {
  /// Applies an operator to this stream, with the name of the calling function.
  @inlinable
  func _lift(_ operator: Operator<Value, Error, Value, Error>, as name: StaticString = #function) -> Self {
    _lift(`operator`, named: name)
  }

  /// Applies an operator of producers to this stream, with the name of the calling function.
  @inlinable
  func _lift(
    as name: StaticString = #function,
    _ transform: (_ source: SignalProducer<Value, Error>) -> SignalProducer<Value, Error>
  ) -> Self {
    let source = producer
    return ._make(from: transform(source._unnamed)._named(after: source, by: name))
  }
}

extension Signal: StreamProtocol {
  @inlinable
  public func _lift(_ operator: Operator<Value, Error, Value, Error>, named name: StaticString) -> Signal {
    lift(`operator`, named: name)
  }

  @inlinable
  public static func _make(from producer: SignalProducer<Value, Error>) -> Signal { producer._started() }
}

extension SignalProducer: StreamProtocol {
  @inlinable
  public func _lift(_ operator: Operator<Value, Error, Value, Error>, named name: StaticString) -> SignalProducer {
    lift(`operator`, named: name)
  }

  @inlinable
  public static func _make(from producer: SignalProducer<Value, Error>) -> SignalProducer { producer }
}
