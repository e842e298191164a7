import Reactive
import Testing

/// An operator as the shared suites apply it: to a producer and to a signal, with its output converted to words.
///
/// Its source is lane a. The environment provides a second stream, lane b, and a scheduler.
struct TestedOperator: @unchecked Sendable, CustomTestStringConvertible {
  typealias Numbers = SignalProducer<Int, Boom>
  typealias Hot = Signal<Int, Boom>

  /// The declaration, such as `take(first:)`.
  ///
  /// Text after a comma distinguishes several uses.
  let name: String
  /// Other declarations that are equivalent.
  var alsoCovers: [String] = []
  let cold: (Numbers, OperatorEnvironment) -> SignalProducer<String, Boom>
  let hot: ((Hot, OperatorEnvironment) -> Signal<String, Boom>)?
  let ends: Terminations
  /// Whether it sends events later, on the scheduler.
  var isTimed = false
  /// Whether it starts its source later, several times, or possibly never.
  var startsByItself = false
  /// The events it sends when it is disposed.
  var interruption = ["!"]
  /// Whether a value sent during an event has another result than a value sent after it.
  var dependsOnNesting = false
  let model: Prediction?
  /// The set-up for several observers.
  ///
  /// Only faulty operators define it.
  var observed: ((OperatorEnvironment) -> ObservedOperator)?

  init<Value, Failure, HotValue, HotFailure>(
    _ name: String, ends: Terminations = "|X!", interruption: [String] = ["!"], alsoCovers: [String] = [],
    isTimed: Bool = false, startsByItself: Bool = false, dependsOnNesting: Bool = false,
    _ cold: @escaping (Numbers, OperatorEnvironment) -> SignalProducer<Value, Failure>,
    _ hot: @escaping (Hot, OperatorEnvironment) -> Signal<HotValue, HotFailure>,
    model: Prediction? = nil
  ) {
    self.name = name
    self.ends = ends
    self.alsoCovers = alsoCovers
    self.interruption = interruption
    self.isTimed = isTimed
    self.startsByItself = startsByItself
    self.dependsOnNesting = dependsOnNesting
    self.cold = { cold($0, $1).lift($1.wording()) }
    self.hot = { hot($0, $1).lift($1.wording()) }
    self.model = model
  }

  /// Creates a test of an operator that only producers have.
  init<Value, Failure>(
    producersOnly name: String, ends: Terminations = "|X!", alsoCovers: [String] = [], isTimed: Bool = false,
    startsByItself: Bool = false,
    _ cold: @escaping (Numbers, OperatorEnvironment) -> SignalProducer<Value, Failure>,
    model: Prediction? = nil
  ) {
    self.name = name
    self.ends = ends
    self.alsoCovers = alsoCovers
    self.isTimed = isTimed
    self.startsByItself = startsByItself
    self.cold = { cold($0, $1).lift($1.wording()) }
    hot = nil
    self.model = model
  }

  var testDescription: String { name }

  /// The declarations that this test covers.
  var covers: [String] { [name.prefix { $0 != "," }.description] + alsoCovers }

  var modes: [OperatorRun.Mode] { hot == nil ? [.cold, .producer] : OperatorRun.Mode.allCases }
}

// MARK: - Expectations

/// The end of the result when lane a completes, fails or is interrupted while lane b continues.
///
/// The three characters are the signs of events, `.` if the result continues, or `*` if it depends on earlier events.
struct Terminations: ExpressibleByStringLiteral {
  private let signs: [Character]

  init(stringLiteral signs: String) {
    self.signs = Array(signs)
  }

  subscript(end: TerminalEvent<Boom>) -> Character {
    switch end {
    case .completed: signs[0]
    case .failed: signs[1]
    case .interrupted: signs[2]
    }
  }
}

/// An event on one of the lanes.
struct Step: CustomStringConvertible {
  enum Lane { case a, b }

