/// A signal or a producer.
///
/// The extensions of this protocol contain the operators that return a stream of the same type.
///
/// Operators that change the type of the values or errors are declared by both ``Signal`` and ``SignalProducer``,
/// because a Swift protocol cannot express "the same kind of stream with another type of values".
public protocol StreamProtocol<Value, Error>: SignalProducerConvertible {
  /// Applies an operator to this stream.
  func _lift(_ operator: Operator<Value, Error, Value, Error>) -> Self

  /// Returns the producer itself, or a signal that starts it once.
  static func _make(from producer: SignalProducer<Value, Error>) -> Self
}

extension StreamProtocol {
  /// Applies an operator of producers to this stream.
  @inlinable
  func _lift(_ transform: (_ source: SignalProducer<Value, Error>) -> SignalProducer<Value, Error>) -> Self {
    ._make(from: transform(producer))
  }
}

extension Signal: StreamProtocol {
  @inlinable
  public func _lift(_ operator: Operator<Value, Error, Value, Error>) -> Signal { lift(`operator`) }

  @inlinable
  public static func _make(from producer: SignalProducer<Value, Error>) -> Signal { producer._started() }
}

extension SignalProducer: StreamProtocol {
  @inlinable
  public func _lift(_ operator: Operator<Value, Error, Value, Error>) -> SignalProducer { lift(`operator`) }

  @inlinable
  public static func _make(from producer: SignalProducer<Value, Error>) -> SignalProducer { producer }
}
