import MarbleLanguage
import Reactive

/// Two streams that a law compares, made with `==` in the closure of
/// ``forAll(_:inputs:limits:fileID:filePath:line:law:)``.
public struct Equation {
  /// The left and the right side, which are of the same kind.
  enum Sides {
    case streams(Producer, Producer)
    case sequences(ObservedSequence, ObservedSequence)
  }

  let sides: Sides

  /// Creates an equation of two streams.
  public init<Left: SignalProducerConvertible, Right: SignalProducerConvertible>(_ left: Left, _ right: Right)
  where Left.Value == Right.Value {
    let names = MarbleCoder([:])
    sides = .streams(left.producer.marbles(names), right.producer.marbles(names))
  }

  /// Creates an equation of two asynchronous sequences.
  public init<Left: AsyncSequence, Right: AsyncSequence>(_ left: Left, _ right: Right)
  where Left.Element == Right.Element {
    sides = .sequences(ObservedSequence(left), ObservedSequence(right))
  }
}

/// Returns the equation that two streams send the same events on the same ticks.
public func == <Left: SignalProducerConvertible, Right: SignalProducerConvertible>(
  left: Left, right: Right
) -> Equation where Left.Value == Right.Value {
  Equation(left, right)
}

/// Returns the equation that two asynchronous sequences have the same elements and ends on the same ticks.
public func == <Left: AsyncSequence, Right: AsyncSequence>(
  left: Left, right: Right
) -> Equation where Left.Element == Right.Element {
  Equation(left, right)
}
