import Synchronization

/// A domain in which events are delivered one at a time: a pipe with its unary operators, or one start of a producer.
///
/// If the domain is idle, a thread enters it and runs its work. If the domain is busy, the thread adds its work to a
/// list of arrivals and returns, and the thread inside runs that work before it leaves. No thread waits, and there is
/// no lock: entering, leaving and adding work take one atomic operation each.
///
/// Guest work is work that is not the delivery of an event: adding and removing observers, and interruptions. Any
/// thread may do it.
@usableFromInline
class _SerialDomain: _Resources, @unchecked Sendable {
  // The fields are few and in this order so that the objects are small: there is a domain in every pipe and start.

  /// The work that the thread inside has taken from the arrivals, or `nil` until there is some; guarded by the domain.
  ///
  /// Most domains are never contended, so they never need it.
  @exclusivity(unchecked) private var queue: WaitingWork.Queue?
  /// Idle, busy, or busy with arrivals: the address of the newest one, which is the head of a list.
  ///
  /// Any thread may add to the list. Only the thread inside takes from it, and always the whole list. So the head that
  /// a thread adds to is still the newest one if the address is the same.
  @usableFromInline final let _state = Atomic<UInt>(_SerialDomain._idle)
  /// Whether a stream must be started when the domain is left; guarded by the domain.
  @exclusivity(unchecked) @usableFromInline final var _hasStart = false
  /// Whether events must be delivered only on the scheduler of the stream.
  @exclusivity(unchecked) @usableFromInline final var _resumesOnScheduler = false

  @inlinable static var _idle: UInt { 0 }
  @inlinable static var _busy: UInt { 1 }

  @inlinable
  override init() {}

  /// Sets a function that schedules the rest of the waiting work on the scheduler of the stream; called before any
  /// other thread knows the domain.
  ///
  /// A thread that entered the domain for guest work may be another thread, so it does not deliver the waiting events
  /// itself. It calls this function without leaving the domain, and the scheduled action leaves it.
  @usableFromInline
  final func _resume(onScheduler resume: @escaping (_SerialDomain) -> Void) {
    queue = WaitingWork.Queue(resumingOnScheduler: resume)
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
      if let queue, let resume = queue.resumeOfOrdinaryWork { return resume(self) }
      if _leaveIfNothingWaits() { return }
    }
  }

  /// Runs the waiting guest work; called inside the domain.
  final func _runGuestWork() {
    EventContext.clearing { while let work = waitingWork?.popUrgent() { work() } }
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

  /// Adds an event to the waiting work, or runs it if the thread inside has left.
  @usableFromInline
  final func _enqueue(_ work: @escaping () -> Void) {
    if addToArrivals(WaitingWork(isUrgent: false, work)) { return }
    work()
    _leave()
  }

  /// Adds guest work to the waiting work, which runs before all waiting events, or runs it if the thread inside has
  /// left.
  @usableFromInline
  final func _enqueueUrgently(_ work: @escaping () -> Void) {
    if addToArrivals(WaitingWork(isUrgent: true, work)) { return }
    work()
    _leaveAfterGuestWork()
  }

  /// Adds work to the arrivals, or enters the domain if no thread is inside.
  ///
  /// Returns whether it was added.
  private func addToArrivals(_ work: WaitingWork) -> Bool {
    // Retained before the exchange, after which the thread inside can release it.
    let link = Unmanaged.passRetained(work)
    var state = _state.load(ordering: .relaxed)
    while true {
      let isIdle = state == _SerialDomain._idle
      let desired = isIdle ? _SerialDomain._busy : work.prepended(to: state == _SerialDomain._busy ? 0 : state)
      let (isExchanged, before) = _state.weakCompareExchange(
        expected: state, desired: desired, ordering: .acquiringAndReleasing)
      if isExchanged {
        if isIdle { link.release() }
        return !isIdle
      }
      state = before
    }
  }

  /// The queue of the waiting work, if there is any, with all that has arrived; called inside the domain.
  private var waitingWork: WaitingWork.Queue? {
    if _state.load(ordering: .relaxed) > _SerialDomain._busy {
      let queue = self.queue ?? WaitingWork.Queue()
      self.queue = queue
      queue.append(arrivals: _state.exchange(_SerialDomain._busy, ordering: .acquiring))
    }
    return queue.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Runs the waiting work until there is none, leaves the domain, and starts the waiting streams; called inside the
  /// domain.
  @usableFromInline
  final func _leaveAfterWork() {
    while true {
      if waitingWork != nil { EventContext.clearing { while let work = waitingWork?.popFirst() { work() } } }
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
