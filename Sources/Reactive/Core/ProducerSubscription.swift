import Synchronization

/// One start of a producer, from the root that makes the events to the observer that was passed to `start`.
///
/// It is the disposable of the start, the owner of its resources, and the serial domain of its unary operators.
@usableFromInline
class _ProducerSubscription: _SerialDomain, Disposable, @unchecked Sendable {
  /// Whether observers of a signal are added and removed in this domain, so that every event must enter it too.
  @usableFromInline final let _feedsSignal: Bool
  /// Whether an input from `_starts` is being started; guarded by the domain.
  @exclusivity(unchecked) @usableFromInline final var _isStarting = false {
    didSet { _hasStart = !_isStarting && !_starts.isEmpty }
  }
  /// The manually retained root, 0 while there is none, or 1 after it was removed.
  private let root = Atomic<UInt>(0)
  /// The starts that are inputs of this one if it is a join; guarded by its domain.
  @exclusivity(unchecked) @usableFromInline final var _inputs = _InputList()
  /// The inputs to start when the domain is idle; guarded by the domain.
  @exclusivity(unchecked) @usableFromInline final var _starts = _StartQueue()

  @inlinable
  init(_feedsSignal: Bool = false) {
    self._feedsSignal = _feedsSignal
    super.init()
  }

  deinit {
    // Most roots retain their subscription and are removed before it can be deallocated. This one did not.
    if root.load(ordering: .relaxed) > 1 { _ = takeRoot() }
  }

  /// Whether it was disposed.
  @inlinable
  final var _isDisposed: Bool { _phase.load(ordering: .relaxed) & _ProducerSubscription._disposed != 0 }

  /// Whether its terminal event has been delivered, or is being delivered.
  @inlinable
  final var _isOver: Bool { _phase.load(ordering: .relaxed) & _ProducerSubscription._ended != 0 }

  /// Whether it goes on, or has ended, when its input is released.
  @inlinable
  final var _needsNoInput: Bool {
    _phase.load(ordering: .relaxed) & (_ProducerSubscription._ended | _ProducerSubscription._lastsWithoutInput) != 0
  }

  /// Whether it was disposed before its terminal event was delivered.
  @inlinable
  final var _owesInterruption: Bool {
    _phase.load(ordering: .relaxed) & (_ProducerSubscription._disposed | _ProducerSubscription._ended)
      == _ProducerSubscription._disposed
  }

  @usableFromInline
  final var isDisposed: Bool { !_isLive }

  /// Stops the start.
  ///
  /// From now on no value is delivered, and the observer receives `interrupted`, immediately or after the event that
  /// is being delivered.
  @usableFromInline
  final func dispose() {
    // The call that marked it before releases everything.
    guard _mark(_ProducerSubscription._disposed) & (_ProducerSubscription._disposed | _ProducerSubscription._ended) == 0
    else { return }
    // The exchange decides which call sends the interruption: this one if there is a root, otherwise `_setRoot`.
    guard let root = takeRoot() else { return }
    root._domain._withUnsafeGuaranteedRef { domain in
      if domain._enter() {
        interrupt(from: root)
        domain._leaveAfterGuestWork()
      } else {
        domain._enqueueUrgently { self.interrupt(from: root) }
      }
    }
  }

  /// Sends the interruption, unless the event that was being delivered during the disposal was the terminal one;
  /// called inside the domain of the root.
  private func interrupt(from root: _Root) {
    if _owesInterruption { root._interrupt() } else { root._releaseDownstream() }
  }

  private func takeRoot() -> _Root? {
    let bits = root.exchange(1, ordering: .acquiringAndReleasing)
    guard bits > 1, let pointer = UnsafeRawPointer(bitPattern: bits) else { return nil }
    return Unmanaged<_Root>.fromOpaque(pointer).takeRetainedValue()
  }

  /// Sets the root, which sends an interruption.
  ///
  /// Called by the source of the events before the first event.
  @usableFromInline
  final func _setRoot(_ new: __owned _Root) {
    let link = Unmanaged.passRetained(consume new)
    let bits = UInt(bitPattern: link.toOpaque())
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
    // It was disposed before the root was set.
    let new = link.takeRetainedValue()
    new._domain._withUnsafeGuaranteedRef { $0._performUrgently { self.interrupt(from: new) } }
  }

  /// Sets a closure that sends an interruption.
  ///
  /// Called by the source of the events before the first event.
  @inlinable
  final func _setRoot(interrupt: @escaping () -> Void) {
    _setRoot(_PlainRoot(in: self, interrupt))
  }

