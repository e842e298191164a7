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
  /// Whether the thread inside has taken work that has not run yet; guarded by the domain.
  @exclusivity(unchecked) @usableFromInline final var _hasWork = false
  /// Whether events must be delivered only on the scheduler of the stream.
  @exclusivity(unchecked) @usableFromInline final var _resumesOnScheduler = false
  /// Whether repeated work was stopped so that the thread inside offers the domain; guarded by the domain.
  @exclusivity(unchecked) private final var isImpatient = false

  @inlinable static var _idle: UInt { 0 }
  @inlinable static var _busy: UInt { 1 }
  /// Work waits, but no thread is inside: the next one that adds work enters the domain, or the one that has left.
  @inlinable static var _offered: UInt { 2 }

  @inlinable
  override init() {}

  deinit {
    // The scheduler that was to run the waiting work is gone.
    takeArrivals()
  }

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
    _DomainStep.enter.take()
    return _state.compareExchange(expected: _SerialDomain._idle, desired: _SerialDomain._busy, ordering: .acquiring)
      .exchanged
  }

  /// Runs the waiting work, leaves the domain, and starts the waiting streams.
  @inlinable
  final func _leave() {
    if !_hasStart, !_hasWork, _leaveIfNothingWaits() { return }
    _leaveAfterWork()
  }

  @inlinable
  final func _leaveIfNothingWaits() -> Bool {
    _DomainStep.leave.take()
    return _state.compareExchange(expected: _SerialDomain._busy, desired: _SerialDomain._idle, ordering: .releasing)
      .exchanged
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

  /// Runs work inside the domain until it returns false, immediately or when the domain is free.
  ///
  /// Urgent work runs between two calls. After many calls, other waiting work and other threads get their turn.
  @usableFromInline
  final func _performRepeatedly(_ work: @escaping () -> Bool) {
    if _enter() || isFree(afterAdding: WaitingWork(isUrgent: false) { self.runRepeatedly(work) }) {
      runRepeatedly(work)
      _leave()
    }
  }

  private func runRepeatedly(_ work: @escaping () -> Bool) {
    EventContext.clearing {
      for _ in 0..<_SerialDomain.patience {
        if !work() { return }
        _runGuestWork()
      }
      isImpatient = true
      existingQueue.append(WaitingWork(isUrgent: false) { self.runRepeatedly(work) })
      _hasWork = true
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
      if _hasWork, let resume = queue?.resumeOnScheduler { return resume(self) }
      if _leaveIfNothingWaits() { return }
    }
  }

  /// Runs the waiting guest work; called inside the domain.
  final func _runGuestWork() {
    while let work = popWork(onlyUrgent: true) { EventContext.clearing(work) }
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
    if isFree(afterAdding: WaitingWork(isUrgent: false, work)) {
      work()
      _leave()
    }
  }

  /// Adds guest work to the waiting work, which runs before all waiting events, or runs it if the thread inside has
  /// left.
  @usableFromInline
  final func _enqueueUrgently(_ work: @escaping () -> Void) {
    if isFree(afterAdding: WaitingWork(isUrgent: true, work)) {
      work()
      _leaveAfterGuestWork()
    }
  }

  /// Enters the domain and returns true if it is idle, or else adds work to the arrivals.
  ///
  /// If the domain is offered, enters it and runs all waiting work.
  private func isFree(afterAdding work: WaitingWork) -> Bool {
    // Retained before the exchange, after which the thread inside can release it.
    let link = Unmanaged.passRetained(work)
    _DomainStep.look.take()
    var state = _state.load(ordering: .relaxed)
    while true {
      let isIdle = state == _SerialDomain._idle
      let desired = isIdle ? _SerialDomain._busy : work.prepended(to: state <= _SerialDomain._offered ? 0 : state)
      _DomainStep.add(expected: state).take()
      let (isExchanged, before) = _state.weakCompareExchange(
        expected: state, desired: desired, ordering: .acquiringAndReleasing)
      if isExchanged { break }
      state = before
    }
    if state == _SerialDomain._idle { link.release() }
    if state == _SerialDomain._offered { _leaveAfterWork() }
    if state > _SerialDomain._offered { letServerRun() }
    return state == _SerialDomain._idle
  }

  /// Enters the domain and runs all waiting work if it is offered, or else may let the thread inside run.
  @usableFromInline
  final func _takeOffer(orYield yields: Bool) {
    let isOffered = _state.load(ordering: .relaxed) == _SerialDomain._offered
    if isOffered,
      _state.compareExchange(expected: _SerialDomain._offered, desired: _SerialDomain._busy, ordering: .acquiring)
        .exchanged
    {
      _leaveAfterWork()
    } else if yields {
      letServerRun()
    }
  }

  /// Lets other threads run, because the thread that runs the waiting work has not taken what was added before.
  ///
  /// Otherwise threads would add more than that thread can deliver, especially while it has no processor. This thread
  /// only yields its processor once, it does not wait.
  private func letServerRun() {
    let server = _server.load(ordering: .relaxed)
    if server != 0, server != _SerialDomain.currentTag { _yieldProcessor() }
  }

  /// A number of the current thread, not 0, which two threads rarely share.
  private static var currentTag: UInt16 { UInt16(truncatingIfNeeded: _currentThread() >> 12) | 1 }

  /// Removes and returns the first waiting work, urgent work first; called inside the domain.
  private func popWork(onlyUrgent: Bool = false) -> (() -> Void)? {
    takeArrivals()
    guard _hasWork, let queue else { return nil }
    defer { _hasWork = !queue.isEmpty }
    return onlyUrgent ? queue.popUrgent() : queue.popFirst()
  }

  /// The queue, which is created for the first work.
  private var existingQueue: WaitingWork.Queue {
    if let queue { return queue }
    let new = WaitingWork.Queue()
    queue = new
    return new
  }

  private func takeArrivals() {
    _DomainStep.check.take()
    guard _state.load(ordering: .relaxed) > _SerialDomain._offered else { return }
    let queue = existingQueue
    _DomainStep.collect.take()
    queue.append(arrivals: _state.exchange(_SerialDomain._busy, ordering: .acquiring))
    _hasWork = true
    _server.store(_SerialDomain.currentTag, ordering: .relaxed)
  }

  /// Runs the waiting work until there is none, leaves the domain, and starts the waiting streams; called inside the
  /// domain.
  ///
  /// So that a thread is not held as long as others send, it offers the domain to them again and again.
  @usableFromInline
  final func _leaveAfterWork() {
    while true {
      if let work = popWork() {
        var isTaken = false
        EventContext.clearing { isTaken = isTakenByOther(whileRunning: work) }
        if isTaken { return }
      }
      _server.store(0, ordering: .relaxed)
      if _hasStart ? _leaveForStart() : _leaveIfNothingWaits() { return }
    }
  }

  /// Runs work and all that waits, and returns true if another thread has entered the domain before the end.
  private func isTakenByOther(whileRunning first: @escaping () -> Void) -> Bool {
    var patience = _SerialDomain.patience
    var next: (() -> Void)? = first
    while let work = next {
      work()
      patience -= 1
      if patience == 0 || isImpatient {
        isImpatient = false
        if isTakenWhenOffered { return true }
        patience = _SerialDomain.patience
      }
      next = popWork()
    }
    return false
  }

  #if DEBUG
    /// The number of events that a thread delivers for others until it offers the domain to them.
    @TaskLocal static var patience = 256
  #else
    private static var patience: Int { 256 }
  #endif

  /// Offers the domain to other threads for about a microsecond, and returns whether one has entered it.
  private var isTakenWhenOffered: Bool {
    guard _hasWork, !_resumesOnScheduler else { return false }
    _DomainStep.offer.take()
    let isOffered = _state.compareExchange(
      expected: _SerialDomain._busy, desired: _SerialDomain._offered, ordering: .releasing
    ).exchanged
    guard isOffered else { return false }
    for _ in 0..<1_000 {
      if _state.load(ordering: .relaxed) != _SerialDomain._offered { return true }
    }
    _DomainStep.withdraw.take()
    return !_state.compareExchange(
      expected: _SerialDomain._offered, desired: _SerialDomain._busy, ordering: .acquiring
    ).exchanged
  }

  /// Leaves the domain, starts a waiting stream and enters the domain again, unless work waits; called inside the
  /// domain.
  ///
  /// Returns true if another thread is inside after the start.
  @usableFromInline
  func _leaveForStart() -> Bool { _leaveIfNothingWaits() }
}
