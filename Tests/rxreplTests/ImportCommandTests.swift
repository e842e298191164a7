import Foundation
import Testing

/// Tests of `rxrepl import`: the input, the output and the exit status.
@Suite struct ImportCommandTests {
  @Test func standardInputIsConverted() throws {
    let outcome = try Program(input: Array("a = '--1-(2|)'".utf8)).run("import", "--from", "rxjs")
    #expect(outcome.end == .status(0))
    #expect(outcome.output == "a = --1-(2|)\n")
    #expect(outcome.errors == "")
  }

  @Test func omittedPartsAreReportedWithStatus1() throws {
    let folder = try TemporaryFolder()
    try folder.write("a = --1-|-2\n", to: "a.txt")
    try folder.write("-1|\n\n> unheardOf\n\n-1|\n", to: "b.txt")
    let first = try Program(folder: folder.path).run("import", "--from", "rxjs", "a.txt")
    #expect(first.end == .status(1))
    #expect(first.output == "a = --1-|\n")
    #expect(
      first.errors == """
        a.txt:1:11: warning: unexpected event after the end
          a = --1-|-2
                    ^ left out, with everything after it

        """)
    let second = try Program(folder: folder.path).run("import", "--from", "swirly", "b.txt")
    #expect(second.end == .status(1))
    #expect(
      second.output
        == """
        // b.txt:1
        input = -1|
        // not converted, line 3: > unheardOf
        // not converted, line 5: -1|

        """)
    #expect(
      second.errors == """
        b.txt:3:3: warning: `unheardOf` has no counterpart
          > unheardOf
            ^^^^^^^^^
          help: the script has a comment in its place

        """)
  }

  @Test func severalFilesBecomeOneScript() throws {
    let folder = try TemporaryFolder()
    try folder.write("a = -1|\n", to: "a.txt")
    try folder.write("b = -'two'|\n", to: "b.txt")
    let outcome = try Program(folder: folder.path).run("import", "--from=apple", "-o", "all.marble", "a.txt", "b.txt")
    #expect(outcome.end == .status(0))
    #expect(outcome.output == "")
    #expect(outcome.errors == "")
    #expect(String(decoding: try folder.bytes("all.marble"), as: UTF8.self) == "a = -\"1\"|\n\nb = -[two]|\n")
    #expect(try Program(folder: folder.path).run("all.marble").end == .status(0))
  }

  @Test func unreadableInputIsStatus2AndNothingIsWritten() throws {
    let folder = try TemporaryFolder()
    try folder.write([0x2D, 0xFF, 0x0A], to: "binary")
    try folder.write("kept\n", to: "out.marble")
    try folder.write("a = -1|\n", to: "a.txt")
    for file in ["binary", "missing", "."] {
      let outcome = try Program(folder: folder.path).run("import", "--from", "rxjs", "-o", "out.marble", "a.txt", file)
      #expect(outcome.end == .status(2))
      #expect(outcome.output == "")
      #expect(outcome.errors.hasPrefix("\(file):"))
      #expect(String(decoding: try folder.bytes("out.marble"), as: UTF8.self) == "kept\n")
    }
    let outcome = try Program(folder: folder.path).run("import", "--from", "rxjs", "binary")
    #expect(
      outcome.errors
        == "binary:1:2: error: the source is not valid UTF-8\n  -\u{FFFD}\n   ^\n  help: save the file as UTF-8\n")
    let unwritable = try Program(folder: folder.path).run("import", "--from", "rxjs", "-o", "no/out", "a.txt")
    #expect(unwritable.end == .status(2))
    #expect(
      unwritable.errors
        == "no/out: error: No such file or directory\n  help: create the folder `no` first\n"
    )
  }

  @Test func invalidArgumentsAreStatus64() throws {
    for arguments in [["import"], ["import", "--from", "cobol"], ["import", "--from"]] {
      #expect(try Program().run(arguments).end == .status(64))
    }
  }

  @Test func emptyInputIsReported() throws {
    let outcome = try Program().run("import", "--from", "swirly")
    #expect(outcome.end == .status(1))
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("<stdin>:1:1: warning: the source contains nothing that can be converted\n"))
  }

  @Test func testsBecomeSwiftTests() throws {
    let folder = try TemporaryFolder()
    try folder.write("func test_one() {\n  validate { \"a|\"; $0.inputs[0]; \"a|\" }\n}\n", to: "a.swift")
    let outcome = try Program(folder: folder.path).run("import", "--from", "apple", "--to", "swift", "a.swift")
    #expect(outcome.end == .status(0))
    #expect(
      outcome.output == """
        import AsyncAlgorithms
        import Marbles
        import Testing

        @Suite struct ImportedTests {
          // a.swift:2
          @Test func one() async throws {
            #expect(
              try await run("a|") { (input: InputSequence<String, any Error>, _) in
                input
              } == "a|")
          }
        }

        """)
    #expect(outcome.errors == "1 test: 1 converted, 0 left out\n")
    let other = try Program(folder: folder.path).run("import", "--from", "rxjs", "--to", "swift", "a.swift")
    #expect(other.end == .status(64))
    #expect(other.errors.contains("write `--from apple --to swift`"))
  }
}
