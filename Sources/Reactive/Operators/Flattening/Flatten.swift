import DequeModule

/// The rule by which a stream of streams becomes one stream.
public struct FlattenStrategy: Sendable, Hashable {
  @usableFromInline let _policy: _FlattenPolicy

  /// A strategy that starts every inner stream immediately and sends the values of all of them.
  public static let merge = FlattenStrategy(_policy: .queueing(limit: .max))

  /// A strategy that starts each inner stream after the previous one has ended.
  ///
  /// The others wait in order, in a queue without a limit.
  public static let concat = FlattenStrategy(_policy: .queueing(limit: 1))

  /// A strategy that disposes the previous inner stream, then starts the new one immediately.
  public static let latest = FlattenStrategy(_policy: .switching)

  @available(*, unavailable, renamed: "latest")
  public static var `switch`: FlattenStrategy { .latest }

  /// A strategy that starts every inner stream until one of them has sent an event, then sends only the events of
  /// that one.
  ///
  /// The other inner streams are disposed.
  public static let race = FlattenStrategy(_policy: .racing)

  /// A strategy that starts an inner stream only while none is active, and drops the others.
  public static let throttle = FlattenStrategy(_policy: .throttling)

  /// A strategy that starts the only inner stream in place of the outer stream.
  ///
  /// An interruption of the inner stream interrupts the result.
  @usableFromInline static let _handingOver = FlattenStrategy(_policy: .handingOver)

  /// Returns a strategy that runs up to `limit` inner streams simultaneously.
  ///
  /// The others wait in order, in a queue without a limit.
  ///
  /// - Parameter limit: The maximum number of active inner streams, at least 1.
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

/// The state of a flattening and its transitions, without locks, effects and streams.
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

  /// The action that an inner stream of the outer stream requires.
  @usableFromInline
  enum _Arrival {
    case nothing
    case start
    /// Dispose the active inner stream, then start this one.
    case replace
    /// Start this inner stream as a participant of the race.
    case enter
  }

  /// The action that an end requires.
  @usableFromInline
  enum _Action {
    case nothing
    /// Start this inner stream, which was waiting.
    case start(Inner)
    case complete
    case interrupt
  }

  /// Processes an inner stream that the outer stream sent.
  @inlinable
  @inline(__always)
  mutating func receive(_ inner: Inner) -> _Arrival {
    switch policy {
    case .queueing(let limit):
      if activeCount < limit {
        activeCount += 1
        return .start
      }
      waiting.append(inner)
      return .nothing
    case .switching:
      if activeCount > 0 { return .replace }
      activeCount = 1
      return .start
    case .racing:
      if isDecided { return .nothing }
      activeCount += 1
      return .enter
    case .throttling, .handingOver:
      if activeCount > 0 { return .nothing }
      activeCount = 1
      return .start
    }
  }

  /// Records that a racing stream has sent an event, and returns whether that decides the race, so that the others
  /// must be disposed.
  @inlinable
  mutating func decide() -> Bool {
    if isDecided { return false }
    isDecided = true
    activeCount = 1
    return true
  }

  /// Processes the interruption of an active inner stream.
  ///
  /// It counts as a completion, so that it does not end the other inner streams.
  @inlinable
  @inline(__always)
  mutating func innerInterrupted() -> _Action {
    policy == .handingOver ? .interrupt : innerEnded()
  }

  /// Processes the completion of an active inner stream.
  @inlinable
  @inline(__always)
  mutating func innerEnded() -> _Action {
    if let next = waiting.popFirst() { return .start(next) }
    activeCount -= 1
    return completion
  }

  /// Processes the completion of the outer stream.
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

/// One flattening: updates the state inside the domain of its subscription and performs the resulting actions.
@usableFromInline
final class _Flattening<Value, Error: Swift.Error> {
  @usableFromInline typealias Inner = SignalProducer<Value, Error>

  @usableFromInline typealias Handlers = _JoinHandlers<Value, Error>

  @usableFromInline let subscription: _ProducerSubscription
  @usableFromInline let downstream: Observer<Value, Error>
  @exclusivity(unchecked) @usableFromInline var state: _FlattenState<Inner>
  /// The active inner stream that the next one replaces.
  ///
  /// The subscription retains it while it is active.
  @exclusivity(unchecked) @usableFromInline var current: Unmanaged<_JoinStart>?
  /// The racing inner streams, until one has won.
  ///
  /// None of them has ended, so the subscription retains them.
  @exclusivity(unchecked) @usableFromInline var racers: [Unmanaged<_JoinStart>] = []

