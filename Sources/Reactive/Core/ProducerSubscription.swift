import Synchronization

/// One start of a producer, from the root that makes the events to the observer that was started with.
///
/// It is what disposes the start, what the resources of the start hang on, and the serial domain of the unary
/// operators on the way.
@usableFromInline
class _ProducerSubscription: _SerialDomain, Disposable, @unchecked Sendable {
  /// The root, retained by hand; or 0 while there is none, or 1 once it has been taken for good.
  private let root = Atomic<UInt>(0)
  /// The starts that feed this one, when it is a join's; guarded by its domain.
  @exclusivity(unchecked) @usableFromInline final var _inputs = _SubscriptionList()
  /// Its neighbors among the inputs of a join; guarded by the join's domain.
  @exclusivity(unchecked) @usableFromInline final var _next: Unmanaged<_ProducerSubscription>?
  @exclusivity(unchecked) @usableFromInline final var _previous: Unmanaged<_ProducerSubscription>?
  /// The stream that a join is to start after this one; guarded by the join's domain.
  @exclusivity(unchecked) @usableFromInline final var _nextStart: Unmanaged<_ProducerSubscription>?

  /// Whether observers of a signal come and go in its domain, so that every event must come through it too.
  @usableFromInline final let _feedsSignal: Bool

  /// How it is started, if a join is to do that when its domain is idle; a function and no overridden method, as in a
  /// root.
  @usableFromInline final let _starter: (_ProducerSubscription) -> Void

  @inlinable
  init(_feedsSignal: Bool = false, _starter: @escaping (_ProducerSubscription) -> Void = { _ in }) {
    self._feedsSignal = _feedsSignal
    self._starter = _starter
    super.init()
  }

  deinit {
    // Most roots keep their run, and have been taken before it can go; this one did not.
    if root.load(ordering: .relaxed) > 1 { _ = takeRoot() }
  }

  /// Whether it was asked to stop.
  @inlinable
  final var _isDisposed: Bool { _phase.load(ordering: .relaxed) & _ProducerSubscription._disposed != 0 }

  /// Whether its end has been delivered, or is being.
  @inlinable
  final var _isOver: Bool { _phase.load(ordering: .relaxed) & _ProducerSubscription._ended != 0 }

  /// Whether it was asked to stop before its end was delivered.
  @inlinable
  final var _owesInterruption: Bool {
    _phase.load(ordering: .relaxed) & (_ProducerSubscription._disposed | _ProducerSubscription._ended)
      == _ProducerSubscription._disposed
  }

  @usableFromInline
  final var isDisposed: Bool { !_isLive }

  /// Stops the start: from now on no value goes through, and the observer gets one `interrupted`, at once or
  /// after the event that is being delivered.
  @usableFromInline
  final func dispose() {
    // Whoever ended it has seen to everything, or will.
    guard _mark(_ProducerSubscription._disposed) & (_ProducerSubscription._disposed | _ProducerSubscription._ended) == 0
    else { return }
    // One look decides who interrupts: this call if there is a root, or else whoever sets one.
    guard let root = takeRoot() else { return }
    Unmanaged.passUnretained(root._domain)._withUnsafeGuaranteedRef { domain in
      if domain._enter() {
        root._interrupt()
        domain._leaveAfterGuestWork()
      } else {
        domain._enqueueUrgently { root._interrupt() }
      }
    }
  }

  private func takeRoot() -> _Root? {
    let bits = root.exchange(1, ordering: .acquiringAndReleasing)
    guard bits > 1, let pointer = UnsafeRawPointer(bitPattern: bits) else { return nil }
    return Unmanaged<_Root>.fromOpaque(pointer).takeRetainedValue()
  }

  /// Called by what makes the events, before the first: where an interruption is sent down from.
  @usableFromInline
  final func _setRoot(_ new: _Root) {
    let bits = UInt(bitPattern: Unmanaged.passRetained(new).toOpaque())
    var current = root.load(ordering: .relaxed)
    while current != 1 {
      let (isSet, before) = root.compareExchange(
        expected: current, desired: bits, ordering: .acquiringAndReleasing)
      if isSet {
        if let pointer = UnsafeRawPointer(bitPattern: current) { Unmanaged<_Root>.fromOpaque(pointer).release() }
        return
      }
      current = before
    }
    // It was asked to stop before it began.
    Unmanaged.passUnretained(new).release()
    new._domain._performUrgently { new._interrupt() }
  }

  /// Called by what makes the events, before the first: how an interruption is sent down from there.
  @inlinable
  final func _setRoot(interrupt: @escaping () -> Void) {
    _setRoot(_PlainRoot(in: self, interrupt))
  }

