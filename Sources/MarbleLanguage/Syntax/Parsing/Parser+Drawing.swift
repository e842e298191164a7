/// Pasted drawings. Each lane becomes a statement that binds the name of the lane.
extension Parser {
  /// Reads the drawing that begins on the current line, and returns whether there is one.
  ///
  /// Its statements are stored in `pending`, the last one first.
  mutating func readDrawing() -> Bool {
    let start = lineStart
    guard let drawing = PastedDrawing(at: start, in: bytes) ?? lane(afterLineStart: start) else { return false }
    for token in drawing.tokens { tree.add(token.kind, token.span) }
    position = drawing.end
    tree.addTrivia(upTo: position)
    isIncomplete = position == bytes.count && drawing.mayContinue
    let reader = TimelineReader(source, tick: tickLength)
    let stretched = drawing.laneWithOtherTicks { reader.tokens(in: $0, as: .raw).outermost }
    var statements: [Result<Statement, Diagnostic>] = []
    var lanes = drawing.lanes[...]
    let names = names(of: drawing)
    while let lane = lanes.popFirst() {
      var attempts = [lane]
      while lane.isCold, let next = lanes.first, next.name.isEmpty { attempts.append(next); lanes.removeFirst() }
      statements.append(statement(of: attempts, named: Name(text: names[bytes.text(lane.name)] ?? "", span: lane.name)))
    }
    // Without the error, all of the ticks might be wrong, or some events be missing.
    let error =
      drawing.otherSubscription.map { Diagnostic(.otherSubscription, at: $0) }
      ?? stretched.map { Diagnostic(.stretchedDrawing, at: $0) }
    if let error {
      for name in names.values { bind(name, isReadable: false) }
      statements = [.failure(error)]
    }
    pending = statements.reversed()
    return true
  }

  /// Returns the single lane of a drawing at the current position, which must be the first one in its line.
  private func lane(afterLineStart start: Int) -> PastedDrawing? {
    start < position || bytes.isFirstInLine(position) ? PastedDrawing(laneAt: position, in: bytes) : nil
  }

  /// Whether the rest of the source is a ruler, whose lanes may still follow.
  var isAtRulerAlone: Bool {
    PastedDrawing.Ruler(at: lineStart, in: bytes).map { $0.end == bytes.count } ?? false
  }

  /// The start of the line, if there is only whitespace between it and the position.
  private var lineStart: Int {
    guard bytes.isFirstInLine(position) else { return position }
    var start = position
    while let byte = bytes[start - 1], byte.separatesWords { start -= 1 }
    return start
  }

  /// Returns the names that lanes have in scripts, by those in a drawing.
  ///
  /// Lanes without a name of their own, such as `out 1`, are shown instead of bound.
  private func names(of drawing: PastedDrawing) -> [String: String] {
    let written = drawing.lanes.map { bytes.text($0.name) }.filter { name in
      let words = name.split(separator: " ")
      let isNumbered = words.count == 2 && ["in", "out"].contains(words[0]) && words[1].allSatisfy(\.isNumber)
      return !isNumbered && !name.isEmpty && !name.isResultName
    }
    return written.identifiers { _ in false }
  }

  private mutating func statement(
    of lanes: [PastedDrawing.Lane], named name: Name
  ) -> Result<Statement, Diagnostic> {
    let (isNamed, span) = (!name.text.isEmpty, name.span)
    do throws(Diagnostic) {
      var literals: [TimelineLiteral] = []
      for lane in lanes { literals.append(try literal(of: lane)) }
      let definition: Definition = lanes[0].isCold ? .cold(literals) : .pipe(literals[0])
      if isNamed { bind(name.text, isReadable: true) }
      let kind: Statement.Kind =
        isNamed ? .bind(name, definition) : .show(.definition(definition), during: [])
      return .success(Statement(kind: kind, span: span.lowerBound..<literals[0].span.upperBound, title: nil))
    } catch {
      if isNamed { bind(name.text, isReadable: false) }
      return .failure(error)
    }
  }

  /// Reads a lane.
  ///
  /// Events after its end are allowed, because a drawing shows what was sent.
  private func literal(of lane: PastedDrawing.Lane) throws(Diagnostic) -> TimelineLiteral {
    let spliced = SplicedSource(lane.pieces, of: source)
    let form: TimelineForm = lane.isCold ? .cold : .pipe
    let reader = TimelineReader(spliced.source, tick: tickLength)
    do throws(Diagnostic) {
      let reading = try reader.timeline(from: 0, to: spliced.source.bytes.count, as: form)
      return TimelineLiteral(timeline: reading.timeline, form: form, span: lane.pieces[0])
    } catch {
      if case LanguageProblem.eventAfterEnd = error.problem,
        let raw = try? reader.timeline(from: 0, to: spliced.source.bytes.count, as: .raw)
      {
        return TimelineLiteral(timeline: raw.timeline, form: .raw, span: lane.pieces[0])
      }
      throw spliced.relocated(error)
    }
  }
}

/// Several spans of a source as one source.
private struct SplicedSource {
  let source: Source
  private let pieces: [Span]

  init(_ pieces: [Span], of whole: Source) {
    self.pieces = pieces
    var bytes: [UInt8] = []
    for piece in pieces { bytes += whole.bytes[piece] }
    source = Source(name: whole.name, bytes: bytes)
  }

  /// Converts the spans of a diagnostic into spans of the whole source.
  func relocated(_ diagnostic: Diagnostic) -> Diagnostic {
    Diagnostic(problem: diagnostic.problem, at: place(of: diagnostic.span), related: diagnostic.related.map(place))
  }

  private func place(of span: Span) -> Span {
    var offset = span.lowerBound
    for piece in pieces {
      if offset < piece.count {
        let first = piece.lowerBound + offset
        return first..<min(first + span.count, piece.upperBound)
      }
      offset -= piece.count
    }
    let end = pieces.last?.upperBound ?? 0
    return end..<end
  }
}
