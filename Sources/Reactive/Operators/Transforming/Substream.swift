import DequeModule

// What `groupBy`, `window` and `buffer` cut a stream into.

/// A group or a window: a hot stream that keeps what it was sent for its first observer.
///
/// Between the moment in which a part is sent and that in which it is observed, values may come: its observer may
/// queue, on a scheduler, in a `concat`, or behind another thread. Those must not be lost. From the first observation
/// on it is a signal.
@usableFromInline
final class _Substream<Value, Error: Swift.Error>: @unchecked Sendable {
  @usableFromInline let _signal: Signal<Value, Error>
  @usableFromInline let _input: Observer<Value, Error>
  @usableFromInline let _waiting = _Locked(_Waiting())

  /// What waits for the first observer.
  @usableFromInline
  struct _Waiting {
    @usableFromInline var events: Deque<Event<Value, Error>> = []
    @usableFromInline var phase = _Phase.unobserved

    @inlinable
    init() {}
  }

  @usableFromInline
  enum _Phase {
    case unobserved
    /// An observer has come, and is being sent what waits.
    case opening
    /// Nothing waits any more.
    case open
  }

  @inlinable
  init() {
    (_signal, _input) = Signal.pipe()
  }

  /// What is sent into the part; by one sender at a time.
  @inlinable
  var _observer: Observer<Value, Error> {
    Observer(
      value: { if self._isOpen(orKeep: .value($0)) { self._input._value($0) } },
      ended: { if self._isOpen(orKeep: Event($0)) { self._input._end($0) } })
  }

  /// Whether an event can go straight to those who observe; otherwise it is kept.
  @inlinable
  func _isOpen(orKeep event: @autoclosure () -> Event<Value, Error>) -> Bool {
    _waiting.withLock { waiting in
      if case .open = waiting.phase { return true }
      waiting.events.append(event())
      return false
    }
  }

  /// The stream that is handed out.
  ///
  /// - Parameter abandoned: called when nobody holds or observes it any more.
  @inlinable
  func _producer(abandoned: @escaping () -> Void = {}) -> SignalProducer<Value, Error> {
    let handle = _SubstreamHandle(self, abandoned)
    let source = _signal.producer
    return ._beginning { downstream, subscription in
      subscription._add(AnyDisposable { withExtendedLifetime(handle) {} })
      source._begin(downstream, subscription)
      handle._substream._open()
    }
  }

  /// Sends on what waits, in order, and from then on nothing waits.
  @inlinable
  func _open() {
    let isFirst = _waiting.withLock { waiting in
      guard case .unobserved = waiting.phase else { return false }
      waiting.phase = .opening
      return true
    }
    if !isFirst { return }
    while true {
      let next = _waiting.withLock { waiting -> Event<Value, Error>? in
        if let event = waiting.events.popFirst() { return event }
        waiting.phase = .open
        return nil
      }
      guard let next else { return }
      _input.send(next)
    }
  }

  /// Nobody will ever observe it, or it is open anyway: nothing needs to be kept.
  @inlinable
  func _abandon() {
    // Carried out of the lock, since the values' `deinit`s may be anybody's code.
    let events = _waiting.withLock { waiting -> Deque<Event<Value, Error>> in
      guard case .unobserved = waiting.phase else { return [] }
      waiting.phase = .open
      defer { waiting.events = [] }
      return waiting.events
    }
    _ = events
  }
}

/// What everyone keeps who holds or observes a part.
@usableFromInline
final class _SubstreamHandle<Value, Error: Swift.Error>: @unchecked Sendable {
  @usableFromInline let _substream: _Substream<Value, Error>
  @usableFromInline let _abandoned: () -> Void

  @inlinable
  init(_ part: _Substream<Value, Error>, _ abandoned: @escaping () -> Void) {
    _substream = part
    _abandoned = abandoned
  }

  @inlinable
  deinit {
    _substream._abandon()
    _abandoned()
  }
}
