import Reactive
import Testing

/// One operator as the shared suites apply it: to a producer and to a signal, whatever comes out made into words.
///
/// Its source is lane a; a second stream, lane b, and a scheduler are on the bench.
struct TestedOperator: @unchecked Sendable, CustomTestStringConvertible {
  typealias Numbers = SignalProducer<Int, Boom>
  typealias Hot = Signal<Int, Boom>

  /// As it is declared, such as `take(first:)`; behind a comma may stand which use of it this is.
  let name: String
  /// What other declarations come to the same.
  var alsoCovers: [String] = []
  let cold: (Numbers, OperatorEnvironment) -> SignalProducer<String, Boom>
  let hot: ((Hot, OperatorEnvironment) -> Signal<String, Boom>)?
  let ends: Terminations
  /// Whether it hands on what it hears later, on the scheduler.
  var isTimed = false
  /// Whether it starts its source later, more than once, or perhaps never.
  var startsByItself = false
  /// What it sends when it is disposed.
  var interruption = ["!"]
  /// Whether it takes a value from inside an event otherwise than one that comes after it.
  var dependsOnNesting = false
  let model: Prediction?
  /// How it is set up for several observers; by hand only for what is faulty.
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

  /// An operator of producers only.
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

  /// The declarations of which it is an example.
  var covers: [String] { [name.prefix { $0 != "," }.description] + alsoCovers }

  var modes: [OperatorRun.Mode] { hot == nil ? [.cold, .producer] : OperatorRun.Mode.allCases }
}

// MARK: - What is expected

/// How the result ends when lane a completes, fails, is interrupted while lane b goes on: three signs of an event, `.`
/// where it goes on, `*` where that depends on what came before.
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

/// One event of one of the lanes.
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

/// Says of a script what comes out, in words, as naively as can be.
struct Prediction: @unchecked Sendable {
  let tell: ([Step]) -> [String]

  /// A model that looks at lane a only: at the values up to now and at the end, if it has come.
  static func of<Value>(
    _ tell: @escaping (_ values: [Int], _ end: TerminalEvent<Boom>?) -> ([Value], TerminalEvent<Boom>?)
  ) -> Prediction {
    Prediction { script in
      let events = script.filter { $0.lane == .a }.map(\.event)
      let (values, end) = tell(events.compactMap(\.value), events.lazy.compactMap(\.terminal).first)
      return words(values, end)
    }
  }

  /// A model of what passes everything on as it is.
  static let same = of { values, end in (values, end) }

  /// A model that is stepped through the events of both lanes, until it has said an end.
  static func stepping<State>(
    _ initial: State, _ step: @escaping (inout State, Step, (Event<String, Boom>) -> Void) -> Void
  ) -> Prediction {
    Prediction { script in
      var state = initial
      var told: [String] = []
      var isOver = false
      for event in script where !isOver {
        step(&state, event) { event in
          if !isOver { told.append(word(event)) }
          isOver = isOver || event.isTerminating
        }
      }
      return told
    }
  }
}

/// Values and perhaps an end, as words.
func words(_ values: some Sequence, _ end: TerminalEvent<Boom>?) -> [String] {
  values.map { word(Event<Any, Boom>.value($0)) } + (end.map { [word(Event<Int, Boom>($0))] } ?? [])
}

// MARK: - What an operator needs

/// What a specimen needs besides its source, and what was seen right behind it.
final class OperatorEnvironment {
  let scheduler = VirtualTimeScheduler()
  private let lane = Signal<Int, Boom>.pipe()
  private let third = Signal<Int, Boom>.pipe()
  private let log = Log()

  private final class Log {
    var words: [String] = []
  }

  /// The second stream.
  var side: Signal<Int, Boom> { lane.output }
  var sideInput: Observer<Int, Boom> { lane.input }

  /// A third stream, which sends 9 when everything has been set up, and completes.
  var nine: Signal<Int, Boom> { third.output }

  /// Everything has been set up.
  func begin() {
    third.input.send(value: 9)
    third.input.sendCompleted()
  }

  func ticks(_ count: Int) -> Duration { scheduler.ticks(count) }

  /// What the operator sent, also what the core kept from the observer because it should not have been sent.
  var sent: [String] { log.words }

  /// Makes words of what comes, and notes them.
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

/// A specimen that is set up: where events go in, and how what comes out is observed.
struct ObservedOperator {
  let input: Observer<Int, Boom>
  let observe: (Observer<String, Boom>) -> any Disposable
}
