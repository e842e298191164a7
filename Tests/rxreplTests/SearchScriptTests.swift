import Foundation
import Testing

/// Searches in scripts and test reports, with the real binary.
@Suite(.serialized) struct SearchScriptTests {
  private static let script = """
    a = -1-2-3|
    // doubled
    a.map { ? } == -2-4-6|
    a.map { ? } == x|
    """

  private func run(_ script: String, _ arguments: String...) throws -> Program.Outcome {
    let folder = try TemporaryFolder()
    try folder.write(script + "\n", to: "search.marble")
    return try Program(folder: folder.path).run(arguments + ["search.marble"])
  }

  /// A strategy and a bound stream can be in place of `?`.
  @Test(arguments: [
    ("clicks.flatMap(?) { load }", "clicks.flatMap(.latest) { load }"),
    ("clicks.flatMap(?, to: load)", "clicks.flatMap(.latest, to: load)"),
    ("clicks.flatMap(.latest) { ? }", "clicks.flatMap(.latest) { load }"),
  ])
  func strategyIsFound(question: String, answer: String) throws {
    let outcome = try run("clicks = -xx----x--|\nload = cold --r|\n\(question) == ----r----r|")
    #expect(outcome.output.contains("✓ search.marble:3  \(question)\n  \(answer)\n"))
  }

