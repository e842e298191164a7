import Foundation
import Testing

/// Every fence attribute has the same meaning for `rxrepl page.md`, `rxrepl test page.md` and `rxrepl docs page.md`.
@Suite struct FenceAttributeTests {
  /// Runs the three commands in this order, and returns their exit statuses and outputs.
  private static func statuses(of page: String) throws -> (statuses: [Int32?], said: [String]) {
    let folder = try TemporaryFolder()
    try folder.write("a = --1|\n", to: "one.marble")
    try folder.write(page, to: "page.md")
    let outcomes = try [["page.md"], ["test", "page.md"], ["docs", "--check", "page.md"]].map {
      try Program(folder: folder.path).run($0)
    }
    return (outcomes.map(\.status), outcomes.map { $0.output + $0.errors })
  }

  /// Pages, each with the expected exit status.
  ///
  /// They contain only bindings and assertions, so that `docs` has nothing to write.
  private static let pages: [(page: String, status: Int32)] = [
    ("```marble\na = --1|\n```\n```marble\na == --1|\n```\n", 0),
    ("```marble\na = --1|\n```\n```marble\na == --2|\n```\n", 1),
    ("```marble\n--1|--2\n```\n", 2),
    // `new` removes all names.
    ("```marble\na = --1|\n```\n```marble new\na.first() == --(1|)\n```\n", 2),
    // Ignored fences do not run.
    ("```marble ignore\n--1|--2\n```\n", 0),
    ("```marble ignore\na = --1|\n```\n```marble\na.first() == --(1|)\n```\n", 2),
    // Hidden fences run.
    ("```marble hidden\na = --1|\na\n```\n```marble\na == --1|\n```\n", 0),
    ("<!--\n```marble hidden\na = --1|\n```\n-->\n```marble\na == --1|\n```\n", 0),
    ("```marble hidden\n--1| == --2|\n```\n", 1),
    ("```marble hidden\n--1|--2\n```\n", 2),
    // `fails` accepts a failed assertion and an error, and warns if there is neither.
    ("```marble fails hidden\n--1| == --2|\n```\n", 0),
    ("```marble fails hidden\n--1|--2\n```\n", 0),
    ("```marble fails hidden\n--1| == --1|\n```\n", 1),
    ("```marble fails\na = --1|\n```\n", 1),
    ("```marble fails name=\"two lanes\"\na = --1|\n```\n", 1),
    // With `file=`, the file runs, whatever the fence shows. Only `docs` writes it into the fence.
    ("```marble file=one.marble\na = --1|\n```\n```marble\na == --1|\n```\n", 0),
    ("```marble file=none.marble\n```\n", 2),
    // `:quit` ends only its own script.
    ("```marble\n:quit\nx(\n```\n```marble\n--1| == --2|\n```\n", 1),
    ("```marble prompt hidden\na = --1|\n:quit\n```\n```marble\na == --1|\n```\n", 0),
    // Invalid attributes.
    ("```marble name=\"a\na = --1|\n```\n", 2),
    ("```marble file=\na = --1|\n```\n", 2),
  ]

  @Test(arguments: pages)
  func commandsAgree(page: String, status: Int32) throws {
    let (statuses, said) = try Self.statuses(of: page)
    #expect(statuses == [status, status, status], "\(said)")
  }

  @Test(arguments: ["fials", "hiden", "svg", "name=a name=b", "--x"])
  func unknownAttributeHasTheSameDiagnosticEverywhere(words: String) throws {
    let (statuses, said) = try Self.statuses(of: "text\n\n```marble \(words)\na = --1|\na == --1|\n```\n")
    #expect(statuses == [0, 0, 0])
    let diagnostics = said.map { $0.split(separator: "\n").drop { !$0.hasPrefix("page.md:") }.prefix(4) }
    #expect(diagnostics[0].first?.hasPrefix("page.md:3:") == true)
    #expect(diagnostics[0].first?.contains(" warning: ") == true)
    #expect(diagnostics[0] == diagnostics[2])
    #expect(diagnostics[1].starts(with: diagnostics[0]))
  }

  /// Without quotes, a space ends a value.
  @Test func lostWordsAreNamed() throws {
    let said = try Self.statuses(of: "```marble name=the two lanes new\na = --1|\na == --1|\n```\n").said[2]
    #expect(
      said.hasPrefix(
        """
        page.md:1:20: warning: `two lanes` is not part of the value of `name=`, which ends at the space
          ```marble name=the two lanes new
                             ^^^^^^^^^
          help: write `name="the two lanes"`

        """), "\(said)")
    #expect(!said.contains("`new`"))
  }

  /// Nothing below such a fence changes.
  @Test(arguments: [
    ("ignore new name=x svg=x.svg width=600 file=y.marble", ["new", "name=", "svg=", "width=", "file="]),
    ("hidden new name=x svg=x.svg width=600 text drawing", ["svg=", "width=", "drawing", "text"]),
  ])
  func wordsWithoutEffectAreNamed(words: String, unused: [String]) throws {
    let folder = try TemporaryFolder()
    try folder.write("```marble \(words)\na = --1|\n```\n", to: "page.md")
    let said = try Program(folder: folder.path).run("docs", "page.md").errors
    let warnings = said.split(separator: "\n").filter { $0.contains("has no effect here") }
    let named = warnings.compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
    #expect(named.sorted() == unused.sorted(), "\(said)")
  }

  /// Other tools for documents have more words for code.
  @Test(arguments: [
    "marble title=\"a b\" {1,3} showLineNumbers", "marble {1, 3} :line-numbers [a.marble]", "marble{1,3}",
    "marble:line-numbers {1}", "marble,editable", "marble live hidelines=#",
    "{.marble .annotate .numberLines hl_lines=\"1 2\"}", "{#a .marble startFrom=\"3\"}",
  ])
  func wordsOfOtherToolsCauseNoWarning(info: String) throws {
    let (statuses, said) = try Self.statuses(of: "```\(info)\na = --1|\na == --2|\n```\n")
    #expect(statuses == [1, 1, 1])
    #expect(!said.joined().contains("warning"))
  }

  /// Hugo and knitr have words in braces, and commas between them.
  @Test(arguments: [
    "marble {fails hidden}", "marble{fails, hidden}", "{marble, fails, hidden}", "{Marble, .fails .hidden}",
  ])
  func wordsInBracesAreRead(info: String) throws {
    let (statuses, said) = try Self.statuses(of: "```\(info)\na = --1|\na == --2|\n```\n")
    #expect(statuses == [0, 0, 0])
    #expect(!said.joined().contains("warning"))
  }

  @Test func unfailingFenceIsTheSameFailureEverywhere() throws {
    let (_, said) = try Self.statuses(of: "text\n\n```marble fails\na = --1|\n```\n")
    let failure = "✗ page.md:3  marble fails\n  nothing in this fence fails, but it is marked `fails`\n"
    #expect(said[0] == failure)
    #expect(said[1].hasPrefix(failure))
    #expect(said[2] == failure)
  }

  @Test func expectedFailureIsShownAndNotCounted() throws {
    let folder = try TemporaryFolder()
    try folder.write("```marble fails\n--1| == --2|\n--1|\n```\n```marble hidden\n--1|\n```\n", to: "page.md")
    let outcome = try Program(folder: folder.path).run(["--format", "json", "page.md"])
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(
      lines.last?.hasSuffix("\"drawings\":1,\"passed\":1,\"failed\":0,\"errors\":0,\"warnings\":0,\"status\":0}")
        == true)
    #expect(outcome.end == .status(0))
  }
}
