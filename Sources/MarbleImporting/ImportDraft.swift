import MarbleSession
import Marbles

/// A script that is created from a source, piece by piece.
///
/// Every statement is evaluated in a session before it is added, so that the script always runs without errors.
struct ImportDraft {
  /// One line of the script, or an assertion that may take two.
  fileprivate enum Piece {
    case blank
    case comment(String)
    case binding(name: String, definition: String)
    case assertion(subject: String, expected: String)
    case statement(String)
  }

  let source: Source
  private(set) var summary = ImportSummary()
  private var pieces: [Piece] = []
  private var diagnostics: [ImportDiagnostic] = []
  /// The number of diagnostics above the limit.
  ///
  /// The range of the last one is `lastSpan`.
  private var further = 0
  private var lastSpan: Span = 0..<0
  private var counted = (offset: 0, line: 1)
  private static let remarkLimit = 100
  private let session = Session(SessionOptions(limits: Limits(deliveries: 2_000)))

  /// The width in columns above which assertions are broken before `==`.
  private static let width = 100

  init(source: Source) {
    self.source = source
    session.options.keepsSteps = false
  }

  // MARK: Input

  /// Reports a problem, or only counts it if the limit is reached.
  mutating func report(_ problem: ImportProblem, at span: Span) {
    if diagnostics.count < Self.remarkLimit {
      diagnostics.append(ImportDiagnostic(problem: problem, span: span))
    } else {
      further += 1
      lastSpan = span
    }
  }

  /// Returns the line of an offset.
  ///
  /// Offsets usually ascend, so all calls together scan the source once.
  private mutating func line(of offset: Int) -> Int {
    guard offset >= counted.offset else { return source.position(of: offset).line }
    for index in counted.offset..<min(offset, source.bytes.count) where source.bytes[index] == ASCII.newline {
      counted.line += 1
    }
    counted.offset = offset
    return counted.line
  }

  /// Adds a comment with one line, shortened if necessary.
  mutating func comment(_ text: String) {
    pieces.append(.comment(Self.line(of: text)))
  }

  /// Adds a comment for each operator that would have no effect on the events.
  mutating func comment(leftOut spans: some Sequence<Span>, of source: Source) {
    for span in spans { comment("left out, without effect here: \(source.text(of: span))") }
  }

  /// Adds a blank line, unless the script is empty or already ends with one.
  mutating func blank() {
    switch pieces.last {
    case nil, .blank: break
    default: pieces.append(.blank)
    }
  }

  /// Begins a part of the script, with a comment that contains its origin.
  mutating func part(at offset: Int) {
    blank()
    let line = line(of: offset)
    comment("\(source.name):\(line)")
  }

  /// Binds a name, and returns whether the binding is valid.
  @discardableResult
  mutating func bind(_ name: String, to definition: String, from span: Span) -> Bool {
    keep(.binding(name: name, definition: definition), from: span)
  }

  @discardableResult
  mutating func state(_ text: String, from span: Span) -> Bool {
    keep(.statement(text), from: span)
  }

  /// Adds a part of the source as a comment.
  mutating func omit(_ span: Span) {
    let excerpt = span.lowerBound..<min(span.upperBound, span.lowerBound + 1_000)
    let line = line(of: span.lowerBound)
    comment("not converted, line \(line): \(source.text(of: excerpt))")
  }

  mutating func omit(_ span: Span, _ problem: ImportProblem, at place: Span? = nil) {
    report(problem, at: place ?? span)
    omit(span)
  }

  /// Adds a comment instead of a test, with the reason.
  mutating func omitTest(_ title: String, _ refusal: ImportRefusal) {
    report(refusal.problem, at: refusal.span)
    comment("not converted: \(title): \(refusal.problem.message)")
    summary.leaveOut(refusal.problem.reason)
  }

  /// Allows statements to use a stream of which only the name is known.
  func declare(_ name: String) { session.evaluate(Source(name: "script", text: "\(name) = -")) { _ in } }

  /// Adds a command before everything else.
  mutating func begin(with command: String) { pieces.insert(.statement(command), at: 0) }

  // MARK: Swift

  /// Adds a line of a Swift program, or a blank line.
  mutating func line(_ text: String) {
    if text.isEmpty { blank() } else { pieces.append(.statement(text)) }
  }

  /// Adds a comment of a Swift program with the file and the line of an offset.
  mutating func origin(at offset: Int, indent: Int) {
    let line = line(of: offset)
    self.line(String(repeating: " ", count: indent) + "// " + Self.line(of: "\(source.name):\(line)"))
  }

  /// Adds a comment of a Swift program instead of a test, with the reason.
  mutating func leaveOut(_ title: String, _ refusal: ImportRefusal, indent: Int) {
    report(refusal.problem, at: refusal.span)
    let text = Self.line(of: "not converted: \(title): \(refusal.problem.message)")
    line(String(repeating: " ", count: indent) + "// " + text)
    summary.leaveOut(refusal.problem.reason)
  }

  mutating func countTest() { summary.converted += 1 }

  /// Binds a name, or returns the error message for the binding.
  mutating func tryBind(_ name: String, to definition: String) -> String? {
    add(.binding(name: name, definition: definition))
  }

  enum Verdict {
    case passed
    /// The assertion fails, with the actual result if it is short.
    case failed(String?)
    case rejected(String)
  }

