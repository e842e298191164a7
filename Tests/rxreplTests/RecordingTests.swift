import Testing

/// Tests of `rxrepl` with a recording, run from a shell.
@Suite struct RecordingTests {
  @Test func recordingIsDrawn() throws {
    let outcome = try Program().run("--format", "unicode", Package.root + "/examples/search.json")
    #expect(outcome.errors == "")
    #expect(
      outcome.output == """
                  0    5          10      15              20
        typed     ──j──────────────[ji]─────────────[jo]───────────┤
          search    ╰───([Jo]┤)
          search                   ╰──────([Jill]┤)
          search                                    ╰──────([Jo]┤)
        results   ──────[Jo]──────────────[Jill]───────────[Jo]────┤
        // a tick is 10ms


        """)
    #expect(outcome.end == .status(0))
  }

  /// The times of a document for Perfetto are not rounded to ticks.
  @Test func documentForPerfettoHasNoTick() throws {
    let outcome = try Program().run("--format", "perfetto", Package.root + "/examples/traces/search-box.jsonl")
    #expect(!outcome.errors.contains("tick"), "\(outcome.errors)")
    #expect(outcome.end == .status(0))
  }

  @Test func otherJSONIsAnError() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{"name": "rxrepl"}"#, to: "package.json")
    let outcome = try Program(folder: folder.path).run("package.json")
    #expect(
      outcome.errors == """
        package.json:1:1: error: this file is not a drawing as JSON
          {"name": "rxrepl"}
          ^ expected an object with the key `schema`
          help: write a drawing with `rxrepl --format json` or the `json` of a recorder's diagram

        """)
    #expect(outcome.end == .status(2))
  }
}
