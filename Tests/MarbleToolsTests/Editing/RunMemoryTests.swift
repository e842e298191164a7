import MarbleSession
import MarbleTools
import Marbles
import TestSupport
import Testing

/// Runs of changed documents, which reuse the results of earlier ones.
@Suite struct RunMemoryTests {
  /// Statements that depend on each other: through names, marbles that stand for streams, the order of definitions,
  /// earlier results and settings.
  private static let lines = [
    "a = --1--2|", "a = -x-y-|", "a = cold --1|", "b = ---1|", "b = --x-|", "b = (^p)-q|", "c = merge(b, a)",
    "c = a.f()", "outer = -a--b-|", "outer = -[c]-a|", "f(s) = s.take(1)", "f(s) = s.delay(1)", "merge(a, b)",
    "merge(b, c)", "outer.flatten(.merge)", "outer.flatten(.latest) == ---1|", "c == --1|", "a.f()", "_ == --1|",
    "merge(_, _1) == --(11)|", "subscriptions a == ^-!", "subscriptions b ==", ":tick 2ms", "a.delay(4ms)",
    "\"-1|\".map { $0 + 1 } == -2|", "a.map { 6 / ($0 - 1) }", "// nothing", "zip(a, b).f() ==", "none(a)",
    "just(1).repeat()", "c during --^-! ==",
  ]

  private func text(_ results: DocumentResults?) -> [String] {
    (results?.statements ?? []).map { "\($0.span) \($0.label) \($0.question ?? "") \($0.update?.title ?? "")" }
      + (results?.problems ?? []).map { "\($0.span) \($0.message)" }
  }

  private func results(of lines: [String], reusing known: KnownRuns) -> DocumentResults? {
    let limits = Limits(ticks: 50, deliveries: 500)
    var last: DocumentResults?
    EditedDocument(name: "a.marble", bytes: Array(lines.joined(separator: "\n").utf8))
      .run(reusing: known, in: { Session(SessionOptions(limits: limits)) }) { results in
        last = results
        return true
      }
    return last
  }

  @Test func reusedResultsAreThoseOfANewRun() {
    for seed in 0..<60 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var lines = (0..<12).compactMap { _ in Self.lines.randomElement(using: &random) }
      var known = KnownRuns()
      for _ in 0..<8 {
        let index = lines.indices.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<4, using: &random) {
        case 0: lines.insert(Self.lines.randomElement(using: &random) ?? "", at: index)
        case 1 where lines.count > 4: lines.remove(at: index)
        case 2: lines.swapAt(index, lines.indices.randomElement(using: &random) ?? 0)
        default: lines[index] = Self.lines.randomElement(using: &random) ?? ""
        }
        let reused = results(of: lines, reusing: known)
        #expect(
          text(reused) == text(results(of: lines, reusing: KnownRuns())),
          "seed \(seed):\n\(lines.joined(separator: "\n"))")
        known = reused?.runs ?? KnownRuns()
      }
    }
  }

  /// A change runs only the statements that depend on it.
  @Test func onlyAffectedStatementsAreRun() {
    var lines = ["a = --1|", "b = --2|", "a.map { $0 }", "b.map { $0 }"]
    let first = results(of: lines, reusing: KnownRuns())
    #expect(first?.runs.count == 2)
    lines[0] = "a = --3|"
    let second = results(of: lines, reusing: first?.runs ?? KnownRuns())
    #expect(second?.runs.count == 2 && second?.runs.reusedCount == 1)
    #expect(second?.statements.map(\.label) == ["--3|", "--2|"])
  }
}
