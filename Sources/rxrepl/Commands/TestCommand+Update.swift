import MarbleTools
import Marbles

extension TestCommand {
  /// Makes a test rewrite failed assertions.
  ///
  /// In continuous integration, this requires `--force`.
  func startUpdating(in run: inout TestRun) {
    if !force, let value = Environment.variable("CI"), !value.isEmpty {
      Output().write("rxrepl: CI is set, so nothing is updated; use --force to update anyway\n", to: .diagnostics)
      return
    }
    run.whenRun = { [filter] document, answers, run throws(SystemFailure) in
      try Self.update(document, filter, answers, run)
    }
  }

  /// Rewrites a file by the answers of its test.
  ///
  /// - Returns: The answers of a test of the rewritten file, or the given answers if nothing was rewritten.
  private static func update(
    _ document: Document, _ filter: String?, _ answers: [Answer], _ run: (Document) -> [Answer]?
  ) throws(SystemFailure) -> [Answer] {
    var update = Update(of: document)
    for answer in answers {
      switch answer {
      case .failed(let assertion, _), .passed(let assertion): if !assertion.contains(filter) { continue }
      default: break
      }
      update.note(answer)
    }
    if update.hasErrors, update.count > 0 {
      return answers + [.text("\(document.name): nothing is updated, because the file has errors")]
    }
    guard let bytes = update.bytes, let updated = try? Document(name: document.name, bytes: bytes),
      let answersThen = run(updated), !answersThen.contains(where: \.isError)
    else { return answers }
    try replaceFile(at: document.name, holding: document.bytes, with: bytes)
    return answersThen + [.text("\(document.name): \(update.summary) updated")]
  }
}

extension Answer {
  fileprivate var isError: Bool { if case .error = self { true } else { false } }
}
