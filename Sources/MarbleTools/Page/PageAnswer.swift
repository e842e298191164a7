import MarbleSession
import Marbles

/// The contents of a page for a script: its picture, its timelines and its messages.
package struct PageAnswer: Sendable {
  /// A message below the picture.
  package struct Message: Sendable {
    package enum Kind: String, Sendable {
      case error, warning, failed, passed, text
    }

    package let kind: Kind
    package let text: String
    /// The part of the script that it is about, or `nil`.
    package let span: Span?
  }

  package let script: EditableScript
  /// The drawings of the script as one SVG picture.
  package let picture: String
  /// The drawings as text.
  package let diagram: String
  /// The number of lanes of each drawing.
  package let laneCounts: [Int]
  package let messages: [Message]
  package let highlights: [Highlight]

  /// Whether what an edit has inserted has an error.
  package var hasErrorInInsertion: Bool {
    guard let inserted = script.insertedSpan else { return false }
    return messages.contains { message in
      message.kind == .error && (message.span.map { inserted.contains($0.lowerBound) } ?? false)
    }
  }
}

/// Runs scripts for a page.
package struct PageRunner: Sendable {
  private static let widestPicture = 1_000_000
  private let limits: Limits
  private let foreignLanguage: ForeignLanguage?
  private let style: DrawingStyle
  private let laws = LawReports()
  /// The exercise whose expected events are drawn above the drawings of a script.
  package var exercise: ExercisePage?

  package init(limits: Limits, foreignLanguage: ForeignLanguage? = nil) {
    self.limits = limits
    self.foreignLanguage = foreignLanguage
    var style = DrawingStyle()
    style.format = .svg
    // The marbles of a lane that continues below could not be moved. The page scrolls instead.
    style.pictureWidth = Self.widestPicture
    // With the same name, the style of the next picture is the same.
    style.pictureName = "mb-page"
    self.style = style
  }

  /// Returns a runner that draws the expected events of an exercise, or none.
  package func checking(_ exercise: ExercisePage?) -> PageRunner {
    var runner = self
    runner.exercise = exercise
    return runner
  }

  /// Runs a script, in which commands cannot use files.
  ///
  /// - Parameter isWanted: Called repeatedly during the run, which stops when it returns `false`.
  package func answer(to script: EditableScript, while isWanted: @escaping () -> Bool = { true }) -> PageAnswer {
    let session = session(for: script)
    var results = PageResults(of: script.source, style: style)
    session.evaluate(script.source, while: isWanted) { results.take($0) }
    if let expected = exercise?.diagram(in: session, while: isWanted) { results.diagrams.insert(expected, at: 0) }
    results.diagrams += Self.drawn(script.timelines.filter { !results.shows($0) })
    var plain = style
    plain.format = .unicode
    var highlights = session.highlights(of: script.text)
    // What the marble language does not know may be right in another one.
    if results.isTranslated { highlights.removeAll { $0.kind == .unknownName || $0.kind == .error } }
    return PageAnswer(
      script: script, picture: results.diagrams.isEmpty ? "" : style.draw(results.diagrams),
      diagram: plain.draw(results.diagrams), laneCounts: results.diagrams.map(\.lanes.count),
      messages: results.messages, highlights: highlights)
  }

  /// Answers why an event of a drawing came.
  ///
  /// - Parameters:
  ///   - event: The number of the event in its lane, from 0.
  ///   - lane: The number of the lane in its drawing, from 0.
  ///   - drawing: The number of the drawing, from 1.
  /// - Returns: The explanation, or `nil` if there is no such event.
  package func explanation(
    ofEvent event: Int, inLane lane: Int, ofDrawing drawing: Int, in text: String,
    while isWanted: @escaping () -> Bool = { true }
  ) -> Explanation? {
    // The expected events of an exercise come first, and are not explained.
    let drawing = exercise == nil ? drawing : drawing - 1
    guard drawing > 0 else { return nil }
    let session = session()
    let source = Source(name: "script", text: text)
    var results = PageResults(of: source, style: style)
    session.evaluate(source, while: isWanted) { results.take($0) }
    guard let diagram = results.diagrams.dropFirst(drawing - 1).first, diagram.lanes.indices.contains(lane) else {
      return nil
    }
    let marbles = diagram.lanes[lane].timeline.marbles
    guard marbles.indices.contains(event) else { return nil }
    let question = "why \(TimelinePrinter.token(for: marbles[event].event)) @\(marbles[event].tick) in _\(drawing)"
    var explanation: Explanation?
    session.evaluate(Source(name: "question", text: question), while: isWanted) { answer in
      if case .explained(let given) = answer { explanation = given }
    }
    return explanation
  }

  /// Returns a session for a script, in which laws that are known from earlier runs are not tried again.
  package func session(for script: EditableScript) -> Session {
    let session = session()
    session.options.knownLaws = (laws, { script.dependencies(at: $0) })
    return session
  }

  /// Returns a session whose commands cannot use files.
  package func session() -> Session {
    var options = SessionOptions(limits: limits)
    options.style = style
    options.keepsSteps = false
    options.notesRaces = true
    options.highestLimits = limits
    options.foreignLanguage = foreignLanguage
    return Session(options, in: SessionEnvironment(safeWithin: processorTime, refusal: .inPage))
  }

  /// Returns the completions and the signature at an offset of a script, as JSON for a page.
  ///
  /// - Parameter place: The offset in UTF-16 code units, in which also the answer counts.
  package func help(at place: Int, in text: String) -> String {
    let offsets = UTF16Offsets(text)
    let source = Source(name: "script", text: text)
    let statement = TypedStatement(in: source, at: offsets.offset(place), session: session())
    let (candidates, replaced) = statement.completions
    let hint = statement.callHint
    var json = JSONText()
    json.object { json in
      json.member("start", offsets[replaced.lowerBound])
      json.member("candidates", candidates) { json, candidate in
        json.object { json in
          json.member("text", candidate.text)
          json.member("insertion", candidate.insertion)
          json.member("summary", candidate.summary)
        }
      }
      json.member("signature", hint?.signature ?? "")
      json.member("summary", hint?.summary ?? "")
    }
    return json.text
  }

  /// Returns the drawing of timelines that no other drawing shows.
  private static func drawn(_ timelines: [ScriptTimeline]) -> [Diagram] {
    let lanes = timelines.map { Diagram.Lane(name: $0.name, timeline: $0.timeline, isCold: $0.isCold) }
    return lanes.isEmpty ? [] : [Diagram(inputs: lanes)]
  }
}

