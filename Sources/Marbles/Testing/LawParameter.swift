import MarbleLanguage
import Reactive

/// A parameter of a law that ``forAll(_:inputs:limits:fileID:filePath:line:law:)`` tries with many arguments.
///
///     .stream("ab")                        // a pipe of the strings a and b, as a producer
///     .stream(of: 0...9)                   // a pipe of integers
///     .stream(of: 0...9, failure: Never.self)  // a pipe that cannot fail
///     .cold(of: [true, false])             // a producer that starts again for each observer
///     .signal("ab")                        // a pipe, as a signal
///     .sequence("ab")                      // an asynchronous sequence
///     .integer(in: 1...5)                  // a number, such as an argument of an operator
///     .clock                               // the virtual clock of the run, for operators with a scheduler
///     .virtualClock                        // the virtual clock of the run, for asynchronous sequences
public struct LawParameter<Argument>: Sendable {
  let kind: LawParameterKind
  /// Returns the argument for a run.
  let argument: @Sendable (LawArguments) throws -> Argument
}

/// The kind of a parameter of a law in Swift.
enum LawParameterKind: Sendable {
  case stream(isCold: Bool, values: [Value], ends: [Event], isSequence: Bool = false)
  case integer([Int])
  case clock
  case virtualClock
}

/// The arguments of a law for one run, which are taken one after the other.
final class LawArguments: @unchecked Sendable {
  /// The run, which has either streams or asynchronous sequences.
  enum Harness {
    case streams(TestHarness, VirtualTimeScheduler)
    case sequences(SequenceHarness)
  }

  private let harness: Harness
  private var constants: ArraySlice<MarbleLanguage.Value>
  /// The indices of the streams of the run, in the order of the parameters.
  private var streams: ArraySlice<Int>

  init(_ harness: Harness, _ input: LawInput) {
    self.harness = harness
    constants = input.constants[...]
    streams = Array(input.streams.indices).ordered(for: input)[...]
  }

  func nextInteger() -> Int {
    if case .integer(let number)? = constants.popFirst() { Int(clamping: number) } else { 0 }
  }

  func nextStream<Value, Failure>() throws -> SignalProducer<Value, Failure> {
    guard case .streams(let harness, _) = harness, let index = streams.popFirst() else { throw RunError.mixedLaw }
    return harness.stream(index)
  }

  func nextSignal<Value, Failure>() throws -> Signal<Value, Failure> {
    // The run begins when everything observes the signal.
    let (signal, input) = Signal<Value, Failure>.pipe()
    try nextStream().start(input)
    return signal
  }

  func nextSequence<Element, Failure>() throws -> InputSequence<Element, Failure> {
    guard case .sequences(let harness) = harness, let index = streams.popFirst() else { throw RunError.mixedLaw }
    return harness.sequence(index)
  }

  func clock() throws -> VirtualTimeScheduler {
    guard case .streams(_, let clock) = harness else { throw RunError.mixedLaw }
    return clock
  }

  func virtualClock() throws -> VirtualClock {
    guard case .sequences(let harness) = harness else { throw RunError.mixedLaw }
    return VirtualClock(harness.time)
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
    .init(kind: .stream(values, failure, isCold: isCold)) { try $0.nextStream() }
  }
}

extension LawParameter {
  /// Returns a signal that sends strings, each of which is a character of `characters`.
  public static func signal(_ characters: String) -> LawParameter<Signal<String, Failure>>
  where Argument == Signal<String, Failure> {
    .signal(of: characters.map(String.init))
  }

  /// Returns a signal that sends some of the given values.
  ///
  /// - Parameter values: The values, the simplest first.
  public static func signal<Value: MarbleValue & Sendable>(
    of values: some Sequence<Value>
  ) -> LawParameter<Signal<Value, Failure>> where Argument == Signal<Value, Failure> {
    .signal(of: values, failure: Failure.self)
  }

  /// Returns a signal that sends some of the given values and has its own error type.
  public static func signal<Value: MarbleValue & Sendable, Failure: Error>(
    of values: some Sequence<Value>, failure: Failure.Type
  ) -> LawParameter<Signal<Value, Failure>> where Argument == Signal<Value, Failure> {
    .init(kind: .stream(values, failure, isCold: false)) { try $0.nextSignal() }
  }

  /// Returns an asynchronous sequence of strings, each of which is a character of `characters`.
  public static func sequence(_ characters: String) -> LawParameter<InputSequence<String, any Error>>
  where Argument == InputSequence<String, any Error> {
    .sequence(of: characters.map(String.init))
  }

  /// Returns an asynchronous sequence of some of the given values.
  ///
  /// - Parameter values: The values, the simplest first.
  public static func sequence<Value: MarbleValue & Sendable>(
    of values: some Sequence<Value>
  ) -> LawParameter<InputSequence<Value, any Error>> where Argument == InputSequence<Value, any Error> {
    .sequence(of: values, failure: (any Error).self)
  }

  /// Returns an asynchronous sequence of some of the given values, with its own error type.
  ///
  /// - Parameters:
  ///   - values: The values, the simplest first.
  ///   - failure: The error type, as in ``stream(of:failure:)``.
  public static func sequence<Value: MarbleValue & Sendable, Failure: Error>(
    of values: some Sequence<Value>, failure: Failure.Type
  ) -> LawParameter<InputSequence<Value, Failure>> where Argument == InputSequence<Value, Failure> {
    .init(kind: .stream(values, failure, isCold: false, isSequence: true)) { try $0.nextSequence() }
  }
}

extension LawParameterKind {
  fileprivate static func stream<Value: MarbleValue, Failure: Error>(
    _ values: some Sequence<Value>, _ failure: Failure.Type, isCold: Bool, isSequence: Bool = false
  ) -> LawParameterKind {
    var ends = [Event.completed] + MarbleCoder([:]).failures(of: failure).map(Event.failed)
    if !isSequence { ends.append(.interrupted) }
    return .stream(
      isCold: isCold, values: values.prefix(1_000).map(\.marble), ends: ends, isSequence: isSequence)
  }

  /// Whether the parameter needs a run of asynchronous sequences.
  var needsTasks: Bool {
    switch self {
    case .stream(_, _, _, let isSequence): isSequence
    case .virtualClock: true
    case .integer, .clock: false
    }
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
  public static var clock: LawParameter<VirtualTimeScheduler> { .init(kind: .clock) { try $0.clock() } }
}

extension LawParameter<VirtualClock> {
  /// The virtual clock of a run of asynchronous sequences.
  public static var virtualClock: LawParameter<VirtualClock> { .init(kind: .virtualClock) { try $0.virtualClock() } }
}
