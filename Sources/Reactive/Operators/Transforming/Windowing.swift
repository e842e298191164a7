import DequeModule

/// The parts into which one start of a source is cut, while they are open: buffers, or windows.
///
/// Only the domain of its run touches it.
@usableFromInline
final class _Windowing<Value, Output, Error: Swift.Error> {
  /// What a part does: it takes values and an end, and tells of itself when it has been opened.
  @usableFromInline
  struct _Sink {
    @usableFromInline let _observer: Observer<Value, Error>
    @usableFromInline let _announce: () -> Void

    @inlinable
    init(_ observer: Observer<Value, Error>, announce: @escaping () -> Void = {}) {
      _observer = observer
      _announce = announce
    }
  }

  /// An open part, or one that has been closed and not yet been forgotten.
  @usableFromInline
  final class _OpenWindow {
    // Constants, for what is called with each value.
    @usableFromInline let _observer: Observer<Value, Error>
    @exclusivity(unchecked) @usableFromInline var _isClosed = false

    @inlinable
    init(_ observer: Observer<Value, Error>) {
      _observer = observer
    }
  }

  @usableFromInline let _subscription: _ProducerSubscription
  @usableFromInline let _downstream: Observer<Output, Error>
  @usableFromInline let _make: () -> _Sink
  @exclusivity(unchecked) @usableFromInline var _parts: Deque<_OpenWindow> = []
  @exclusivity(unchecked) @usableFromInline var _closedCount = 0

  @inlinable
  init(_ subscription: _ProducerSubscription, _ downstream: Observer<Output, Error>, _ make: @escaping () -> _Sink) {
    _subscription = subscription
    _downstream = downstream
    _make = make
    // Where the result ends otherwise than with the source, what is open is cut short.
    subscription._add(AnyDisposable { self._endAll(.interrupted) })
  }

  /// Opens a part.
  @inlinable
  @discardableResult
  func _open() -> _OpenWindow {
    let kind = _make()
    let part = _OpenWindow(kind._observer)
    _parts.append(part)
    kind._announce()
    return part
  }

  /// Closes a part, as completed.
  @inlinable
  func _close(_ part: _OpenWindow) {
    if part._isClosed { return }
    part._isClosed = true
    _closedCount += 1
    // Forgotten at once if it is the oldest, and otherwise when half of all are closed: a constant cost for each.
    while let first = _parts.first, first._isClosed {
      _parts.removeFirst()
      _closedCount -= 1
    }
    if _closedCount > _parts.count / 2 {
      _parts.removeAll { $0._isClosed }
      _closedCount = 0
    }
    part._observer._end(.completed)
  }

  /// Closes the oldest part, if any is open.
  @inlinable
  func _closeOldest() {
    if let first = _parts.first { _close(first) }
  }

  /// Closes the oldest part and opens another.
  @inlinable
  func _turn() {
    _closeOldest()
    if _subscription._isLive { _open() }
  }

  /// Hands a value to every open part.
  @inlinable
  func _receive(_ value: Value) {
    for part in _parts where !part._isClosed { part._observer._value(value) }
  }

  /// The source has ended, or one that tells when to cut has failed.
  @inlinable
  func _end(_ end: TerminalEvent<Error>) {
    _endAll(end)
    if _subscription._isLive { _downstream._end(end) }
  }

  @inlinable
  func _endAll(_ end: TerminalEvent<Error>) {
    let parts = _parts
    _parts = []
    _closedCount = 0
    for part in parts where !part._isClosed {
      part._isClosed = true
      part._observer._end(end)
    }
  }

  /// Takes the end of a stream that tells when to cut: only its failure means something.
  @inlinable
  func _cutterEnded(_ end: TerminalEvent<Error>) {
    if case .failed = end { _end(end) }
  }
}

