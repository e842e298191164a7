extension SignalProducer {
  /// Creates a producer from a join.
  ///
  /// Each start has its own serial domain, in which the events of all inputs are handled.
  @inlinable
  static func _joining(
    _ begin: @escaping (_ subscription: _ProducerSubscription, _ downstream: Observer) -> Void
  ) -> SignalProducer {
    ._beginning { downstream, subscription in
      subscription._setRoot(interrupting: downstream)
      begin(subscription, downstream)
    }
  }

  /// Starts this producer as an input of a join.
  ///
  /// The closures are called inside the domain of the join, as long as neither the join nor the input has ended.
  @inlinable
  func _begin(
    in join: _ProducerSubscription,
    value: @escaping (Value) -> Void,
    ended: @escaping (TerminalEvent<Error>) -> Void
  ) {
    _begin(_JoinHandlers(join, value: value, ended: { end, _ in ended(end) }))
  }

  /// Starts this producer as an input of a join with these handlers.
  @inlinable
  func _begin(_ handlers: _JoinHandlers<Value, Error>) {
    let join = handlers._join
    let input = _JoinInput(self, handlers)
    if join._enter() {
      join._attach(input)
      join._leave()
    } else {
      join._enqueue { join._attach(input) }
    }
    input._startNow()
  }
}

/// A join and the function that starts its inputs, without the types of their events.
@usableFromInline
class _AnyJoinHandlers: @unchecked Sendable {
  @usableFromInline final let _join: _ProducerSubscription
  /// The function that starts an input, which knows its type.
  ///
  /// Not an overridden method of the input, for the same reason as in `_Root`. It is here because the inputs share it.
  @usableFromInline final let _starter: (_JoinStart) -> Void

  @inlinable
  init(_ join: _ProducerSubscription, _ starter: @escaping (_JoinStart) -> Void) {
    _join = join
    _starter = starter
  }
}

/// A join and its handlers for the events of an input, which are called inside its domain.
@usableFromInline
final class _JoinHandlers<Value, Error: Swift.Error>: _AnyJoinHandlers, @unchecked Sendable {
  @usableFromInline let _value: (Value) -> Void
  /// The handler for the end.
  ///
  /// It receives these handlers as an argument, so that it can start another input with them.
  @usableFromInline let _ended: (TerminalEvent<Error>, _JoinHandlers) -> Void

  @inlinable
  init(
    _ join: _ProducerSubscription, value: @escaping (Value) -> Void,
    ended: @escaping (TerminalEvent<Error>, _JoinHandlers) -> Void
  ) {
    _value = value
    _ended = ended
    super.init(join) { unsafeDowncast($0, to: _JoinInput<Value, Error>.self)._startNow() }
  }
}

/// The start of an input of a join, without the types of its events.
@usableFromInline
class _JoinStart: _ProducerSubscription, @unchecked Sendable {
  /// The neighbors in the list of inputs of the join; guarded by the domain of the join.
  @exclusivity(unchecked) @usableFromInline final var _next: Unmanaged<_JoinStart>?
  @exclusivity(unchecked) @usableFromInline final var _previous: Unmanaged<_JoinStart>?
  /// The next one in the start queue of the join; guarded by the domain of the join.
  @exclusivity(unchecked) @usableFromInline final var _nextStart: Unmanaged<_JoinStart>?
  /// The handlers, until the end.
  ///
  /// They are released at the end, so that a reference to this start does not keep the objects downstream of the join
  /// alive. During the delivery of a value they cannot be released, because the end is delivered in the same domain.
  /// So a delivery does not retain them.
  @exclusivity(unchecked) @usableFromInline final var _anyHandlers: Unmanaged<_AnyJoinHandlers>?

  @inlinable
  init(_ handlers: __shared _AnyJoinHandlers) {
    _anyHandlers = .passRetained(handlers)
    super.init()
  }

  @inlinable
  deinit {
    _anyHandlers?.release()
  }

  /// Starts the producer; called when the domain of the join is idle.
  @inlinable
  final func _start() {
    // Before its start, an input cannot end, so the handlers exist.
    _anyHandlers?._withUnsafeGuaranteedRef { $0._starter(self) }
  }
}

/// The inputs of a join, in the order of their start; retained manually.
///
/// `_SignalCore` has a list of the same kind. A generic list for both would reach the neighbors of its nodes through a
/// protocol. The nodes of a signal are generic, and code for them that runs through a table, such as the disposal of
/// an observation, is not specialized. So each access to a neighbor there would be a call.
@usableFromInline
struct _InputList {
  /// The first input.
  ///
  /// Its `_previous` is the last input, whose `_next` is `nil`.
  @usableFromInline var _first: Unmanaged<_JoinStart>?

