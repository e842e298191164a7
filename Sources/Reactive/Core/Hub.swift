import Synchronization

/// Where the events of one signal go to all who observe it.
///
/// Everything here happens inside the signal's domain, so a delivery walks the list of observers without a lock, an
/// atomic operation or a reference count: nobody joins or leaves the list while it is walked. Observers that come or
/// go meanwhile are urgent work of the domain, done right after the event.
@usableFromInline
final class _Hub<Value, Error: Swift.Error>: _Resources, @unchecked Sendable {
  @usableFromInline typealias Link = Unmanaged<_Node<Value, Error>>

  @usableFromInline let _domain: _Domain
  /// Whether it is fed by others, and so to be ended when nobody holds the signal or observes it.
  @usableFromInline let _isDerived: Bool
  @exclusivity(unchecked) @usableFromInline var _first: Link?
  @exclusivity(unchecked) @usableFromInline var _last: Link?
  @exclusivity(unchecked) @usableFromInline var _hasEnded = false
  @exclusivity(unchecked) @usableFromInline var _isHeld = true

  @inlinable
  init(domain: _Domain, isDerived: Bool) {
    _domain = domain
    _isDerived = isDerived
  }

  /// A hub that a run feeds, to be disposed when nobody holds or observes the signal.
  @inlinable
  static func _fed() -> (hub: _Hub, run: _Run) {
    let run = _Run(_feedsSignal: true)
    let hub = _Hub(domain: run, isDerived: true)
    hub._add(run)
    return (hub, run)
  }

  @inlinable
  deinit {
    _unlinkAll()
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
    while true {
      let next = link._withUnsafeGuaranteedRef { node -> Link? in
        if node._subscription._isLive { node._value(value) }
        return node._next
      }
      guard let next else { return }
      link = next
    }
  }

  /// Delivers the end, then lets everything go; inside the domain.
  @inlinable
  func _end(_ end: TerminalEvent<Error>) {
    if _hasEnded { return }
    _hasEnded = true
    var link = _first
    while let current = link {
      link = current._withUnsafeGuaranteedRef { node in
        if node._subscription._isLive { node._end(end) }
        return node._next
      }
    }
    _unlinkAll()
    _endResources()
  }

  /// Adds an observer, now or after the event that is being delivered.
  @inlinable
  func _observe(_ observer: Observer<Value, Error>) -> any Disposable {
    let subscription = _Subscription<Value, Error>(self)
    if _domain._enter() {
      _link(observer, subscription)
      _domain._leave()
    } else {
      _domain._enqueueUrgently { self._link(observer, subscription) }
    }
    return subscription
  }

  /// The signal is held by nobody any more.
  @inlinable
  func _letGo() {
    guard _isDerived else { return }
    _domain._performUrgently {
      self._isHeld = false
      self._endIfUnused()
    }
  }

  @inlinable
  func _remove(_ subscription: _Subscription<Value, Error>) {
    _domain._performUrgently {
      guard let link = subscription._link else { return }
      subscription._link = nil
      self._unlink(link)
      self._endIfUnused()
    }
  }

  @inlinable
  func _endIfUnused() {
    if _isDerived, !_isHeld, _first == nil, !_hasEnded {
      _hasEnded = true
      _endResources()
    }
  }

  @inlinable
  func _link(_ observer: Observer<Value, Error>, _ subscription: _Subscription<Value, Error>) {
    guard subscription._isLive else { return }
    guard !_hasEnded else { return observer._end(.interrupted) }
    let node = _Node(observer, subscription)
    let link = Unmanaged.passRetained(node)
    subscription._link = link
    node._previous = _last
    if let _last { _last._withUnsafeGuaranteedRef { $0._next = link } } else { _first = link }
    _last = link
  }

  @inlinable
  func _unlink(_ link: Link) {
    let (previous, next) = link._withUnsafeGuaranteedRef { ($0._previous, $0._next) }
    if let previous { previous._withUnsafeGuaranteedRef { $0._next = next } } else { _first = next }
    if let next { next._withUnsafeGuaranteedRef { $0._previous = previous } } else { _last = previous }
    link.release()
  }

  @inlinable
  func _unlinkAll() {
    while let link = _first {
      link._withUnsafeGuaranteedRef { $0._subscription._link = nil }
      _unlink(link)
    }
  }
}

/// One observer of a hub; the hub's list retains it by hand.
@usableFromInline
final class _Node<Value, Error: Swift.Error> {
  // Constants, so that a delivery need not retain them.
  @usableFromInline let _value: (Value) -> Void
  @usableFromInline let _end: (TerminalEvent<Error>) -> Void
  @usableFromInline let _subscription: _Subscription<Value, Error>
  @exclusivity(unchecked) @usableFromInline var _next: Unmanaged<_Node>?
  @exclusivity(unchecked) @usableFromInline var _previous: Unmanaged<_Node>?

  @inlinable
  init(_ observer: Observer<Value, Error>, _ subscription: _Subscription<Value, Error>) {
    _value = observer._value
    _end = observer._end
    _subscription = subscription
  }
}

/// What disposes one observation of a signal: silently, and at once.
///
/// It is apart from the node so that who keeps it does not keep the observer's closures.
@usableFromInline
final class _Subscription<Value, Error: Swift.Error>: Disposable, @unchecked Sendable {
  @usableFromInline let _isDisposed = Atomic<Bool>(false)
  /// Weak, since the hub's list leads here: whoever feeds the hub or holds its signal keeps it.
  @usableFromInline weak var _hub: _Hub<Value, Error>?
  /// Where it stands in the hub's list; guarded by the hub's domain.
  @exclusivity(unchecked) @usableFromInline var _link: Unmanaged<_Node<Value, Error>>?

  @inlinable
  init(_ hub: _Hub<Value, Error>) {
    _hub = hub
  }

  @inlinable
  var _isLive: Bool { !_isDisposed.load(ordering: .relaxed) }

  @inlinable
  var isDisposed: Bool { !_isLive }

  @inlinable
  func dispose() {
    if !_isDisposed.exchange(true, ordering: .acquiringAndReleasing) { _hub?._remove(self) }
  }
}
