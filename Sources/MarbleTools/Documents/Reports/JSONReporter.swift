import MarbleSession
import Marbles

/// A reporter that writes lines of JSON, in the format that `Documentation/JSON.md` describes.
struct JSONReporter: TestReporter {
  func fragment(for finding: Finding, time: Duration?) -> ReportFragment? {
    var json = JSONText()
    switch finding {
    case .answer(let answer): json.answer(answer)
    case .unreadable(let path, let failure): json.unreadable(path, failure)
    }
    return ReportFragment(text: json.text + "\n")
  }

  func end(of file: String, _ counts: TestCounts) -> ReportFragment? {
    var json = JSONText()
    json.record("file") { json in
      json.member("file", file)
      json.counts(counts)
    }
    return ReportFragment(text: json.text + "\n")
  }

  func closing(_ counts: TestCounts, status: Int, points: Int) -> String {
    var json = JSONText()
    json.summary(counts, files: counts.files, drawings: 0, status: status)
    return json.text + "\n"
  }
}
