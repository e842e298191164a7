import MarbleSession
import Marbles
import TestSupport
import Testing

/// The end of the work that scripts of strangers may do, with a clock that counts steps.
struct AllowanceTests {
  /// Runs a script whose time is over after a hundred steps, and returns its output and the number of steps.
  private func run(_ script: String) -> (output: String, steps: Int) {
    var steps = 0
    let environment = SessionEnvironment(safeWithin: {
      steps += 1
      return .milliseconds(100 * steps)
    })
    let session = Session(SessionOptions(), in: environment)
    return (session.transcript(script, name: "demo.marble", mode: .script), steps)
  }

  /// A run, a law and a search, then many statements that are only read.
  @Test(arguments: [
    "a = cold (1|)\na.repeat().flatMap(.merge) { _ in a.repeat() }\n",
    "forall a, b: merge(a, b).delay(3) == merge(b, a).delay(3)\n",
    "a = -1-2-3-4-5-6|\n?(a) == -1---9-2-7-7-3|\n",
    (0..<1_000).map { "a\($0) = -1|\n" }.joined(), (0..<1_000).map { _ in "x.y\n" }.joined(),
  ])
  func workEndsAfterItsSteps(script: String) {
    let (output, steps) = run(script)
    #expect(output.contains("error: stopped: the runs have taken 10 seconds"), "\(output.suffix(500))")
    #expect(steps < 110)
  }

  /// Preparing the drawing of a long run, which takes the time of about a thousand events in each step.
  @Test func workAfterARunIsCounted() {
    let script = "a = {-1}*15000 |\na.delay(1)"
    let drawn = run(script + "\n")
    #expect(drawn.output.contains("error: stopped: the runs have taken 10 seconds"), "\(drawn.output)")
    #expect(drawn.steps > run(script + " == -2|\n").steps + 20)
  }

  @Test func shortWorkHasItsResult() {
    #expect(run("a = -1|\na.map { $0 + 1 } == -2|\n").output == "✓ demo.marble:2  a.map { $0 + 1 }\n")
  }
}
