import MarbleTerminal
import MarbleTools

/// The question below each difference of a review.
struct ReviewQuestion {
  enum Choice: String, CaseIterable {
    case accept, skip, edit, quit

    /// The name with its key, such as `(a)ccept`.
    fileprivate var label: String { "(\(rawValue.prefix(1)))\(rawValue.dropFirst())" }
  }

  /// The answer to a question.
  enum Reply {
    case choice(Choice)
    /// Ctrl-C.
    case interrupted
    /// The end of the input.
    case end
  }

  private let lines = PlainLineReader(.input)
  private let isTerminal = FileDescriptor.input.isTerminal && FileDescriptor.output.isTerminal

  /// Asks until a choice is named by its first letter or its name.
  ///
  /// Answers from a pipe are written after the question, as a terminal shows them.
  func ask(canAccept: Bool, _ output: Output) -> Reply {
    let choices = Choice.allCases.filter { canAccept || $0 != .accept }
    let labels = choices.map(\.label)
    let question = "\(labels.dropLast().joined(separator: ", ")) or \(labels.last ?? "")? "
    while true {
      if !isTerminal { output.write(question) }
      output.flush()
      switch lines.read(prompt: question) {
      case .interrupted: return .interrupted
      case .end:
        output.write("\n")
        return .end
      case .line(let line):
        if !FileDescriptor.input.isTerminal { output.write(line + "\n") }
        let word = line.lowercased()
        if let choice = choices.first(where: { word == $0.rawValue || word == $0.rawValue.prefix(1) }) {
          return .choice(choice)
        }
        let keys = choices.map { "`\($0.rawValue.prefix(1))`" }
        output.write("answer with \(keys.dropLast().joined(separator: ", ")) or \(keys.last ?? "")\n")
      }
    }
  }
}
