import MarbleLanguage
@testable import MarbleSession
@testable import MarbleTools
import TestSupport
import Testing

/// The order of analysis and execution.
///
/// A script is analyzed before it runs.
struct AnalysisOrderTests {
  private func kinds(of script: String) -> [String] {
    var kinds: [String] = []
    Session().evaluate(Source(name: "demo.marble", text: script)) { answer in
      switch answer {
      case .error(let diagnostic, let source):
        kinds.append("error \(source.position(of: diagnostic.span.lowerBound).line)")
      case .warning: kinds.append("warning")
      case .bound: kinds.append("bound")
      case .drawing: kinds.append("drawing")
      case .explained: kinds.append("explained")
      case .passed: kinds.append("passed")
      case .failed: kinds.append("failed")
      case .text, .translation, .leave: kinds.append("other")
      }
    }
    return kinds
  }

  @Test func `errors are reported before the run in source order`() {
    let script = """
      a = --1--2|
      a.map { 1 / ($0 - 1) }
      a.tkae(2)
      :tikc 5
      a.flatMap(.merge) { a.take(first: true) } == a.foo()
      a == --1--2|
      :until x
      """
    #expect(
      kinds(of: script) == ["error 3", "error 4", "error 5", "error 5", "error 7", "bound", "error 2", "passed"])
  }

  @Test func `a command that can bind names runs before the rest is analyzed`() {
    #expect(
      kinds(of: "a = -1|\n:undo\nfoo()\na\n-1|\n:quit\nfoo()") == [
        "bound", "other", "error 3", "error 4", "drawing", "other",
      ])
  }

  @Test func `a setting applies from its line on`() {
    #expect(
      kinds(of: ":tick 10ms\na = -1|\na.delay(20ms) == ---1|\n:tick 20ms\na.delay(20ms) == --1|")
        == ["bound", "passed", "passed"])
  }

  @Test func `a name whose definition fails is not reported as mistyped`() {
    let script = "b = foo()\nb.map { $0 }\nb = -1|\nb"
    #expect(transcript(script).contains("demo.marble:2:1: error: `b` cannot be used"))
    #expect(kinds(of: script) == ["error 1", "error 2", "bound", "drawing"])
  }

  @Test(arguments: ["b = foo()", "b = merge(", "b = foo(); -1|"])
  func `a later entry knows the names whose definition failed`(definition: String) {
    let session = Session()
    _ = session.transcript(definition)
    #expect(session.transcript("b.map { $0 }").contains("error: `b` cannot be used"))
    _ = session.transcript(":reset")
    #expect(session.transcript("b.map { $0 }").contains("error: there is no stream named `b`"))
  }

  @Test func `a result has its number before it runs`() {
    #expect(kinds(of: "-1|\n-2|\nmerge(_1, _2) == -(12)|\n_3 == -(12)|") == ["drawing", "drawing", "passed", "passed"])
  }

  @Test func `a later binding does not change an earlier drawing`() {
    let first = transcript("a = -1|\na.delay(1)")
    #expect(transcript("a = -1|\na.delay(1)\nb = ---1-^-2|").hasPrefix(first))
  }

  @Test func `twenty errors are reported, and the number of the others`() {
    let lines = (1...33).map { "foo\($0)()" }
    #expect(kinds(of: lines.joined(separator: "\n")) == (1...21).map { "error \($0)" })
    #expect(
      transcript(lines.joined(separator: "\n")).hasSuffix(
        """
        demo.marble:21:1: error: 13 more errors are not shown
          foo21()
          ^^^^^ the first of these errors
          help: fix the errors above first

        """))
    var counts = TestCounts()
    Session().evaluate(Source(name: "demo.marble", text: lines.joined(separator: "\n"))) { counts.count(.answer($0)) }
    #expect(counts.errors == 33)
  }
}
