import Synchronization

/// One start of a producer, from the root that makes the events to the observer that was started with.
///
/// It is what disposes the start, what the resources of the start hang on, and the serial domain of the unary
/// operators on the way.
@usableFromInline
final class _Run: _Domain, Disposable, @unchecked Sendable {
  /// Whether it was asked to stop, and whether it has ended.
  @usableFromInline let _phase = Atomic<UInt8>(0)
  private let root = Mutex(Root())
  /// The starts that feed this one, when it is a join's; guarded by its domain.
  @exclusivity(unchecked) private var inputs = _RunList()
  /// Its neighbours among the inputs of a join; guarded by the join's domain.
  @exclusivity(unchecked) fileprivate var next: _Run?
  @exclusivity(unchecked) fileprivate unowned(unsafe) var previous: _Run?

  @inlinable static var _disposed: UInt8 { 1 }
  @inlinable static var _ended: UInt8 { 2 }

  /// Whether observers of a signal come and go in its domain, so that every event must come through it too.
  @usableFromInline let _feedsSignal: Bool

  private struct Root: @unchecked Sendable {
    /// Sends the interruption down from where the events come from; inside `domain`.
    var interrupt: (() -> Void)?
    /// A signal's start lives in the signal's own domain.
    var domain: _Domain?
    /// Once it was asked to stop: a root that is set later is interrupted at once, and not kept.
    var isInterrupted = false
  }

  @usableFromInline
  init(_feedsSignal: Bool = false) {
    self._feedsSignal = _feedsSignal
    super.init()
  }

  /// Whether events still go through.
  @inlinable
  var _isLive: Bool { _phase.load(ordering: .relaxed) == 0 }

  /// Whether it was asked to stop.
  @inlinable
  var _isDisposed: Bool { _phase.load(ordering: .relaxed) & _Run._disposed != 0 }

  /// Whether its end has been delivered, or is being.
  @inlinable
  var _isOver: Bool { _phase.load(ordering: .relaxed) & _Run._ended != 0 }

  @usableFromInline
  var isDisposed: Bool { !_isLive }

  /// Stops the start: from now on no value goes through, and the observer gets one `interrupted`, at once or
  /// after the event that is being delivered.
  @usableFromInline
  func dispose() {
    guard _phase.compareExchange(expected: 0, desired: _Run._disposed, ordering: .acquiringAndReleasing).exchanged
    else {
      // Whoever ends it has seen to everything, or will.
      _phase.bitwiseOr(_Run._disposed, ordering: .relaxed)
      return
    }
    // One look decides who interrupts, and where: this call if there is a root, or else whoever sets one.
    let domain: _Domain? = root.withLock { root in
      root.isInterrupted = true
      return root.interrupt == nil ? nil : root.domain ?? self
    }
    domain?._performUrgently {
      let interrupt = self.root.withLock { $0.interrupt.take() }
      interrupt?()
    }
  }

  /// Called once by what makes the events, before the first: how an interruption is sent down from there.
  @usableFromInline
  func _setRoot(in domain: _Domain? = nil, interrupt: @escaping () -> Void) {
    let isInterrupted = root.withLock { root in
      if root.isInterrupted { return true }
      root.interrupt = interrupt
      root.domain = domain
      return false
    }
    if isInterrupted { (domain ?? self)._performUrgently(interrupt) }
  }

  /// The observer at the end of the chain: lets nothing through after the end, and lets everything go then.
  @inlinable
  func _guarding<Value, Error>(_ observer: Observer<Value, Error>) -> Observer<Value, Error> {
    Observer(
      value: { value in
        if self._isLive { observer._value(value) }
      },
      ended: { end in
        switch self._finish() {
        case .early: observer._end(end)
        case .disposed: observer._end(.interrupted)
        case .late: return
        }
        self._release()
      })
  }

  /// What had happened before the end came.
  @usableFromInline
  enum _Finish {
    case early, disposed, late
  }

  /// Marks the end; inside the domain.
  @inlinable
  func _finish() -> _Finish {
    let before = _phase.bitwiseOr(_Run._ended, ordering: .acquiringAndReleasing).oldValue
    if before & _Run._ended != 0 { return .late }
    return before == 0 ? .early : .disposed
  }

  /// Lets go of everything, after the end was delivered.
  @usableFromInline
  func _release() {
    let interrupt = root.withLock { $0.interrupt.take() }
    _ = interrupt
    while let input = inputs.popFirst() { input.dispose() }
    _endResources()
  }

  /// Makes a start one of those that feed this one, or disposes it if this one is over; inside the domain.
  @usableFromInline
  func _attach(_ input: _Run) {
    if _isLive { inputs.append(input) } else { input.dispose() }
  }

  /// Forgets an input that has ended; inside the domain.
  @usableFromInline
  func _detach(_ input: _Run) {
    inputs.remove(input)
  }

  /// Sends a value down from here; inside the domain, now or when it is its turn.
  @inlinable
  func _deliver<Value, Error>(_ value: Value, to downstream: Observer<Value, Error>) {
    if _enter() {
      if _isLive { downstream._value(value) }
      _leave()
    } else {
      _enqueue {
        if self._isLive { downstream._value(value) }
      }
    }
  }

  /// The way of a root that makes its events by itself, all at once: does so inside the domain.
  @inlinable
  func _generate<Value, Error>(_ downstream: Observer<Value, Error>, _ generate: @escaping () -> Void) {
    _perform {
      if self._isLive { generate() }
      if self._isDisposed { downstream._end(.interrupted) }
    }
  }
}

/// The starts that are inputs of one join, in the order of their beginning.
private struct _RunList {
  private var first: _Run?
  private unowned(unsafe) var last: _Run?

  mutating func append(_ run: _Run) {
    run.previous = last
    if let last { last.next = run } else { first = run }
    last = run
  }

  mutating func remove(_ run: _Run) {
    let next = run.next
    guard run.previous != nil || first === run else { return }
    if let previous = run.previous { previous.next = next } else { first = next }
    if let next { next.previous = run.previous } else { last = run.previous }
    run.next = nil
    run.previous = nil
  }

  mutating func popFirst() -> _Run? {
    guard let run = first else { return nil }
    remove(run)
    return run
  }
}
