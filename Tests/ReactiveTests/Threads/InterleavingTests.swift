import Testing

@testable import Reactive

/// All orders in which threads can access the state of a domain.
@Suite(.serialized, .noLeaks)
struct InterleavingTests {
  #if DEBUG
    /// Nothing is lost or done twice, nothing overlaps, the order of each thread is kept, and no event begins while
    /// urgent work waits.
    @Test(arguments: [
      [[false, false], [false, false], [false, false]],
      [[false, false], [false, false], [true]],
    ])
    func threeThreads(programs: [[Bool]]) {
      let search = Interleavings(programs, patience: 256)
      search.search()
      #expect(search.faults == [])
      #expect(search.places == [.enter, .leave, .look, .add(expected: 0), .check, .collect, .deliver])
    }

    /// A thread that has delivered one event of others offers the domain to them.
    @Test(arguments: [
      [[false, false], [false, false], [false, false]],
      [[false, false], [false, false], [true]],
    ])
    func threeThreadsOffer(programs: [[Bool]]) {
      let search = Interleavings(programs, patience: 1)
      search.search()
      #expect(search.faults == [])
      #expect(search.places.isSuperset(of: [.offer, .withdraw]))
    }
  #endif
}
