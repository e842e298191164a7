/// The list of observers of a signal.
///
/// Everything here happens inside the domain of the signal. So a delivery iterates the list without locks, atomic
/// operations or reference counting: no node is added or removed during the iteration. Adding and removing observers
/// is urgent work of the domain, which runs right after the event. An observer that is removed from inside its own
/// event is removed from the list after the iteration.
@usableFromInline
final class _SignalCore<Value, Error: Swift.Error>: _SerialDomain, @unchecked Sendable {
  @usableFromInline typealias Link = Unmanaged<_ObserverNode<Value, Error>>

  // The flags are first, because they use the space after those of the superclass.

  /// Whether the core is fed by the subscription that is its domain.
  @usableFromInline let _isFed: Bool
  /// Whether no further event can be sent although there was no terminal event.
  ///
  /// In that case the observers do not need to be retained.
  @exclusivity(unchecked) @usableFromInline var _isSilent = false
  @exclusivity(unchecked) @usableFromInline var _isHeld = true
  @exclusivity(unchecked) @usableFromInline var _isIterating = false
  @exclusivity(unchecked) @usableFromInline var _needsSweep = false
  /// The domain of the stream that feeds this core, or `nil` if no stream does, and the core is its own domain.
  @usableFromInline let _sourceDomain: _SerialDomain?
  /// The first node in the list.
  ///
  /// Its `_previous` is the last node, whose `_next` is `nil`.
  @exclusivity(unchecked) @usableFromInline var _first: Link?
  /// The node in the list of another core that feeds this one.
  @exclusivity(unchecked) @usableFromInline var _feeder: _Root?

  /// Creates a core that is its own domain, for a pipe or a property.
  @inlinable
  override init() {
    _isFed = false
    _sourceDomain = nil
    super.init()
  }

  /// Creates a core that is fed in the domain of another stream.
  ///
  /// It ends when the signal is neither referenced nor observed.
  @inlinable
  init(in domain: _SerialDomain, isFed: Bool = false) {
    _isFed = isFed
    _sourceDomain = domain
    super.init()
  }

  /// Creates a core for the result of an operator on a signal, which `_connect` connects.
  @inlinable
  convenience init(derivedFrom source: _SignalCore<some Any, some Swift.Error>) {
    self.init(in: source._domain.takeUnretainedValue())
  }

  /// Adds the observer that sends into this core to its source.
  @inlinable
  func _connect<Input, InputError>(
    to source: _SignalCore<Input, InputError>, _ upstream: __owned Observer<Input, InputError>
  ) {
    let node = _ObserverNode(consume upstream, owner: self, in: source)
    _feeder = node
    source._join(.passRetained(consume node))
  }

  /// Returns the signal of the core, named after its source if that has a name that grows.
  @inlinable
  @inline(__always)
  func _signal(named name: StaticString, after source: _SignalCore<some Any, some Swift.Error>) -> Signal<Value, Error>
  {
    if source._isNamingResults { _name(after: source, by: name) }
    return Signal(self)
  }

  /// The domain of the core, which it retains.
  ///
  /// Unmanaged, so that an access does not need to retain it.
  @inlinable
  var _domain: Unmanaged<_SerialDomain> {
    if let _sourceDomain { .passUnretained(_sourceDomain) } else { .passUnretained(self) }
  }

  /// Whether another stream feeds the core.
  @inlinable
  var _isDerived: Bool { _sourceDomain != nil }

  /// Creates a core that a subscription feeds.
  ///
  /// The subscription is disposed when the signal is neither referenced nor observed.
  @inlinable
  static func _fed() -> (core: _SignalCore, subscription: _ProducerSubscription) {
    let subscription = _ProducerSubscription(_feedsSignal: true)
    return (_SignalCore(in: subscription, isFed: true), subscription)
  }

  /// The subscription that feeds the core.
  @inlinable
  var _feed: _ProducerSubscription? {
    _isFed ? _sourceDomain.map { unsafeDowncast($0, to: _ProducerSubscription.self) } : nil
  }

  /// The observer of the subscription that feeds the core; only called inside its domain.
  ///
  /// It does the same as `_ProducerSubscription._guarding`, but its closures only capture the core.
  @inlinable
  var _fedObserver: Observer<Value, Error> {
    Observer(
      value: { if self._sourceDomain?._isLive == true { self._send($0) } },
      ended: { end in self._feed?._finish(end) { self._end($0) } })
  }

  /// The observer that sends into the core; only called inside its domain.
  @inlinable
  var _observer: Observer<Value, Error> {
    Observer(value: { self._send($0) }, ended: { self._end($0) })
  }

  /// Delivers a value to the observers in the order in which they were added; called inside the domain.
  @inlinable
  func _send(_ value: Value) {
    guard let first = _first else { return }
    if first._withUnsafeGuaranteedRef({ $0._next != nil }) { return _sendToAll(value) }
    _isIterating = true
    first._withUnsafeGuaranteedRef { if $0._owner._isLive { $0._value(value) } }
    _isIterating = false
    if _needsSweep { _sweep() }
  }

