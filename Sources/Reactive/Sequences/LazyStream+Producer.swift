extension LazyStream where Element: Sendable {
  /// Returns a producer that makes and sends one element at a time on a scheduler, and completes after the last one.
  ///
  /// Each element is a separate action, so other work of the scheduler can run between elements, and disposing a
  /// start stops the evaluation. Elements that one start has made are reused by the next. To send all elements in the
  /// call that starts the producer, use `SignalProducer(stream)`.
  public func producer(on scheduler: some Scheduler) -> SignalProducer<Element, Never> {
    SignalProducer { [node] observer, lifetime in
      let rest = Rest(node)
      lifetime += scheduler.schedule(recursively: { again in
        guard let (element, tail) = rest.node.evaluation else { return observer.sendCompleted() }
        rest.node = tail
        observer.send(value: element)
        again()
      })
    }
  }
}

/// The elements that a start has not sent yet.
///
/// Only one action at a time accesses it.
private final class Rest<Element>: @unchecked Sendable {
  var node: _LazyNode<Element>

  init(_ node: _LazyNode<Element>) {
    self.node = node
  }
}