  @inlinable
  init(_ strategy: FlattenStrategy, _ subscription: _ProducerSubscription, _ downstream: Observer<Value, Error>) {
    self.subscription = subscription
    self.downstream = downstream
    state = _FlattenState(strategy._policy)
  }

  /// The handlers for the events of the inner streams.
  ///
  /// The source of the flattening retains them, and they retain it.
  @inlinable
  var handlers: Handlers {
    Handlers(subscription, value: downstream._value, ended: { self.innerEnded($0, $1) })
  }

  @inlinable
  func receive(_ inner: Inner, _ handlers: Handlers) {
    switch state.receive(inner) {
    case .nothing:
      return
    case .start:
      start(inner, handlers)
    case .replace:
      current?._withUnsafeGuaranteedRef {
        $0.dispose()
        subscription._detach($0)
      }
      start(inner, handlers)
    case .enter:
      enter(inner)
    }
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

  /// Performs the actions that an end requires.
  ///
  /// A loop, so that a million waiting values do not grow the stack.
  @inlinable
  @inline(__always)
  func act(on first: _FlattenState<Inner>._Action, _ handlers: Handlers) {
    var action = first
    while true {
      switch action {
      case .nothing:
        return
      case .start(let inner):
        guard startOrSend(inner, handlers), subscription._isLive else { return }
        action = state.innerEnded()
      case .complete:
        return downstream._end(.completed)
      case .interrupt:
        return downstream._end(.interrupted)
      }
    }
  }

  @inlinable
  func start(_ inner: Inner, _ handlers: Handlers) {
    if startOrSend(inner, handlers), subscription._isLive { act(on: state.innerEnded(), handlers) }
  }

  /// Starts an inner stream, immediately if that makes no difference.
  ///
  /// Returns true if it has ended instead, because it is a single value, which was sent.
  @inlinable
  @inline(__always)
  func startOrSend(_ inner: Inner, _ handlers: Handlers) -> Bool {
    if subscription._canStartNow {
      if case .value(let only) = inner._source {
        downstream._value(only.value)
        return true
      }
      // A signal sends nothing when it is started, unless it has ended.
      if let core = inner._signalCore, core._withUnsafeGuaranteedRef({ $0._isLive }) {
        start(core, handlers)
        return false
      }
    }
    current = _JoinInput._beginLater(inner, handlers)
    return false
  }

  @inlinable
  func start(_ core: Unmanaged<_SignalCore<Value, Error>>, _ handlers: Handlers) {
    let input = _JoinInput(nil, handlers)
    current = .passUnretained(input)
    // The node consumes the observer, which `Signal._begin` would copy.
    let node = _ObserverNode(input._observer, owner: input, in: core.takeUnretainedValue())
    input._setRoot(node)
    subscription._attach(consume input)
    let link = Unmanaged.passRetained(consume node)
    core._withUnsafeGuaranteedRef { $0._join(link) }
  }

  /// Starts a racing inner stream with its own handlers, which hold its index.
  ///
  /// Not inlined, to keep the code of the other strategies small.
  @inlinable
  @inline(never)
  func enter(_ inner: Inner) {
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

  /// Disposes the other racing streams, unless the race was already decided.
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
  /// Flattens the streams that the source sends, according to `strategy`.
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
  /// Completes when the source and every inner stream have completed. Fails immediately when the source or an inner
  /// stream fails. An interruption of an inner stream counts as its completion, and an interruption of the source
  /// interrupts the result. Apart from that, the semantics are those of ReactiveSwift's `flatten`.
  @inlinable
  public func flatten(_ strategy: FlattenStrategy) -> SignalProducer<Value.Value, Error> {
    SignalProducer<Value.Value, Error>._joining { subscription, downstream in
      let flattening = _Flattening(strategy, subscription, downstream)
      let handlers = flattening.handlers
      self._begin(
        in: subscription,
        value: { flattening.receive($0.producer, handlers) },
        ended: { flattening.outerEnded($0, handlers) })
    }._named(after: self, by: "flatten")
  }
}

extension Signal where Value: SignalProducerConvertible, Value.Error == Error {
  /// Flattens the streams that the source sends; see ``SignalProducer/flatten(_:)-8xwau``.
  @inlinable
  public func flatten(_ strategy: FlattenStrategy) -> Signal<Value.Value, Error> {
    lift { $0.flatten(strategy) }
  }
}
