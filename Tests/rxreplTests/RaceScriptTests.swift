import Foundation
import Testing

/// Orders of simultaneous events in scripts and test reports.
@Suite(.serialized) struct RaceScriptTests {
  private static let failing = """
    price = 1--2--
    buy = ---x--
    races buy.withLatest(from: price)

    """

  private func run(_ script: String, _ arguments: String...) throws -> Program.Outcome {
    let folder = try TemporaryFolder()
    try folder.write(script, to: "races.marble")
    return try Program(folder: folder.path).run(arguments + ["races.marble"])
  }

  @Test func everyOrderMustGiveTheExpectedEvents() throws {
    let outcome = try run(
      "a = -1\nb = -2\nraces merge(a, b) == -(12)\nraces zip(a, b) == -[1,2]\nraces zip(a, b) == -|\n")
    #expect(
      outcome.output == """
        ✗ races.marble:3  races merge(a, b) == -(12)
                  0
        a         -1-
        b         -2-
        a first   -(12)-
        b first   -(21)-
                   ^^^^
          the result depends on the order in which `a` sends `1` and `b` sends `2` on tick 1
        ✓ races.marble:4  races zip(a, b) == -[1,2]
          the same result in both orders of the events that share a tick
        ✗ races.marble:5  races zip(a, b) == -|      1 difference
                   0
        expected   -|
        actual     -[1,2]-
                    ^^^^^
          tick 1  expected completed, got [1,2]
          help: for the reason, write `why not | @1` on the next line

        """)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.status == 1)
  }

  @Test func raceIsAnAssertionInReports() throws {
    let tap = try run(Self.failing, "test", "--format", "tap")
    #expect(tap.output.contains("not ok 1 - races buy.withLatest(from: price)"), "\(tap.output)")
    #expect(tap.status == 1)
    let text = try run(Self.failing, "test")
    #expect(text.output.contains("1 assertion, 1 failed"), "\(text.output)")
  }

  @Test func raceIsDescribedAsData() throws {
    let outcome = try run(Self.failing, "--format", "json")
    let line = try #require(outcome.output.split(separator: "\n").first)
    let report = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(report["reason"] as? String == "race")
    #expect(report["orders"] as? Int == 2)
    let ticks = try #require(report["ticks"] as? [[String: Any]])
    #expect(ticks.first?["tick"] as? Int == 3)
    let other = try #require(ticks.first?["other"] as? [[String: String]])
    #expect(other == [["source": "buy", "event": "x"], ["source": "price", "event": "2"]])
  }

  @Test func errorOfOneOrderIsARace() throws {
    let outcome = try run("d = 1-0---|\nn = --8-4-|\nraces d.withLatest(from: n).map { $1 / $0 }\n")
    #expect(
      outcome.output == """
        ✗ races.marble:3  races d.withLatest(from: n).map { $1 / $0 }
          the result depends on the order in which `d` sends `0` and `n` sends `8` on tick 2; otherwise: cannot divide by zero

        """)
    #expect(outcome.status == 1)
  }

  @Test func endlessStreamsMeetOrNot() throws {
    let outcome = try run(
      "e = {-1}*\nb = -2--|\nraces e.take(first: 2)\nraces merge(e.take(first: 2), b.take(first: 1)).map { 0 }\n")
    #expect(outcome.output.contains("only one order is possible"))
    #expect(outcome.output.contains("the same result in both orders of the events that share a tick\n"))
  }

  @Test func eventsMoveToTicksBeforeTheRun() throws {
    let outcome = try run("a = --(^5)--2|\nraces a.count() within 1\n")
    #expect(outcome.output.contains("if `a` sends `5` on tick -1 instead of 0"), "\(outcome.output)")
  }

  private static let drawn = "price = 1--2--\nbuy = ---x--\nbuy.withLatest(from: price)\n"
  private static let note = """
    the result depends on the order in which `price` sends `2` and `buy` sends `x` on tick 3; to compare, write \
    `races _` on the next line
    """

  @Test func drawingHasANote() throws {
    let text = try run(
      Self.drawn + "buy.withLatest(from: price) == ---[x,2]\n:set orders off\nbuy.withLatest(from: price)\n")
    #expect(text.output.components(separatedBy: Self.note).count == 2, "\(text.output)")
    let data = try run(Self.drawn, "--format", "json")
    #expect(data.output.contains(#""notes":["\#(Self.note)"]"#), "\(data.output)")
  }

  /// A program in another language cannot have the line that compares all orders.
  @Test func programInAnotherLanguageHasANoteWithoutHelp() throws {
    let folder = try TemporaryFolder()
    let program = """
      import { Subject } from 'rxjs';
      const a = new Subject(); const b = new Subject();
      a.pipe(withLatestFrom(b)).subscribe(console.log);
      setTimeout(() => { a.next('y'); b.next('x'); }, 10);
      setTimeout(() => a.next('z'), 20);
      """
    try folder.write(program, to: "races.js")
    let outcome = try Program(folder: folder.path).run("races.js")
    #expect(outcome.output.contains("the result depends on the order") && !outcome.output.contains("races _"))
  }

  /// Pictures and documents are made for others, and reports are about assertions.
  @Test func onlyDrawingsInATerminalHaveANote() throws {
    for arguments in [["--format", "svg"], ["--safe"], ["test"]] {
      let folder = try TemporaryFolder()
      try folder.write(Self.drawn, to: "races.marble")
      let outcome = try Program(folder: folder.path).run(arguments + ["races.marble"])
      #expect(!outcome.output.contains("depends on the order"), "\(arguments)")
    }
    let folder = try TemporaryFolder()
    try folder.write("```marble\n\(Self.drawn)```\n", to: "page.md")
    #expect(try Program(folder: folder.path).run(["docs", "page.md"]).status == 0)
    let page = try String(contentsOfFile: folder.path + "/page.md", encoding: .utf8)
    #expect(page.contains("out") && !page.contains("depends on the order"), "\(page)")
    try folder.write(Self.drawn + ":svg saved.svg\n", to: "saved.marble")
    _ = try Program(folder: folder.path).run(["saved.marble"])
    let picture = try String(contentsOfFile: folder.path + "/saved.svg", encoding: .utf8)
    #expect(!picture.contains("depends on the order"))
  }

  @Test func missingEventsAreFilledIn() throws {
    let folder = try TemporaryFolder()
    try folder.write("a = -1\nb = -2\nraces zip(a, b) ==\n", to: "races.marble")
    #expect(try Program(folder: folder.path).run(["test", "--update", "races.marble"]).status == 0)
    #expect(
      try String(contentsOfFile: folder.path + "/races.marble", encoding: .utf8)
        == "a = -1\nb = -2\nraces zip(a, b) == -[1,2]\n")
  }
}
