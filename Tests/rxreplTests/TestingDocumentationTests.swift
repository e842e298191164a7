import Foundation
import Testing

/// The output of `rxrepl test` in `Documentation/Testing.md` is up to date.
///
/// A fence with `name=` or `title=` is written to a file of that name. A fence of shell commands runs with the files
/// above it, and the following fence must show its output. `RECORD=1` writes the output into the page, which must then
/// be reviewed.
@Suite(.serialized) struct TestingDocumentationTests {
  private static let page = Package.root + "/Documentation/Testing.md"

  private struct Fence {
    let words: [Substring]
    /// The indices of its lines, starting at 0.
    let lines: Range<Int>
  }

  @Test func documentationShowsTheOutput() throws {
    var lines = try String(contentsOfFile: Self.page, encoding: .utf8).components(separatedBy: "\n")
    let folder = try TemporaryFolder()
    var examples: [(fence: Fence, said: String)] = []
    let fences = Self.fences(in: lines)
    for (fence, next) in zip(fences, fences.dropFirst()) {
      let words = fence.words.map { $0.split(separator: "=", maxSplits: 1) }
      if let name = words.first(where: { $0.count == 2 && ["name", "title"].contains($0[0]) })?[1] {
        try folder.write(lines[fence.lines].joined(separator: "\n") + "\n", to: String(name))
      }
      guard fence.words == ["sh"] else { continue }
      let command = lines[fence.lines].joined(separator: "\n").replacing("rxrepl ", with: "\"$1\" ")
      let outcome = try Program(folder: folder.path).run(shell: "{ \(command); } 2>&1", [try Program.path])
      #expect([0, 1, 2].contains(outcome.status), "\(outcome.end)")
      examples.append((next, outcome.output.trimmingCharacters(in: .newlines)))
    }
    #expect(examples.count == 2)
    let isRecording = ProcessInfo.processInfo.environment["RECORD"] == "1"
    for (fence, said) in examples.reversed() {
      if isRecording {
        lines.replaceSubrange(fence.lines, with: said.components(separatedBy: "\n"))
      } else {
        #expect(lines[fence.lines].joined(separator: "\n") == said, "Testing.md:\(fence.lines.lowerBound)")
      }
    }
    if isRecording { try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: Self.page)) }
  }

  /// Returns the fences of a page.
  ///
  /// The opening and the closing mark of a fence are the same.
  private static func fences(in lines: [String]) -> [Fence] {
    var fences: [Fence] = []
    var open: (marks: String, info: String, line: Int)?
    for (index, line) in lines.enumerated() {
      let marks = String(line.prefix { $0 == line.first && ($0 == "`" || $0 == "~") })
      if let fence = open {
        guard line == fence.marks else { continue }
        fences.append(Fence(words: fence.info.split(separator: " "), lines: fence.line..<index))
        open = nil
      } else if marks.count >= 3 {
        open = (marks, String(line.dropFirst(marks.count)), index + 1)
      }
    }
    return fences
  }
}
