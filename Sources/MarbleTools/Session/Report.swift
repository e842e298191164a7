import Marbles

/// Writes what scripts say: text and data as they come, pictures as one document when all is said.
///
/// Data comes as lines of JSON, each a whole object, so that it can be read as far as it got; the last one is a summary.
package struct Report: Sendable {
  private var pictures: [Diagram] = []
  private var drawings = 0
  private var counts = TestCounts()

  package init() {}

  /// The text of an answer with its line ends, or `nil` if there is nothing to say now.
  ///
  /// - Parameters:
  ///   - isShown: whether a reader sees it.
  ///   - counts: whether the summary counts it.
  package mutating func text(
    of answer: Answer, style: DrawingStyle, isShown: Bool = true, counts: Bool = true
  ) -> (text: String, channel: AnswerWriter.Channel)? {
    if counts { self.counts.count(.answer(answer)) }
    guard isShown else { return nil }
    if case .drawing = answer { drawings += 1 }
    if style.format == .svg {
      switch answer {
      case .drawing(let diagram):
        pictures.append(diagram)
        return nil
      case .passed(let assertion), .failed(let assertion, _):
        if let diagram = assertion.diagram { pictures.append(diagram) }
      default: break
      }
    }
    return AnswerWriter(style: style).text(of: answer)
  }

  /// What is said of a script that cannot be read.
  package mutating func text(
    ofUnreadable path: String, _ failure: SystemFailure, style: DrawingStyle
  ) -> (text: String, channel: AnswerWriter.Channel) {
    counts.errors += 1
    guard style.format == .json else { return ("\(path): error: \(failure.reason)\n", .diagnostics) }
    var json = JSONText()
    json.unreadable(path, failure)
    return (json.text + "\n", .output)
  }

  /// What is to be written when nothing more is said; the status is the one that the program ends with.
  package func end(style: DrawingStyle, status: Int) -> (text: String, channel: AnswerWriter.Channel)? {
    if style.format == .json {
      var json = JSONText()
      json.summary(counts, drawings: drawings, status: status)
      return (json.text + "\n", .output)
    }
    if pictures.isEmpty { return nil }
    var pictureStyle = style
    pictureStyle.format = .svg
    return (pictureStyle.draw(pictures) + "\n", .output)
  }
}