  let lane: Lane
  let event: Event<Int, Boom>

  static func a(_ value: Int) -> Step { Step(lane: .a, event: .value(value)) }
  static func b(_ value: Int) -> Step { Step(lane: .b, event: .value(value)) }
  static func a(_ end: TerminalEvent<Boom>) -> Step { Step(lane: .a, event: Event(end)) }
  static func b(_ end: TerminalEvent<Boom>) -> Step { Step(lane: .b, event: Event(end)) }

  var description: String { "\(lane)\(word(event))" }
}

/// A simple model that returns the output for a script, as words.
struct Prediction: @unchecked Sendable {
  let predict: ([Step]) -> [String]

  /// Returns a model that only considers lane a: its values so far and its terminal event, if any.
  static func of<Value>(
    _ predict: @escaping (_ values: [Int], _ end: TerminalEvent<Boom>?) -> ([Value], TerminalEvent<Boom>?)
  ) -> Prediction {
    Prediction { script in
      let events = script.filter { $0.lane == .a }.map(\.event)
      let (values, end) = predict(events.compactMap(\.value), events.lazy.compactMap(\.terminal).first)
      return words(values, end)
    }
  }

  /// A model of operators that pass everything on unchanged.
  static let same = of { values, end in (values, end) }

  /// Returns a model that processes the events of both lanes one by one, until it sends a terminal event.
  static func stepping<State>(
    _ initial: State, _ step: @escaping (inout State, Step, (Event<String, Boom>) -> Void) -> Void
  ) -> Prediction {
    Prediction { script in
      var state = initial
      var predicted: [String] = []
      var isOver = false
      for event in script where !isOver {
        step(&state, event) { event in
          if !isOver { predicted.append(word(event)) }
          isOver = isOver || event.isTerminating
        }
      }
      return predicted
    }
  }
}

/// Returns values and an optional terminal event as words.
func words(_ values: some Sequence, _ end: TerminalEvent<Boom>?) -> [String] {
  values.map { word(Event<Any, Boom>.value($0)) } + (end.map { [word(Event<Int, Boom>($0))] } ?? [])
}

// MARK: - Environment

/// The environment of a tested operator: a scheduler, other streams, and a log of its direct output.
final class OperatorEnvironment {
  let scheduler = VirtualTimeScheduler()
  private let lane = Signal<Int, Boom>.pipe()
  private let third = Signal<Int, Boom>.pipe()
  private let token = Lifetime.Token()
  private let log = Log()

  private final class Log {
    var words: [String] = []
  }

  /// The second stream.
  var side: Signal<Int, Boom> { lane.output }
  var sideInput: Observer<Int, Boom> { lane.input }

  /// A third stream, which sends 9 and completes when everything is set up.
  var nine: Signal<Int, Boom> { third.output }

  /// The lifetime of the environment.
  var lifetime: Lifetime { Lifetime(token) }

  /// Starts the third stream.
  ///
  /// Called when everything is set up.
  func begin() {
    third.input.send(value: 9)
    third.input.sendCompleted()
  }

  func ticks(_ count: Int) -> Duration { scheduler.ticks(count) }

  /// The output of the operator, including invalid events that the core did not deliver.
  var sent: [String] { log.words }

  /// Returns an operator that converts values to words and logs all events.
  func wording<Value, Failure>() -> Operator<Value, Failure, String, Boom> {
    Operator { [log] downstream, _ in
      Observer { event in
        log.words.append(word(event))
        switch event {
        case .value: downstream.send(value: word(event))
        case .failed: downstream.send(error: Boom())
        case .completed: downstream.sendCompleted()
        case .interrupted: downstream.sendInterrupted()
        }
      }
    }
  }
}

/// An operator that is set up: its input, and a function that observes its output.
struct ObservedOperator {
  let input: Observer<Int, Boom>
  let observe: (Observer<String, Boom>) -> any Disposable
}
