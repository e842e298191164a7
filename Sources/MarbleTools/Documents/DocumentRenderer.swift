import MarbleSession
import Marbles

/// A renderer that runs the fences of a Markdown document in order, and writes what they draw.
package struct DocumentRenderer {
  /// The page that is rendered: a cell of a notebook, or the document.
  private(set) var document: Document
  var rendered: RenderedDocument
  var runner: FenceRunner
  /// The pictures, which are drawn at the end because they share the colors of names.
  var pictures: [Picture] = []
  /// The files of pictures, by their paths in lowercase, because some disks ignore case.
  private var pictureFiles: [String: String] = [:]
  /// Whether MkDocs reads the page, whose Python-Markdown has words after the name of a language only in braces.
  private var isInMkDocs = false

  /// A picture of the document.
  struct Picture {
    let diagrams: [Diagram]
    let style: DrawingStyle
    let place: Place

    enum Place {
      /// A file that the document links to.
      case file(path: String, errorAnswer: @Sendable (SystemFailure) -> Answer)
      /// The document, with the change that adds the picture.
      case page((_ svg: String) -> RenderedDocument.Change?)
    }
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
    environment.writeFile = { _, _ throws(SystemFailure) in throw .inDocument }
    var renderer = DocumentRenderer(document, SessionOptions(limits: limits), environment)
    if document.cells.isEmpty { renderer.processFences(answer) }
    for cell in document.cells {
      (renderer.document, renderer.runner.document) = (cell.page, cell.page)
      renderer.runner.embedsPictures = cell.isCode
      renderer.process(cell, of: document, answer: answer)
    }
    renderer.drawPictures()
    return renderer.rendered
  }

  init(_ document: Document, _ options: SessionOptions, _ environment: SessionEnvironment) {
    self.document = document
    rendered = RenderedDocument(name: document.name, original: document.bytes)
    runner = FenceRunner(document) { Session(options, in: environment) }
    runner.isRendering = true
    isInMkDocs =
      document.format == .markdown && document.folder(of: "mkdocs.yml", readFile: environment.readFile) != nil
  }

  mutating func processFences(_ answer: (Answer) -> Void) {
    var passages = document.passages[...]
    for (index, block) in document.blocks.enumerated() {
      guard let fence = block.script, let passage = passages.popFirst() else { continue }
      process(fence, passage, at: index, answer: answer)
    }
    for failure in GeneratedBlock.unopened(in: document) + GeneratedBlock.lost(in: document) { answer(failure.answer) }
  }

  mutating func drawPictures() {
    let colors = NameColors(of: pictures.map(\.diagrams))
    for picture in pictures {
      let text = picture.style.draw(picture.diagrams, colors: colors)
      switch picture.place {
      case .file(let path, let errorAnswer):
        rendered.pictures.append(
          RenderedDocument.Picture(path: path, bytes: Array((text + "\n").utf8), errorAnswer: errorAnswer))
      case .page(let makeChange): change(makeChange(text))
      }
    }
    rendered.changes.sort { $0.span.lowerBound < $1.span.lowerBound }
  }

  private mutating func process(_ fence: Fence, _ passage: Document.Passage, at index: Int, answer: (Answer) -> Void) {
    let run = run(passage, answer: answer)
    warnAboutUnused(of: passage, answer)
    guard let run else { return }
    var fence = fence
    fence.isInPythonMarkdown = fence.isInPythonMarkdown || isInMkDocs
    do throws(GeneratedBlock.Failure) {
      show(run, of: fence, passage, in: try GeneratedBlock(fence, at: index, of: document), answer: answer)
    } catch {
      answer(error.answer)
    }
  }

  /// Warns about the words of a script that change nothing, unless another tool reads them.
  func warnAboutUnused(of passage: Document.Passage, _ answer: (Answer) -> Void) {
    guard let attributes = passage.fence?.attributes, !attributes.isDirective else { return }
    // The picture of a cell is in its outputs, and Jupyter shows no text of an output with a picture.
    let isCell = document.format == .notebook
    let (isIgnored, isHidden) = (attributes.has(.ignore), attributes.has(.hidden))
    let ofPictures: [FenceAttributes.Key] = [.alt, .text] + FenceAttributes.Key.pictureSettings
    let unused: [FenceAttributes.Key] =
      isIgnored
      ? FenceAttributes.Key.allCases.filter { $0 != .ignore }
      : [.drawing, .caption] + (isCell || isHidden ? [.svg, .text] : []) + (isHidden ? ofPictures : [])
    for key in FenceAttributes.Key.allCases where attributes.has(key) {
      let needsPicture = !isCell && !isHidden && !isIgnored && ofPictures.contains(key)
      guard unused.contains(key) || needsPicture && !attributes.has(.svg) else { continue }
      let problem = SessionProblem.unusedFenceAttribute(key.spelling, needsPicture: needsPicture)
      answer(passage.warning(problem, at: key, in: document))
    }
  }

  /// Writes the picture and the drawing of a fence below it.
  private mutating func show(
    _ run: FenceRun, of fence: Fence, _ passage: Document.Passage, in generatedBlock: GeneratedBlock,
    answer: (Answer) -> Void
  ) {
    let opening = fence.openingSource(in: document)
    if fence.hasNoDrawing { return change(generatedBlock.replacement()) }
    var link: [String] = []
    // A script that is meant to fail may draw nothing but its error.
    let isOnlyText = run.pictures.isEmpty && fence.attributes.has(.fails)
    if !isOnlyText, let path = fence.attributes[.svg] {
      if run.pictures.isEmpty {
        if !run.hasError { answer(passage.error(.nothingToPicture, at: .svg, in: document)) }
        return
      }
      let file = document.path(of: path)
      if let character = document.format.unfitCharacter(in: path) {
        return answer(passage.error(.unfitPictureName(path, character), at: .svg, in: document))
      }
      let place = file.normalizedPath.lowercased()
      if let other = pictureFiles[place] {
        let isSame = other.normalizedPath == file.normalizedPath
        let other = isSame ? nil : String(other.dropFirst(document.name.folder.count))
        return answer(passage.error(.repeatedPicture(path, other: other), at: .svg, in: document))
      }
      let span = fence.span(of: .svg)
      let style = pictureStyle(of: passage)
      pictureFiles[place] = file
      pictures.append(
        Picture(
          diagrams: run.pictures, style: style,
          place: .file(path: file) { failure in
            .error(Diagnostic(.unwritableFile(path: path, failure, example: "\(path)/demo.svg"), at: span), opening)
          }))
      let text = style.alternativeText(of: run.pictures)
      let linked = document.linkedPath(path, at: fence.opening.lowerBound)
      link = document.format.image(at: linked, text)
      if let kept = document.format.image(at: linked, replacing: generatedBlock.link), kept != link {
        // A link whose description is not that of the picture on disk has been edited by the author.
        let old = try? runner.session.environment.readFile(file)
        if old == nil { answer(passage.warning(.keptDescription(path), at: .svg, in: document)) }
        let title = old.flatMap { XML.title(of: String(decoding: $0, as: UTF8.self)) }
        if title.map({ document.format.image(at: linked, $0) }) != kept { link = kept }
      }
    }
    if fence.endsInLine, !link.isEmpty || !run.text.isEmpty {
      return answer(.error(Diagnostic(.drawingInLine, at: fence.spanOfMarks(in: document)), opening))
    }
    if fence.endsComment(in: run.text, of: document) {
      return answer(.error(Diagnostic(.drawingEndsComment, at: fence.spanOfMarks(in: document)), opening))
    }
    change(generatedBlock.replacement(link: link, text: run.text))
  }

  /// Returns the style of the picture of a fence.
  func pictureStyle(of passage: Document.Passage) -> DrawingStyle {
    let fence = passage.fence
    var options = runner.session.options
    for key in FenceAttributes.Key.pictureSettings {
      if let value = fence?.attributes[key] { _ = Setting.named(key.rawValue)?.set(&options, value) }
    }
    options.style.format = .svg
    // Typst knows no variables of CSS.
    if document.format == .typst, options.style.theme == .auto { options.style.theme = .light }
    // A picture contains its text, so that a later run can tell it from one that the author has edited.
    options.style.alternativeText = fence?.attributes[.alt] ?? fence?.attributes[.name]
    return options.style
  }

  /// Whether the drawings of a fence are shown as text.
  private func isDrawn(_ fence: Fence?) -> Bool {
    guard let attributes = fence?.attributes, document.format != .notebook else { return true }
    return attributes.has(.text) || !runner.embedsPictures && !attributes.has(.svg)
  }

  /// The result of running a fence.
  struct FenceRun {
    var text = ""
    /// The drawings as text in a notebook, which shows them only where it cannot show pictures.
    var drawn = ""
    var pictures: [Diagram] = []
    /// Whether an error has been reported, because of which something may not be drawn.
    var hasError = false
    /// Whether a problem has been reported.
    var hasProblem = false
  }

  /// Runs a fence and collects the text and pictures for it, or returns `nil` if it is not run.
  ///
  /// - Parameter isCell: Whether it is a cell of a notebook, whose drawings are not part of its text.
  mutating func run(_ passage: Document.Passage, isCell: Bool = false, answer: (Answer) -> Void) -> FenceRun? {
    var run = FenceRun()
    let isDrawn = isDrawn(passage.fence)
    var shown: Source?
    let (document, fence) = (document, passage.fence)
    func has(_ key: FenceAttributes.Key) -> Bool { fence?.attributes.has(key) == true }
    let file = runner.readsFiles ? fence?.attributes[.file] : nil
    let isRun = runner.run(
      passage,
      checking: { source in
        guard let fence, let path = file else { return nil }
        if let line = fence.lineThatCloses(source.bytes, in: document) {
          return passage.error(.fileClosesFence(path: path, line: line, mark: fence.mark), at: .file, in: document)
        }
        shown = source
        return nil
      },
      take: { result in
        var shown = result.answer
        switch shown {
        case .bound where !has(.prompt), .leave: return true
        case .drawing(let diagram), .bound(let diagram):
          run.pictures.append(diagram)
          if !isDrawn { return true }
        case .passed(let assertion), .failed(let assertion, _):
          if let diagram = assertion.diagram { run.pictures.append(diagram) }
        case .explained(let explanation):
          // A page with a failed assertion is not written.
          if run.hasProblem { answer(.text(String(AnswerWriter().lines(of: explanation).dropLast()))) }
          run.pictures.append(explanation.diagram)
          if !isDrawn || isCell {
            run.text += AnswerWriter(style: result.style).lines(of: explanation)
            if !isDrawn { return true }
            shown = .drawing(explanation.diagram)
          }
        case .error, .warning, .text, .translation: break
        }
        // The answers of a search are shown. Other assertions that pass are only run.
        if case .passed(let assertion) = shown {
          run.text += assertion.search?.text(width: result.style.width, colors: .none) ?? ""
          return true
        }
        if result.counts, shown.isProblem {
          if case .error = shown { run.hasError = true }
          run.hasProblem = true
          answer(shown)
          return true
        }
        var style = result.style
        style.usesColor = false
        let text = AnswerWriter(style: style, echoesBindings: has(.prompt)).text(of: shown)?.text ?? ""
        let isDrawing =
          switch shown {
          case .drawing, .bound: true
          default: false
          }
        if isCell, isDrawing { run.drawn += text } else { run.text += text }
        return true
      })
    guard isRun else { return nil }
    if let fence, let shown { show(shown, in: fence) }
    return run
  }

  /// Replaces the content of a fence with the script of another file.
  private mutating func show(_ source: Source, in fence: Fence) {
    var lines = source.bytes.markdownLines
    while lines.last?.allSatisfy(\.isWhitespace) ?? false { lines.removeLast() }
    let isRST = document.format == .restructuredText
    // There, blank lines at the beginning are not part of a block.
    if isRST { lines = Array(lines.drop { $0.allSatisfy(\.isWhitespace) }) }
    // Directly below the opening line of a directive, a setting would be an option.
    if document.format.isMarkdown, fence.hasOptions, lines.first?.first == UInt8(ascii: ":") { lines.insert([], at: 0) }
    let shown = fence.lines.map { document.bytes[$0.content] }
    if shown.elementsEqual(lines, by: { $0.elementsEqual($1) }) { return }
    // A block that was empty has no blank line around its text yet.
    if isRST, fence.lines.isEmpty { lines = [[]] + lines }
    let margin = isRST ? Array("   ".utf8) : []
    var bytes = lines.flatMap { fence.line($0.isEmpty ? [] : margin + $0, in: document) }
    if document.format == .notebook {
      // The last line of a cell has no line end.
      let lineEnd = fence.lineEnd(in: document)
      if !(document.bytes[fence.opening].last?.isLineEnd ?? false) { bytes = lineEnd + bytes }
      bytes = bytes.dropLast(lineEnd.count)
    }
    change(
      RenderedDocument.Change(
        span: fence.opening.upperBound..<fence.closing.lowerBound, replacement: bytes,
        position: fence.position(in: document)))
  }

  mutating func change(_ change: RenderedDocument.Change?) {
    guard let change, !rendered.original[change.span].elementsEqual(change.replacement) else { return }
    rendered.changes.append(change)
  }
}

extension Document.Passage {
  /// Returns the error for an attribute of the script.
  fileprivate func error(_ problem: SessionProblem, at key: FenceAttributes.Key, in document: Document) -> Answer {
    let (diagnostic, source) = located(problem, at: key, in: document)
    return .error(diagnostic, source)
  }

  /// Returns the warning for an attribute of the script.
  fileprivate func warning(_ problem: SessionProblem, at key: FenceAttributes.Key, in document: Document) -> Answer {
    let (diagnostic, source) = located(problem, at: key, in: document)
    return .warning(diagnostic, source)
  }

  private func located(
    _ problem: SessionProblem, at key: FenceAttributes.Key, in document: Document
  ) -> (Diagnostic, Source) {
    guard let fence else { return (Diagnostic(problem, at: 0..<0), source) }
    return (Diagnostic(problem, at: fence.span(of: key)), fence.openingSource(in: document))
  }
}
