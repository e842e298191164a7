import MarbleEvaluation
import MarbleLanguage

/// A run whose causes are recorded, with indexes to follow them in both directions.
///
/// It must be used only from the thread of the run.
final class CausalRun {
  /// An event that an operator received, that a source sent, or that a drawing shows.
  enum Place {
    case source(Stage)
    case input(StageStart)
    /// A lane or an inner stream of a drawing.
    case line
  }

  let plan: Plan
  let runContext: RunContext
  let outcome: Outcome
  let log: StageLog
  /// The operator or the source that sends the result.
  let root: Stage?
  private let trace: Trace
  private let results: [Recording.Result]
  private let places: [Place?]
  /// The node of each event of each track.
  private var nodes: [[Trace.Cause]]
  /// The nodes that follow from a node: those of node n are `followers[starts[n]..<starts[n + 1]]`.
  private var starts: [Int32] = []
  private var followers: [Int32] = []
  /// The events of the results that follow from a node.
  private var received: [Int: [Output]] = [:]
  /// For each cold source, the index of the timeline that it played for the last subscription on a tick.
  private(set) lazy var attempts: [ObjectIdentifier: [Int: Int]] = runContext.sources.subscriptions.reduce(into: [:]) {
    $0[ObjectIdentifier($1.binding), default: [:]][$1.start] = $1.attempt
  }
  /// The inner streams that the drawing shows, by the causes of the values that carried them.
  private(set) lazy var innerStreams = Dictionary(grouping: runContext.records.innerStreams, by: \.carrier)
  /// The subscriptions of an operator that serve each subscription to its result.
  private lazy var serving: [ObjectIdentifier: [StageStart]] = log.stages.lazy.flatMap(\.inputs).flatMap(\.starts)
    .reduce(into: [:]) { serving, start in
      if let parent = start.parent { serving[ObjectIdentifier(parent), default: []].append(start) }
    }
  /// The number of nodes that were visited to find effects.
  private(set) var followedCount = 0
  /// The events of operators that create a stream, by their stages.
  private var creations: [ObjectIdentifier: Timeline] = [:]
  /// The inner streams that follow from a node.
  private var carried: [Trace.Cause: [StageInput]] = [:]

  /// Runs a plan with its causes recorded.
  init(
    running plan: Plan, limits: Limits, while isWanted: @escaping () -> Bool
  ) throws(Fault) {
    let limits = Limits(ticks: limits.ticks, deliveries: min(limits.deliveries, Self.maxDeliveries))
    let runContext = RunContext(plan.bindings, limits: limits, recording: .causes, while: isWanted)
    let producer = try plan.producer(on: runContext)
    root = runContext.records.stageLog?.lastStage
    results = runContext.record(producer, during: plan.windows)
    outcome = try Outcome(of: runContext, results, running: plan, during: plan.windows, limits: limits, while: isWanted)
    self.plan = plan
    self.runContext = runContext
    log = runContext.records.stageLog ?? StageLog(runContext.budget)
    trace = runContext.records.trace ?? Trace(runContext.budget)
    places = Self.places(in: runContext, log, trackCount: trace.trackCount)
    nodes = Array(repeating: [], count: trace.trackCount)
    index()
  }

  /// Returns the run with the first observer alone, or `nil` if there is no other or if it receives something else then.
  func ofFirstObserver(limits: Limits, while isWanted: @escaping () -> Bool) throws(Fault) -> CausalRun? {
    guard plan.windows.count > 1, let window = plan.windows[0] else { return nil }
    let plan = plan.observed(during: [window], as: String(plan.windowText.prefix { $0 != "," }))
    let run = try CausalRun(running: plan, limits: limits, while: isWanted)
    return run.output == output ? run : nil
  }

  private static let maxDeliveries = 1_000_000

  /// The limits of a run with a change, which must not take much longer than this one.
  var limitsOfChange: Limits {
    let (limits, deliveries) = (runContext.budget.limits, runContext.budget.deliveries)
    return Limits(
      ticks: min(limits.ticks, 1_000),
      deliveries: min(limits.deliveries, 2 * deliveries + 1_000, Self.maxDeliveriesOfChanges))
  }

