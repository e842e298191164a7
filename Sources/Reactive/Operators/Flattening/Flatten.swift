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

  /// Starts every inner stream until one of them has sent an event, and sends that one's; the others are disposed.
  public static let race = FlattenStrategy(_policy: .racing)

  /// Starts an inner stream only when none runs; those that come meanwhile are dropped.
  public static let throttle = FlattenStrategy(_policy: .throttling)

  /// Starts the only inner stream, which takes the place of the outer one: its interruption is the result's.
  @usableFromInline static let _handingOver = FlattenStrategy(_policy: .handingOver)

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
  case racing
  case throttling
  case handingOver
}

// MARK: - The state machine

/// What a flattening knows, and what follows from each event: no lock, no effect, no stream.
@usableFromInline
struct _FlattenState<Inner> {
  @usableFromInline let policy: _FlattenPolicy
  @usableFromInline var waiting: Deque<Inner> = []
  @usableFromInline var activeCount = 0
  @usableFromInline var outerHasCompleted = false
  /// Whether an inner stream has won the race.
  @usableFromInline var isDecided = false

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
    /// Start this one as one of those that race.
    case enter(Inner)
    case complete
    case interrupt
  }

  /// The outer stream sent an inner one.
  @inlinable
  @inline(__always)
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
    case .racing:
      if isDecided { return .nothing }
      activeCount += 1
      return .enter(inner)
    case .throttling, .handingOver:
      if activeCount > 0 { return .nothing }
      activeCount = 1
      return .start(inner)
    }
  }

  /// An inner stream that races has sent something; whether that decides it, so that the others are to be disposed.
  @inlinable
  mutating func decide() -> Bool {
    if isDecided { return false }
    isDecided = true
    activeCount = 1
    return true
  }

  /// An inner stream that runs was interrupted: that counts as its completion, since one that was cut short does not
  /// cut the others.
  @inlinable
  @inline(__always)
  mutating func innerInterrupted() -> _Action {
    policy == .handingOver ? .interrupt : innerEnded()
  }

  /// An inner stream that runs has completed.
  @inlinable
  @inline(__always)
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

  @usableFromInline let subscription: _ProducerSubscription
  @usableFromInline let downstream: Observer<Value, Error>
  @exclusivity(unchecked) @usableFromInline var state: _FlattenState<Inner>
  /// The inner stream that the next one replaces; the run keeps it as long as it is active.
  @exclusivity(unchecked) @usableFromInline var current: Unmanaged<_ProducerSubscription>?
  /// The inner streams that race, until one has won; none of them has ended, so the run keeps them.
  @exclusivity(unchecked) @usableFromInline var racers: [Unmanaged<_ProducerSubscription>] = []

  @inlinable
  init(_ strategy: FlattenStrategy, _ subscription: _ProducerSubscription, _ downstream: Observer<Value, Error>) {
    self.subscription = subscription
    self.downstream = downstream
    state = _FlattenState(strategy._policy)
  }

  /// What is done with the events of the inner streams; who feeds the flattening keeps them, and they keep it.
  @inlinable
  var handlers: Handlers {
    Handlers(subscription, value: downstream._value, ended: { self.innerEnded($0, $1) })
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
  @inline(__always)
  func innerEnded(_ end: TerminalEvent<Error>, _ handlers: Handlers) {
    switch end {
    case .failed: downstream._end(end)
    case .completed: act(on: state.innerEnded(), handlers)
    case .interrupted: act(on: state.innerInterrupted(), handlers)
    }
  }

  @inlinable
  @inline(__always)
  func act(on action: consuming _FlattenState<Inner>._Action, _ handlers: Handlers) {
    switch action {
    case .nothing:
      return
    case .start(let inner):
      start(inner, handlers)
    case .replace(let inner):
      current?._withUnsafeGuaranteedRef {
        $0.dispose()
        subscription._detach($0)
      }
      start(inner, handlers)
    case .enter(let inner):
      enter(inner)
    case .complete:
      downstream._end(.completed)
    case .interrupt:
      downstream._end(.interrupted)
    }
  }

  @inlinable
  func start(_ inner: consuming Inner, _ handlers: Handlers) {
    current = _JoinInput._beginLater(inner, handlers)
  }

  /// Starts an inner stream that races, with handlers of its own, which know who it is; kept out of the way of the
  /// other strategies.
  @inlinable
  @inline(never)
  func enter(_ inner: consuming Inner) {
    let racer = racers.count
    let handlers = Handlers(
      subscription,
      value: {
        if !self.state.isDecided { self.decide(for: racer) }
        self.downstream._value($0)
      },
      ended: {
        self.decide(for: racer)
        self.innerEnded($0, $1)
      })
    racers.append(_JoinInput._beginLater(inner, handlers))
  }

  /// Disposes the others of those that race, if nobody has won yet.
  @inlinable
  @inline(never)
  func decide(for winner: Int) {
    guard state.decide() else { return }
    let racers = racers
    self.racers = []
    for (index, racer) in racers.enumerated() where index != winner {
      racer._withUnsafeGuaranteedRef {
        $0.dispose()
        subscription._detach($0)
      }
    }
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
    ._joining { subscription, downstream in
      let flattening = _Flattening(strategy, subscription, downstream)
      let handlers = flattening.handlers
      self._begin(
        in: subscription,
        value: { flattening.receive($0.producer, handlers) },
        ended: { flattening.outerEnded($0, handlers) })
    }
  }
}

extension Signal where Value: SignalProducerConvertible, Value.Error == Error {
  /// Makes one stream of the streams that the source sends; see ``SignalProducer/flatten(_:)-8xwau``.
  @inlinable
  public func flatten(_ strategy: FlattenStrategy) -> Signal<Value.Value, Error> {
    lift { $0.flatten(strategy) }
  }
}
