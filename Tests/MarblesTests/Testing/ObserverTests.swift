import Marbles
import TestSupport
import Testing

/// Runs with several observers.
@Suite struct ObserverTests {
  private func message(_ body: () async throws -> Bool) async -> String {
    do { return "\(try await body())" } catch { return "\(error)" }
  }

  @Test func streamHasSeveralObservers() throws {
    let result = try run("--1--2--|", during: ["^---!", "-----^--!"]) { $0.share() }
    #expect(try result == ["--1-!", "-----2--!"])
    #expect(result.outputs.count == 2)
    #expect(result.output == "--1-!")
    #expect(result.subscriptions == [["^---!", "-----^--!"]])
    #expect(try result.matches("--_-!", "5t _ *"))
  }

  @Test func consumersShareTheElementsOfASequence() async throws {
    #expect(try await run("-1-2-3|", during: ["^", "---^"]) { input, _ in input } == ["-1-2--|", "-----3|"])
    #expect(
      try await run("cold -1-2|", during: ["^", "-^"]) { input, _ in input } == ["-1-2|", "--1-2|"])
  }

  @Test func eachConsumerHasItsDemand() async throws {
    let result = try await run("cold 1234|", demand: ["1", "--1---2"]) { input, _ in input }
    #expect(try result == ["1234|", "--1---(234|)"])
    #expect(result.subscriptions == [["^---!", "--^---!"]])
  }

  @Test func everyDifferenceIsDrawn() async throws {
    let windows: PerObserver<Window> = ["^", "^--!", "^"]
    let result = try await run("cold -1-2|", during: windows, fileID: "A.swift", line: 1) { input, _ in input }
    let mismatch = try #require(throws: Mismatch.self) { try result == ["-1-2|", "-1-2|", "-1-3|"] }
    #expect(
      mismatch.description == """
        ✗ A.swift:1  observer 2      2 differences
                   0
        expected   -1-2|
        actual     -1-!
                      ^^
          tick 3    expected 2, which did not come
          tick 4→3  expected completed, got interrupted
        ✗ A.swift:1  observer 3      1 difference
                   0
        expected   -1-3|
        actual     -1-2|
                      ^
          tick 3  expected 3, got 2
        """)
    #expect(mismatch.comparisons.map(\.isEqual) == [true, false, false])
    for text in ["expected, observer 2", "actual, observer 3"] {
      #expect(mismatch.svg.contains(">\(text)<"), "\(text)")
    }
  }

  @Test func countsOfObserversMustBeEqual() async {
    #expect(
      await message {
        try await run("1|", during: ["^", "-^"], demand: ["1", "1", "1"], fileID: "A.swift", line: 1) { input, _ in
          input
        } == "1|"
      } == """
        A.swift:1: 2 windows for 3 observers
          help: write one for each observer
        """)
    #expect(
      await message {
        try run("1|", during: ["^", "-^"], fileID: "A.swift", line: 1) { $0 } == "1|"
      } == """
        A.swift:1: 1 timeline for 2 observers
          help: write one for each observer
        """)
    #expect(await message { try run("1|", during: []) { $0 } == "1|" }.contains("0 windows for 1 observer"))
    #expect(await message { try run("1|", during: ["^", "-"]) { $0 } == "1|" }.contains("<window>"))
  }

  /// An observer does not change what another one receives from a cold timeline.
  @Test(arguments: 0..<40)
  func observersOfAColdSequenceAreIndependent(seed: Int) async throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let text = (0..<5).map { _ in ["-", "1", "(12)"].randomElement(using: &random) ?? "-" }.joined() + "|"
    let windows = (0..<2).map { _ in
      let start = Int.random(in: 0..<4, using: &random)
      return Window(
        from: start, until: Bool.random(using: &random) ? start + Int.random(in: 0..<6, using: &random) : nil)
    }
    let input = Input<Value, any Error>("cold \(text)")
    let both = try await run(input, during: [windows[0], windows[1]]) { input, _ in input }
    let each = [
      try await run(input, during: [windows[0]]) { input, _ in input },
      try await run(input, during: [windows[1]]) { input, _ in input },
    ]
    #expect(both.outputs == each.map(\.output), "\(text) during \(windows)")
  }
}
