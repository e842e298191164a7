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

  /// A page with marbles to drag is about one script.
  @Test(arguments: ["page", "serve"])
  func pageIsNoScript(command: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("```marble ignore\nx(\n```\n", to: "w.md")
    let outcome = try Program(folder: folder.path).run(command, "w.md")
    #expect(outcome.status == 2 && outcome.output == "")
    #expect(
      outcome.errors == """
        w.md: error: this file is not a script
          help: write one of its scripts to a file such as `demo.marble`

        """)
  }

  /// Ignored fences may contain errors that no test finds.
  ///
  /// So this test fixes their number.
  @Test func onlyKnownFencesAreIgnored() throws {
    var run = 0
    var ignored: [String] = []
    for path in Self.pages {
      let document = try Document(name: path, bytes: [UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
      for passage in document.passages {
        guard let fence = passage.fence else { continue }
        if fence.attributes.has(.ignore) { ignored.append("\(path):\(fence.lineNumber)") } else { run += 1 }
      }
    }
    // This fence loads a script that exists only in the test of that page.
    #expect(ignored.count == 1, "\(ignored)")
    #expect(run > 120)
  }
}
