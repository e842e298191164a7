import Foundation
import MarbleTools
import Marbles
import Testing

/// Runs the examples and the fences of doc comments.
///
/// The pages of the documentation have their own tests.
@Suite(.serialized) struct ExampleTests {
  static let examples = Package.files(in: Package.root + "/examples", endingIn: ".marble")
  static let sources = Package.files(in: Package.root + "/Sources/Reactive", endingIn: ".swift")

  @Test func thereAreExamples() {
    #expect(!Self.examples.isEmpty)
    #expect(!Self.sources.isEmpty)
  }

  @Test(arguments: examples)
  func exampleHolds(path: String) throws {
    let outcome = try Program().run(path)
    #expect(outcome.end == .status(0), "\(outcome.output)\(outcome.errors)")
    #expect(!outcome.output.isEmpty)
  }

  @Test(arguments: sources)
  func docCommentHolds(path: String) throws {
    let text = try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
    for comment in Self.docComments(in: text) {
      for passage in try Document(name: "\(path).md", bytes: Array(comment.utf8)).passages {
        let outcome = try Program(input: passage.source.bytes).run()
        #expect(outcome.end == .status(0), "\(path)\n\(outcome.output)\(outcome.errors)")
      }
    }
  }

  @Test func docCommentsAreFound() {
    #expect(Self.docComments(in: "/// a\n///\n/// b\nlet c\n  /// d\n") == ["a\n\nb", "d"])
  }

  /// Returns the blocks of `///` lines, without the slashes.
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
