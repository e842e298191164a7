import Dispatch
import Synchronization

/// One place in a lazy stream: a function that has still to be called, or what it returned.
///
/// The function is called once, by the first thread that asks, and under no lock: the lock guards only the state,
/// which says that somebody is at it. Who asks meanwhile waits until that one is done. So two threads wait for each
/// other only if an element is made of itself, and then no order of events could have made it.
final class _LazyNode<Element>: @unchecked Sendable {
  typealias Evaluation = (head: Element, tail: _LazyNode)?

  private let lock = Mutex<Void>(())
  /// Guarded by the lock.
  private var state: State

  private enum State {
    case unevaluated(() -> Evaluation)
    case beingEvaluated(by: UInt, awaitedBy: [DispatchSemaphore])
    case evaluated(Evaluation)
  }

  private enum Turn {
    case evaluate(() -> Evaluation)
    case wait(DispatchSemaphore)
    case nothing(Evaluation)
  }

  init(_ evaluation: @escaping () -> Evaluation) {
    state = .unevaluated(evaluation)
  }

  /// The node of a sequence's first element.
  convenience init<Elements: Sequence<Element>>(_ elements: Elements) {
    // Given away when the iteration begins: who goes through a long stream must not hold its beginning.
    var elements: Elements? = elements
    self.init {
      let iterator = elements.take().map { AnyIterator($0.makeIterator()) }
      return iterator.flatMap(_LazyNode.next(of:))
    }
  }

  private static func next(of iterator: AnyIterator<Element>) -> Evaluation {
    iterator.next().map { head in (head, _LazyNode { next(of: iterator) }) }
  }

  /// What is here, evaluated now if it has not been: an element and the node behind it, or the end.
  var evaluation: Evaluation {
    while true {
      switch nextTurn() {
      case .nothing(let evaluation): return evaluation
      case .wait(let semaphore): semaphore.wait()
      case .evaluate(let evaluate):
        let evaluation = evaluate()
        for semaphore in finish(evaluation) { semaphore.signal() }
        return evaluation
      }
    }
  }

  private func nextTurn() -> Turn {
    lock.withLock { _ in
      switch state {
      case .evaluated(let evaluation): return .nothing(evaluation)
      case .unevaluated(let evaluate):
        state = .beingEvaluated(by: _currentThread(), awaitedBy: [])
        return .evaluate(evaluate)
      case .beingEvaluated(let thread, let others):
        precondition(thread != _currentThread(), "an element of a lazy stream depends on itself")
        let semaphore = DispatchSemaphore(value: 0)
        state = .beingEvaluated(by: thread, awaitedBy: others + [semaphore])
        return .wait(semaphore)
      }
    }
  }

  /// Keeps what came of the evaluation; tells who waits for it.
  private func finish(_ evaluation: Evaluation) -> [DispatchSemaphore] {
    lock.withLock { _ in
      defer { state = .evaluated(evaluation) }
      if case .beingEvaluated(_, let waiting) = state { return waiting }
      return []
    }
  }

  /// A million nodes that go together go one after the other, not one inside the other.
  deinit {
    var next = takeTail()
    while isKnownUniquelyReferenced(&next) { next = next?.takeTail() }
  }

  /// Only for who alone holds the node.
  private func takeTail() -> _LazyNode? {
    guard case .evaluated(let evaluation) = state else { return nil }
    state = .evaluated(nil)
    return evaluation?.tail
  }
}
