import Marbles

/// Drawings that were written as JSON, such as those of a `Recorder`.
extension Session {
  /// A loaded drawing, with the streams to which its lanes are bound.
  struct LoadedDrawing {
    let diagram: Diagram
    /// The stream of each lane with a name.
    fileprivate(set) var lanes: [(index: Int, binding: Binding)] = []
    /// The trace that it shows, if it is one.
    var trace: LoadedTrace?
    /// The result of loading, which is the last lane and stands for all of them in a question.
    fileprivate(set) var result: Binding?

    /// Whether the drawing, or one of its lanes, is bound to a stream.
    func contains(_ binding: Binding) -> Bool {
      result === binding || lanes.contains { $0.binding === binding }
    }

    /// The lane that a stream is, or `nil` for the whole drawing.
    func lane(of binding: Binding) -> Int? { lanes.first { $0.binding === binding }?.index }
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
      request.answer(.drawing(diagram))
    }
    return diagrams.last?.lanes.last.map { StatementResult(outputs: [$0.timeline]) }
  }

  private func bindLanes(of diagram: Diagram) {
    var loaded = LoadedDrawing(diagram: diagram)
    for (index, lane) in diagram.lanes.enumerated() {
      let name = lane.name.asIdentifier
      guard !name.isEmpty, !loaded.lanes.contains(where: { $0.binding.name == name }) else { continue }
      let binding = Binding(name: name, kind: .pipe(lane.timeline))
      bindings.bind(binding)
      loaded.lanes.append((index, binding))
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

extension Source {
  /// Whether the source is a trace: a file of JSON lines, or standard input whose first line is one of a trace.
  var isTrace: Bool { Self.isTrace(named: name) || (name == "<stdin>" && TraceFile.begins(bytes)) }

  /// Whether the name of a file is that of a trace.
  package static func isTrace(named path: String) -> Bool {
    let path = path.lowercased()
    return path.hasSuffix(".jsonl") || path.hasSuffix(".ndjson")
  }
}

extension String {
  /// Whether a path is that of a JSON file.
  var isJSONPath: Bool { lowercased().hasSuffix(".json") }

  /// The string with each character that an identifier cannot contain replaced by `_`.
  fileprivate var asIdentifier: String {
    let name = String(map { $0.isLetter || $0.isNumber && $0.isASCII ? $0 : "_" })
    return name.first?.isNumber == true ? "_" + name : name
  }
}
