import MarbleImporting
import MarbleLanguage
import MarbleSession
import Marbles

/// Converts a string from another notation, and returns the script and the diagnostics with their positions.
///
/// `files` are the other files that it can import, by their paths.
func imported(
  _ text: String, from notation: ForeignNotation, name: String = "file", files: [String: String] = [:]
) -> (script: String, diagnostics: [String]) {
  let source = Source(name: name, text: text)
  let imported = notation.convert(source) { path in files[path].map { Source(name: path, text: $0) } }
  let diagnostics = imported.diagnostics.map { diagnostic in
    let position = source.position(of: diagnostic.span.lowerBound)
    return "\(position.line):\(position.column) \(diagnostic.problem.message)"
  }
  return (imported.script, diagnostics)
}

/// Returns a test of RxJS with some lines.
func rxJSTest(_ lines: String, named name: String = "works") -> String {
  """
  it('\(name)', () => testScheduler.run(({ hot, cold, expectObservable, expectSubscriptions }) => {
  \(lines)
  }));
  """
}

/// Runs a script and returns its results.
///
/// A result is `✓` or `✗` with an assertion, or `error` or `warning` with a message.
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