  @Test func expressionIsFound() throws {
    let outcome = try Program().run("-e", "a = -1-2-3|", "-e", "b = --x-y|", "-e", "?(a, b) == --[1,x]-[2,y]|")
    #expect(
      outcome.output.hasPrefix(
        """
        ✓ -e:3  ?(a, b)
          1  zip(a, b)
          2  b.withLatest(from: a) { ($1, $0) }
          for a = `-`, b = `(x|)` they differ: which result do you want?
            1  -
            2  |
          tried expressions of at most 1 operator in
        """))
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }

  @Test(arguments: [
    ("zz.debounce(?)", 1), ("zz.map { ? }", 1), ("zz.zip(with: ?)", 1), ("a.zip(with: zz.map { ? })", 13), ("zz.?", 1),
  ])
  func searchNeedsItsStreams(expression: String, column: Int) throws {
    let outcome = try run("a = -1|\n\(expression) == --1")
    #expect(outcome.errors.hasPrefix("search.marble:2:\(column): error: there is no stream named `zz`\n"))
    #expect(outcome.output.isEmpty)
  }

  @Test func holeInClosureMayBeItsArgument() throws {
    let outcome = try run("a = --1--2|\na.map { ? * 2 } == --2--4|")
    #expect(outcome.output.hasPrefix("✓ search.marble:2  a.map { ? * 2 }\n  a.map { $0 * 2 }\n"), "\(outcome.output)")
  }

  @Test func coldInputIsMarked() throws {
    let outcome = try run("a = -1---2|\nb = cold -x|\n?(a, b) == --x---x|")
    #expect(outcome.output.contains("b = `cold "), "\(outcome.output)")
  }

  /// The report of the second search, up to the number of runs.
  private static let notFound = """
    ✗ search.marble:4  a.map { ? }      not found
      a near expression:
      ✗ a.map { $0 }      5 differences
                 0    5
      expected   x|
      actual     -1-2-3|
                 ^^ ^ ^^
        tick 0    expected x, which did not come
        tick 1→6  completed 5 ticks late
        tick 1    unexpected 1
        tick 3    unexpected 2
        tick 5    unexpected 3
      tried expressions in 130 runs

    """

  @Test func impossibleSearchHasStatus1() throws {
    let outcome = try run(Self.script)
    #expect(outcome.output.hasSuffix(Self.notFound))
    #expect(outcome.output.contains("✓ search.marble:3  a.map { ? }\n  a.map { $0 * 2 }\n"))
    #expect(outcome.errors == "")
    #expect(outcome.status == 1)
  }

  @Test func holeOutsideOfASearchIsMarked() throws {
    let outcome = try run("a = -1|\na.debounce(?)")
    #expect(outcome.output == "")
    #expect(
      outcome.errors == """
        search.marble:2:12: error: `?` is only allowed in a search
          a.debounce(?)
                     ^
          help: write the streams and the expected events, such as `?(a, b) == --1|` or `a.delay(?) == --1|`

        """)
    #expect(outcome.status == 2)
  }

  private static let warning = """
    search.marble:3:1: warning: `?` is still open
      a.map { ? } == -2-4-6|
      ^^^^^^^^^^^
      help: to replace it by the first answer, run `rxrepl test --update`

    """

  @Test func searchesAreTests() throws {
    let text = try run(Self.script, "test")
    #expect(
      text.output == Self.notFound + "✗ search.marble: 2 assertions, 1 failed\n1 file, 2 assertions, 1 failed\n")
    #expect(text.errors == Self.warning)
    #expect(text.status == 1)
    let tap = try run(Self.script, "test", "--format", "tap")
    #expect(
      tap.output.hasPrefix("TAP version 13\n# search.marble\nok 1 - doubled\n# search.marble:3:1: warning: `?` is"))
    #expect(tap.output.contains("\nnot ok 2 - a.map { ? }\n  ---\n  message: \"no expression gives these events\"\n"))
    #expect(tap.status == 1)
    let junit = try run(Self.script, "test", "--format", "junit")
    #expect(junit.output.contains("<testcase name=\"doubled\" classname=\"search.marble\""))
    #expect(
      junit.output.contains(
        "<failure message=\"no expression gives these events\" type=\"not found\">✗ search.marble:4  a.map { ? }"))
  }

  @Test func searchIsDescribedAsData() throws {
    let outcome = try run(Self.script, "test", "--format", "json")
    let lines = try outcome.output.split(separator: "\n").prefix(3).map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(lines.map { $0["kind"] as? String } == ["passed", "warning", "failed"])
    let found = try #require(lines[0]["search"] as? [String: Any])
    let answers = try #require(found["answers"] as? [[String: Any]])
    #expect(answers.map { $0["expression"] as? String } == ["a.map { $0 * 2 }"])
    #expect(lines[2]["reason"] as? String == "not found")
    let missing = try #require(lines[2]["search"] as? [String: Any])
    #expect((missing["nearest"] as? [String: Any])?["expression"] as? String == "a.map { $0 }")
    #expect(missing["complete"] as? Bool == true)
  }

  @Test func updateWritesTheDefinition() throws {
    let folder = try TemporaryFolder()
    try folder.write("f(s) = ?\nf(\"-1-2-3|\") == -1-3-6|\nf(\"4-4|\") == 4-8|\n", to: "search.marble")
    let outcome = try Program(folder: folder.path).run("test", "--update", "search.marble")
    #expect(
      outcome.output == "search.marble: 1 search updated\n✓ search.marble: 2 assertions\n1 file, 2 assertions\n")
    #expect(outcome.status == 0)
    let script = try String(contentsOfFile: folder.path + "/search.marble", encoding: .utf8)
    #expect(script == "f(s) = s.scan { $0 + $1 }\nf(\"-1-2-3|\") == -1-3-6|\nf(\"4-4|\") == 4-8|\n")
  }

  /// An update that leaves a `?` has an error.
  @Test func updateReportsAnOperatorWithoutExamples() throws {
    let folder = try TemporaryFolder()
    try folder.write("a = -1|\nf(s) = ?\n?(a) == --1|\n", to: "search.marble")
    let outcome = try Program(folder: folder.path).run("test", "--update", "search.marble")
    #expect(
      outcome.errors == """
        search.marble:2:8: error: `?` was not replaced, because it has no example
          f(s) = ?
                 ^
          help: write an example below it in the same fence or script, such as `f("-1-2|") == -2-4|`

        """)
    #expect(outcome.output.hasPrefix("search.marble: 1 search updated\n"), "\(outcome.output)")
    #expect(outcome.status == 2)
    let script = try String(contentsOfFile: folder.path + "/search.marble", encoding: .utf8)
    #expect(script == "a = -1|\nf(s) = ?\na.delay(1) == --1|\n")
    // The examples are in another fence, and only one of the two operators has some.
    let page = "```marble\nf(s) = ?\n```\n\n```marble fails\ng(s) = ?\n```\n\n```marble\nf(\"1|\") == -1|\n```\n"
    try folder.write(page, to: "page.md")
    let fence = try Program(folder: folder.path).run("test", "--update", "page.md")
    #expect(fence.errors.contains("page.md:2:8: error: `?` was not replaced"), "\(fence.errors)")
    #expect(!fence.errors.contains("page.md:6"))
    #expect(fence.status == 2)
    #expect(try folder.bytes("page.md") == Array(page.utf8))
  }

  /// A search without an answer is reported once, as a failure.
  @Test func updateReportsASearchWithoutAnswerOnce() throws {
    let folder = try TemporaryFolder()
    try folder.write("f(s) = ?\nf(\"1|\") == [a]b[c]d|\n", to: "search.marble")
    let outcome = try Program(folder: folder.path).run("test", "--update", "search.marble")
    #expect(outcome.output.contains("✗ search.marble:2"), "\(outcome.output)")
    #expect(!outcome.errors.contains("error"))
    #expect(outcome.status == 1)
  }
}
