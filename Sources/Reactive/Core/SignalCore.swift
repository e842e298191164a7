import Synchronization

/// Where the events of one signal go to all who observe it.
///
/// Everything here happens inside the signal's domain, so a delivery walks the list of observers without a lock, an
/// atomic operation or a reference count: nobody joins or leaves the list while it is walked. Observers that come or
/// go meanwhile are urgent work of the domain, done right after the event; those that leave from inside their own
/// event are swept out behind the walk.
@usableFromInline
final class _SignalCore<Value, Error: Swift.Error>: _Resources, @unchecked Sendable {
  @usableFromInline typealias Link = Unmanaged<_ObserverNode<Value, Error>>

  @usableFromInline let _domain: _SerialDomain
  /// Whether it is fed by others, and so to be ended when nobody holds the signal or observes it.
  @usableFromInline let _isDerived: Bool
  @exclusivity(unchecked) @usableFromInline var _first: Link?
  @exclusivity(unchecked) @usableFromInline var _last: Link?
  /// The node in another hub's list that feeds this one.
  @exclusivity(unchecked) @usableFromInline var _feeder: _Root?
  /// Whether nothing can be sent any more, although no end came: then nobody need be kept waiting in memory.
  @exclusivity(unchecked) @usableFromInline var _isSilent = false
  @exclusivity(unchecked) @usableFromInline var _isHeld = true
  @exclusivity(unchecked) @usableFromInline var _isIterating = false
  @exclusivity(unchecked) @usableFromInline var _needsSweep = false

  @inlinable
  init(domain: _SerialDomain, isDerived: Bool) {
    _domain = domain
    _isDerived = isDerived
  }

  /// A hub that a run feeds, to be disposed when nobody holds or observes the signal.
  @inlinable
  static func _fed() -> (core: _SignalCore, subscription: _ProducerSubscription) {
    let subscription = _ProducerSubscription(_feedsSignal: true)
    let core = _SignalCore(domain: subscription, isDerived: true)
    core._add(subscription)
    return (core, subscription)
  }

  /// What sends into the hub; only to be called inside its domain.
  @inlinable
  var _observer: Observer<Value, Error> {
    Observer(value: { self._send($0) }, ended: { self._end($0) })
  }

  /// Delivers a value, in the order of observation; inside the domain.
  @inlinable
  func _send(_ value: Value) {
    guard var link = _first else { return }
    _isIterating = true
    while true {
      let next = link._withUnsafeGuaranteedRef { node -> Link? in
        if node._owner._isLive { node._value(value) }
        return node._next
      }
      guard let next else { break }
      link = next
    }
    _isIterating = false
    if _needsSweep { _sweep() }
  }

  /// Delivers the end, then lets everything go; inside the domain.
  @inlinable
  func _end(_ end: TerminalEvent<Error>) {
    guard _mark(_LifecycleState._ended) & _LifecycleState._ended == 0 else { return }
    while let link = _first {
      let node = _unlink(link)
      if node._owner._isLive { node._end(end) }
      node._owner._nodeLeft()
    }
    _releaseAll()
  }

  /// After the end: lets go of what feeds the hub and of everything that hangs on it.
  @inlinable
  func _releaseAll() {
    _feeder.take()?._letGo()
    _endResources()
  }

  /// Adds an observer, now or after the event that is being delivered.
  @inlinable
  func _observe(_ observer: Observer<Value, Error>) -> any Disposable {
    let subscription = _SignalSubscription<Value, Error>(self)
    let node = _ObserverNode(observer, owner: subscription, in: self)
    subscription._node = .passUnretained(node)
    _join(node)
    return subscription
  }

  /// Adds what feeds another hub of the same domain, or a run that has it for its root.
  @inlinable
  func _join(_ node: _ObserverNode<Value, Error>) {
    if _domain._enter() {
      _link(node)
      _domain._leaveAfterGuestWork()
    } else {
      _domain._enqueueUrgently { self._link(node) }
    }
  }

  /// The signal is held by nobody any more.
  @inlinable
  func _letGo() {
    guard _isDerived || _isSilent else { return }
    if _domain._enter() {
      _isHeld = false
      _endIfUnused()
      _domain._leaveAfterGuestWork()
    } else {
      _domain._enqueueUrgently {
        self._isHeld = false
        self._endIfUnused()
      }
    }
  }

  @inlinable
  func _endIfUnused() {
    guard !_isHeld, _isLive, _isSilent || (_isDerived && _first == nil) else { return }
    _ = _mark(_LifecycleState._ended)
    while let link = _first { _unlink(link)._owner._nodeLeft() }
    _releaseAll()
  }

