import DequeModule

/// The open windows of one start of a source.
///
/// A window is sent as an array by `buffer`, or as a stream by `window`.
///
/// Only accessed in the domain of the subscription.
@usableFromInline
final class _Windowing<Value, Output, Error: Swift.Error> {
  /// The receiver of the events of a window, and the function that sends the window after it was opened.
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

  /// An open window, or a closed one that has not been removed yet.
  @usableFromInline
  final class _OpenWindow {
    // A constant, because it is used for each value.
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
    // If the result ends for another reason than the end of the source, the open windows are interrupted.
    subscription._add(AnyDisposable { self._endAll(.interrupted) })
  }

  /// Opens a window.
  @inlinable
  @discardableResult
  func _open() -> _OpenWindow {
    let kind = _make()
    let part = _OpenWindow(kind._observer)
    _parts.append(part)
    kind._announce()
    return part
  }

  /// Closes a window with a completion.
  @inlinable
  func _close(_ part: _OpenWindow) {
    if part._isClosed { return }
    part._isClosed = true
    _closedCount += 1
    // The oldest windows are removed immediately. Others are removed when half of all windows are closed, so that the
    // cost for each is constant.
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

  /// Closes the oldest window, if there is one.
  @inlinable
  func _closeOldest() {
    if let first = _parts.first { _close(first) }
  }

  /// Closes the oldest window and opens another.
  @inlinable
  func _turn() {
    _closeOldest()
    if _subscription._isLive { _open() }
  }

  /// Sends a value to every open window.
  @inlinable
  func _receive(_ value: Value) {
    for part in _parts where !part._isClosed { part._observer._value(value) }
  }

  /// Ends the windows and the result, because the source has ended or a stream that opens or closes windows has
  /// failed.
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

  /// Processes the end of a stream that opens or closes windows.
  ///
  /// Only a failure has an effect.
  @inlinable
  func _cutterEnded(_ end: TerminalEvent<Error>) {
    if case .failed = end { _end(end) }
  }
}

extension _Windowing where Output == [Value] {
  /// Creates windows that are arrays, sent when they are closed.
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
  /// Creates windows that are streams, sent when they are opened.
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

// MARK: Opening and closing

extension SignalProducer {
  /// Returns a producer of consecutive windows.
  ///
  /// Each value of `trigger` closes a window and opens the next.
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

  /// Returns a producer of windows that open at each value of `openings`, and close when the stream that `closing`
  /// returns for that value sends a value.
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

  /// Returns a producer of consecutive windows.
  ///
  /// The stream that `closing` returns for a window closes it.
  ///
  /// - Parameters:
  ///   - countsCompletion: Whether a completion of the closing stream also closes the window.
  ///   - closing: Returns the closing stream of the next window.
  ///   - make: Creates the windows of one start.
  @inlinable
  func _cut<Output, Closing: SignalProducerConvertible>(
    countsCompletion: Bool, _ closing: @escaping () -> Closing,
    _ make:
      @escaping (_ProducerSubscription, SignalProducer<Output, Error>.Observer) -> _Windowing<Value, Output, Error>
  ) -> SignalProducer<Output, Error> where Closing.Error == Error {
    ._joining { subscription, downstream in
      let parts = make(subscription, downstream)
      // A value that a closing stream sends immediately waits for the domain, so that the number of such streams does
      // not grow the stack.
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
