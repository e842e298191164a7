import Marbles

/// A writer for the results of scripts, which writes text and data immediately, and pictures and traces as one document
/// at the end.
///
/// Data consists of lines of JSON, each of which is a complete object. The last one is a summary.
package struct Report: Sendable {
  private var pictures: [Diagram] = []
  private var drawings = 0
  /// The format of the document.
  private var format = DrawingStyle.Format.svg
  private var counts = TestCounts()
  /// Whether the last text that was written is not a message.
  private var isInAnswer = true

  package init() {}

  /// Returns the text of an answer with its line ends, or `nil` if there is nothing to write now.
  ///
  /// - Parameters:
  ///   - isEntry: Whether the answer is to an entry at a prompt, which echoes bindings.
  ///   - isShown: Whether a reader sees the answer.
  ///   - counts: Whether the summary counts the answer.
  package mutating func text(
    of answer: Answer, style: DrawingStyle, isEntry: Bool = false, isShown: Bool = true, counts: Bool = true
  ) -> (text: String, channel: AnswerWriter.Channel)? {
    if counts { self.counts.count(.answer(answer)) }
    guard isShown else { return nil }
    if case .drawing = answer { drawings += 1 }
    if style.format.isDocument {
      format = style.format
      switch answer {
      case .bound where !isEntry: break
      case .drawing(let diagram), .bound(let diagram):
        pictures.append(diagram)
        // A document for Perfetto has no place for notes, and no ticks.
        let notes = format == .perfetto ? diagram.notes.filter { $0 != diagram.recording?.tickNote } : []
        return notes.isEmpty ? nil : (notes.map { "// \($0)\n" }.joined(), .diagnostics)
      case .explained(let explanation): pictures.append(explanation.diagram)
      case .passed(let assertion), .failed(let assertion, _):
        if let diagram = assertion.diagram { pictures.append(diagram) }
      default: break
      }
    }
    guard var written = AnswerWriter(style: style, echoesBindings: isEntry).text(of: answer) else { return nil }
    guard style.format.isDocument else { return written }
    // A blank line shows a tool for documents where a message ends.
    let isAnswer =
      switch answer {
      case .explained, .text, .translation: true
      default: false
      }
    if isAnswer, !isInAnswer { written.text = "\n" + written.text }
    isInAnswer = isAnswer
    return written
  }

  /// Returns the error for a script that cannot be read.
  package mutating func text(
    ofUnreadable path: String, _ failure: SystemFailure, style: DrawingStyle
  ) -> (text: String, channel: AnswerWriter.Channel) {
    counts.errors += 1
    guard style.format == .json else { return ("\(path): error: \(failure.reason)\n", .diagnostics) }
    var json = JSONText()
    json.unreadable(path, failure)
    return (json.text + "\n", .output)
  }

  /// Whether the report should be a document, but nothing was drawn.
  package func lacksPicture(style: DrawingStyle) -> Bool {
    style.format.isDocument && drawings == 0 && pictures.isEmpty
  }

  /// Returns the text at the end of the report, where `status` is the exit status of the program.
  package func end(style: DrawingStyle, status: Int) -> (text: String, channel: AnswerWriter.Channel)? {
    if style.format == .json {
      var json = JSONText()
      json.summary(counts, drawings: drawings, status: status)
      return (json.text + "\n", .output)
    }
    if pictures.isEmpty { return nil }
    var pictureStyle = style
    pictureStyle.format = format
    return (pictureStyle.draw(pictures) + "\n", .output)
  }
}