  /// The maximum number of deliveries of the runs with changes that answer one part of a question.
  static let maxDeliveriesOfChanges = 30_000

  /// The events of the first observer.
  var output: Timeline { results.first?.timeline ?? Timeline() }

  /// Returns the diagram of this run, with its windows in the title.
  ///
  /// - Parameters:
  ///   - text: The text of the expression, with or without the windows of the run with all observers.
  ///   - whole: The run with all observers.
  func diagram(as text: String, of whole: CausalRun) -> Diagram {
    let windows = whole.plan.windowText
    let bare = text.hasSuffix(windows) ? String(text.dropLast(windows.count)) : text
    return outcome.diagram(of: plan, as: bare + plan.windowText)
  }

  /// Whether an event is the interruption at the end of the first observer's window.
  func isEndOfWindow(_ marble: Timeline.Marble) -> Bool {
    marble.event == .interrupted && plan.windows.first.flatMap { $0?.end } == marble.tick
  }

  /// An event of the result that an observer received, where the first observer has the index 0.
  typealias Output = (observer: Int, index: Int)

  /// The events of each observer.
  var outputs: [Timeline] { results.map(\.timeline) }

  subscript(output: Output) -> Timeline.Marble { results[output.observer].timeline.marbles[output.index] }

  /// The cause of an event of the result.
  func cause(ofOutput index: Int) -> Trace.Cause {
    guard let causes = results.first?.causes, causes.indices.contains(index) else { return .none }
    return causes[index]
  }

  subscript(cause: Trace.Cause) -> Trace.Node? { trace[cause] }

  func parts(_ range: Range<Int32>) -> ArraySlice<Trace.Cause> { trace.parts(range) }

  func place(of track: Trace.Track) -> Place? { places[Int(track)] }

  /// Returns the node of an event that was recorded on a track.
  func node(_ index: Int, of track: Trace.Track) -> Trace.Cause? {
    let own = nodes[Int(track)]
    return own.indices.contains(index) ? own[index] : nil
  }

  /// Returns the events that an operator without a source sends to an observer that never unsubscribes.
  ///
  /// The ticks are counted from the subscription. Without arguments that are streams, the operator is run alone.
  func creation(by stage: Stage) -> Timeline? {
    if let known = creations[ObjectIdentifier(stage)] { return known }
    guard let use = stage.use, stage.createsStream, creations.count < Self.maxCreations else {
      return nil
    }
    let context = RunContext(plan.bindings, limits: limitsOfChange)
    let application = OperatorApplication(
      runContext: context, entry: use.call.entry, name: use.call.name, source: use.context.source,
      tickLength: use.context.tickLength, stage: nil)
    let arguments = use.arguments.map { $0.moved(to: context) }
    let timeline = context.run(use.call.overload.apply(arguments, application, FailureSink())).first ?? Timeline()
    creations[ObjectIdentifier(stage)] = timeline
    return timeline
  }

  /// The maximum number of operators that are run alone.
  private static let maxCreations = 50

  /// Returns the subscriptions that serve the same subscription to the result of an operator as another one.
  func starts(beside start: StageStart) -> [StageStart] {
    guard let parent = start.parent else {
      return start.input.owner.inputs.flatMap(\.starts).filter { $0.parent == nil }
    }
    return serving[ObjectIdentifier(parent)] ?? []
  }

  // MARK: Indexes

  private static func places(in runContext: RunContext, _ log: StageLog, trackCount: Int) -> [Place?] {
    var places = [Place?](repeating: .line, count: trackCount)
    for stage in log.stages {
      if case .source(let binding) = stage.origin {
        if let record = runContext.sources.pipes[ObjectIdentifier(binding)] {
          places[Int(record.track)] = .source(stage)
        }
        for subscription in runContext.sources.subscriptions where subscription.binding === binding {
          if let track = subscription.track { places[Int(track)] = .source(stage) }
        }
      }
      for start in stage.inputs.lazy.flatMap(\.starts) { places[Int(start.track)] = .input(start) }
    }
    return places
  }

