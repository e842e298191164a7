import MarbleLanguage
import Reactive

/// Two streams that a law compares with `==`, or a stream and a pattern that it must match, in the closure of
/// ``forAll(_:inputs:limits:fileID:filePath:line:law:)``.
public struct Equation {
  /// A stream, or an asynchronous sequence.
  enum Side {
    case stream(Producer)
    case sequence(ObservedSequence)
  }

  enum Expectation {
    case side(Side)
    case pattern(TimelinePattern)
  }

  let left: Side
  let right: Expectation

  /// Creates an equation of two streams.
  public init<Left: SignalProducerConvertible, Right: SignalProducerConvertible>(_ left: Left, _ right: Right)
  where Left.Value == Right.Value {
    self.init(left: Side(left), right: .side(Side(right)))
  }

  /// Creates an equation of two asynchronous sequences.
  public init<Left: AsyncSequence, Right: AsyncSequence>(_ left: Left, _ right: Right)
  where Left.Element == Right.Element {
    self.init(left: .sequence(ObservedSequence(left)), right: .side(.sequence(ObservedSequence(right))))
  }

  fileprivate init(left: Side, right: Expectation) {
    self.left = left
    self.right = right
  }
}

extension Equation.Side {
  fileprivate init(_ stream: some SignalProducerConvertible) {
    self = .stream(stream.producer.marbles(MarbleCoder([:])))
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

extension SignalProducerConvertible {
  /// Returns the law that the stream matches a pattern for all inputs.
  public func matches(_ pattern: String) -> Equation {
    Equation(left: Equation.Side(self), right: .pattern(TimelinePattern(stringLiteral: pattern)))
  }
}

extension AsyncSequence {
  /// Returns the law that the sequence matches a pattern for all inputs.
  public func matches(_ pattern: String) -> Equation {
    Equation(left: .sequence(ObservedSequence(self)), right: .pattern(TimelinePattern(stringLiteral: pattern)))
  }
}
