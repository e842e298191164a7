import MarbleSession
import MarbleTerminal
import MarbleTools
import Marbles

extension TestCommand {
  /// Whether files may be rewritten, which requires `--force` in continuous integration.
  ///
  /// Otherwise, says so.
  func mayUpdate() -> Bool {
    guard !force, let value = Environment.variable("CI"), !value.isEmpty else { return true }
    Output().write("rxrepl: CI is set, so nothing is updated; use --force to update anyway\n", to: .diagnostics)
    return false
  }

  /// Makes a test rewrite failed assertions.
  func startUpdating(in run: inout TestRun) {
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
      update.record(answer)
    }
    if update.hasErrors, update.count > 0 {
      return answers + [.text("\(document.name): nothing is updated, because the file has errors")]
    }
    let unwritten = update.unwrittenCount
    let remark: [Answer] =
      unwritten == 0
      ? [] : [.text("\(document.name): \(pluralized(unwritten, "failed assertion")) cannot be updated")]
    guard let written = try update.write(to: document, testing: run) else {
      let open = update.hasErrors || filter != nil ? [] : Update.unanswered(in: document, answers)
      return answers + open + (update.hasErrors ? [] : remark)
    }
    let open = filter != nil ? [] : Update.unanswered(in: written.document, written.answers)
    return written.answers + open + [.text("\(document.name): \(update.summary) updated")] + remark
  }
}