  /// The observer at the end of the chain: lets nothing through after the end, and lets everything go then.
  @inlinable
  final func _guarding<Value, Error>(_ observer: Observer<Value, Error>) -> Observer<Value, Error> {
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
  final func _finish() -> _Finish {
    let before = _mark(_ProducerSubscription._ended)
    if before & _ProducerSubscription._ended != 0 { return .late }
    return before & _ProducerSubscription._disposed == 0 ? .early : .disposed
  }

  /// Lets go of everything, after the end was delivered; inside the domain of the root.
  @inlinable
  final func _release() {
    releaseRoot()
    while let input = _inputs.popFirst() { input.dispose() }
    _endResources()
  }

  @usableFromInline
  final func releaseRoot() {
    // Roots are set before the first event: if there is none by now, there will be none.
    if root.load(ordering: .relaxed) > 1 { takeRoot()?._letGo() }
  }

  @usableFromInline
  override final func _nodeLeft() {
    // The signal that would send has gone without an end: nothing can come from there any more.
    if _isLive { _ = takeRoot() }
  }

  /// Makes a start one of those that feed this one, or disposes it if this one is over; inside the domain.
  @inlinable
  final func _attach(_ input: _ProducerSubscription) {
    if _isLive { _inputs.append(input) } else { input.dispose() }
  }

  /// Forgets an input that has ended; inside the domain.
  @inlinable
  final func _detach(_ input: _ProducerSubscription) {
    _inputs.remove(input)
  }

  /// Sends a value down from here; inside the domain, now or when it is its turn.
  @inlinable
  final func _deliver<Value, Error>(_ value: Value, to downstream: Observer<Value, Error>) {
    if _enter() {
      if _isLive { downstream._value(value) }
      _leave()
    } else {
      _enqueue {
        if self._isLive { downstream._value(value) }
      }
    }
  }

  /// The way of a root that makes its events by itself, all at once.
  ///
  /// Nobody else sends in the domain of such a start, so it need not be entered, unless observers come and go there.
  @inlinable
  final func _generate<Value, Error>(_ downstream: Observer<Value, Error>, _ generate: @escaping () -> Void) {
    _performUnshared {
      if self._isLive { generate() }
      if self._owesInterruption { downstream._end(.interrupted) }
    }
  }

  /// The way of a root that sends one value and completes: the commonest start of all, so no closure is made for it.
  @inlinable
  final func _sendOnly<Value, Error>(_ value: Value, to downstream: Observer<Value, Error>) {
    guard !_feedsSignal || _enter() else { return _enqueue { self._sendOnlyNow(value, to: downstream) } }
    _sendOnlyNow(value, to: downstream)
    if _feedsSignal { _leave() }
  }

  @inlinable
  final func _sendOnlyNow<Value, Error>(_ value: Value, to downstream: Observer<Value, Error>) {
    if _isLive { downstream._value(value) }
    if _isLive { downstream._end(.completed) }
    if _owesInterruption { downstream._end(.interrupted) }
  }

  @inlinable
  final func _performUnshared(_ work: @escaping () -> Void) {
    if !_feedsSignal || _enter() {
      work()
      if _feedsSignal { _leave() }
    } else {
      _enqueue(work)
    }
  }
}

/// The starts that are inputs of one join, in the order of their beginning; retained by hand.
@usableFromInline
struct _SubscriptionList {
  @usableFromInline var _first: Unmanaged<_ProducerSubscription>?
  @usableFromInline var _last: Unmanaged<_ProducerSubscription>?

  @inlinable
  init() {}

  @inlinable
  mutating func append(_ subscription: _ProducerSubscription) {
    let link = Unmanaged.passRetained(subscription)
    subscription._previous = _last
    if let _last { _last._withUnsafeGuaranteedRef { $0._next = link } } else { _first = link }
    _last = link
  }

  /// Takes a start off the list, if it is on it.
  @inlinable
  mutating func remove(_ subscription: _ProducerSubscription) {
    let link = Unmanaged.passUnretained(subscription)
    let (previous, next) = (subscription._previous, subscription._next)
    guard previous != nil || _first?.toOpaque() == link.toOpaque() else { return }
    if let next { next._withUnsafeGuaranteedRef { $0._previous = previous } } else { _last = previous }
    if let previous { previous._withUnsafeGuaranteedRef { $0._next = next } } else { _first = next }
    subscription._previous = nil
    subscription._next = nil
    link.release()
  }

  @inlinable
  mutating func popFirst() -> _ProducerSubscription? {
    guard let subscription = _first?.takeUnretainedValue() else { return nil }
    remove(subscription)
    return subscription
  }
}
