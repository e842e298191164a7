import MarbleLanguage
import Marbles

/// Traces: drawing them, listing what did not end, and writing them as scripts.
extension Session {
  /// A trace that was loaded.
  struct LoadedTrace {
    let source: Source
    let selection: TraceFile.Selection
    let leaks: [TraceFile.Leak]
    /// Whether a subscription was recorded.
    let hasSubscriptions: Bool
  }

  /// The largest number of errors in a trace that are shown.
  private static let maxFaults = 20

  /// Shows a trace, and binds its lanes as pipes.
  func loadTrace(in request: Request) -> StatementResult? {
    let trace = TraceFile(request.source.bytes, selecting: options.trace)
    for fault in trace.faults.prefix(Self.maxFaults) {
      request.answer(.error(Diagnostic(SessionProblem.invalidTrace(fault.reason), at: fault.span), request.source))
    }
    if trace.faults.count > Self.maxFaults {
      let problem = SessionProblem.moreErrors(trace.faults.count - Self.maxFaults)
      request.answer(.error(Diagnostic(problem, at: trace.faults[Self.maxFaults].span), request.source))
    }
    guard var diagram = trace.diagram else { return nil }
    diagram.notes += diagram.renamingNotes
    let shown = show([diagram], in: request)
    state.loadedDrawing?.trace = LoadedTrace(
      source: request.source, selection: options.trace, leaks: trace.leaks,
      hasSubscriptions: trace.hasSubscriptions)
    return shown
  }

  /// Lists the subscriptions of the trace that have not ended.
  func showLeaks(_ command: Name, in request: Request) throws(Fault) {
    guard let trace = state.loadedDrawing?.trace else { throw Fault(.noTrace, at: command.span, in: request.source) }
    let lines = trace.leaks.map { leak in
      "`\(leak.name)` since \(leak.start)" + (leak.parent.map { ", because of \($0)" } ?? "")
        + (leak.source.map { ", in \($0)" } ?? "")
    }
    let summary = trace.hasSubscriptions ? "all subscriptions have ended" : "no subscription was recorded"
    request.answer(.text(lines.isEmpty ? summary : lines.joined(separator: "\n")))
  }

  // MARK: Saving

  /// The part of a trace that a script keeps.
  struct TraceCut {
    var from: Duration?
    var to: Duration?
    /// Whether events are left out without which the first assertion fails in the same way.
    var isMinimal = false

    init() {}

    /// Whether only a part of the trace is kept.
    var isPart: Bool { from != nil || to != nil }

    /// The options after the file of `:save`, or `nil` if one is invalid.
    init?(_ words: some Sequence<Substring>) {
      var words = words.makeIterator()
      while let word = words.next() {
        switch word {
        case "--minimize": isMinimal = true
        case "--from", "--to":
          guard let time = words.next().flatMap({ TickLength.duration(String($0)) }) else { return nil }
          if word == "--from" { from = time } else { to = time }
        default: return nil
        }
      }
      if let from, let to, from > to { return nil }
    }
  }

  /// A script that `:save` writes.
  package struct SavedScript {
    package var text = ""
    /// The number of statements.
    package var count = 0
    /// The number of statements that a script cannot repeat.
    package var lost = 0
    /// Whether events were left out that a failure does not need, or `nil` if this was not asked for.
    var isMinimal: Bool?
  }

  typealias Lane = (name: String, timeline: Timeline)

  private static func lanes(of drawing: LoadedDrawing) -> [Lane] {
    drawing.streams.compactMap { stream in stream.binding.timelines.first.map { (stream.binding.name, $0) } }
  }

  /// Returns the trace and the steps after it as a script or tests for Swift, with assertions that fail, too.
  ///
  /// - Parameter path: The path of the file to write.
  func script(
    of trace: LoadedTrace, _ cut: TraceCut, for path: String, while isWanted: @escaping () -> Bool
  ) -> SavedScript {
    let session = Session(SessionOptions(limits: options.limits))
    session.options.trace = trace.selection
    session.options.trace.tick = state.loadedDrawing?.diagram.recording?.tick
    session.options.trace.from = cut.from ?? trace.selection.from
    session.options.trace.to = cut.to ?? trace.selection.to
    session.evaluate(trace.source, while: isWanted) { _ in }
    let words = Set(
      state.steps.flatMap { $0.text.split { !$0.isLetter && !$0.isNumber && $0 != "_" } }.map(String.init))
    var lanes = session.state.loadedDrawing.map(Self.lanes) ?? []
    if lanes.contains(where: { words.contains($0.name) }) { lanes.removeAll { !words.contains($0.name) } }
    let tick = session.options.tickLength
    if lanes.isEmpty { return SavedScript() }
    var difference: EventDifference?
    if cut.isMinimal {
      // Where the trace is cut, an assertion can fail that holds for the whole trace.
      let found = differences(of: lanes, tick, while: isWanted)
      let whole =
        cut.isPart
        ? state.loadedDrawing.map { differences(of: Self.lanes(of: $0), tick, while: isWanted) } ?? [] : found
      difference = found.first { whole.contains($0) }
      let failing = Set(whole.map(\.step))
      if let difference {
        lanes = minimized(lanes) { lanes in
          let found = isWanted() ? differences(of: lanes, tick, while: isWanted) : []
          // The other assertions still hold.
          return found.contains(difference) && failing.isSuperset(of: found.map(\.step))
        }
      }
    }
    var saved =
      path.isSwiftPath
      ? swiftTests(of: (lanes: lanes, tick), named: path, while: isWanted) : script(of: lanes, tick, while: isWanted)
    if cut.isMinimal { saved.isMinimal = difference != nil }
    return saved
  }

