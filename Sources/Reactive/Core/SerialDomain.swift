import DequeModule
import Synchronization

/// A domain in which events are delivered one at a time: a pipe with its unary operators, or one start of a producer.
///
/// If the domain is idle, a thread enters it and runs its work. If the domain is busy, the thread adds its work to a
/// queue and returns, and the thread inside runs that work before it leaves. No thread waits, and no user code runs
/// under a lock: the mutex only guards the queues. If the domain is not contended, entering and leaving take one atomic
/// operation each.
///
/// Guest work is work that is not the delivery of an event: adding and removing observers, and interruptions. Any
/// thread may do it.
@usableFromInline
class _SerialDomain: _Resources, @unchecked Sendable {
  // The fields are few and in this order so that the objects are small: there is a domain in every pipe and start.

  /// The waiting work, or `nil` until some is added; guarded by the lock.
  ///
  /// Most domains are never contended, so they never need it.
  @exclusivity(unchecked) private var queues: Queues?
  @usableFromInline final let _state = Atomic<UInt8>(_SerialDomain._idle)
  /// Whether a stream must be started when the domain is left; guarded by the domain.
  @exclusivity(unchecked) @usableFromInline final var _hasStart = false
  /// Whether events must be delivered only on the scheduler of the stream.
  @exclusivity(unchecked) @usableFromInline final var _resumesOnScheduler = false

  @inlinable static var _idle: UInt8 { 0 }
  @inlinable static var _busy: UInt8 { 1 }
  /// A thread is inside, and work waits in the queues.
  @inlinable static var _awaited: UInt8 { 3 }

  /// The waiting work of a domain.
  private final class Queues {
    var urgent: Deque<Work> = []
    var ordinary: Deque<Work> = []
    /// A function that schedules the rest of the waiting work on the scheduler of the stream.
    var resumeOnScheduler: ((_SerialDomain) -> Void)?
  }

  /// A closure that is passed to the thread inside a domain.
  ///
  /// Sendable because the domain runs it once, on one thread, after it was passed.
  private struct Work: @unchecked Sendable {
    let run: () -> Void
  }

  @inlinable
  override init() {}

  /// Sets a function that schedules the rest of the waiting work on the scheduler of the stream; called before any
  /// other thread knows the domain.
  ///
  /// A thread that entered the domain for guest work may be another thread, so it does not deliver the waiting events
  /// itself. It calls this function without leaving the domain, and the scheduled action leaves it.
  @usableFromInline
  final func _resume(onScheduler resume: @escaping (_SerialDomain) -> Void) {
    _lock.withLock { _ in
      let queues = self.queues ?? Queues()
      queues.resumeOnScheduler = resume
      self.queues = queues
    }
    _resumesOnScheduler = true
  }

  /// Enters the domain if no thread is inside, and returns whether it did.
  @inlinable
  final func _enter() -> Bool {
    _state.compareExchange(expected: _SerialDomain._idle, desired: _SerialDomain._busy, ordering: .acquiring).exchanged
  }

  /// Runs the waiting work, leaves the domain, and starts the waiting streams.
  @inlinable
  final func _leave() {
    if !_hasStart, _leaveIfNothingWaits() { return }
    _leaveAfterWork()
  }

  @inlinable
  final func _leaveIfNothingWaits() -> Bool {
    _state.compareExchange(expected: _SerialDomain._busy, desired: _SerialDomain._idle, ordering: .releasing).exchanged
  }

  /// Runs the work inside the domain, immediately or when the domain is free.
  @inlinable
  final func _perform(_ work: @escaping () -> Void) {
    if _enter() {
      work()
      _leave()
    } else {
      _enqueue(work)
    }
  }

  /// Leaves the domain after guest work.
  @inlinable
  final func _leaveAfterGuestWork() {
    if _resumesOnScheduler { _leaveToScheduler() } else { _leave() }
  }

  @usableFromInline
  final func _leaveToScheduler() {
    while true {
      _runGuestWork()
      if _leaveIfNothingWaits() { return }
      if let resume = resumeOfOrdinaryWork { return resume(self) }
    }
  }

  /// Runs the waiting guest work; called inside the domain.
  final func _runGuestWork() {
    guard _state.load(ordering: .relaxed) == _SerialDomain._awaited else { return }
    EventContext.clearing { while let work = nextUrgentWork() { work.run() } }
  }

  /// Runs the work inside the domain, immediately, or after the event that is being delivered and before other
  /// waiting events.
  @inlinable
  final func _performUrgently(_ work: @escaping () -> Void) {
    if _enter() {
      work()
      _leaveAfterGuestWork()
    } else {
      _enqueueUrgently(work)
    }
  }

  /// Adds an event to the queue for the thread inside.
  @usableFromInline
  final func _enqueue(_ work: @escaping () -> Void) {
    let work = Work(run: EventContext.keeping(work))
    if enqueue({ $0.ordinary.append(work) }) { _leaveAfterWork() }
  }

  /// Adds guest work to the queue, which runs before all waiting events.
  @usableFromInline
  final func _enqueueUrgently(_ work: @escaping () -> Void) {
    let work = Work(run: EventContext.keeping(work))
    if enqueue({ $0.urgent.append(work) }) { _leaveAfterGuestWork() }
  }

  /// Adds work to a queue.
  ///
  /// Returns whether the caller has entered the domain, because no thread was inside.
  private func enqueue(_ append: (Queues) -> Void) -> Bool {
    _lock.withLock { _ in
      let queues = self.queues ?? Queues()
      append(queues)
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

  /// The function that schedules the rest of the waiting work, if there is any.
  private var resumeOfOrdinaryWork: ((_SerialDomain) -> Void)? {
    _lock.withLock { _ in
      guard let queues, !queues.ordinary.isEmpty else { return nil }
      return queues.resumeOnScheduler
    }
  }

  /// Removes and returns the first urgent work.
  ///
  /// If no work is waiting at all, the state changes so that the domain can be left.
  private func nextUrgentWork() -> Work? {
    _lock.withLock { _ in
      if let work = queues?.urgent.popFirst() { return work }
      if queues?.ordinary.isEmpty != false { _state.store(_SerialDomain._busy, ordering: .relaxed) }
      return nil
    }
  }

  /// Removes and returns the first waiting work, urgent work first.
  ///
  /// If there is none, the state changes so that the domain can be left.
  private func nextWork() -> Work? {
    _lock.withLock { _ in
      if let work = queues?.urgent.popFirst() ?? queues?.ordinary.popFirst() { return work }
      // The lock also guards adding work. So work that is added after this check changes the state again.
      _state.store(_SerialDomain._busy, ordering: .relaxed)
      return nil
    }
  }

  /// Runs the waiting work until there is none, leaves the domain, and starts the waiting streams; called inside the
  /// domain.
  @usableFromInline
  final func _leaveAfterWork() {
    while true {
      if _state.load(ordering: .relaxed) == _SerialDomain._awaited {
        EventContext.clearing { while let work = nextWork() { work.run() } }
      }
      if _hasStart ? _leaveForStart() : _leaveIfNothingWaits() { return }
    }
  }

  /// Leaves the domain, starts a waiting stream and enters the domain again, unless work waits; called inside the
  /// domain.
  ///
  /// Returns true if another thread is inside after the start.
  @usableFromInline
  func _leaveForStart() -> Bool { _leaveIfNothingWaits() }
}