  /// Delivers a value to several observers, which few signals have.
  @inlinable
  @inline(never)
  func _sendToAll(_ value: Value) {
    _isIterating = true
    var next = _first
    while let link = next {
      next = link._withUnsafeGuaranteedRef { node in
        if node._owner._isLive { node._value(value) }
        return node._next
      }
    }
    _isIterating = false
    if _needsSweep { _sweep() }
  }

  /// Delivers a terminal event, then releases everything; called inside the domain.
  @inlinable
  func _end(_ end: TerminalEvent<Error>) {
    guard _mark(_LifecycleState._ended) & _LifecycleState._ended == 0 else { return }
    while let link = _first {
      _unlink(link)
      link._withUnsafeGuaranteedRef { if $0._owner._isLive { $0._end(end) } }
      _release(link)
    }
    _releaseAll()
  }

  /// Releases the source and all resources after the end.
  @inlinable
  func _releaseAll() {
    _feeder.take()?._releaseDownstream()
    _feed?.dispose()
    _endResources()
  }

  /// Adds an observer, immediately or after the event that is being delivered.
  @inlinable
  func _observe(_ observer: __owned Observer<Value, Error>) -> any Disposable {
    let subscription = _SignalSubscription<Value, Error>(self)
    let node = _ObserverNode(consume observer, owner: subscription, in: self)
    subscription._node = .passUnretained(node)
    _join(.passRetained(consume node))
    return subscription
  }

  /// Adds a node, immediately or after the event that is being delivered; the list takes over the reference.
  @inlinable
  func _join(_ link: Link) {
    _domain._withUnsafeGuaranteedRef { domain in
      guard domain._enter() else { return domain._enqueueUrgently { self._link(link) } }
      _link(link)
      domain._leaveAfterGuestWork()
    }
  }

  /// Records that the signal was deallocated.
  @inlinable
  func _signalReleased() {
    guard _isDerived || _isSilent else { return }
    _domain._withUnsafeGuaranteedRef { domain in
      guard domain._enter() else { return domain._enqueueUrgently { self._unhold() } }
      _unhold()
      domain._leaveAfterGuestWork()
    }
  }

  @inlinable
  func _unhold() {
    _isHeld = false
    _endIfUnused()
  }

  @inlinable
  func _endIfUnused() {
    guard !_isHeld, _isLive, _isSilent || (_isDerived && _first == nil) else { return }
    _ = _mark(_LifecycleState._ended)
    while let link = _first {
      _unlink(link)
      _release(link)
    }
    _releaseAll()
  }

  @inlinable
  func _link(_ link: Link) {
    link._withUnsafeGuaranteedRef { node in
      guard _isLive, node._owner._isLive else {
        if node._owner._isLive { node._end(.interrupted) }
        return _release(link)
      }
      guard let first = _first else {
        _first = link
        node._previous = link
        return
      }
      first._withUnsafeGuaranteedRef { first in
        first._previous?._withUnsafeGuaranteedRef { $0._next = link }
        node._previous = first._previous
        first._previous = link
      }
    }
  }

  /// Removes a node whose owner has ended from the list if it is in it, during an iteration only after that.
  @inlinable
  func _remove(_ node: _ObserverNode<Value, Error>) {
    guard node._isLinked else { return }
    if _isIterating {
      _needsSweep = true
    } else {
      let link = Unmanaged.passUnretained(node)
      _unlink(link)
      link.release()
      _endIfUnused()
    }
  }

  @usableFromInline
  func _sweep() {
    _needsSweep = false
    var link = _first
    while let current = link {
      link = current._withUnsafeGuaranteedRef { $0._next }
      if current._withUnsafeGuaranteedRef({ !$0._owner._isLive }) {
        _unlink(current)
        _release(current)
      }
    }
    _endIfUnused()
  }

  /// Removes a node from the list, whose reference the caller must release.
  @inlinable
  func _unlink(_ link: Link) {
    link._withUnsafeGuaranteedRef { node in
      let next = node._next
      // The last one is the neighbor of the first one.
      (next ?? _first)?._withUnsafeGuaranteedRef { $0._previous = node._previous }
      if _first?.toOpaque() == link.toOpaque() {
        _first = next
      } else {
        node._previous?._withUnsafeGuaranteedRef { $0._next = next }
      }
      node._previous = nil
    }
  }

  /// Releases a node that is not in the list, and tells its owner.
  @inlinable
  func _release(_ link: Link) {
    link._withUnsafeGuaranteedRef { Unmanaged.passUnretained($0._owner)._withUnsafeGuaranteedRef { $0._nodeLeft() } }
    link.release()
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
  /// The previous node, or the last one for the first node, or `nil` for a node that is not in the list.
  @exclusivity(unchecked) @usableFromInline var _previous: Unmanaged<_ObserverNode>?

  @inlinable
  var _isLinked: Bool { _previous != nil }

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
    _core._domain._withUnsafeGuaranteedRef { domain in
      guard domain._enter() else { return domain._enqueueUrgently { self.leave() } }
      leave()
      domain._leaveAfterGuestWork()
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
    _ = _mark(_LifecycleState._ended)
  }
}
