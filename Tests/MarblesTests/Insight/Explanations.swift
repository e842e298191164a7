import MarbleSession
import MarbleTools
import Marbles
import Testing

/// Returns the answer to a question that is the last statement after a script, in which `;` separates statements.
func explanation(of question: String, after script: String = "") throws -> Explanation {
  let session = Session()
  let text = script.split(separator: ";").map { $0.drop { $0 == " " } + "\n" }.joined() + question
  var explanations: [Explanation] = []
  session.evaluate(Source(name: "test", text: text)) { answer in
    switch answer {
    case .explained(let explanation): explanations.append(explanation)
    case .error(let diagnostic, _): Issue.record("\(diagnostic.problem.message): \(text)")
    default: break
    }
  }
  return try #require(explanations.last)
}
