import DequeModule
import Synchronization

/// Where events happen one at a time: a pipe with every unary operator on it, or one start of a producer.
///
/// Whoever finds the domain idle enters it and works; whoever finds it busy leaves the work and goes, and the one who
/// is inside does it before leaving. Nobody ever waits, and no user code runs under a lock: the mutex guards only the
/// queues. On the quick path, entering and leaving are one atomic operation each.
@usableFromInline
class _SerialDomain: _Resources, @unchecked Sendable {
  @usableFromInline final let _state = Atomic<UInt8>(_SerialDomain._idle)
  /// Made when the first work is left, since most domains are never found busy; guarded by the lock.
  @exclusivity(unchecked) private var queues: Queues?
  /// The streams to be started once the domain is idle; guarded by the domain.
  @exclusivity(unchecked) @usableFromInline final var _starts = _StartQueue()
  /// Whether one of them is being started; guarded by the domain.
  @exclusivity(unchecked) @usableFromInline final var _isStarting = false

  /// Hands the domain to the scheduler that its events come on, for it to go on as if it were inside.
  ///
  /// Where there is one, guests leave the events that wait to it: nobody may be told of them on another thread.
  @exclusivity(unchecked) @usableFromInline final var _resumeOnScheduler: ((_SerialDomain) -> Void)?

  @inlinable static var _idle: UInt8 { 0 }
  @inlinable static var _busy: UInt8 { 1 }
  /// Somebody is inside, and work waits in the queues.
  @inlinable static var _awaited: UInt8 { 3 }

  /// The work that waits at one domain.
  private struct Queues {
    var urgent: Deque<Work> = []
    var ordinary: Deque<Work> = []
  }

  /// A closure that is handed to whoever is inside a domain.
  ///
  /// Sendable by the domain's contract: it is run once, by one thread, after the hand-over.
  private struct Work: @unchecked Sendable {
    let run: () -> Void
  }

  @inlinable
  override init() {}

  /// Enters the domain if nobody is inside.
  @inlinable
  final func _enter() -> Bool {
    _state.compareExchange(expected: _SerialDomain._idle, desired: _SerialDomain._busy, ordering: .acquiring).exchanged
  }

  /// Does what others have left meanwhile, leaves the domain, and starts what is to be started.
  @inlinable
  final func _leave() {
    if _starts.isEmpty || _isStarting, _leaveIfNothingWaits() { return }
    _leaveAfterWork()
  }

  @inlinable
  final func _leaveIfNothingWaits() -> Bool {
    _state.compareExchange(expected: _SerialDomain._busy, desired: _SerialDomain._idle, ordering: .releasing).exchanged
  }

  /// Does the work inside the domain: now, or when it is its turn.
  @inlinable
  final func _perform(_ work: @escaping () -> Void) {
    if _enter() {
      work()
      _leave()
    } else {
      _enqueue(work)
    }
  }

  /// Leaves the domain after work that is no event: observers that come and go, interruptions.
  @inlinable
  final func _leaveAfterGuestWork() {
    if _resumeOnScheduler == nil { _leave() } else { _leaveToScheduler() }
  }

  @usableFromInline
  final func _leaveToScheduler() {
    while true {
      while let work = nextUrgentWork() { work.run() }
      if _leaveIfNothingWaits() { return }
      if hasOrdinaryWork, let _resumeOnScheduler { return _resumeOnScheduler(self) }
    }
  }

  /// Does the work inside the domain: now, or after the event that is being delivered, before any that waits.
  @inlinable
  final func _performUrgently(_ work: @escaping () -> Void) {
    if _enter() {
      work()
      _leaveAfterGuestWork()
    } else {
      _enqueueUrgently(work)
    }
  }

  /// Leaves an event for whoever is inside.
  @usableFromInline
  final func _enqueue(_ work: @escaping () -> Void) {
    if enqueue({ $0.ordinary.append(Work(run: work)) }) { _leaveAfterWork() }
  }

