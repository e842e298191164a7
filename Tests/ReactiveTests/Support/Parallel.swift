import Dispatch
import Synchronization

/// Does something on several threads at once.
func inParallel(_ threads: Int, _ body: (Int) -> Void) {
  // The closures of the tests are as shared as the tests mean them to be.
  nonisolated(unsafe) let body = body
  let arrived = Atomic<Int>(0)
  DispatchQueue.concurrentPerform(iterations: threads) { thread in
    arrived.wrappingAdd(1, ordering: .relaxed)
    // They set off together, if there are as many; short of that, nobody waits long.
    var patience = 2_000
    while arrived.load(ordering: .relaxed) < threads, patience > 0 { patience -= 1 }
    body(thread)
  }
}