  /// The streams of the loaded trace as a script that draws them together, or `nil` if none is loaded.
  package var traceScript: String? {
    guard let drawing = state.loadedDrawing, drawing.trace != nil, case let lanes = Self.lanes(of: drawing),
      !lanes.isEmpty
    else { return nil }
    let names = lanes.map(\.name)
    let note = drawing.diagram.recording?.startNote.map { "// \($0)\n" } ?? ""
    return note + script(of: lanes, options.tickLength) { true }.text
      + (names.count == 1 ? names[0] : "merge(\(names.joined(separator: ", ")))") + "\n"
  }

  private func script(
    of lanes: [Lane], _ tick: TickLength, while isWanted: @escaping () -> Bool
  ) -> SavedScript {
    let session = session(with: lanes, tick)
    var lines = tick == .millisecond ? [] : [":tick \(tick)"]
    lines += lanes.map { "\($0.name) = \(TimelinePrinter.text(of: $0.timeline, asStatement: true))" }
    var (count, lost) = (lanes.count, 0)
    for step in state.steps {
      // The script begins with the tick of the trace.
      if step.setsTick { continue }
      if step.kind == .comment {
        lines.append(step.saved)
        continue
      }
      let (results, done) = (session.answers(to: step.text, while: isWanted), session.state.steps.last)
      if results.contains(where: \.isFailure) {
        lines.append(step.text)
      } else if let saved = done?.saved, !saved.isEmpty, !results.contains(where: \.isProblem) {
        lines.append(saved)
      } else {
        lost += 1
        continue
      }
      count += 1
    }
    return SavedScript(text: lines.map { $0 + "\n" }.joined(), count: count, lost: lost)
  }

  func session(with lanes: [Lane], _ tick: TickLength) -> Session {
    let session = Session(SessionOptions(limits: options.limits))
    session.options.tickLength = tick
    for lane in lanes { session.bindings.bind(Binding(name: lane.name, kind: .pipe(lane.timeline))) }
    return session
  }

  func answers(to text: String, while isWanted: @escaping () -> Bool) -> [Answer] {
    var answers: [Answer] = []
    evaluate(Source(name: "", text: text), mode: .prompt, while: isWanted) { answers.append($0) }
    return answers
  }

  // MARK: Minimizing

  /// A difference without its tick.
  private struct EventDifference: Equatable {
    /// The position of the assertion among the steps.
    let step: Int
    let expected: [Timeline.Event]
    let actual: [Timeline.Event]
  }

  /// Returns the differences of the assertions that fail.
  private func differences(
    of lanes: [Lane], _ tick: TickLength, while isWanted: @escaping () -> Bool
  ) -> [EventDifference] {
    let session = session(with: lanes, tick)
    var found: [EventDifference] = []
    for (index, step) in state.steps.enumerated() where step.kind != .comment {
      for case .failed(_, .differs(let comparisons, _)) in session.answers(to: step.text, while: isWanted) {
        found += comparisons.flatMap(\.differences).map {
          EventDifference(step: index, expected: $0.expected.map(\.event), actual: $0.actual.map(\.event))
        }
      }
    }
    return found
  }

  /// Returns lanes without the events that a condition does not need, of which halves, quarters and so on are tried.
  private func minimized(_ lanes: [Lane], while isNeeded: ([Lane]) -> Bool) -> [Lane] {
    // Neighbors in time often need each other.
    var events = lanes.enumerated().flatMap { lane, contents in
      contents.timeline.marbles.map { (lane: lane, marble: $0) }
    }.sorted { ($0.marble.tick, $0.lane) < ($1.marble.tick, $1.lane) }
    func selection(_ events: [(lane: Int, marble: Timeline.Marble)]) -> [Lane] {
      lanes.enumerated().map { index, lane in
        (lane.name, Timeline(events.filter { $0.lane == index }.map(\.marble), end: lane.timeline.end))
      }
    }
    var size = (events.count + 1) / 2
    while size > 0 {
      var start = 0
      let before = events.count
      while start < events.count {
        let rest = Array(events[..<start] + events[min(start + size, events.count)...])
        if isNeeded(selection(rest)) { events = rest } else { start += size }
      }
      // Without one event, another may have become unnecessary.
      if size > 1 || events.count == before { size = size > 1 ? (size + 1) / 2 : 0 }
    }
    return selection(events)
  }
}

extension Answer {
  fileprivate var isFailure: Bool { if case .failed = self { true } else { false } }
}