  private func index() {
    var counts = [Int32](repeating: 0, count: trace.count + 1)
    forEachLink {
      counts[$0 + 1] += 1; _ = $1
    }
    for index in counts.indices.dropFirst() { counts[index] += counts[index - 1] }
    starts = counts
    followers = Array(repeating: 0, count: Int(counts.last ?? 0))
    forEachLink { before, after in
      followers[Int(counts[before])] = Int32(after)
      counts[before] += 1
    }
    for index in 0..<trace.count {
      let cause = trace.cause(at: index)
      if case .event(let track, let number, _, _)? = trace[cause], Int(number) == nodes[Int(track)].count {
        nodes[Int(track)].append(cause)
      }
    }
    for (observer, result) in results.enumerated() {
      for (index, cause) in result.causes.enumerated() {
        if let node = cause.index { received[node, default: []].append((observer, index)) }
      }
    }
    for input in log.stages.lazy.flatMap(\.inputs) where input.parameter == nil {
      if input.carrier != .none { carried[input.carrier, default: []].append(input) }
    }
  }

  /// Calls a closure with each node and a node that follows from it.
  private func forEachLink(_ body: (_ before: Int, _ after: Int) -> Void) {
    for index in 0..<trace.count {
      switch trace[trace.cause(at: index)] {
      case .event(_, _, _, let before): if let before = before.index { body(before, index) }
      case .held(let value, _): if let value = value.index { body(value, index) }
      case .parts(let range): for part in trace.parts(range) { if let part = part.index { body(part, index) } }
      case nil: break
      }
    }
  }

  // MARK: Following causes

  /// The events that an operator made of an event that it received.
  struct Effects {
    /// The events that other operators received.
    var received: [(start: StageStart, index: Int)] = []
    /// The events of the result.
    var outputs: [Output] = []

    var isEmpty: Bool { received.isEmpty && outputs.isEmpty }
  }

  /// Returns the events that follow directly from an event, of those that `counts` accepts.
  func effects(of cause: Trace.Cause, where counts: (Event) -> Bool) -> Effects {
    var effects = Effects()
    var waiting = [cause]
    var isFirst = true
    while let next = waiting.popLast() {
      followedCount += 1
      guard let node = next.index else { continue }
      if !isFirst, case .event(let track, let index, _, _)? = trace[next], case .input(let start)? = place(of: track) {
        if start.marbles.indices.contains(Int(index)), counts(start.marbles[Int(index)].event) {
          effects.received.append((start, Int(index)))
        }
        continue
      }
      isFirst = false
      effects.outputs += (received[node] ?? []).filter { counts(self[$0].event) }
      for input in carried[next] ?? [] {
        for start in input.starts where start.marbles.contains(where: { counts($0.event) }) {
          effects.received += start.marbles.indices.filter { counts(start.marbles[$0].event) }.map { (start, $0) }
        }
      }
      waiting += followers[Int(starts[node])..<Int(starts[node + 1])].reversed().map { trace.cause(at: Int($0)) }
    }
    return effects
  }

  /// Returns whether a stream that is a value of the result sends an event.
  func sendsInside(_ marble: Timeline.Marble) -> Bool {
    outputs.flatMap(\.marbles).contains { outer in
      guard case .value(.stream(let stream)) = outer.event else { return false }
      return stream.timeline?.marbles.contains { $0.event == marble.event && $0.tick + outer.tick == marble.tick }
        == true
    }
  }

  /// Returns the inner streams that an event carried.
  func innerStreams(of cause: Trace.Cause) -> [StageInput] { carried[cause] ?? [] }
}

extension Stage {
  /// Whether the operator creates a stream for each observer, for which it uses no other stream.
  var createsStream: Bool {
    guard let call = use?.call, !call.entry.beginsWithRun else { return false }
    return call.overload.parameters.allSatisfy { parameter in
      if case .closure(let role) = parameter.shape { return role.gives != .stream }
      return parameter.shape.kind != .stream
    }
  }
}
