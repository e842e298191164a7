import DequeModule

/// How a stream of streams becomes one stream.
public struct FlattenStrategy: Sendable, Hashable {
  @usableFromInline let _policy: _FlattenPolicy

  /// Starts every inner stream at once and sends what any of them sends.
  public static let merge = FlattenStrategy(_policy: .queueing(limit: .max))

  /// Starts each inner stream when the one before has ended; the others wait, first in first out, unbounded.
  public static let concat = FlattenStrategy(_policy: .queueing(limit: 1))

  /// Starts each inner stream at once and disposes the one before it first.
  public static let latest = FlattenStrategy(_policy: .switching)

  /// Runs as many inner streams at a time as `limit` allows; the others wait, first in first out, unbounded.
  ///
  /// - Parameter limit: at least 1.
  public static func concurrent(limit: Int) -> FlattenStrategy {
    precondition(limit > 0, "concurrent(limit:) needs a limit of at least 1")
    return FlattenStrategy(_policy: .queueing(limit: limit))
  }
}

@usableFromInline
enum _FlattenPolicy: Hashable, Sendable {
  case queueing(limit: Int)
  case switching
}

// MARK: - The state machine

/// What a flattening knows, and what follows from each event: no lock, no effect, no stream.
@usableFromInline
struct _FlattenState<Inner> {
  @usableFromInline let policy: _FlattenPolicy
  @usableFromInline var waiting: Deque<Inner> = []
  @usableFromInline var activeCount = 0
  @usableFromInline var outerHasCompleted = false

  @inlinable
  init(_ policy: _FlattenPolicy) {
    self.policy = policy
  }

  /// What to do now.
  @usableFromInline
  enum _Action {
    case nothing
    case start(Inner)
    /// Dispose the one that runs, then start this one.
    case replace(with: Inner)
    case complete
  }

  /// The outer stream sent an inner one.
  @inlinable
  mutating func receive(_ inner: consuming Inner) -> _Action {
    switch policy {
    case .queueing(let limit):
      if activeCount < limit {
        activeCount += 1
        return .start(inner)
      }
      waiting.append(inner)
      return .nothing
    case .switching:
      if activeCount > 0 { return .replace(with: inner) }
      activeCount = 1
      return .start(inner)
    }
  }

  /// An inner stream that runs has completed, or was interrupted.
  @inlinable
  mutating func innerEnded() -> _Action {
    if let next = waiting.popFirst() { return .start(next) }
    activeCount -= 1
    return completion
  }

  /// The outer stream has completed.
  @inlinable
  mutating func outerCompleted() -> _Action {
    outerHasCompleted = true
    return completion
  }

  @inlinable
  var completion: _Action {
    outerHasCompleted && activeCount == 0 ? .complete : .nothing
  }
}

// MARK: - The operator

/// One flattening: steps the state inside the domain of its run, and does what it says.
@usableFromInline
final class _Flattening<Value, Error: Swift.Error> {
  @usableFromInline typealias Inner = SignalProducer<Value, Error>

  @usableFromInline typealias Handlers = _JoinHandlers<Value, Error>

  @usableFromInline let run: _Run
  @usableFromInline let downstream: Observer<Value, Error>
  @exclusivity(unchecked) @usableFromInline var state: _FlattenState<Inner>
  /// The inner stream that the next one replaces; the run keeps it as long as it is active.
  @exclusivity(unchecked) @usableFromInline var current: Unmanaged<_Run>?

  @inlinable
  init(_ strategy: FlattenStrategy, _ run: _Run, _ downstream: Observer<Value, Error>) {
    self.run = run
    self.downstream = downstream
    state = _FlattenState(strategy._policy)
  }

  /// What is done with the events of the inner streams; who feeds the flattening keeps them, and they keep it.
  @inlinable
  var handlers: Handlers {
    Handlers(run, value: downstream._value, ended: { self.innerEnded($0, $1) })
  }

  @inlinable
  func receive(_ inner: consuming Inner, _ handlers: Handlers) {
    act(on: state.receive(inner), handlers)
  }

  @inlinable
  func outerEnded(_ end: TerminalEvent<Error>, _ handlers: Handlers) {
    if case .completed = end { act(on: state.outerCompleted(), handlers) } else { downstream._end(end) }
  }

  @inlinable
  func innerEnded(_ end: TerminalEvent<Error>, _ handlers: Handlers) {
    // An interruption counts as completion: one inner stream that was cut short does not cut the others.
    if case .failed = end { downstream._end(end) } else { act(on: state.innerEnded(), handlers) }
  }

  @inlinable
  func act(on action: consuming _FlattenState<Inner>._Action, _ handlers: Handlers) {
    switch action {
    case .nothing:
      return
    case .start(let inner):
      start(inner, handlers)
    case .replace(let inner):
      current?._withUnsafeGuaranteedRef {
        $0.dispose()
        run._detach($0)
      }
      start(inner, handlers)
    case .complete:
      downstream._end(.completed)
    }
  }

  @inlinable
  func start(_ inner: consuming Inner, _ handlers: Handlers) {
    current = _JoinInput._beginLater(inner, handlers)
  }
}

extension SignalProducer where Value: SignalProducerConvertible, Value.Error == Error {
  /// Makes one stream of the streams that the source sends, as `strategy` says.
  ///
  /// ```marble
  /// x = cold -1--2--3|
  /// y = cold --a--b|
  /// s = x---y----|
  /// s.flatten(.merge)  == -1--2-a3-b|
  /// s.flatten(.concat) == -1--2--3--a--b|
  /// s.flatten(.latest) == -1----a--b|
  /// ```
  ///
  /// Completes when the source and every inner stream have completed. Fails at once when the source or an inner
  /// stream fails. An inner stream's interruption counts as its completion; the source's interrupts the result.
  /// Otherwise as ReactiveSwift's `flatten`.
  @inlinable
  public func flatten(_ strategy: FlattenStrategy) -> SignalProducer<Value.Value, Error> {
    ._joining { run, downstream in
      let flattening = _Flattening(strategy, run, downstream)
      let handlers = flattening.handlers
      self._begin(
        in: run,
        value: { flattening.receive($0.producer, handlers) },
        ended: { flattening.outerEnded($0, handlers) })
    }
  }
}

extension SignalProducer {
  /// Makes a stream of each value, and one stream of those, as `strategy` says.
  ///
  /// ```marble
  /// a = 1-----2-----|
  /// a.flatMap(.concat) { "\($0)-\($0)|" } == 1-1---2-2---|
  /// ```
  ///
  /// Ends as ``flatten(_:)`` does.
  @inlinable
  public func flatMap<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> Inner
  ) -> SignalProducer<Inner.Value, Error> where Inner.Error == Error {
    map(transform).flatten(strategy)
  }
}

extension Signal where Value: SignalProducerConvertible, Value.Error == Error {
  /// Makes one stream of the streams that the source sends; see ``SignalProducer/flatten(_:)``.
  @inlinable
  public func flatten(_ strategy: FlattenStrategy) -> Signal<Value.Value, Error> {
    lift { $0.flatten(strategy) }
  }
}

extension Signal {
  /// Makes a stream of each value, and one stream of those; see ``SignalProducer/flatMap(_:_:)``.
  @inlinable
  public func flatMap<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> Inner
  ) -> Signal<Inner.Value, Error> where Inner.Error == Error {
    lift { $0.flatMap(strategy, transform) }
  }
}
