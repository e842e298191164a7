import Foundation
import Testing

/// Everything that we show somebody is run: the examples, the documentation, the doc comments.
@Suite(.serialized) struct ExampleTests {
  static let examples = Package.files(in: Package.root + "/examples", endingIn: ".marble")
  static let documents =
    Package.files(in: Package.root, endingIn: "README.md").filter { $0 == Package.root + "/README.md" }
    + Package.files(in: Package.root + "/Documentation", endingIn: ".md")
  static let sources = Package.files(in: Package.root + "/Sources/Reactive", endingIn: ".swift")

  @Test func thereAreExamples() {
    #expect(!Self.examples.isEmpty)
    #expect(!Self.sources.isEmpty)
  }

  @Test(arguments: examples)
  func anExampleHolds(path: String) throws {
    let outcome = try Program().run(path)
    #expect(outcome.end == .status(0), "\(outcome.output)\(outcome.errors)")
    #expect(!outcome.output.isEmpty)
  }

  @Test(arguments: documents)
  func aDocumentHolds(path: String) throws {
    let text = try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
    let (fences, fails) = try Self.fences(in: text)
    if fences.isEmpty { return }
    let outcome = try Program(input: Array(fences.joined(separator: "\n\n").utf8)).run()
    // A status of the whole tells of the fences that fail only that there are some.
    #expect(fails ? [1, 2].contains(outcome.status) : outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }

  @Test(arguments: sources)
  func aDocCommentHolds(path: String) throws {
    let text = try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
    for comment in Self.docComments(in: text) {
      for fence in try Self.fences(in: comment).fences {
        let outcome = try Program(input: Array(fence.utf8)).run()
        #expect(outcome.end == .status(0), "\(fence)\n\(outcome.output)\(outcome.errors)")
      }
    }
  }

  @Test func fencesAreFound() throws {
    let text = "x\n```marble\n--1|\n```\n```swift\nlet a\n```\n  ```marble fails\n  |1\n  ```\n"
    let found = try Self.fences(in: text)
    #expect(found.fences == ["--1|", "  |1"])
    #expect(found.fails)
    #expect(throws: OpenFence.self) { try Self.fences(in: "```marble\n--1|\n") }
    #expect(Self.docComments(in: "/// a\n///\n/// b\nlet c\n  /// d\n") == ["a\n\nb", "d"])
  }

  private struct OpenFence: Error {}

  /// What stands in the fences that are of the language, and whether any of them is meant to fail.
  private static func fences(in text: String) throws -> (fences: [String], fails: Bool) {
    var fences: [String] = []
    var fails = false
    var open: [String]?
    var isOurs = false
    for line in text.components(separatedBy: "\n") {
      let words = line.trimmingCharacters(in: .whitespaces)
      guard words.hasPrefix("```") else {
        open?.append(line)
        continue
      }
      if let lines = open {
        if isOurs { fences.append(lines.joined(separator: "\n")) }
        open = nil
      } else {
        let info = words.dropFirst(3).split(separator: " ")
        isOurs = info.first == "marble"
        if isOurs, info.contains("fails") { fails = true }
        open = []
      }
    }
    guard open == nil else { throw OpenFence() }
    return (fences, fails)
  }

  /// The runs of `///` lines, without their slashes.
  private static func docComments(in text: String) -> [String] {
    var comments: [String] = []
    var lines: [String] = []
    for line in text.components(separatedBy: "\n") + [""] {
      let words = line.trimmingCharacters(in: .whitespaces)
      if words.hasPrefix("///") {
        let rest = words.dropFirst(3)
        lines.append(String(rest.hasPrefix(" ") ? rest.dropFirst() : rest))
      } else if !lines.isEmpty {
        comments.append(lines.joined(separator: "\n"))
        lines = []
      }
    }
    return comments
  }
}
