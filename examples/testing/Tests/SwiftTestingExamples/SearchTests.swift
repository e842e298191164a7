import MarblesTesting
import Search
import Testing

@Suite struct SearchTests {
  @Test func termIsSentWhenTypingPauses() throws {
    let clock = VirtualTimeScheduler()
    #expect(
      try run("-j-[ji]---[ji]-----|", on: clock) { $0.searchTerms(after: .milliseconds(3), on: clock) }
        == "------[ji]------|")
  }

  @Test func changesOfASequence() async throws {
    #expect(try await run("-1-1-2-1-#") { input, _ in input.changes() } == "-1---2-1-#")
  }

  @Test func changesOfChangesAreTheSame() throws {
    try forAll(.sequence("ab")) { a in a.changes().changes() == a.changes() }
  }

  /// A difference becomes an issue on the line of the run, and the test continues.
  @Test func differenceIsReported() async throws {
    let line = #line + 2
    try await withKnownIssue { () async throws in
      #expect(try await run("-1-2|") { input, _ in input.changes() } == "-1-3|")
      #expect(try run("-1-2|") { $0.map { $0 + 1 } } == "-2-3|")
    } matching: { issue in
      issue.sourceLocation?.line == line
        && issue.comments.first?.rawValue.contains("tick 3  expected 3, got 2") == true
    }
  }

  /// A law that fails becomes an issue on its line, and the test continues.
  @Test func lawThatFailsIsReported() throws {
    let line = #line + 2
    try withKnownIssue {
      try forAll(.sequence("ab")) { a in a.changes() == a }
    } matching: { issue in
      issue.sourceLocation?.line == line
        && issue.comments.first?.rawValue.contains("input 1    (aa)-") == true
    }
  }
}
