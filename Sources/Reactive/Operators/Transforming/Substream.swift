import DequeModule

// The streams that `groupBy` and `window` send.

/// A group or a window: a hot stream that stores its events for its first observer.
///
/// Between the time when a substream is sent and the time when it is observed, values may be sent into it. For
/// example, its observer may wait on a scheduler, in a `concat` or for another thread. Those values must not be lost.
/// From the first observation on, the substream is a signal.
@usableFromInline
final class _Substream<Value, Error: Swift.Error>: @unchecked Sendable {
  @usableFromInline let _signal: Signal<Value, Error>
  @usableFromInline let _input: Observer<Value, Error>
  @usableFromInline let _waiting = _Locked(_Waiting())

  /// The events that wait for the first observer.
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
    /// The first observer is receiving the stored events.
    case opening
    /// No event is stored any more.
    case open
  }

  @inlinable
  init() {
    (_signal, _input) = Signal.pipe()
  }

  /// The observer that receives the events of the substream, from one sender at a time.
  @inlinable
  var _observer: Observer<Value, Error> {
    Observer(
      value: { if self._isOpen(orKeep: .value($0)) { self._input._value($0) } },
      ended: { if self._isOpen(orKeep: Event($0)) { self._input._end($0) } })
  }

  /// Returns whether an event can be sent to the signal directly.
  ///
  /// If not, the event is stored.
  @inlinable
  func _isOpen(orKeep event: @autoclosure () -> Event<Value, Error>) -> Bool {
    _waiting.withLock { waiting in
      if case .open = waiting.phase { return true }
      waiting.events.append(event())
      return false
    }
  }

  /// Returns the producer of the substream.
  ///
  /// - Parameter abandoned: Called when the producer is neither referenced nor observed any more.
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

  /// Sends the stored events in their order.
  ///
  /// After that, no event is stored any more.
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

  /// Drops the stored events, because no observer can be added any more or the substream is open.
  @inlinable
  func _abandon() {
    // Released outside the lock, because the `deinit` of a value may run user code.
    let events = _waiting.withLock { waiting -> Deque<Event<Value, Error>> in
      guard case .unobserved = waiting.phase else { return [] }
      waiting.phase = .open
      defer { waiting.events = [] }
      return waiting.events
    }
    _ = events
  }
}

/// An object that all references to a substream and all its observers retain.
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