extension _Windowing where Output == [Value] {
  /// Parts that are arrays, sent when they are closed.
  @inlinable
  convenience init(bufferingIn subscription: _ProducerSubscription, _ downstream: Observer<[Value], Error>) {
    self.init(subscription, downstream) {
      let values = _Cell<[Value]>([])
      return _Sink(
        Observer(
          value: { values.value.append($0) },
          ended: { end in
            if case .completed = end, subscription._isLive { downstream._value(values.value) }
          }))
    }
  }
}

extension _Windowing where Output == SignalProducer<Value, Error> {
  /// Parts that are streams, sent when they are opened.
  @inlinable
  convenience init(
    windowingIn subscription: _ProducerSubscription, _ downstream: Observer<SignalProducer<Value, Error>, Error>
  ) {
    self.init(subscription, downstream) {
      let part = _Substream<Value, Error>()
      return _Sink(part._observer) { downstream._value(part._producer()) }
    }
  }
}

// MARK: When to cut

extension SignalProducer {
  /// One part after the other: each value of `trigger` closes one and opens the next.
  @inlinable
  func _cut<Output, T>(
    on trigger: SignalProducer<T, Error>,
    _ make:
      @escaping (_ProducerSubscription, SignalProducer<Output, Error>.Observer) -> _Windowing<Value, Output, Error>
  ) -> SignalProducer<Output, Error> {
    ._joining { subscription, downstream in
      let parts = make(subscription, downstream)
      subscription._perform { parts._open() }
      guard subscription._isLive else { return }
      self._begin(in: subscription, value: parts._receive, ended: parts._end)
      guard subscription._isLive else { return }
      trigger._begin(in: subscription, value: { _ in parts._turn() }, ended: parts._cutterEnded)
    }
  }

  /// A part from each value of `openings` on, until the stream that `closing` makes of it sends a value.
  @inlinable
  func _cut<Output, T, Closing: SignalProducerConvertible>(
    from openings: SignalProducer<T, Error>, _ closing: @escaping (T) -> Closing,
    _ make:
      @escaping (_ProducerSubscription, SignalProducer<Output, Error>.Observer) -> _Windowing<Value, Output, Error>
  ) -> SignalProducer<Output, Error> where Closing.Error == Error {
    ._joining { subscription, downstream in
      let parts = make(subscription, downstream)
      openings._begin(
        in: subscription,
        value: { opening in
          let part = parts._open()
          guard subscription._isLive else { return }
          closing(opening).producer.take(first: 1)
            ._begin(in: subscription, value: { _ in parts._close(part) }, ended: parts._cutterEnded)
        },
        ended: parts._cutterEnded)
      guard subscription._isLive else { return }
      self._begin(in: subscription, value: parts._receive, ended: parts._end)
    }
  }

  /// One part after the other: the stream that `closing` makes for each tells when it is closed.
  ///
  /// - Parameter countsCompletion: whether the stream's completion closes the part as well.
  @inlinable
  func _cut<Output, Closing: SignalProducerConvertible>(
    countsCompletion: Bool, _ closing: @escaping () -> Closing,
    _ make:
      @escaping (_ProducerSubscription, SignalProducer<Output, Error>.Observer) -> _Windowing<Value, Output, Error>
  ) -> SignalProducer<Output, Error> where Closing.Error == Error {
    ._joining { subscription, downstream in
      let parts = make(subscription, downstream)
      // What a closing stream sends at once waits for the domain, so that no number of them grows the stack.
      func awaitClosing() {
        let isClosed = _Cell(false)
        func close() {
          if isClosed.value { return }
          isClosed.value = true
          parts._turn()
          if subscription._isLive { awaitClosing() }
        }
        closing().producer.take(first: 1)
          ._begin(
            in: subscription, value: { _ in close() },
            ended: { end in
              if case .completed = end, countsCompletion { close() } else { parts._cutterEnded(end) }
            })
      }
      subscription._perform {
        parts._open()
        if subscription._isLive { awaitClosing() }
      }
      guard subscription._isLive else { return }
      self._begin(in: subscription, value: parts._receive, ended: parts._end)
    }
  }
}