  @inlinable
  init() {}

  @inlinable
  mutating func append(_ input: __owned _JoinStart) {
    let link = Unmanaged.passRetained(consume input)
    link._withUnsafeGuaranteedRef { input in
      guard let first = _first else {
        _first = link
        input._previous = link
        return
      }
      first._withUnsafeGuaranteedRef { first in
        first._previous?._withUnsafeGuaranteedRef { $0._next = link }
        input._previous = first._previous
        first._previous = link
      }
    }
  }

  /// Removes an input from the list, if it is in it.
  @inlinable
  mutating func remove(_ input: _JoinStart) {
    guard let previous = input._previous, let first = _first else { return }
    let link = Unmanaged.passUnretained(input)
    let next = input._next
    // The last one is the neighbor of the first one.
    (next ?? first)._withUnsafeGuaranteedRef { $0._previous = previous }
    if first.toOpaque() == link.toOpaque() {
      _first = next
    } else {
      previous._withUnsafeGuaranteedRef { $0._next = next }
    }
    input._previous = nil
    input._next = nil
    link.release()
  }

  @inlinable
  mutating func popFirst() -> _JoinStart? {
    guard let input = _first?.takeUnretainedValue() else { return nil }
    remove(input)
    return input
  }
}

/// The start of a producer that is an input of a join.
@usableFromInline
final class _JoinInput<Value, Error: Swift.Error>: _JoinStart, @unchecked Sendable {
  @usableFromInline typealias Handlers = _JoinHandlers<Value, Error>

  /// The producer, until it is started, or `nil` if the join starts it itself.
  @exclusivity(unchecked) @usableFromInline var _source: SignalProducer<Value, Error>?

  @inlinable
  var _handlers: Unmanaged<Handlers>? {
    _anyHandlers.map { .fromOpaque($0.toOpaque()) }
  }

  @inlinable
  @inline(__always)
  init(_ source: consuming SignalProducer<Value, Error>?, _ handlers: __shared Handlers) {
    _source = source
    super.init(handlers)
  }

  /// Starts a producer as soon as the join is idle; called inside the domain of the join.
  @inlinable
  @inline(__always)
  static func _beginLater(
    _ source: consuming SignalProducer<Value, Error>, _ handlers: Handlers
  ) -> Unmanaged<_JoinStart> {
    let input = _JoinInput(source, handlers)
    let link = Unmanaged<_JoinStart>.passUnretained(input)
    handlers._join._startLater(input)
    handlers._join._attach(consume input)
    return link
  }

  @inlinable
  func _startNow() {
    // `swap` avoids the copy that `take` would make.
    var source: SignalProducer<Value, Error>?
    swap(&source, &_source)
    if _isDisposed { return }
    source?._begin(_observer, self)
  }

  /// The observer of the source.
  @inlinable
  var _observer: Observer<Value, Error> {
    Observer(value: { self._receive($0) }, ended: { self._receiveEnd($0) })
  }

  @inlinable
  func _receive(_ value: Value) {
    guard let handlers = _handlers else { return }
    if handlers._withUnsafeGuaranteedRef({ $0._join._enter() }) {
      handlers._withUnsafeGuaranteedRef { if _mayPass($0) { $0._value(value) } }
      handlers._withUnsafeGuaranteedRef { $0._join._leave() }
    } else {
      _receiveLater(value, handlers.takeUnretainedValue())
    }
  }

  @inlinable
  func _receiveLater(_ value: Value, _ handlers: Handlers) {
    handlers._join._enqueue {
      if self._mayPass(handlers) { handlers._value(value) }
    }
  }

  /// Returns whether an event of this input may be delivered.
  ///
  /// Called inside the domain of the join. A join such as `flatten(.latest)` disposes an input to replace it. The
  /// events of that input that are still in the queue are dropped.
  @inlinable
  func _mayPass(_ handlers: Handlers) -> Bool {
    handlers._join._isLive && !_isDisposed
  }

  @inlinable
  func _receiveEnd(_ end: TerminalEvent<Error>) {
    let finish = _finish()
    guard finish != .late, let handlers = _handlers?.takeRetainedValue() else { return }
    _anyHandlers = nil
    if finish == .early {
      if handlers._join._enter() {
        _passEnd(end, handlers)
        handlers._join._leave()
      } else {
        handlers._join._enqueue { self._passEnd(end, handlers) }
      }
    }
    _release()
  }

  @inlinable
  func _passEnd(_ end: TerminalEvent<Error>, _ handlers: Handlers) {
    handlers._join._detach(self)
    if _mayPass(handlers) { handlers._ended(end, handlers) }
  }
}