/// The answers of a session, sorted for a page.
private struct PageResults {
  private let source: Source
  private let writer: AnswerWriter
  private(set) var messages: [PageAnswer.Message] = []
  var diagrams: [Diagram] = []
  /// Whether the script is a program in another language.
  private(set) var isTranslated = false

  init(of source: Source, style: DrawingStyle) {
    self.source = source
    var plain = style
    plain.format = .plain
    writer = AnswerWriter(style: plain)
  }

  /// Whether a drawing shows a timeline.
  func shows(_ timeline: ScriptTimeline) -> Bool {
    diagrams.contains { diagram in
      diagram.lanes.contains { lane in
        timeline.name.isEmpty || lane.name == timeline.name || lane.inner.contains { $0.name == timeline.name }
      }
    }
  }

  mutating func take(_ answer: Answer) {
    switch answer {
    case .drawing(let diagram): diagrams.append(diagram)
    case .explained(let explanation):
      diagrams.append(explanation.diagram)
      add(.text, answer)
    case .passed(let assertion):
      if let diagram = assertion.diagram { diagrams.append(diagram) }
      add(.passed, answer, assertion.span, in: assertion.source)
    case .failed(let assertion, _):
      if let diagram = assertion.diagram { diagrams.append(diagram) }
      add(.failed, answer, assertion.span, in: assertion.source)
    case .error(let diagnostic, let source): add(.error, answer, diagnostic.span, in: source)
    case .warning(let diagnostic, let source): add(.warning, answer, diagnostic.span, in: source)
    case .translation:
      isTranslated = true
      add(.text, answer)
    case .text: add(.text, answer)
    case .bound, .leave: break
    }
  }

  private mutating func add(
    _ kind: PageAnswer.Message.Kind, _ answer: Answer, _ span: Span? = nil, in other: Source? = nil
  ) {
    guard var text = writer.text(of: answer)?.text else { return }
    while text.last?.isNewline == true { text.removeLast() }
    // What a program in another language means has places of its own.
    let isHere = other?.bytes == source.bytes
    messages.append(PageAnswer.Message(kind: kind, text: text, span: isHere ? span : nil))
  }
}
