import MarbleSession
import Marbles

/// Putting pictures into a Markdown page as HTML.
extension DocumentRenderer {
  /// Returns a Markdown page with the picture of each script below it.
  ///
  /// - Parameters:
  ///   - options: The options of the runs.
  ///   - environment: The services that scripts can use.
  ///   - answer: Called with each error, failed assertion and warning, which the page also shows.
  package static func embed(
    _ document: Document, _ options: SessionOptions, in environment: SessionEnvironment, answer: (Answer) -> Void
  ) -> [UInt8] {
    var renderer = DocumentRenderer(document, options, environment)
    renderer.runner.embedsPictures = true
    for passage in document.passages { renderer.embed(passage, answer: answer) }
    renderer.drawPictures()
    return renderer.rendered.bytes
  }

  private mutating func embed(_ passage: Document.Passage, answer: (Answer) -> Void) {
    guard let fence = passage.fence else { return }
    var problems = ""
    func report(_ given: Answer) {
      problems += AnswerWriter().text(of: given)?.text ?? ""
      answer(given)
    }
    guard var run = run(passage, answer: report) else { return }
    if fence.attributes.hasUnfitSetting || fence.attributes.has(.hidden) { run = FenceRun() }
    let text = Self.block(run.text, class: "marble-text") + Self.block(problems, class: "marble-error")
    guard !run.pictures.isEmpty else { return change(embedding(text, below: fence)) }
    let legend = fence.attributes[.caption].map { "\n<figcaption>\(XML.escaped($0))</figcaption>" } ?? ""
    pictures.append(
      Picture(
        diagrams: run.pictures, style: pictureStyle(of: passage),
        place: .page { [self] svg in
          embedding("<figure class=\"marble\">\n\(svg)\(legend)\n</figure>\n" + text, below: fence)
        }))
  }

  /// Returns the change that adds HTML below a fence, or in its place if the script is not shown.
  private func embedding(_ html: String, below fence: Fence) -> RenderedDocument.Change {
    let isShown = !fence.attributes.has(.drawing) && !fence.attributes.has(.hidden) || fence.isInComment
    let span = (isShown ? fence.closing.upperBound : fence.opening.lowerBound)..<fence.closing.upperBound
    // Without its blank lines, the HTML is one block of Markdown.
    var lines = html.split(separator: "\n").map { Array($0.utf8) }
    if !lines.isEmpty {
      if isShown { lines.insert([], at: 0) }
      if !document.isBlankLine(at: span.upperBound, after: fence.prefix) { lines.append([]) }
    }
    var bytes = lines.flatMap { fence.line($0, in: document) }
    if isShown, !(document.bytes[..<span.lowerBound].last?.isLineEnd ?? true) {
      bytes = fence.lineEnd(in: document) + bytes
    }
    return RenderedDocument.Change(span: span, replacement: bytes, position: fence.position(in: document))
  }
}

extension DocumentRenderer {
  /// Returns a problem as HTML.
  static func embedded(_ problem: Answer) -> String {
    block(AnswerWriter().text(of: problem)?.text ?? "", class: "marble-error")
  }

  /// Returns text as it is, or nothing if it is empty.
  private static func block(_ text: String, class name: String) -> String {
    let text = text.trimmingNewlines
    if text.isEmpty { return "" }
    // A blank line would end the block of HTML, so it is written as a space.
    let lines = XML.escaped(text).split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "&#32;" : $0 }
    return "<pre class=\"\(name)\">\(lines.joined(separator: "\n"))</pre>\n"
  }
}
