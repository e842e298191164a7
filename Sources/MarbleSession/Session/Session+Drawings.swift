import Marbles

/// Drawings that were written as JSON, such as those of a `Recorder`.
extension Session {
  /// A loaded drawing, with the streams to which its lanes are bound.
  struct LoadedDrawing {
    let diagram: Diagram
    /// The streams, each with the lines that it is, in the order of ``Diagram/lines``.
    fileprivate(set) var streams: [(lines: [Int], binding: Binding)] = []
    /// The trace that it shows, if it is one.
    var trace: LoadedTrace?
    /// An expression that sends the events of one of the streams, if one was found.
    var assumption: (stream: Binding, run: PlannedStatement.PlannedRun)?
    /// The result of loading, which is the last lane and stands for all of them in a question.
    fileprivate(set) var result: Binding?

    /// Whether the drawing, or one of its streams, is bound to a stream.
    func contains(_ binding: Binding) -> Bool {
      result === binding || streams.contains { $0.binding === binding }
    }

    /// The lines that a stream is, or `nil` for the whole drawing.
    func lines(of binding: Binding) -> [Int]? { streams.first { $0.binding === binding }?.lines }
  }

  /// Shows the drawings in a JSON file, and binds their lanes as pipes.
  func loadDrawings(in request: Request) -> StatementResult? {
    let diagrams: [Diagram]
    do throws(JSONReadingError) {
      diagrams = try Diagram.drawings(inJSON: request.source.bytes)
    } catch {
      let end = min(error.offset + 1, request.source.bytes.count)
      let problem = SessionProblem.notADrawing(expected: error.expected)
      request.answer(.error(Diagnostic(problem, at: min(error.offset, end)..<end), request.source))
      return nil
    }
    return show(diagrams, in: request)
  }

  func show(_ diagrams: [Diagram], in request: Request) -> StatementResult? {
    for diagram in diagrams {
      bindLanes(of: diagram)
      var shown = diagram
      // A drawing of a trace can have the note already.
      shown.notes += diagram.renamingNotes.filter { !diagram.notes.contains($0) }
      request.answer(.drawing(shown))
    }
    return diagrams.last?.lanes.last.map { StatementResult(outputs: [$0.timeline]) }
  }

  private func bindLanes(of diagram: Diagram) {
    var loaded = LoadedDrawing(diagram: diagram)
    let lines = diagram.lines
    for (_, identifier, rows) in diagram.namedStreams {
      let binding = Binding(name: identifier, kind: .pipe(lines.timeline(of: rows)))
      bindings.bind(binding)
      loaded.streams.append((rows, binding))
    }
    if let last = diagram.lanes.last {
      let result = Binding(name: "_", kind: .pipe(last.timeline))
      state.resultCount += 1
      bindings.bind(result)
      bindings.bind(Binding(name: "_\(state.resultCount)", kind: result.kind))
      loaded.result = result
    }
    if let recording = diagram.recording { options.tickLength = recording.tick }
    state.loadedDrawing = loaded
  }
}

extension Diagram {
  /// The streams with their names in scripts and the lines that they are.
  fileprivate var namedStreams: [(name: String, identifier: String, lines: [Int])] {
    // The rows with the name of a lane below it are further starts of its stream.
    var found: [(name: String, identifier: String, lines: [Int])] = []
    let identifiers = lines.map(\.name).scriptNames
    for (index, line) in lines.enumerated() {
      if let known = found.firstIndex(where: { $0.name == line.name }) {
        found[known].lines.append(index)
      } else {
        found.append((line.name, identifiers[line.name] ?? line.name, [index]))
      }
    }
    return found
  }

  /// A note on the streams with other names in scripts, or none.
  fileprivate var renamingNotes: [String] {
    let renamed = namedStreams.filter { $0.name != $0.identifier }
    var names = renamed.prefix(3).map { "`\(clipped($0.name))` is `\($0.identifier)`" }
    if renamed.count > 3 { names.append("and \(renamed.count - 3) more") }
    return names.isEmpty ? [] : ["in scripts, " + names.joined(separator: ", ")]
  }
}

extension Source {
  /// Whether the source is a trace: a file of JSON lines, or another source whose first line is one of a trace.
  package var isTrace: Bool {
    Self.isTrace(named: name)
      || !name.isScriptPath && !name.isPagePath
        && (name.isJSONPath ? TraceFile.beginsWithEvent(bytes) : TraceFile.begins(bytes))
  }

  /// Whether the name of a file is that of a trace.
  package static func isTrace(named path: String) -> Bool {
    let path = path.lowercased()
    return path.hasSuffix(".jsonl") || path.hasSuffix(".ndjson")
  }
}

extension String {
  /// Whether a path is that of a JSON file.
  var isJSONPath: Bool { lowercased().hasSuffix(".json") }
}

extension Diagram.Line {
  /// The events of the row, to which the disposal of an inner stream belongs.
  var timeline: Timeline {
    switch self {
    case .lane(let lane): return lane.timeline
    case .inner(let inner):
      let end = inner.disposed.map { [Timeline.Marble(tick: $0, event: .interrupted)] } ?? []
      return Timeline(inner.marbles + end)
    }
  }
}

extension [Diagram.Line] {
  /// Returns the timeline of a row, or the values of several rows without their ends.
  fileprivate func timeline(of rows: [Int]) -> Timeline {
    if rows.count == 1 { return self[rows[0]].timeline }
    let marbles = rows.flatMap { self[$0].marbles }.filter { !$0.event.isTerminating }
    let ordered = marbles.enumerated().sorted { ($0.element.tick, $0.offset) < ($1.element.tick, $1.offset) }
    return Timeline(ordered.map(\.element))
  }
}
