import MarbleLanguage
import MarbleSession
import Marbles

/// Runs a script in a new session and returns all of its output in order.
package func transcript(
  _ script: String, name: String = "demo.marble", limits: Limits = Limits(), width: Int? = nil,
  mode: Session.Mode = .script
) -> String {
  let session = Session(SessionOptions(limits: limits))
  return session.transcript(script, name: name, width: width, mode: mode)
}

extension Session {
  /// Runs a string in this session and returns all of its output in order.
  package func transcript(
    _ text: String, name: String = "<prompt>", width: Int? = nil, mode: Session.Mode = .prompt
  ) -> String {
    if let width { options.style.width = width }
    var said = ""
    evaluate(Source(name: name, text: text), mode: mode) { answer in
      said += AnswerWriter(style: options.style, echoesBindings: mode == .prompt).text(of: answer)?.text ?? ""
    }
    return said
  }
}

/// Runs a script and returns the output of its last drawing as a timeline, or `error: ` and a message.
package func output(_ script: String, limits: Limits = Limits()) -> String {
  var result = ""
  Session(SessionOptions(limits: limits)).evaluate(Source(name: "test", text: script)) { answer in
    switch answer {
    case .drawing(let diagram):
      guard case .lane(let lane) = diagram.rows.last else { return }
      result = TimelinePrinter.text(of: lane.timeline)
    case .error(let diagnostic, _): result = "error: " + diagnostic.problem.message
    default: break
    }
  }
  return result
}
