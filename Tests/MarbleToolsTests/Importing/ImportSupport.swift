import MarbleLanguage
import MarbleTools
import Marbles

/// What comes of a text in another notation: the script, and what was said, each with its place.
func imported(_ text: String, from notation: ForeignNotation, name: String = "file") -> (
  script: String, diagnostics: [String]
) {
  let source = Source(name: name, text: text)
  let imported = notation.convert(source)
  let diagnostics = imported.diagnostics.map { diagnostic in
    let position = source.position(of: diagnostic.span.lowerBound)
    return "\(position.line):\(position.column) \(diagnostic.problem.message)"
  }
  return (imported.script, diagnostics)
}

/// What a script says when it is run: `✓` and `✗` with the assertions, `error` with an error,
/// `warning` with what may not mean what it seems to.
func verdicts(of script: String) -> [String] {
  let session = Session(SessionOptions(limits: Limits(ticks: 1_000, deliveries: 2_000)))
  var verdicts: [String] = []
  session.evaluate(Source(name: "script", text: script)) { answer in
    switch answer {
    case .passed(let assertion): verdicts.append("✓ \(assertion.expression)")
    case .failed(let assertion, _): verdicts.append("✗ \(assertion.expression)")
    case .error(let diagnostic, _): verdicts.append("error: \(diagnostic.problem.message)")
    case .warning(let diagnostic, _): verdicts.append("warning: \(diagnostic.problem.message)")
    default: break
    }
  }
  return verdicts
}
