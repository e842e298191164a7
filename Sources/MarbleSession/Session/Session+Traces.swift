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
    /// A length of a tick with which fewer events share one, if there is such a length.
    let shorterTick: TickLength?
    /// A length of a tick that allows larger differences of times, unless the length was selected.
    let longerTick: TickLength?
  }

  /// The largest number of errors in a trace that are shown.
  private static let maxFaults = 20

  /// Shows a trace, and binds its lanes as pipes.
  func loadTrace(in request: Request) -> StatementResult? {
    let trace = TraceFile(request.source.bytes, selecting: options.trace)
    for fault in trace.faults.prefix(Self.maxFaults) {
      let (source, span) = place(of: fault, in: request.source)
      let diagnostic = Diagnostic(SessionProblem.invalidTrace(fault.reason), at: span)
      let isWarning = diagnostic.problem.severity == .warning
      request.answer(isWarning ? .warning(diagnostic, source) : .error(diagnostic, source))
    }
    if trace.faults.count > Self.maxFaults {
      let problem = SessionProblem.moreErrors(trace.faults.count - Self.maxFaults)
      request.answer(.error(Diagnostic(problem, at: trace.faults[Self.maxFaults].span), request.source))
    }
    guard let diagram = trace.diagram else { return nil }
    let shown = show([diagram], in: request)
    state.loadedDrawing?.trace = LoadedTrace(
      source: request.source, selection: options.trace, leaks: trace.leaks,
      hasSubscriptions: trace.hasSubscriptions, shorterTick: trace.shorterTick,
      longerTick: trace.longerTick)
    return shown
  }

  /// Returns the place of a fault, which is an option if that selects what the trace does not have.
  private func place(of fault: TraceFile.Fault, in trace: Source) -> (Source, Span) {
    let selection = options.trace
    let option: (name: String, value: String)? =
      switch fault.reason {
      case .unknownStream: ("--only", selection.names.joined(separator: ","))
      case .nothingSelected:
        selection.from.map { ("--from", TickLength($0).description) }
          ?? selection.to.map { ("--to", TickLength($0).description) }
      default: nil
      }
    guard let option else { return (trace, fault.span) }
    let source = Source(name: option.name, text: option.value)
    return (source, 0..<source.bytes.count)
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

  /// Keeps the expression of an assertion that holds for a stream of a trace, for questions about that stream.
  func assume(_ run: PlannedStatement.PlannedRun?, for assertion: Statement) {
    guard let run, run.windows.isEmpty, let drawing = state.loadedDrawing, drawing.trace != nil,
      case .assert(_, _, .expression(let expected)) = assertion.kind, case .name(let name) = expected.kind,
      let stream = bindings[name], drawing.contains(stream)
    else { return }
    state.loadedDrawing?.assumption = (stream, run)
  }

  // MARK: Saving

  /// The part of a trace that a script keeps.
  struct TraceCut {
    var from: Duration?
    var to: Duration?
    /// Whether the events after the first failure are left out.
    var isMinimal = false

    init() {}

    /// Whether only a part of the trace is kept.
    var isPart: Bool { from != nil || to != nil }

    /// Reads the options after the file of `:save`.
    init(_ options: [Name], for path: String) throws(Diagnostic) {
      var words = options[...]
      while let word = words.popFirst() {
        switch word.text {
        case "--minimize": isMinimal = true
        case "--from", "--to":
          let value = words.popFirst() ?? Name(text: "", span: word.span)
          guard let time = TickLength.duration(value.text) else {
            throw Diagnostic(
              .unfitSetting(name: word.text, value: value.text, expected: "a duration such as `2s`"), at: value.span)
          }
          if word.text == "--from" { from = time } else { to = time }
        case let other where other.hasPrefix("-"):
          throw Diagnostic(
            .unknownOption(other, suggestion: closest(to: other, among: ["--from", "--to", "--minimize"])),
            at: word.span)
        case let other:
          let options = options.map(\.text).filter { $0 != other }.joined(separator: " ")
          throw Diagnostic(.fileAfterOptions(other, example: ":save \(path + other) \(options)"), at: word.span)
        }
      }
      if let from, let to, from > to {
        let times = "--from \(TickLength(to)) --to \(TickLength(from))"
        throw Diagnostic(
          .reversedTimes(example: times), at: options[0].span.lowerBound..<options[options.count - 1].span.upperBound)
      }
    }
  }

  /// A script that `:save` writes.
  package struct SavedScript {
    package var text = ""
    /// The number of statements.
    package var count = 0
    /// The number of statements that a script cannot repeat.
    package var lost = 0
    /// Why the first lost statement is not a test for Swift, if it should be one.
    package var swiftObstacle: SwiftObstacle?
    /// Why no event of a trace is in the part.
    var absence: SessionProblem?
    /// Why the script has more events than a failure needs, if it should not have them.
    var obstacle: MinimizingObstacle?
    /// The number of assertions that fail in a part of a trace, and pass for the whole trace.
    var failingInPart = 0
  }

  typealias Lane = (name: String, timeline: Timeline)

  static func lanes(of drawing: LoadedDrawing) -> [Lane] {
    drawing.streams.compactMap { stream in stream.binding.timelines.first.map { (stream.binding.name, $0) } }
  }

  /// Returns the session as a script or tests for Swift, with the streams and failing assertions of a loaded drawing.
  ///
  /// - Parameters:
  ///   - cut: The part of the trace, if one is loaded.
  ///   - path: The path of the file to write.
  func script(_ cut: TraceCut, for path: String, while isWanted: @escaping () -> Bool) -> SavedScript {
    if let trace = state.loadedDrawing?.trace { return script(of: trace, cut, for: path, while: isWanted) }
    guard let drawing = state.loadedDrawing, case let lanes = Self.lanes(of: drawing), !lanes.isEmpty else {
      return path.isSwiftPath ? swiftTests(of: nil, named: path, while: isWanted) : script(while: isWanted)
    }
    return script(of: lanes, drawing.diagram.recording?.tick ?? options.tickLength, for: path, while: isWanted)
  }

  private func script(
    of lanes: [Lane], _ tick: TickLength, for path: String, while isWanted: @escaping () -> Bool
  ) -> SavedScript {
    path.isSwiftPath
      ? swiftTests(of: (lanes: lanes, tick), named: path, while: isWanted) : script(of: lanes, tick, while: isWanted)
  }

  private func script(
    of trace: LoadedTrace, _ cut: TraceCut, for path: String, while isWanted: @escaping () -> Bool
  ) -> SavedScript {
    let session = Session(SessionOptions(limits: options.limits))
    session.options.trace = trace.selection
    session.options.trace.tick = state.loadedDrawing?.diagram.recording?.tick
    session.options.trace.from = cut.from ?? trace.selection.from
    session.options.trace.to = cut.to ?? trace.selection.to
    var absence: SessionProblem?
    session.evaluate(trace.source, while: isWanted) { answer in
      guard case .error(let diagnostic, _) = answer, let problem = diagnostic.problem as? SessionProblem,
        case .invalidTrace(.nothingSelected) = problem
      else { return }
      absence = problem
    }
    var lanes = session.state.loadedDrawing.map(Self.lanes) ?? []
    if cut.isMinimal {
      let words = Set(state.steps.flatMap(\.text.words).map(String.init))
      let used = lanes.filter { words.contains($0.name) }
      if !used.isEmpty { lanes = used }
    }
    let tick = session.options.tickLength
    if lanes.isEmpty { return SavedScript(absence: absence) }
    let needed = cut.isMinimal ? failingBeginning(of: lanes, cut, tick, while: isWanted) : nil
    let all = state.steps
    defer { state.steps = all }
    if case .success(let beginning)? = needed { (lanes, state.steps) = beginning }
    var saved = script(of: lanes, tick, for: path, while: isWanted)
    if case .failure(let obstacle)? = needed { saved.obstacle = obstacle }
    if cut.isPart {
      let whole = failingSteps(with: wholeLanes, tick, while: isWanted)
      saved.failingInPart = failingSteps(with: lanes, tick, while: isWanted).subtracting(whole).count
    }
    return saved
  }

  /// The streams of the loaded trace as a script that draws them together, or `nil` if none is loaded.
  package var traceScript: String? {
    guard let drawing = state.loadedDrawing, drawing.trace != nil else { return nil }
    var notes = drawing.diagram.recording?.startNote.map { ["// \($0)\n"] } ?? []
    var lanes: [Lane] = []
    var taken = Set(drawing.streams.map(\.binding.name))
    for (rows, binding) in drawing.streams {
      let timelines = rows.map { drawing.diagram.lines[$0].timeline }
      let losesEnds = rows.count > 1 && timelines.contains { $0.marbles.last?.event.isTerminating ?? false }
      if !losesEnds || rows.count > Self.maxSubscriptions {
        let loss = "// `\(binding.name)` has the values of \(rows.count) subscriptions, without their ends\n"
        if losesEnds { notes.append(loss) }
        lanes += binding.timelines.prefix(1).map { (binding.name, $0) }
        continue
      }
      // One stream could not contain the end of each subscription.
      for (index, timeline) in timelines.enumerated() {
        var name = index == 0 ? binding.name : "\(binding.name)_\(index + 1)"
        while index > 0, !taken.insert(name).inserted { name += "_" }
        if index > 0 { notes.append("// `\(name)` is subscription \(index + 1) of `\(binding.name)`\n") }
        lanes.append((name, timeline))
      }
    }
    let names = lanes.map(\.name)
    guard let first = names.first else { return nil }
    return notes.joined() + script(of: lanes, options.tickLength) { true }.text
      + (names.count == 1 ? first : "merge(\(names.joined(separator: ", ")))") + "\n"
  }

  /// The largest number of subscriptions of a stream that are streams of their own on a page.
  private static let maxSubscriptions = 20

  private func script(
    of lanes: [Lane], _ tick: TickLength, while isWanted: @escaping () -> Bool
  ) -> SavedScript {
    let session = session(with: lanes, tick)
    var lines = tick == .millisecond ? [] : [":tick \(tick)"]
    lines += lanes.map { "\($0.name) = \(TimelinePrinter.statement(of: $0.timeline, digitsApart: true))" }
    var (count, lost) = (lanes.count, 0)
    for step in state.steps {
      // The script begins with the tick of the trace.
      if step.setsTick { continue }
      if step.kind == .comment {
        lines.append(step.saved)
        continue
      }
      session.options.tolerance = step.toleration?.own ?? session.options.tolerance
      let (results, done) = (session.answers(to: step.text, while: isWanted), session.state.steps.last)
      session.options.tolerance = step.toleration?.other ?? session.options.tolerance
      let saved = results.contains(where: \.isFailure) ? step.text : done?.saved ?? ""
      if saved.isEmpty || results.contains(where: \.isError) {
        lost += 1
      } else {
        lines += step.toleration.map { [":within \($0.own)", saved, ":within \($0.other)"] } ?? [saved]
        count += 1
      }
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
}

extension Answer {
  fileprivate var isFailure: Bool { if case .failed = self { true } else { false } }
  fileprivate var isError: Bool { if case .error = self { true } else { false } }
}
