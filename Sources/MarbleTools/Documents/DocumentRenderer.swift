import MarbleSession
import Marbles

/// A renderer that runs the fences of a Markdown document in order, and writes what they draw.
package struct DocumentRenderer {
  private let document: Document
  private var rendered: RenderedDocument
  private var runner: FenceRunner
  /// The pictures, which are drawn at the end because they share the colors of names.
  private var pictures: [Picture] = []

  /// A picture that the document links to.
  private struct Picture {
    let path: String
    let diagrams: [Diagram]
    let style: DrawingStyle
    let errorAnswer: @Sendable (SystemFailure) -> Answer
  }

  /// Renders a document.
  ///
  /// - Parameters:
  ///   - document: A Markdown document.
  ///   - limits: The limits of each run.
  ///   - readFile: Reads a file, for example one that a fence shows or loads.
  ///   - answer: Called with each error, failed assertion and warning. After an error or a failed assertion, the
  ///     result must not be used.
  package static func render(
    _ document: Document, limits: Limits = Limits(),
    readFile: @escaping (_ path: String) throws(SystemFailure) -> [UInt8], answer: (Answer) -> Void
  ) -> RenderedDocument {
    var environment = SessionEnvironment()
    environment.readFile = readFile
    var runner = FenceRunner(document) { Session(SessionOptions(limits: limits), in: environment) }
    runner.isRendering = true
    var renderer = DocumentRenderer(
      document: document, rendered: RenderedDocument(original: document.bytes), runner: runner)
    var passages = document.passages[...]
    for (index, block) in document.blocks.enumerated() {
      guard case .fence(let fence) = block, fence.isMarble, let passage = passages.popFirst() else { continue }
      renderer.process(fence, passage, at: index, answer: answer)
    }
    renderer.drawPictures()
    return renderer.rendered
  }

  private mutating func drawPictures() {
    let colors = NameColors(of: pictures.map(\.diagrams))
    rendered.pictures = pictures.map { picture in
      let text = picture.style.draw(picture.diagrams, colors: colors) + "\n"
      return RenderedDocument.Picture(path: picture.path, bytes: Array(text.utf8), errorAnswer: picture.errorAnswer)
    }
  }

  private mutating func process(_ fence: Fence, _ passage: Document.Passage, at index: Int, answer: (Answer) -> Void) {
    let opening = fence.openingSource(in: document)
    func errorAnswer(_ problem: SessionProblem, _ key: FenceAttributes.Key) -> Answer {
      .error(Diagnostic(problem, at: fence.span(of: key)), opening)
    }
    guard let run = run(passage, of: fence, errorAnswer: errorAnswer, answer: answer) else { return }
    let generatedBlock: GeneratedBlock
    do throws(GeneratedBlock.Unclosed) {
      generatedBlock = try GeneratedBlock(fence, at: index, of: document)
    } catch {
      let source = Source.line(error.line, number: error.number, of: document.bytes, named: document.name)
      let comment = document.format.comment
      return answer(
        .error(
          Diagnostic(
            .unclosedDrawing(opening: comment("drawn"), closing: comment("/drawn")), at: 0..<source.bytes.count),
          source))
    }
    if fence.attributes.has(.hidden) { return change(generatedBlock.replacement()) }
    var link: [String] = []
    if let path = fence.attributes[.svg] {
      if run.pictures.isEmpty { return answer(errorAnswer(.nothingToPicture, .svg)) }
      let file = document.path(of: path)
      if pictures.contains(where: { $0.path == file }) {
        return answer(errorAnswer(.repeatedPicture(path), .svg))
      }
      let span = fence.span(of: .svg)
      guard let style = pictureStyle(of: fence, errorAnswer, answer) else { return }
      pictures.append(
        Picture(path: file, diagrams: run.pictures, style: style) { failure in
          .error(
            Diagnostic(.unwritableFile(path: path, failure, example: "\(path)/demo.svg"), at: span), opening)
        })
      let text = fence.attributes[.alt] ?? fence.attributes[.name] ?? style.alternativeText(of: run.pictures)
      link =
        document.format.image(at: path, text)
        ?? [PictureLink(replacing: generatedBlock.link, text: text, path: path).text]
    }
    if fence.endsComment(in: run.text, of: document) {
      return answer(.error(Diagnostic(.drawingEndsComment, at: fence.spanOfMarks(in: document)), opening))
    }
    change(generatedBlock.replacement(link: link, text: run.text))
  }

  /// Returns the style of the picture of a fence, or `nil` if an attribute has an invalid value.
  private func pictureStyle(
    of fence: Fence, _ errorAnswer: (SessionProblem, FenceAttributes.Key) -> Answer, _ answer: (Answer) -> Void
  ) -> DrawingStyle? {
    var options = runner.session.options
    for key in FenceAttributes.Key.pictureSettings {
      guard let value = fence.attributes[key], let setting = Setting.named(key.rawValue) else { continue }
      if !setting.set(&options, value) {
        answer(errorAnswer(.unfitSetting(name: setting.name, value: value, expected: setting.expectation), key))
        return nil
      }
    }
    options.style.format = .svg
    options.style.alternativeText = fence.attributes[.alt]
    return options.style
  }

  /// The result of running a fence.
  private struct FenceRun {
    var text = ""
    var pictures: [Diagram] = []
  }

  /// Runs a fence and collects the text and pictures for it, or returns `nil` if it is not run.
  private mutating func run(
    _ passage: Document.Passage, of fence: Fence, errorAnswer: (SessionProblem, FenceAttributes.Key) -> Answer,
    answer: (Answer) -> Void
  ) -> FenceRun? {
    var run = FenceRun()
    var shown: Source?
    let (document, attributes) = (document, fence.attributes)
    let isDrawn = !attributes.has(.svg) || attributes.has(.text)
    let isRun = runner.run(
      passage,
      checking: { source in
        guard let path = attributes[.file] else { return nil }
        if let line = fence.lineThatCloses(source.bytes, in: document.bytes) {
          return errorAnswer(.fileClosesFence(path: path, line: line), .file)
        }
        shown = source
        return nil
      },
      take: { result in
        let shown = result.answer
        switch shown {
        case .bound where !attributes.has(.prompt), .leave: return true
        case .drawing(let diagram), .bound(let diagram):
          run.pictures.append(diagram)
          if !isDrawn { return true }
        case .passed(let assertion), .failed(let assertion, _):
          if let diagram = assertion.diagram { run.pictures.append(diagram) }
        case .explained(let explanation):
          run.pictures.append(explanation.diagram)
          if !isDrawn {
            run.text += AnswerWriter(style: result.style).lines(of: explanation)
            return true
          }
        case .error, .warning, .text: break
        }
        // The answers of a search are shown. Other assertions that pass are only run.
        if case .passed(let assertion) = shown {
          run.text += assertion.search?.text(width: result.style.width, colors: .none) ?? ""
          return true
        }
        if result.counts, shown.isProblem {
          answer(shown)
          return true
        }
        var style = result.style
        style.usesColor = false
        run.text += AnswerWriter(style: style, echoesBindings: attributes.has(.prompt)).text(of: shown)?.text ?? ""
        return true
      })
    guard isRun else { return nil }
    if let shown { show(shown, in: fence) }
    return run
  }

  /// Replaces the content of a fence with the script of another file.
  private mutating func show(_ source: Source, in fence: Fence) {
    var lines = source.bytes.markdownLines
    while lines.last?.allSatisfy(\.isWhitespace) ?? false { lines.removeLast() }
    let shown = fence.lines.map { document.bytes[$0.content] }
    if shown.elementsEqual(lines, by: { $0.elementsEqual($1) }) { return }
    let margin = document.format == .restructuredText ? Array("   ".utf8) : []
    let bytes = lines.flatMap { fence.line($0.isEmpty ? [] : margin + $0, in: document) }
    change(
      RenderedDocument.Change(
        span: fence.opening.upperBound..<fence.closing.lowerBound, replacement: bytes,
        position: fence.position(in: document)))
  }

  private mutating func change(_ change: RenderedDocument.Change?) {
    guard let change, !document.bytes[change.span].elementsEqual(change.replacement) else { return }
    rendered.changes.append(change)
  }
}
