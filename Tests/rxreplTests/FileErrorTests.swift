import Testing

/// Files that cannot be read, written or replaced: the exact errors of the program.
@Suite struct FileErrorTests {
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("a = --1--|\n", to: "demo.marble")
    try folder.write("important\n", to: "notes.svg")
    return folder
  }

  /// Runs a script in a folder with a script and another file, and returns its errors.
  private func errors(of script: String) throws -> String {
    let folder = try folder()
    let outcome = try Program(input: Array(script.utf8), folder: folder.path).run()
    #expect(outcome.end == .status(2))
    #expect(try folder.bytes("notes.svg") == Array("important\n".utf8))
    return outcome.errors
  }

  @Test func folderCannotBeLoaded() throws {
    #expect(
      try errors(of: ":load .") == """
        <stdin>:1:7: error: cannot read `.`: Is a directory
          :load .
                ^
          help: write the path of a file, such as `./demo.marble`

        """)
  }

  @Test func similarFileIsSuggested() throws {
    #expect(
      try errors(of: ":load demo.marbel") == """
        <stdin>:1:7: error: cannot read `demo.marbel`: No such file or directory
          :load demo.marbel
                ^^^^^^^^^^^
          help: did you mean `demo.marble`?

        """)
  }

  @Test func folderCannotBeWritten() throws {
    #expect(
      try errors(of: "--1|\n:svg /tmp") == """
        <stdin>:2:6: error: cannot write `/tmp`: Is a directory
          :svg /tmp
               ^^^^
          help: write the path of a file, such as `/tmp/demo.svg`

        """)
  }

  @Test func otherFileIsNotReplaced() throws {
    #expect(
      try errors(of: "--1|\n:svg notes.svg") == """
        <stdin>:2:6: error: `notes.svg` exists, and this session has not written it
          :svg notes.svg
               ^^^^^^^^^
          help: to replace it, write `:svg! notes.svg`

        """)
  }

  @Test func forcedCommandReplacesTheFile() throws {
    let folder = try folder()
    let outcome = try Program(input: Array("--1|\n:svg! notes.svg".utf8), folder: folder.path).run()
    #expect(outcome.end == .status(0))
    #expect(outcome.output.hasSuffix("notes.svg: 1 picture, replacing a file of 10 bytes\n"))
    #expect(try folder.bytes("notes.svg").starts(with: Array("<svg ".utf8)))
  }

  #if os(Linux)
    @Test func fullDiskIsReported() throws {
      #expect(
        try errors(of: "--1|\n:svg /dev/full") == """
          <stdin>:2:6: error: cannot write `/dev/full`: No space left on device
            :svg /dev/full
                 ^^^^^^^^^
            help: delete other files, or choose a folder on another disk

          """)
    }
  #endif

  @Test func importCannotWriteToAFolder() throws {
    let outcome = try Program(input: Array("--1|".utf8)).run("import", "--from", "rxjs", "--output", "/tmp")
    #expect(
      outcome.errors == """
        /tmp: error: Is a directory
          help: write the path of a file, such as `/tmp/demo.marble`

        """)
    #expect(outcome.end == .status(2))
  }
}
