extension LazyStream where Element: Sendable {
  /// A producer of the elements, made and sent one at a time on a scheduler; completes behind the last one.
  ///
  /// Each element has an action of its own, so other work of the scheduler goes between them, and a start that is
  /// disposed makes no further element. What one start has made, the next one finds. To have all elements sent in the
  /// call that starts, use `SignalProducer(stream)`.
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

/// What a start has still to send; touched by one action at a time.
private final class Rest<Element>: @unchecked Sendable {
  var node: _LazyNode<Element>

  init(_ node: _LazyNode<Element>) {
    self.node = node
  }
}