  /// Leaves something that goes before all waiting events: observers that come and go, interruptions.
  @usableFromInline
  final func _enqueueUrgently(_ work: @escaping () -> Void) {
    if enqueue({ $0.urgent.append(Work(run: work)) }) { _leaveAfterGuestWork() }
  }

  /// Leaves work for whoever is inside; whether that is the caller by now, since nobody was.
  private func enqueue(_ append: (inout Queues) -> Void) -> Bool {
    _lock.withLock { _ in
      var queues = queues.take() ?? Queues()
      append(&queues)
      self.queues = queues
      while true {
        let state = _state.load(ordering: .relaxed)
        if state == _SerialDomain._awaited { return false }
        if _state.compareExchange(
          expected: state, desired: _SerialDomain._awaited, ordering: .acquiringAndReleasing
        ).exchanged {
          return state == _SerialDomain._idle
        }
      }
    }
  }

  private var hasOrdinaryWork: Bool {
    _lock.withLock { _ in queues?.ordinary.isEmpty == false }
  }

  /// The urgent work that waits longest; if nothing waits at all, the domain may be left.
  private func nextUrgentWork() -> Work? {
    _lock.withLock { _ in
      if let work = queues?.urgent.popFirst() { return work }
      if queues?.ordinary.isEmpty != false { _state.store(_SerialDomain._busy, ordering: .relaxed) }
      return nil
    }
  }

  /// What waits longest, the urgent first; if nothing does, the domain may be left.
  private func nextWork() -> Work? {
    _lock.withLock { _ in
      if let work = queues?.urgent.popFirst() ?? queues?.ordinary.popFirst() { return work }
      // Under the lock, where others leave their work: what comes after this look is seen by the next one.
      _state.store(_SerialDomain._busy, ordering: .relaxed)
      return nil
    }
  }

  /// From inside: has a stream started as soon as the domain is idle again, outside it.
  ///
  /// What the stream sends at once must find the domain free. One stream is started at a time, and one that is
  /// to be started by another's event waits for that: a trampoline, so a million restarts need no stack.
  @inlinable
  final func _startLater(_ subscription: _ProducerSubscription) {
    _starts.append(subscription)
  }

  /// From inside: does what waits, until nothing does, leaves, and starts what is to be started.
  @usableFromInline
  final func _leaveAfterWork() {
    while true {
      if _state.load(ordering: .relaxed) == _SerialDomain._awaited {
        while let work = nextWork() { work.run() }
      }
      let start = _isStarting ? nil : _starts.popFirst()
      if start != nil { _isStarting = true }
      guard _leaveIfNothingWaits() else {
        // Work came after the last look; it goes first.
        if let start {
          _starts.prepend(start)
          _isStarting = false
        }
        continue
      }
      guard let start else { return }
      start._withUnsafeGuaranteedRef { $0._starter($0) }
      start.release()
      guard _enter() else { return _enqueueUrgently { self._isStarting = false } }
      _isStarting = false
    }
  }
}

/// Streams that wait to be started, in their order; retained by hand from `append` to behind `popFirst`.
@usableFromInline
struct _StartQueue {
  @usableFromInline var _first: Unmanaged<_ProducerSubscription>?
  @usableFromInline var _last: Unmanaged<_ProducerSubscription>?

  @inlinable
  init() {}

  @inlinable
  var isEmpty: Bool { _first == nil }

  @inlinable
  mutating func append(_ subscription: _ProducerSubscription) {
    let link = Unmanaged.passRetained(subscription)
    if let _last { _last._withUnsafeGuaranteedRef { $0._nextStart = link } } else { _first = link }
    _last = link
  }

  @inlinable
  mutating func prepend(_ link: Unmanaged<_ProducerSubscription>) {
    if _first == nil { _last = link }
    link._withUnsafeGuaranteedRef { $0._nextStart = _first }
    _first = link
  }

  @inlinable
  mutating func popFirst() -> Unmanaged<_ProducerSubscription>? {
    guard let link = _first else { return nil }
    link._withUnsafeGuaranteedRef {
      _first = $0._nextStart
      $0._nextStart = nil
    }
    if _first == nil { _last = nil }
    return link
  }
}
