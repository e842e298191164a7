/// A node of a lazy stream: a function that has not been called yet, or its result.
///
/// The function is called once, by the first thread that needs the result, and not under a lock. The lock only guards
/// the state, which contains the evaluating thread. Other threads that need the result wait for that thread. So two
/// threads can only wait for each other if an element depends on itself, in which case no order of evaluation could
/// produce it.
final class _LazyNode<Element>: @unchecked Sendable {
  typealias Evaluation = (head: Element, tail: _LazyNode)?

  private let lock = Mutex<Void>(())
  /// The state of the evaluation; guarded by the lock.
  private var state: State

  private enum State {
    case unevaluated(() -> Evaluation)
    case beingEvaluated(by: UInt, awaitedBy: [Semaphore])
    case evaluated(Evaluation)
  }

  private enum Turn {
    case evaluate(() -> Evaluation)
    case wait(Semaphore)
    case nothing(Evaluation)
  }

  init(_ evaluation: @escaping () -> Evaluation) {
    state = .unevaluated(evaluation)
  }

  /// Creates the node for the first element of a sequence.
  convenience init<Elements: Sequence<Element>>(_ elements: Elements) {
    // Released when the iteration begins, so that iterating a long stream does not keep its beginning.
    var elements: Elements? = elements
    self.init {
      let iterator = elements.take().map { AnyIterator($0.makeIterator()) }
      return iterator.flatMap(_LazyNode.next(of:))
    }
  }

  private static func next(of iterator: AnyIterator<Element>) -> Evaluation {
    iterator.next().map { head in (head, _LazyNode { next(of: iterator) }) }
  }

  /// The result, evaluated if necessary: an element and the following node, or `nil` at the end of the stream.
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
        let semaphore = Semaphore(value: 0)
        state = .beingEvaluated(by: thread, awaitedBy: others + [semaphore])
        return .wait(semaphore)
      }
    }
  }

  /// Stores the result, and returns the semaphores of the waiting threads.
  private func finish(_ evaluation: Evaluation) -> [Semaphore] {
    lock.withLock { _ in
      defer { state = .evaluated(evaluation) }
      if case .beingEvaluated(_, let waiting) = state { return waiting }
      return []
    }
  }

  /// Releases the following nodes in a loop, because releasing a million nodes recursively would overflow the stack.
  deinit {
    var next = takeTail()
    while isKnownUniquelyReferenced(&next) { next = next?.takeTail() }
  }

  /// Removes and returns the following node.
  ///
  /// Only called while there is no other reference to this node.
  private func takeTail() -> _LazyNode? {
    guard case .evaluated(let evaluation) = state else { return nil }
    state = .evaluated(nil)
    return evaluation?.tail
  }
}
