import Foundation
import MarbleSession
import MarbleTools
import Marbles
import Testing

/// The drawings in the pages are up to date: `rxrepl docs` would not change them.
@Suite struct PageTests {
  static let pages =
    [Package.root + "/README.md"] + Package.files(in: Package.root + "/Documentation", endingIn: ".md")

  @Test(arguments: pages)
  func pageIsUpToDate(path: String) throws {
    let outcome = try Program().run("docs", "--check", path)
    #expect(outcome.output == "", "`rxrepl docs \(path)` writes it")
    #expect(outcome.errors == "")
    #expect(outcome.end == .status(0))
  }

  /// The generated operator pages are up to date too, and their assertions hold.
  @Test func operatorPagesAreUpToDate() throws {
    let folder = try TemporaryFolder()
    let program = Program(folder: folder.path)
    #expect(try program.run("help", "--markdown", "--output", "made").end == .status(0))
    let made = Package.files(in: folder.path + "/made/Operators", endingIn: ".md")
    #expect(made.count > 70)
    let check = try program.run(["docs", "--check"] + made)
    #expect(check.output + check.errors == "")
    #expect(check.end == .status(0))
    let test = try program.run("test", "made")
    #expect(test.errors == "")
    #expect(test.end == .status(0), "\(test.output)")
  }

  /// A page with marbles to drag has the scripts of a document as one.
  @Test func scriptsOfADocumentAreOne() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "```marble\na = --1|\n```\n\n```marble ignore\nx(\n```\n\n```marble\na.map { $0 * 2 }\n```\n", to: "w.md")
    try folder.write("a = --1|\n\na.map { $0 * 2 }\n", to: "w.marble")
    let program = Program(folder: folder.path)
    let page = try program.run("page", "w.md")
    #expect(page.end == .status(0) && page.errors == "")
    #expect(try page.output == program.run("page", "w.marble").output)
    #expect(try program.run("highlight", "w.md").output == program.run("highlight", "w.marble").output)
    try folder.write("# W\n\n```marble file=w.marble\n```\n\n```marble\na == --2|\n```\n", to: "w.md")
    // A failure is at its line in the document.
    #expect(try program.run("page", "w.md").errors.hasPrefix("✗ w.md:7  a "))
    try folder.write("```marble ignore\nx(\n```\n", to: "w.md")
    let empty = try program.run("page", "w.md")
    #expect(empty.status == 2 && empty.output == "")
    #expect(empty.errors == "w.md: error: this page has no script that begins with ```marble\n")
  }

  /// Ignored fences may contain errors that no test finds.
  @Test func noFenceIsIgnored() throws {
    var run = 0
    var ignored: [String] = []
    for path in Self.pages {
      let document = try Document(name: path, bytes: [UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
      for passage in document.passages {
        guard let fence = passage.fence else { continue }
        if fence.attributes.has(.ignore) { ignored.append("\(path):\(fence.lineNumber)") } else { run += 1 }
      }
    }
    #expect(ignored == [])
    #expect(run > 110)
  }
}
