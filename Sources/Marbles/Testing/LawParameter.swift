import MarbleLanguage
import Reactive

/// A parameter of a law that ``forAll(_:inputs:limits:fileID:line:law:)`` tries with many arguments.
///
///     .stream("ab")                        // a pipe of the strings a and b
///     .stream(of: 0...9)                   // a pipe of integers
///     .stream(of: 0...9, failure: Never.self)  // a pipe that cannot fail
///     .cold(of: [true, false])             // a producer that starts again for each observer
///     .integer(in: 1...5)                  // a number, such as an argument of an operator
///     .clock                               // the virtual clock of the run, for operators with a scheduler
public struct LawParameter<Argument>: Sendable {
  let kind: LawParameterKind
  /// Returns the argument for a run.
  let argument: @Sendable (LawArguments) -> Argument
}

/// The kind of a parameter of a law in Swift.
enum LawParameterKind: Sendable {
  case stream(isCold: Bool, values: [Value], ends: [Event])
  case integer([Int])
  case clock
}

/// The arguments of a law for one run, which are taken one after the other.
final class LawArguments: @unchecked Sendable {
  let harness: TestHarness
  let clock: VirtualTimeScheduler
  private var integers: ArraySlice<Int>
  private var streamCount = 0

  init(_ harness: TestHarness, _ clock: VirtualTimeScheduler, integers: [Int]) {
    self.harness = harness
    self.clock = clock
    self.integers = integers[...]
  }

  func nextInteger() -> Int { integers.popFirst() ?? 0 }

  func nextStream<Value, Failure>() -> SignalProducer<Value, Failure> {
    defer { streamCount += 1 }
    return harness.stream(streamCount)
  }
}

extension LawParameter {
  /// Returns a stream that is a pipe and sends strings, each of which is a character of `characters`.
  public static func stream(_ characters: String) -> LawParameter<SignalProducer<String, Failure>>
  where Argument == SignalProducer<String, Failure> {
    .stream(of: characters.map(String.init))
  }

  /// Returns a stream that is a pipe and sends some of the given values.
  ///
  /// - Parameter values: The values, the simplest first.
  public static func stream<Value: MarbleValue & Sendable>(
    of values: some Sequence<Value>
  ) -> LawParameter<SignalProducer<Value, Failure>> where Argument == SignalProducer<Value, Failure> {
    make(values, Failure.self, isCold: false)
  }

  /// Returns a stream that is a pipe, sends some of the given values, and has its own error type.
  ///
  /// - Parameters:
  ///   - values: The values, the simplest first.
  ///   - failure: The error type of the stream. If it is `CaseIterable`, the stream fails with its cases. If it is
  ///     `Never`, the stream does not fail.
  public static func stream<Value: MarbleValue & Sendable, Failure: Error>(
    of values: some Sequence<Value>, failure: Failure.Type
  ) -> LawParameter<SignalProducer<Value, Failure>> where Argument == SignalProducer<Value, Failure> {
    make(values, failure, isCold: false)
  }

  /// Returns a stream that is a producer and sends some of the given values, from its beginning for each observer.
  public static func cold<Value: MarbleValue & Sendable>(
    of values: some Sequence<Value>
  ) -> LawParameter<SignalProducer<Value, Failure>> where Argument == SignalProducer<Value, Failure> {
    make(values, Failure.self, isCold: true)
  }

  /// Returns a stream that is a producer, sends some of the given values from its beginning for each observer, and has
  /// its own error type.
  public static func cold<Value: MarbleValue & Sendable, Failure: Error>(
    of values: some Sequence<Value>, failure: Failure.Type
  ) -> LawParameter<SignalProducer<Value, Failure>> where Argument == SignalProducer<Value, Failure> {
    make(values, failure, isCold: true)
  }

  private static func make<Value: MarbleValue & Sendable, Failure: Error>(
    _ values: some Sequence<Value>, _ failure: Failure.Type, isCold: Bool
  ) -> LawParameter<SignalProducer<Value, Failure>> {
    let failures = MarbleCoder([:]).failures(of: failure).map(Event.failed)
    let kind = LawParameterKind.stream(
      isCold: isCold, values: values.prefix(1_000).map(\.marble), ends: [.completed] + failures + [.interrupted])
    return .init(kind: kind) { $0.nextStream() }
  }
}

extension LawParameter<Int> {
  /// Returns a number in a range.
  public static func integer(in range: ClosedRange<Int>) -> LawParameter<Int> {
    .init(kind: .integer(Array(range.prefix(1_000)))) { $0.nextInteger() }
  }
}

extension LawParameter<VirtualTimeScheduler> {
  /// The virtual clock of a run, for operators that need a scheduler.
  public static var clock: LawParameter<VirtualTimeScheduler> { .init(kind: .clock) { $0.clock } }
}

/// Two streams that a law compares, made with `==` in the closure of
/// ``forAll(_:inputs:limits:fileID:line:law:)``.
public struct Equation {
  let left: Producer
  let right: Producer

  /// Creates an equation of two streams.
  public init<Left: SignalProducerConvertible, Right: SignalProducerConvertible>(_ left: Left, _ right: Right)
  where Left.Value == Right.Value {
    let names = MarbleCoder([:])
    self.left = left.producer.marbles(names)
    self.right = right.producer.marbles(names)
  }
}

/// Returns the equation that two streams send the same events on the same ticks.
public func == <Left: SignalProducerConvertible, Right: SignalProducerConvertible>(
  left: Left, right: Right
) -> Equation where Left.Value == Right.Value {
  Equation(left, right)
}
