import DequeModule
import Synchronization

/// Where events happen one at a time: a pipe with every unary operator on it, or one start of a producer.
///
/// Whoever finds the domain idle enters it and works; whoever finds it busy leaves the work and goes, and the one who
/// is inside does it before leaving. Nobody ever waits, and no user code runs under a lock: the mutex guards only the
/// three queues. On the quick path, entering and leaving are one atomic operation each.
@usableFromInline
class _Domain: _Resources, @unchecked Sendable {
  @usableFromInline let _state = Atomic<UInt8>(_Domain._idle)
  /// Made when the first work is left, since most domains are never found busy.
  private let queues = Mutex<_Queues?>(nil)

  @inlinable static var _idle: UInt8 { 0 }
  @inlinable static var _busy: UInt8 { 1 }
  /// Somebody is inside, and work waits in the queues.
  @inlinable static var _awaited: UInt8 { 3 }

  @usableFromInline
  override init() {}

  /// Enters the domain if nobody is inside.
  @inlinable
  final func _enter() -> Bool {
    _state.compareExchange(expected: _Domain._idle, desired: _Domain._busy, ordering: .acquiring).exchanged
  }

  /// Does what others have left meanwhile, then leaves the domain.
  @inlinable
  final func _leave() {
    if !_state.compareExchange(expected: _Domain._busy, desired: _Domain._idle, ordering: .releasing).exchanged {
      drain()
    }
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

  /// Does the work inside the domain: now, or after the event that is being delivered, before any that waits.
  @inlinable
  final func _performUrgently(_ work: @escaping () -> Void) {
    if _enter() {
      work()
      _leave()
    } else {
      _enqueueUrgently(work)
    }
  }

  /// Leaves an event for whoever is inside.
  @usableFromInline
  final func _enqueue(_ work: @escaping () -> Void) {
    enqueue { $0.ordinary.append(_Work(work)) }
  }

  /// Leaves something that goes before all waiting events: observers that come and go, interruptions.
  @usableFromInline
  final func _enqueueUrgently(_ work: @escaping () -> Void) {
    enqueue { $0.urgent.append(_Work(work)) }
  }

  /// From inside: has the work done as soon as the domain is idle again, outside it.
  ///
  /// Streams are started here, since what they send at once must find the domain free. One such work runs at a
  /// time, and one that is left by another waits for it: a trampoline, so a million restarts need no stack.
  @usableFromInline
  final func _performOutside(_ work: @escaping () -> Void) {
    queues.withLock { $0.made.outside.append(_Work(work)) }
    _state.store(_Domain._awaited, ordering: .relaxed)
  }

  private func enqueue(_ append: (_Queues) -> Void) {
    let isInside = queues.withLock { queues in
      append(queues.made)
      while true {
        let state = _state.load(ordering: .relaxed)
        let desired = _Domain._awaited
        if state == desired { return false }
        if _state.compareExchange(expected: state, desired: desired, ordering: .acquiringAndReleasing).exchanged {
          return state == _Domain._idle
        }
      }
    }
    if isInside { drain() }
  }

  /// From inside: does what waits, until nothing does, and leaves.
  @usableFromInline
  final func drain() {
    while true {
      let (next, isOutside) = queues.withLock { queues -> (_Work?, Bool) in
        let queues = queues.made
        if let work = queues.urgent.popFirst() ?? queues.ordinary.popFirst() { return (work, false) }
        // Under the lock: nobody can leave work between this look and the moment the domain is idle.
        _state.store(_Domain._idle, ordering: .releasing)
        if queues.isWorkingOutside { return (nil, true) }
        guard let work = queues.outside.popFirst() else { return (nil, true) }
        queues.isWorkingOutside = true
        return (work, true)
      }
      guard let next else { return }
      next.run()
      if isOutside { return workOutside() }
    }
  }

  private func workOutside() {
    while true {
      let next = queues.withLock { queues -> _Work? in
        let queues = queues.made
        let work = queues.outside.popFirst()
        queues.isWorkingOutside = work != nil
        return work
      }
      guard let next else { return }
      next.run()
    }
  }
}

/// The work that waits at one domain; guarded by the domain's lock.
private final class _Queues: @unchecked Sendable {
  @exclusivity(unchecked) var urgent: Deque<_Work> = []
  @exclusivity(unchecked) var ordinary: Deque<_Work> = []
  @exclusivity(unchecked) var outside: Deque<_Work> = []
  @exclusivity(unchecked) var isWorkingOutside = false
}

extension Optional<_Queues> {
  /// The queues, which are made now if they have not been.
  fileprivate var made: _Queues {
    mutating get {
      if let self { return self }
      let queues = _Queues()
      self = queues
      return queues
    }
  }
}

/// A closure that is handed to whoever is inside a domain.
///
/// Sendable by the domain's contract: it is run once, by one thread, after the hand-over.
private struct _Work: @unchecked Sendable {
  let run: () -> Void

  init(_ run: @escaping () -> Void) {
    self.run = run
  }
}
