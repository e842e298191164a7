import Synchronization

extension LazyStream where Element: Sendable {
  /// A producer of the elements, made and sent one at a time on a scheduler; completes behind the last one.
  ///
  /// Each element has an action of its own, so other work of the scheduler goes between them, and a start that is
  /// disposed makes no further element. What one start has made, the next one finds. To have all elements sent in the
  /// call that starts, use `SignalProducer(stream)`.
  public func producer(on scheduler: some Scheduler) -> SignalProducer<Element, Never> {
    SignalProducer { [node] observer, lifetime in
      _Sending(node, observer, lifetime, scheduler).schedule()
    }
  }
}

/// One start of a lazy stream's producer.
private final class _Sending<Element: Sendable>: @unchecked Sendable {
  /// Touched by one turn at a time.
  private var rest: _LazyNode<Element>
  private let observer: Observer<Element, Never>
  private let lifetime: Lifetime
  private let scheduler: any Scheduler
  private let turns = Atomic<Int>(0)

  init(
    _ rest: _LazyNode<Element>, _ observer: Observer<Element, Never>, _ lifetime: Lifetime, _ scheduler: any Scheduler
  ) {
    self.rest = rest
    self.observer = observer
    self.lifetime = lifetime
    self.scheduler = scheduler
  }

  func schedule() {
    scheduler.schedule { self.run() }
  }

  /// Takes this turn, and those that come meanwhile: on a scheduler that does everything at once, the next one comes
  /// before this one is over, and must not go on inside it.
  private func run() {
    guard turns.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue == 0 else { return }
    repeat {
      takeTurn()
    } while turns.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue > 0
  }

  private func takeTurn() {
    if lifetime.hasEnded { return }
    guard let (element, tail) = rest.evaluation else { return observer.sendCompleted() }
    rest = tail
    observer.send(value: element)
    if !lifetime.hasEnded { schedule() }
  }
}
