import MarbleLanguage
import Marbles

/// Leaving out the events of a trace that come after its first failure.
///
/// Another expression that holds for the whole trace should also hold for what is kept. The recorded result of an
/// input is only known as long as nothing of that input is removed, so a beginning is kept.
extension Session {
  /// Why a trace was not minimized.
  enum MinimizingObstacle: Error {
    case noFailure, notInPart, noSteps, needsAll

    var text: String {
      switch self {
      case .noFailure: "no assertion fails"
      case .notInPart: "no failure of the whole trace is in this part"
      case .noSteps: "only the prompt keeps assertions"
      case .needsAll: "the failure needs all of these events"
      }
    }
  }

  /// The beginning of a trace, and the steps about it.
  typealias Beginning = (lanes: [Lane], steps: [SessionState.Step])

  /// Returns the lanes up to a pause after the first failure, which fail in the same way.
  func failingBeginning(
    of lanes: [Lane], _ cut: TraceCut, _ tick: TickLength, while isWanted: @escaping () -> Bool
  ) -> Result<Beginning, MinimizingObstacle> {
    guard options.keepsSteps else { return .failure(.noSteps) }
    let results = recordedResults
    // Where the trace is cut, an assertion can fail that holds for the whole trace.
    let found = differences(of: (lanes, state.steps), tick, while: isWanted)
    let whole = cut.isPart ? differences(of: (wholeLanes, state.steps), tick, while: isWanted) : found
    guard let first = found.filter({ whole.contains($0) }).min(by: { ($0.step, $0.tick) < ($1.step, $1.tick) }) else {
      return .failure(cut.isPart ? .notInPart : .noFailure)
    }
    let failing = Set(whole.map(\.step))
    for end in pauses(in: lanes, after: first, results) where isWanted() {
      let beginning = lanes.map { lane in
        (name: lane.name, timeline: Timeline(lane.timeline.marbles.filter { $0.tick < end }, end: end))
      }
      let steps = state.steps.map { self.step($0, before: end) }
      let found = differences(of: (beginning, steps), tick, while: isWanted)
      // The other assertions still hold.
      if found.contains(first), failing.isSuperset(of: found.map(\.step)) { return .success((beginning, steps)) }
    }
    return .failure(.needsAll)
  }

  /// Returns the ticks on which the inputs continue after a pause that is longer than their results take.
  private func pauses(in lanes: [Lane], after first: EventDifference, _ results: [Int: Set<String>]) -> [Int] {
    let recorded = results.values.reduce(into: Set()) { $0.formUnion($1) }
    func ticks(_ isIncluded: (Lane) -> Bool) -> [Int] {
      Set(lanes.filter(isIncluded).flatMap { $0.timeline.marbles.map(\.tick) }).sorted()
    }
    var inputs = ticks { !recorded.contains($0.name) }
    if inputs.isEmpty { inputs = ticks { _ in true } }
    let delays = (ticks { recorded.contains($0.name) } + first.ticks).map { tick in
      let index = inputs.partitionPoint { $0 > tick }
      return index == 0 ? 0 : tick - inputs[index - 1]
    }
    let longest = (delays.max() ?? 0) + options.toleratedTicks
    return zip(inputs, inputs.dropFirst()).filter { $1 - $0 > longest && $1 > first.tick }.map(\.1)
  }

  /// Returns the sides of the assertion that a step is.
  private func assertion(of step: SessionState.Step) -> (subject: Subject, expected: Expectation)? {
    var parser = Parser(Source(name: "", text: step.text), bindings: known)
    guard step.kind != .comment, case .success(let statement)? = parser.next(),
      case .assert(let subject, _, let expected) = statement.kind
    else { return nil }
    return (subject, expected)
  }

  /// Returns a step whose written timelines end before a tick.
  private func step(_ step: SessionState.Step, before end: Int) -> SessionState.Step {
    guard case .timelines(let literals)? = assertion(of: step)?.expected else { return step }
    var step = step
    var text = Array(step.text.utf8)
    for literal in literals.reversed() where literal.written == literal.timeline && literal.timeline.loop == nil {
      let cut = Timeline(literal.timeline.marbles.filter { $0.tick < end }, end: end)
      if cut.marbles.count == literal.timeline.marbles.count { continue }
      text.replaceSubrange(
        literal.span, with: TimelinePrinter.text(of: cut, asStatement: true, digitsApart: true).utf8)
    }
    step.text = String(decoding: text, as: UTF8.self)
    return step
  }

  /// The streams of the trace that are whole sides of assertions, by the position of the step.
  private var recordedResults: [Int: Set<String>] {
    let names = Set(wholeLanes.map(\.name))
    var results: [Int: Set<String>] = [:]
    for (index, step) in state.steps.enumerated() {
      guard let (subject, expected) = assertion(of: step) else { continue }
      var sides: [Expression] = []
      if case .expression(let right) = expected { sides.append(right) }
      if case .definition(.expression(let left)) = subject { sides.append(left) }
      results[index] = Set(
        sides.compactMap { side in if case .name(let name) = side.kind, names.contains(name) { name } else { nil } })
    }
    return results
  }

  var wholeLanes: [Lane] { state.loadedDrawing.map(Self.lanes) ?? [] }

  /// A difference of an assertion that fails.
  private struct EventDifference: Equatable {
    /// The position of the assertion among the steps.
    let step: Int
    let expected: [Timeline.Event]
    let actual: [Timeline.Event]
    /// The tick until which it can be seen.
    let tick: Int
    /// The ticks of all events that came or were expected.
    let ticks: [Int]

    /// In a part of a trace, the ticks are others.
    static func == (left: Self, right: Self) -> Bool {
      left.step == right.step && left.expected == right.expected && left.actual == right.actual
    }
  }

  /// Returns the positions of the steps whose assertions fail with some streams.
  func failingSteps(with lanes: [Lane], _ tick: TickLength, while isWanted: @escaping () -> Bool) -> Set<Int> {
    Set(differences(of: (lanes, state.steps), tick, while: isWanted).map(\.step))
  }

  /// Returns the differences of the assertions that fail.
  private func differences(
    of beginning: Beginning, _ tick: TickLength, while isWanted: @escaping () -> Bool
  ) -> [EventDifference] {
    let session = session(with: beginning.lanes, tick)
    var found: [EventDifference] = []
    for (index, step) in beginning.steps.enumerated() where step.kind != .comment {
      for case .failed(_, .differs(let comparisons, _)) in session.answers(to: step.text, while: isWanted) {
        for comparison in comparisons {
          let ticks = (comparison.actual.marbles + comparison.expected.marbles).map(\.tick)
          found += comparison.differences.map {
            EventDifference(
              step: index, expected: $0.expected.map(\.event), actual: $0.actual.map(\.event),
              tick: $0.ticks.max() ?? 0, ticks: ticks)
          }
        }
      }
    }
    return found
  }
}
