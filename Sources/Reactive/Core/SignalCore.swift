import Synchronization

/// The list of observers of a signal.
///
/// Everything here happens inside the domain of the signal. So a delivery iterates the list without locks, atomic
/// operations or reference counting: no node is added or removed during the iteration. Adding and removing observers
/// is urgent work of the domain, which runs right after the event. An observer that is removed from inside its own
/// event is removed from the list after the iteration.
@usableFromInline
final class _SignalCore<Value, Error: Swift.Error>: _Resources, @unchecked Sendable {
  @usableFromInline typealias Link = Unmanaged<_ObserverNode<Value, Error>>

  @usableFromInline let _domain: _SerialDomain
  /// Whether the core is fed by another stream, so that it ends when the signal is neither referenced nor observed.
  @usableFromInline let _isDerived: Bool
  @exclusivity(unchecked) @usableFromInline var _first: Link?
  @exclusivity(unchecked) @usableFromInline var _last: Link?
  /// The node in the list of another core that feeds this one.
  @exclusivity(unchecked) @usableFromInline var _feeder: _Root?
  /// Whether no further event can be sent although there was no terminal event.
  ///
  /// In that case the observers do not need to be retained.
  @exclusivity(unchecked) @usableFromInline var _isSilent = false
  @exclusivity(unchecked) @usableFromInline var _isHeld = true
  @exclusivity(unchecked) @usableFromInline var _isIterating = false
  @exclusivity(unchecked) @usableFromInline var _needsSweep = false

  @inlinable
  init(domain: _SerialDomain, isDerived: Bool) {
    _domain = domain
    _isDerived = isDerived
  }

  /// Creates a core that a subscription feeds.
  ///
  /// The subscription is disposed when the signal is neither referenced nor observed.
  @inlinable
  static func _fed() -> (core: _SignalCore, subscription: _ProducerSubscription) {
    let subscription = _ProducerSubscription(_feedsSignal: true)
    let core = _SignalCore(domain: subscription, isDerived: true)
    core._add(subscription)
    return (core, subscription)
  }

  /// The observer that sends into the core; only called inside its domain.
  @inlinable
  var _observer: Observer<Value, Error> {
    Observer(value: { self._send($0) }, ended: { self._end($0) })
  }

  /// Delivers a value to the observers in the order in which they were added; called inside the domain.
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

  /// Delivers a terminal event, then releases everything; called inside the domain.
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

  /// Releases the feeding node and all resources after the end.
  @inlinable
  func _releaseAll() {
    _feeder.take()?._releaseDownstream()
    _endResources()
  }

  /// Adds an observer, immediately or after the event that is being delivered.
  @inlinable
  func _observe(_ observer: Observer<Value, Error>) -> any Disposable {
    let subscription = _SignalSubscription<Value, Error>(self)
    let node = _ObserverNode(observer, owner: subscription, in: self)
    subscription._node = .passUnretained(node)
    _join(node)
    return subscription
  }

  /// Adds a node that feeds another core of the same domain, or that is the root of a subscription.
  @inlinable
  func _join(_ node: _ObserverNode<Value, Error>) {
    if _domain._enter() {
      _link(node)
      _domain._leaveAfterGuestWork()
    } else {
      _domain._enqueueUrgently { self._link(node) }
    }
  }

  /// Records that the signal was deallocated.
  @inlinable
  func _signalReleased() {
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

  /// Removes a node from the list if it is in it, during an iteration only after that.
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

  /// The source of this core was released without a terminal event.
  @usableFromInline
  override func _nodeLeft() {
    guard _isLive else { return }
    _feeder = nil
    _isSilent = true
    _endIfUnused()
  }
}

/// One observer of a signal core; retained manually by the list of the core.
///
/// It is also the root of a start that observes a signal, and the feeder of a signal that is derived from another.
@usableFromInline
final class _ObserverNode<Value, Error: Swift.Error>: _Root {
  // Constants, so that a delivery does not need to retain them.
  @usableFromInline let _value: (Value) -> Void
  @usableFromInline let _end: (TerminalEvent<Error>) -> Void
  /// The owner of the node, which receives no events after the owner has ended.
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

/// The disposable of one observation of a signal.
///
/// Disposing it takes effect immediately and sends no event.
///
/// Separate from the node, so that a reference to it does not keep the closures of the observer alive.
@usableFromInline
final class _SignalSubscription<Value, Error: Swift.Error>: _LifecycleState, Disposable, @unchecked Sendable {
  @usableFromInline let _core: _SignalCore<Value, Error>
  /// The node, as long as it is in the list of the core, which retains it; guarded by the domain of the core.
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