  /// Adds an assertion that is valid and passes, or one that fails with a warning about the range, if there is one.
  mutating func tryAssert(_ subject: String, equals expected: String, from span: Span? = nil) -> Verdict {
    let piece = Piece.assertion(subject: subject, expected: expected)
    let verdict = verdict(of: Self.text(of: piece, nameWidth: 0, subjectWidth: 0))
    switch verdict {
    case .passed: pieces.append(piece)
    case .failed(let result):
      guard let span else { break }
      pieces.append(piece)
      report(.fails(subject, result: result), at: span)
    case .rejected: break
    }
    return verdict
  }

  private mutating func add(_ piece: Piece) -> String? {
    let message = errorMessage(in: Self.text(of: piece, nameWidth: 0, subjectWidth: 0))
    if message == nil { pieces.append(piece) }
    return message
  }

  private mutating func keep(_ piece: Piece, from span: Span) -> Bool {
    if let errorMessage = errorMessage(in: Self.text(of: piece, nameWidth: 0, subjectWidth: 0)) {
      omit(span, .rejected(errorMessage))
      return false
    }
    // After a chain, a line that begins with a dot would continue it.
    if case .statement(let text) = piece, text.hasPrefix(".") { blank() }
    pieces.append(piece)
    return true
  }

  /// Returns the first error message for a statement, or `nil` if it is valid.
  private func errorMessage(in text: String) -> String? {
    if case .rejected(let message) = verdict(of: text) { message } else { nil }
  }

  private func verdict(of text: String) -> Verdict {
    var verdict = Verdict.passed
    session.evaluate(Source(name: "script", text: text)) { answer in
      switch (answer, verdict) {
      case (.error(let diagnostic, _), .passed), (.error(let diagnostic, _), .failed):
        verdict = .rejected(diagnostic.problem.message)
      case (.failed(_, let reason), .passed): verdict = .failed(Self.result(in: reason))
      default: break
      }
    }
    return verdict
  }

  /// Returns what an assertion that failed should have expected, if it is short.
  private static func result(in reason: Answer.FailureReason) -> String? {
    let parts: [String]
    switch reason {
    case .differs(let comparisons, _): parts = comparisons.map { TimelinePrinter.text(of: $0.actual) }
    case .observed(let comparison): parts = comparison.actual.map(WindowPrinter.text)
    default: return nil
    }
    let text = parts.isEmpty ? "-" : parts.joined(separator: ", ")
    return displayWidth(of: text) <= width ? text : nil
  }

  // MARK: Output

  func finished(isReadable: Bool, isSwift: Bool = false) -> ImportResult {
    var draft = self
    if isReadable, diagnostics.isEmpty, !pieces.contains(where: \.isStatement) {
      draft.report(isSwift ? .nothingFoundInSwift : .nothingFound, at: 0..<0)
    }
    return ImportResult(
      script: draft.script, diagnostics: draft.sortedDiagnostics, isReadable: isReadable, summary: draft.summary)
  }

  /// The diagnostics in the order of the source.
  var sortedDiagnostics: [ImportDiagnostic] {
    let all = diagnostics + (further > 0 ? [ImportDiagnostic(problem: .further(count: further), span: lastSpan)] : [])
    let sorted = all.enumerated().sorted {
      ($0.element.span.lowerBound, $0.offset) < ($1.element.span.lowerBound, $1.offset)
    }
    return sorted.map(\.element)
  }

  var script: String {
    var lines: [String] = []
    var first = pieces.startIndex
    while first < pieces.endIndex {
      // Signs are aligned within each group of lines.
      var next = first
      while next < pieces.endIndex, !pieces[next].isBlank { next += 1 }
      let part = pieces[first..<next]
      let nameWidth = part.map(\.nameWidth).max() ?? 0
      let subjectWidth = part.map(\.subjectWidth).max() ?? 0
      for piece in part { lines.append(Self.text(of: piece, nameWidth: nameWidth, subjectWidth: subjectWidth)) }
      if next < pieces.endIndex { lines.append("") }
      first = next + 1
    }
    return lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n"
  }

  private static func text(of piece: Piece, nameWidth: Int, subjectWidth: Int) -> String {
    switch piece {
    case .blank: return ""
    case .comment(let text): return text.isEmpty ? "//" : "// " + text
    case .statement(let text): return text
    case .binding(let name, let definition): return "\(name.padded(to: nameWidth)) = \(definition)"
    case .assertion(let subject, let expected):
      let line = "\(subject.padded(to: subjectWidth)) == \(expected)"
      return displayWidth(of: line) <= width ? line : "\(subject)\n  == \(expected)"
    }
  }

  /// Returns text for a comment: on one line, and without invisible characters.
  private static func line(of text: String) -> String {
    var line = ""
    var count = 0
    var isBlank = false
    for scalar in text.unicodeScalars {
      if count == width { return line + "…" }
      if scalar == " " || scalar.isInvisible {
        isBlank = !line.isEmpty
      } else {
        if isBlank { line += " " }
        isBlank = false
        line.unicodeScalars.append(scalar)
        count += 1
      }
    }
    return line
  }
}

extension ImportDraft.Piece {
  fileprivate var isBlank: Bool { if case .blank = self { true } else { false } }

  fileprivate var isStatement: Bool {
    switch self {
    case .blank, .comment: false
    default: true
    }
  }

  fileprivate var nameWidth: Int { if case .binding(let name, _) = self { displayWidth(of: name) } else { 0 } }

  /// The width for aligning signs, which only short subjects determine, since a long one would move all others.
  fileprivate var subjectWidth: Int {
    guard case .assertion(let subject, _) = self else { return 0 }
    let width = displayWidth(of: subject)
    return width <= 40 ? width : 0
  }
}