  /// Sets a root that only sends an interruption to an observer.
  ///
  /// Called by the source of the events before the first event.
  @inlinable
  final func _setRoot<Value, Error>(interrupting downstream: Observer<Value, Error>) {
    _setRoot(_ObserverRoot(self, downstream))
  }

  /// Returns the last observer of the chain, which blocks events after the end and releases everything then.
  @inlinable
  final func _guarding<Value, Error>(_ observer: Observer<Value, Error>) -> Observer<Value, Error> {
    Observer(
      value: { value in
        if self._isLive { observer._value(value) }
      },
      ended: { end in self._finish(end, observer._end) })
  }

  /// Delivers a terminal event, unless one was delivered, and releases everything; called inside the domain.
  @inlinable
  final func _finish<Error>(_ end: TerminalEvent<Error>, _ deliver: (TerminalEvent<Error>) -> Void) {
    switch _finish() {
    case .early: deliver(end)
    case .disposed: deliver(.interrupted)
    case .late: return
    }
    _release()
  }

  /// The state before the end was delivered.
  @usableFromInline
  enum _Finish {
    case early, disposed, late
  }

  /// Marks the end and returns the previous state; called inside the domain.
  @inlinable
  final func _finish() -> _Finish {
    let before = _mark(_ProducerSubscription._ended)
    if before & _ProducerSubscription._ended != 0 { return .late }
    return before & _ProducerSubscription._disposed == 0 ? .early : .disposed
  }

  /// Releases everything after the end was delivered; called inside the domain of the root.
  @inlinable
  final func _release() {
    releaseRoot()
    _disposeInputs()
    _endResources()
  }

  /// Disposes the inputs of a join; called inside the domain.
  @inlinable
  final func _disposeInputs() {
    while let input = _inputs.popFirst() { input.dispose() }
  }

  @usableFromInline
  final func releaseRoot() {
    // Roots are set before the first event. If there is none now, there will be none.
    if root.load(ordering: .relaxed) > 1 { takeRoot()?._releaseDownstream() }
  }

  @usableFromInline
  override final func _nodeLeft() {
    // The source was released without an end, so no further event can be sent.
    if _isLive { _ = takeRoot() }
  }

  /// Starts the first one of the inputs that wait for it.
  @usableFromInline
  override final func _leaveForStart() -> Bool {
    guard let start = _starts.popFirst() else { return super._leaveForStart() }
    _isStarting = true
    guard _leaveIfNothingWaits() else {
      // Work was added after the last check. It runs before the start.
      _starts.prepend(start)
      _isStarting = false
      return false
    }
    start._withUnsafeGuaranteedRef { $0._start() }
    start.release()
    guard _enter() else {
      _enqueueUrgently { self._isStarting = false }
      return true
    }
    _isStarting = false
    return false
  }

  /// Adds a start to the inputs, or disposes it if this one has ended; called inside the domain.
  @inlinable
  final func _attach(_ input: __owned _JoinStart) {
    if _isLive { _inputs.append(consume input) } else { input.dispose() }
  }

  /// Removes an input that has ended; called inside the domain.
  @inlinable
  final func _detach(_ input: _JoinStart) {
    _inputs.remove(input)
  }

  /// Sends a value downstream inside the domain, immediately or when the domain is free.
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

  /// Sends a terminal event downstream inside the domain, immediately or when the domain is free, unless one was sent.
  ///
  /// After a disposal, it is the interruption.
  @inlinable
  final func _deliver<Value, Error>(end: TerminalEvent<Error>, to downstream: Observer<Value, Error>) {
    _perform {
      if self._isLive {
        downstream._end(end)
      } else if self._owesInterruption {
        downstream._end(.interrupted)
      }
    }
  }

  /// Runs a root that sends all its events immediately.
  ///
  /// No other code sends in the domain of such a start. So the domain is only entered if observers of a signal are
  /// added and removed in it.
  @inlinable
  final func _generate<Value, Error>(_ downstream: Observer<Value, Error>, _ generate: @escaping () -> Void) {
    _performUnshared {
      if self._isLive { generate() }
      if self._owesInterruption { downstream._end(.interrupted) }
    }
  }

  /// Sends the elements of a sequence and completes; called by the root.
  @inlinable
  @inline(__always)
  final func _send<Values: Sequence, Error>(_ values: Values, to downstream: Observer<Values.Element, Error>) {
    for value in values {
      downstream._value(value)
      if !_isLive { return }
    }
    downstream._end(.completed)
  }

  /// Runs a root that sends one value and completes.
  ///
  /// No closure is created for it, because it is the most frequent kind of start.
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
