import Testing

/// Tests of `rxrepl help`, run from a shell.
@Suite struct HelpCommandTests {
  @Test func topicIsExplainedAsAtThePrompt() throws {
    let help = try Program().run("help", "merge")
    #expect(help.output.hasPrefix("merge(stream, …)\n\nSends the values of all streams as they arrive.\n"))
    #expect(help.output == (try Program().run("-e", ":help merge")).output)
    #expect(help.end == .status(0))
    #expect(try Program().run("help", ":load").output.hasPrefix(":load file\n"))
  }

  @Test func subcommandHelpEqualsItsHelpOption() throws {
    #expect(try Program().run("help", "test").output == (try Program().run("test", "--help")).output)
    #expect(try Program().run("help").output == (try Program().run("--help")).output)
  }

  @Test func operatorPageIsMarkdown() throws {
    let page = try Program().run("help", "--markdown", "startWith")
    #expect(page.output.hasPrefix("# prefix\n\n"))
    #expect(page.output.contains("\n```text drawn\n"))
    #expect(page.output.contains("\n## Terminal events\n"))
    #expect(page.end == .status(0))
  }

  @Test(arguments: [
    (["help", "mrge"], "mrge", "merge"), (["help", "--markdown", "mrge"], "mrge", "merge"),
    (["help", "tset"], "tset", "test"),
  ])
  func unknownTopicIsAnError(arguments: [String], topic: String, meant: String) throws {
    let outcome = try Program().run(arguments)
    #expect(
      outcome.errors == """
        rxrepl: error: there is no help for `\(topic)`
          help: did you mean `rxrepl help \(meant)`?

        """)
    #expect(outcome.output == "")
    #expect(outcome.end == .status(2))
  }

  @Test(arguments: [
    "test", "fmt", "lint", "docs", "import", "serve", "page", "exercises", "highlight", "mdbook", "lsp", "help",
  ])
  func usageErrorNamesTheWholeCommand(name: String) throws {
    let outcome = try Program().run([name, "--nothing"])
    #expect(outcome.end == .status(64))
    #expect(outcome.errors.contains("See 'rxrepl \(name) --help'"), "\(outcome.errors)")
  }

  @Test(arguments: [["--markdown"], ["--output", "x"], ["--markdown", "--output", "x", "merge"]])
  func invalidArgumentsAreAUsageError(arguments: [String]) throws {
    #expect(try Program().run(["help"] + arguments).end == .status(64))
  }

  @Test func outputErrorIsReported() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "file")
    let outcome = try Program(folder: folder.path).run("help", "--markdown", "--output", "file")
    #expect(outcome.errors == "file: error: Not a directory\n  help: write the path of a folder, which may be new\n")
    #expect(outcome.end == .status(2))
  }
}
