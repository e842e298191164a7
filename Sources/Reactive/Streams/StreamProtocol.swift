/// A signal or a producer: the operators whose result is a stream of the same type.
///
/// An operator whose result sends other values, or fails with other errors, is declared by ``Signal`` and by
/// ``SignalProducer``: a protocol of Swift cannot name the same kind of stream with another type of values.
public protocol StreamProtocol<Value, Error>: SignalProducerConvertible {
  /// Applies an operator to this stream.
  func _lift(_ operator: Operator<Value, Error, Value, Error>) -> Self

  /// The stream that a producer makes: the producer itself, or the signal of one start.
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
