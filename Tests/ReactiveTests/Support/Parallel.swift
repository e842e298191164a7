import Dispatch
import Foundation
import Synchronization

/// Runs a closure on several threads simultaneously.
func inParallel(_ threads: Int, _ body: (Int) -> Void) {
  // The tests themselves make sure that the closure can be shared.
  nonisolated(unsafe) let body = body
  let arrived = Atomic<Int>(0)
  DispatchQueue.concurrentPerform(iterations: threads) { thread in
    arrived.wrappingAdd(1, ordering: .relaxed)
    // The threads start together if possible. They wait only briefly, because there may be fewer of them.
    var patience = 2_000
    while arrived.load(ordering: .relaxed) < threads, patience > 0 { patience -= 1 }
    body(thread)
  }
}

/// Runs a closure on another thread and waits for it.
func onAnotherThread(_ body: @escaping () -> Void) {
  // The thread releases the closure before it ends.
  nonisolated(unsafe) var work: (() -> Void)? = body
  let isDone = DispatchSemaphore(value: 0)
  Thread {
    work?()
    work = nil
    isDone.signal()
  }.start()
  isDone.wait()
}
