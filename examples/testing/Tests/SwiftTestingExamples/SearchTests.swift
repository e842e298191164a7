import Marbles
import Search
import Testing

@Suite struct SearchTests {
  @Test func termIsSentWhenTypingPauses() throws {
    let clock = VirtualTimeScheduler()
    #expect(
      try run("-j-[ji]---[ji]-----|", on: clock) { $0.searchTerms(after: .milliseconds(3), on: clock) }
        == "------[ji]---------|")
  }

  @Test func changesOfASequence() async throws {
    #expect(try await run("-1-1-2-1-#") { input, _ in input.changes() } == "-1---2-1-#")
  }

  @Test func changesOfChangesAreTheSame() throws {
    try forAll(.sequence("ab")) { a in a.changes().changes() == a.changes() }
  }
}
