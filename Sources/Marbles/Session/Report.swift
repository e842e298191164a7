/// Writes what scripts say: text and data as they come, pictures as one document when all is said.
///
/// Data comes as lines of JSON, each a whole object, so that it can be read as far as it got; the last one is a summary.
public struct Report: Sendable {
  private var pictures: [Diagram] = []
  private var drawings = 0
  private var counts = TestCounts()

  public init() {}

  /// The text of an answer with its line ends, or `nil` if there is nothing to say now.
  public mutating func text(of answer: Answer, style: DrawingStyle) -> (text: String, channel: AnswerWriter.Channel)? {
    count(answer)
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
  public mutating func text(
    ofUnreadable path: String, _ failure: Session.SystemFailure, style: DrawingStyle
  ) -> (text: String, channel: AnswerWriter.Channel) {
    counts.mistakes += 1
    guard style.format == .json else { return ("\(path): error: \(failure.reason)\n", .diagnostics) }
    var json = JSONText()
    json.unreadable(path, failure)
    return (json.text + "\n", .output)
  }

  /// What is to be written when nothing more is said; the status is the one that the program ends with.
  public func end(style: DrawingStyle, status: Int) -> (text: String, channel: AnswerWriter.Channel)? {
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

  private mutating func count(_ answer: Answer) {
    if case .drawing = answer { drawings += 1 }
    counts.count(.answer(answer))
  }
}
