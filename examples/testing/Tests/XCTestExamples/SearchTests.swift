import Marbles
import Search
import XCTest

final class SearchTests: XCTestCase {
  func testTermIsSentWhenTypingPauses() throws {
    let clock = VirtualTimeScheduler()
    XCTAssert(
      try run("-j-[ji]---[ji]-----|", on: clock) { $0.searchTerms(after: .milliseconds(3), on: clock) }
        == "------[ji]---------|")
  }

  func testChangesOfASequence() async throws {
    let changes = try await run("-1-1-2-1-#") { input, _ in input.changes() }
    XCTAssert(try changes == "-1---2-1-#")
  }

  func testChangesOfChangesAreTheSame() throws {
    try forAll(.sequence("ab")) { a in a.changes().changes() == a.changes() }
  }
}
