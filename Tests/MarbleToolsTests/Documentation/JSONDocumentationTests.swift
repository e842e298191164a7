import Foundation
import MarbleLanguage
import MarbleSession
import MarbleTools
import Marbles
import TestSupport
import Testing

/// `Documentation/JSON.md`, which shows the output of its script.
///
/// `RECORD=1` updates the output.
@Suite(.serialized) struct JSONDocumentationTests {
  private static let page = packageRoot.appendingPathComponent("Documentation/JSON.md")

  private static func lines(of script: String) -> [String] {
    let session = Session()
    session.options.style.format = .json
    var report = Report()
    var text = ""
    session.evaluate(Source(name: "demo.marble", text: script)) { answer in
      text += report.text(of: answer, style: session.options.style)?.text ?? ""
    }
    return text.split(separator: "\n").map(String.init)
  }

  @Test func outputOfScriptsIsUpToDate() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let all = fences(in: text)
    let examples = zip(all, all.dropFirst()).filter { $0.info.hasPrefix("marble") && $1.info == "json" }
    #expect(examples.count == 1)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for (script, expected) in examples.reversed() {
      let written = Self.lines(of: script.text).map { JSONTree($0).pretty() }.joined(separator: "\n")
      if ProcessInfo.processInfo.environment["RECORD"] == "1" {
        let end = lines[expected.line...].firstIndex(of: "```") ?? expected.line
        lines.replaceSubrange(expected.line..<end, with: [written])
      } else {
        #expect(written == expected.text, "JSON.md:\(script.line)")
      }
    }
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try Data(lines.joined(separator: "\n").utf8).write(to: Self.page)
    }
  }
}
