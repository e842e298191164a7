/// Runs the fences of a Markdown text, one after the other in one session, and writes down what they draw.
public struct Illustrator {
  private let document: Document
  private let limits: Limits
  private let readFile: (String) throws(Session.SystemFailure) -> [UInt8]
  private var illustration: Illustration
  private var session: Session

  /// Illustrates a document.
  ///
  /// - Parameters:
  ///   - document: Markdown.
  ///   - limits: how far a run may go.
  ///   - readFile: reads a file, such as one that a fence shows or loads.
  ///   - answer: called with each mistake, each assertion that does not hold and each warning; with a mistake or a
  ///     failed assertion the result is not to be used.
  public static func illustrate(
    _ document: Document, limits: Limits = Limits(),
    readFile: @escaping (_ path: String) throws(Session.SystemFailure) -> [UInt8], answer: (Answer) -> Void
  ) -> Illustration {
    var illustrator = Illustrator(document: document, limits: limits, readFile: readFile)
    for (index, block) in document.blocks.enumerated() {
      guard case .fence(let fence) = block, fence.isMarble else { continue }
      illustrator.take(fence, at: index, answer: answer)
    }
    return illustrator.illustration
  }

  private init(
    document: Document, limits: Limits, readFile: @escaping (String) throws(Session.SystemFailure) -> [UInt8]
  ) {
    self.document = document
    self.limits = limits
    self.readFile = readFile
    illustration = Illustration(original: document.bytes)
    session = Session(limits: limits)
  }

  private mutating func take(_ fence: Fence, at index: Int, answer: (Answer) -> Void) {
    let opening = fence.openingSource(in: document)
    func tell(_ problem: Problem, _ key: FenceWords.Key) {
      answer(.mistake(Diagnostic(problem, at: fence.span(of: key)), opening))
    }
    fence.mistakes(in: document).forEach(answer)
    if fence.words.has(.ignore) { return }
    if fence.words.has(.new) { session = Session(limits: limits) }

    let source: Source
    do throws(Document.Mistake) {
      source = try document.source(of: fence, readFile: readFile)
    } catch {
      return answer(.mistake(error.diagnostic, error.source))
    }
    if let path = fence.words[.file] {
      if let line = fence.lineThatCloses(source.bytes, in: document.bytes) {
        return tell(.fileClosesFence(path: path, line: line), .file)
      }
      show(source, in: fence)
    }
    let run = run(source, of: fence, answer: answer)
    if fence.words.has(.fails), !run.hasFailed { answer(fence.nothingFails(in: document)) }
    let beneath: Beneath
    do throws(Beneath.Unclosed) {
      beneath = try Beneath(fence, at: index, of: document)
    } catch {
      let source = Source.line(error.line, number: error.number, of: document.bytes, named: document.name)
      return answer(.mistake(Diagnostic(.unclosedDrawing, at: 0..<source.bytes.count), source))
    }
    if fence.words.has(.hidden) { return change(beneath.replacement(link: nil, text: "")) }
    var link: String?
    if let path = fence.words[.svg] {
      if run.pictures.isEmpty { return tell(.nothingToPicture, .svg) }
      let file = document.path(of: path)
      if illustration.pictures.contains(where: { $0.path == file }) { return tell(.repeatedPicture(path), .svg) }
      let span = fence.span(of: .svg)
      illustration.pictures.append(
        Illustration.Picture(path: file, bytes: Array((run.picture + "\n").utf8)) { failure in
          .mistake(Diagnostic(.unwritableFile(path: path, reason: failure.reason), at: span), opening)
        })
      link = PictureLink(replacing: beneath.link, text: fence.words[.name] ?? run.expression, path: path).text
    }
    change(beneath.replacement(link: link, text: run.text))
  }

  /// What a fence said.
  private struct FenceRun {
    var text = ""
    var pictures: [Diagram] = []
    var picture = ""
    var expressions: [String] = []
    var hasFailed = false

    var expression: String { expressions.joined(separator: "; ") }
  }

  private func run(_ source: Source, of fence: Fence, answer: (Answer) -> Void) -> FenceRun {
    var run = FenceRun()
    let words = fence.words
    let fails = words.has(.fails)
    let isPicture = words.has(.svg)
    let isDrawn = !isPicture || words.has(.text)
    let own = fails ? source.alone(named: words[.name] ?? words[.file] ?? "demo.marble") : source
    session.drawsAssertions = isPicture
    session.keepsSteps = words.has(.prompt)
    session.readFile = { [document, readFile] path throws(Session.SystemFailure) in
      // By the name of its own it lies nowhere.
      try readFile(fails ? document.path(of: path) : path)
    }
    session.evaluate(own, mode: fence.mode) { said in
      switch said {
      case .bound where !words.has(.prompt), .leave:
        return
      case .drawing(let diagram), .bound(let diagram):
        run.pictures.append(diagram)
        run.expressions.append(diagram.expression)
        if !isDrawn { return }
      case .passed(let assertion):
        if let diagram = assertion.diagram {
          run.pictures.append(diagram)
          run.expressions.append(assertion.expression)
        }
        return
      case .failed, .mistake, .warning:
        run.hasFailed = true
        if case .failed(let assertion, _) = said, let diagram = assertion.diagram {
          run.pictures.append(diagram)
          run.expressions.append(assertion.expression)
        }
        if !fails { return answer(said) }
      case .text: break
      }
      var style = session.style
      style.usesColor = false
      run.text += AnswerWriter(style: style, echoesBindings: words.has(.prompt)).text(of: said)?.text ?? ""
    }
    if !run.pictures.isEmpty {
      var style = session.style
      style.format = .svg
      run.picture = style.draw(run.pictures)
    }
    return run
  }

  /// Writes the script of another file into its fence.
  private mutating func show(_ source: Source, in fence: Fence) {
    var lines = source.bytes.markdownLines
    while lines.last?.allSatisfy(\.isBlank) ?? false { lines.removeLast() }
    let shown = fence.lines.map { document.bytes[$0.content] }
    if shown.elementsEqual(lines, by: { $0.elementsEqual($1) }) { return }
    let bytes = lines.flatMap { fence.line(Array($0), in: document) }
    change(Illustration.Change(span: fence.opening.upperBound..<fence.closing.lowerBound, replacement: bytes))
  }

  private mutating func change(_ change: Illustration.Change?) {
    guard let change, !document.bytes[change.span].elementsEqual(change.replacement) else { return }
    illustration.changes.append(change)
  }
}

extension Diagram {
  /// What is drawn, in a few words: the expression, or a source as it is written.
  fileprivate var expression: String {
    let operations = rows.compactMap { if case .operation(let text) = $0 { text } else { nil } }
    guard operations.isEmpty else { return operations.joined() }
    return clipped(lanes.map { TimelinePrinter.text(of: $0.timeline) }.joined(separator: ", "))
  }
}
