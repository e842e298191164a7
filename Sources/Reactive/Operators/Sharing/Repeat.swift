// Operators that start a producer repeatedly.

extension SignalProducer {
  /// Starts the producer again each time it completes, without a limit.
  ///
  /// ```marble
  /// a = cold -1|
  /// a.repeat().take(3) == -1-1-(1|)
  /// ```
  ///
  /// A failure or interruption is forwarded. The number of restarts does not grow the stack.
  @inlinable
  public func `repeat`() -> SignalProducer {
    _restarting { end, _ in
      if case .completed = end { true } else { false }
    }
  }

  /// Starts the producer `count` times in total, one start after the other.
  ///
  /// ```marble
  /// a = cold -1|
  /// a.repeat(2) == -1-1|
  /// ```
  ///
  /// A failure or interruption is forwarded. The semantics are those of ReactiveSwift's `repeat`.
  ///
  /// - Parameter count: The number of starts, not negative. If it is 0, the result completes immediately.
  @inlinable
  public func `repeat`(_ count: Int) -> SignalProducer {
    precondition(count >= 0, "repeat(_:) needs a count of at least 0")
    if count == 0 { return .empty }
    return _restarting { end, starts in
      if case .completed = end { starts < count } else { false }
    }
  }

  /// Starts the producer again after a completion, at each value of the stream that `trigger` returns.
  ///
  /// ```marble
  /// a = cold -1|
  /// a.repeat(when: { $0.delay(2).take(first: 2) }) == -1---1---1|
  /// ```
  ///
  /// The closure is called at the first completion. It receives a producer of the number of completions so far, which
  /// sends 1 first. A value of the trigger while this producer is active is ignored. If the trigger completes or is
  /// interrupted, the result completes as soon as this producer is not active. A failure or interruption of this
  /// producer is forwarded, and a failure of the trigger fails the result. The semantics are those of RxJS's
  /// `repeatWhen`.
  @inlinable
  public func `repeat`<Trigger: SignalProducerConvertible>(
    when trigger: @escaping (_ completions: SignalProducer<Int, Never>) -> Trigger
  ) -> SignalProducer where Trigger.Error == Error {
    _restarting(
      for: { end, starts in
        if case .completed = end { starts } else { nil }
      }, finishesStart: true, when: trigger)
  }

  /// Starts the producer again after a completion, at each value of a stream that cannot fail.
  @inlinable
  @_disfavoredOverload
  public func `repeat`<Trigger: SignalProducerConvertible>(
    when trigger: @escaping (_ completions: SignalProducer<Int, Never>) -> Trigger
  ) -> SignalProducer where Trigger.Error == Never {
    self.repeat(when: { trigger($0).producer.promoteError(Error.self) })
  }

  /// Starts the producer again after its end, if `shouldRestart` returns true for the terminal event and the number
  /// of starts.
  @inlinable
  func _restarting(
    as name: StaticString = #function, _ shouldRestart: @escaping (TerminalEvent<Error>, _ starts: Int) -> Bool
  ) -> SignalProducer {
    SignalProducer._joining { subscription, downstream in
      let restarting = _Restarting(self, shouldRestart)
      let handlers = _JoinHandlers(
        subscription,
        value: downstream._value,
        ended: { if !restarting.restart(after: $0, $1) { downstream._end($0) } })
      subscription._perform { restarting.start(handlers) }
    }._named(after: self, by: name)
  }
}

/// One start of a producer that is restarted repeatedly.
@usableFromInline
final class _Restarting<Value, Error: Swift.Error> {
  @usableFromInline typealias Handlers = _JoinHandlers<Value, Error>

  @usableFromInline let source: SignalProducer<Value, Error>
  @usableFromInline let shouldRestart: (TerminalEvent<Error>, Int) -> Bool
  @exclusivity(unchecked) @usableFromInline var starts = 0

  @inlinable
  init(
    _ source: SignalProducer<Value, Error>, _ shouldRestart: @escaping (TerminalEvent<Error>, Int) -> Bool
  ) {
    self.source = source
    self.shouldRestart = shouldRestart
  }

  /// Starts the source when the domain is idle, so that the number of restarts does not grow the stack.
  @inlinable
  func start(_ handlers: Handlers) {
    starts += 1
    _ = _JoinInput._beginLater(source, handlers)
  }

  /// Starts the source again if `shouldRestart` returns true, and returns whether it did.
  @inlinable
  func restart(after end: TerminalEvent<Error>, _ handlers: Handlers) -> Bool {
    guard shouldRestart(end, starts) else { return false }
    start(handlers)
    return true
  }
}
