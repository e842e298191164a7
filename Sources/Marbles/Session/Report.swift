/// Writes what scripts say: text and data as they come, pictures as one document when all is said.
///
/// Data comes as lines of JSON, each a whole object, so that it can be read as far as it got; the last one is a summary.
public struct Report: Sendable {
  private var pictures: [Diagram] = []
  private var counts = Counts()

  private struct Counts {
    var drawings = 0
    var passed = 0
    var failed = 0
    var mistakes = 0
    var warnings = 0
  }

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
    json.record("mistake") { json in
      json.member("file", path)
      json.member("message", failure.reason)
    }
    return (json.text + "\n", .output)
  }

  /// What is to be written when nothing more is said; the status is the one that the program ends with.
  public func end(style: DrawingStyle, status: Int) -> (text: String, channel: AnswerWriter.Channel)? {
    if style.format == .json { return (summary(status: status), .output) }
    if pictures.isEmpty { return nil }
    var pictureStyle = style
    pictureStyle.format = .svg
    return (pictureStyle.draw(pictures) + "\n", .output)
  }

  private mutating func count(_ answer: Answer) {
    switch answer {
    case .drawing: counts.drawings += 1
    case .passed: counts.passed += 1
    case .failed: counts.failed += 1
    case .mistake: counts.mistakes += 1
    case .warning: counts.warnings += 1
    case .bound, .text, .leave: break
    }
  }

  private func summary(status: Int) -> String {
    var json = JSONText()
    json.record("summary") { json in
      json.member("drawings", counts.drawings)
      json.member("passed", counts.passed)
      json.member("failed", counts.failed)
      json.member("mistakes", counts.mistakes)
      json.member("warnings", counts.warnings)
      json.member("status", status)
    }
    return json.text + "\n"
  }
}
