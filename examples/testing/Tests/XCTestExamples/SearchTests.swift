import Marbles
import Search
import XCTest

// A test case has a method `run`, so the function is called by the name of its module too.

final class SearchTests: XCTestCase {
  func testTermIsSentWhenTypingPauses() throws {
    let clock = VirtualTimeScheduler()
    XCTAssert(
      try Marbles.run("-j-[ji]---[ji]-----|", on: clock) { $0.searchTerms(after: .milliseconds(3), on: clock) }
        == "------[ji]------|")
  }

  func testChangesOfASequence() async throws {
    let changes = try await Marbles.run("-1-1-2-1-#") { input, _ in input.changes() }
    XCTAssert(try changes == "-1---2-1-#")
  }

  func testChangesOfChangesAreTheSame() throws {
    try forAll(.sequence("ab")) { a in a.changes().changes() == a.changes() }
  }
}