  @inlinable
  func _link(_ node: _ObserverNode<Value, Error>) {
    guard _isLive, node._owner._isLive else {
      if node._owner._isLive { node._end(.interrupted) }
      return node._owner._nodeLeft()
    }
    let link = Unmanaged.passRetained(node)
    node._isLinked = true
    node._previous = _last
    if let _last { _last._withUnsafeGuaranteedRef { $0._next = link } } else { _first = link }
    _last = link
  }

  /// Takes a node off the list, unless it is not on it; while the list is walked, when the walk is over.
  @inlinable
  func _remove(_ node: _ObserverNode<Value, Error>) {
    guard node._isLinked else { return }
    if _isIterating {
      node._isLeaving = true
      _needsSweep = true
    } else {
      _ = _unlink(Unmanaged.passUnretained(node))
      _endIfUnused()
    }
  }

  @usableFromInline
  func _sweep() {
    _needsSweep = false
    var link = _first
    while let current = link {
      link = current._withUnsafeGuaranteedRef { $0._next }
      if current._withUnsafeGuaranteedRef({ $0._isLeaving }) { _ = _unlink(current) }
    }
    _endIfUnused()
  }

  @inlinable
  func _unlink(_ link: Link) -> _ObserverNode<Value, Error> {
    let node = link.takeRetainedValue()
    let previous = node._previous
    let next = node._next
    if let previous { previous._withUnsafeGuaranteedRef { $0._next = next } } else { _first = next }
    if let next { next._withUnsafeGuaranteedRef { $0._previous = previous } } else { _last = previous }
    node._isLinked = false
    return node
  }

  /// What fed this hub has gone without an end.
  @usableFromInline
  override func _nodeLeft() {
    guard _isLive else { return }
    _feeder = nil
    _isSilent = true
    _endIfUnused()
  }
}

/// One observer of a hub; the hub's list retains it by hand.
///
/// It is the root of a start that observes a signal, and what feeds a signal that is derived from another.
@usableFromInline
final class _ObserverNode<Value, Error: Swift.Error>: _Root {
  // Constants, so that a delivery need not retain them.
  @usableFromInline let _value: (Value) -> Void
  @usableFromInline let _end: (TerminalEvent<Error>) -> Void
  /// Whose node it is: nothing is delivered once that has ended.
  @usableFromInline let _owner: _LifecycleState
  @usableFromInline let _core: _SignalCore<Value, Error>
  @exclusivity(unchecked) @usableFromInline var _next: Unmanaged<_ObserverNode>?
  @exclusivity(unchecked) @usableFromInline var _previous: Unmanaged<_ObserverNode>?
  @exclusivity(unchecked) @usableFromInline var _isLinked = false
  @exclusivity(unchecked) @usableFromInline var _isLeaving = false

  @inlinable
  init(_ observer: Observer<Value, Error>, owner: _LifecycleState, in core: _SignalCore<Value, Error>) {
    _value = observer._value
    _end = observer._end
    _owner = owner
    _core = core
    super.init(in: core._domain) { root, command in
      let node = unsafeDowncast(root, to: _ObserverNode.self)
      node._core._remove(node)
      if command == .interrupt { node._end(.interrupted) }
    }
  }
}

/// What disposes one observation of a signal: silently, and at once.
///
/// It is apart from the node so that who keeps it does not keep the observer's closures.
@usableFromInline
final class _SignalSubscription<Value, Error: Swift.Error>: _LifecycleState, Disposable, @unchecked Sendable {
  @usableFromInline let _core: _SignalCore<Value, Error>
  /// As long as it is on the hub's list, which keeps it; guarded by the hub's domain.
  @exclusivity(unchecked) @usableFromInline var _node: Unmanaged<_ObserverNode<Value, Error>>?

  @inlinable
  init(_ core: _SignalCore<Value, Error>) {
    _core = core
  }

  @inlinable
  var isDisposed: Bool { !_isLive }

  @inlinable
  func dispose() {
    guard _mark(_LifecycleState._disposed) & _LifecycleState._disposed == 0 else { return }
    if _core._domain._enter() {
      leave()
      _core._domain._leaveAfterGuestWork()
    } else {
      _core._domain._enqueueUrgently { self.leave() }
    }
  }

  @inlinable
  func leave() {
    _node?._withUnsafeGuaranteedRef { _core._remove($0) }
    _node = nil
  }

  @usableFromInline
  override func _nodeLeft() {
    _node = nil
  }
}
