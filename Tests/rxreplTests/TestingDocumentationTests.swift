import Foundation
import Testing

/// What `Documentation/Testing.md` shows of `rxrepl test` is what that says.
///
/// A fence with `name=` is written as a file of that name; a fence of a shell's lines is run beside those above it, and
/// the fence behind it holds what comes. `RECORD=1` writes what comes now, to be read and kept.
@Suite(.serialized) struct TestingDocumentationTests {
  private static let page = Package.root + "/Documentation/Testing.md"

  private struct Fence {
    let words: [Substring]
    /// Its lines, by their numbers from 0.
    let lines: Range<Int>
  }

  @Test func whatIsSaidStandsInTheDocumentation() throws {
    var lines = try String(contentsOfFile: Self.page, encoding: .utf8).components(separatedBy: "\n")
    let folder = try TemporaryFolder()
    var examples: [(fence: Fence, said: String)] = []
    let fences = Self.fences(in: lines)
    for (fence, next) in zip(fences, fences.dropFirst()) {
      if let name = fence.words.first(where: { $0.hasPrefix("name=") })?.dropFirst("name=".count) {
        try folder.write(lines[fence.lines].joined(separator: "\n") + "\n", to: String(name))
      }
      guard fence.words == ["sh"] else { continue }
      let command = lines[fence.lines].joined(separator: "\n").replacing("rxrepl ", with: "\"$1\" ")
      let outcome = try Program(folder: folder.path).run(shell: "{ \(command); } 2>&1", [try Program.path])
      #expect([0, 1, 2].contains(outcome.status), "\(outcome.end)")
      examples.append((next, outcome.output.trimmingCharacters(in: .newlines)))
    }
    #expect(examples.count == 7)
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

  /// The fences of a page; one ends with the marks that it began with.
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
