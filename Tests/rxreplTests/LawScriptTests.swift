import Foundation
import Testing

/// Laws of `forall` in scripts and test reports.
@Suite(.serialized) struct LawScriptTests {
  private static let failing = "forall a: a.take(first: 1) == a"

  private func run(_ script: String, _ arguments: String...) throws -> Program.Outcome {
    let folder = try TemporaryFolder()
    try folder.write(script + "\n", to: "laws.marble")
    return try Program(folder: folder.path).run(arguments + ["laws.marble"])
  }

  @Test func lawThatFailsIsShown() throws {
    let outcome = try run(Self.failing)
    #expect(
      outcome.output == """
        ✗ laws.marble:1  \(Self.failing)      1 difference
                   0
        a          1-
        expected   1-
        actual     (1|)
                   ^^^^
          tick 0  unexpected completed
          any value will do here
          to run it: a = 1; a.take(first: 1) == a

        """)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.status == 1)
  }

  /// The value of a constant is one of those that it lists.
  @Test func constantHasItsOwnValue() throws {
    let output = try run(#"forall a, s in ["x", "y"]: a.map { s } == a.map(value: "x")"#).output
    #expect(output.contains("\n  here, s is \"y\"\n  any value of `a` will do\n"), "\(output)")
  }

  /// A value of another kind or length than those of the inputs may not do.
  @Test(arguments: [
    ("forall a: a.map { $0 + 1 } == a", true), ("forall a: a.skip(first: 1) == a", true),
    ("forall a: a.filter { $0.count > 99 } == a", false), ("forall a: a.filter { \"\\($0)\".count > 4 } == a", false),
    ("forall a: a.filter { $0.count > 5000 } == a", false), ("forall a: a.filter { $0 == \"x\" } == a", false),
  ])
  func otherValuesAreTried(law: String, areFree: Bool) throws {
    let output = try run(law).output
    #expect(output.contains("any value will do here") == areFree && output.hasPrefix("✗"), "\(output)")
  }

  /// The variable is usually a number, which a comparison with a string would be warned about.
  @Test func lawIsTriedWithItsStrings() throws {
    let outcome = try run("forall a: a.filter { $0 == \"never\" } == a.filter { false }")
    #expect(outcome.errors.isEmpty)
    #expect(outcome.output.contains("\na          [never]-\n"))
    #expect(outcome.status == 1)
  }

  @Test func lawThatHoldsIsReported() throws {
    let outcome = try run("forall a of [x], n in 1...2: a.take(first: n).take(first: n) == a.take(first: n)")
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("✓ laws.marble:1  forall a of [x], n in 1...2: "))
    #expect(
      outcome.output.contains(
        #/\n  holds for all [0-9,]+ inputs up to [1-5] ticks and 2,000 larger ones \(seed 5f3a\); /#))
  }

  /// Without streams, no input is larger, and only a short range is tried as a whole.
  @Test(arguments: [
    ("forall n in 0...20: just(n).repeat(2) == of(n, n)", "all 21 inputs"),
    ("forall n in 0...20, m in 1...100: just(n) == of(n)", "300 inputs (seed 5f3a)"),
  ])
  func lawWithoutStreams(law: String, inputs: String) throws {
    let outcome = try run("\(law)\n")
    #expect(outcome.output == "✓ laws.marble:1  \(law)\n  holds for \(inputs)\n")
    let failing = try run("forall n in 0...20: just(n).filter { $0 < 17 } == of(n)\n")
    #expect(failing.output.contains("here, n is 17"), "\(failing.output)")
  }

  @Test func lawIsAnAssertionInReports() throws {
    let tap = try run(Self.failing, "test", "--format", "tap")
    #expect(tap.output.contains("not ok 1 - forall a: a.take(first: 1) == a"), "\(tap.output)")
    #expect(tap.status == 1)
    let junit = try run(Self.failing, "test", "--format", "junit")
    #expect(junit.output.contains("fails for a = 1"), "\(junit.output)")
    let text = try run(Self.failing, "test")
    #expect(text.output.contains("1 assertion, 1 failed"), "\(text.output)")
  }

  @Test func lawIsDescribedAsData() throws {
    let outcome = try run(Self.failing, "--format", "json")
    let line = try #require(outcome.output.split(separator: "\n").first)
    let report = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(report["reason"] as? String == "refuted")
    #expect(report["script"] as? String == "a = 1; a.take(first: 1) == a")
    let arguments = try #require(report["arguments"] as? [[String: Any]])
    #expect(arguments.first?["timeline"] as? String == "1")
  }
}
