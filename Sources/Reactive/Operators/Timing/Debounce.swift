/// The value that waits for its time, and whether the completion waits behind it.
@usableFromInline
struct _WaitingValue<Value> {
  @usableFromInline var isLast = false
  @usableFromInline var value: Value?
  private var turn = 0

  @usableFromInline
  init() {}

  /// Has a value wait instead of the one before; its turn tells its timer from an older one that is late.
  @usableFromInline
  mutating func replace(with value: Value) -> (turn: Int, before: Value?) {
    let before = self.value
    self.value = value
    turn += 1
    return (turn, before)
  }

  /// What is due, unless another value has come since.
  @usableFromInline
  mutating func take(_ turn: Int) -> (value: Value?, isLast: Bool) {
    turn == self.turn ? (value.take(), isLast) : (nil, false)
  }
}

extension SignalProducer where Value: Sendable {
  /// Sends a value once `interval` has passed since it came and no other has come meanwhile.
  ///
  /// ```marble
  /// a = -a-bc-----d-|
  /// a.debounce(2) == ------c-----|
  /// ```
  ///
  /// A failure or an interruption is sent at once, on the scheduler. As ReactiveSwift's `debounce`.
  ///
  /// - Parameters:
  ///   - interval: a negative one counts as none.
  ///   - discardWhenCompleted: whether a completion is sent at once and the value that waits is dropped; if not,
  ///     the value is sent when it is due, and the completion right after it.
  ///   - scheduler: whose time counts.
  @inlinable
  public func debounce(
    _ interval: Duration, on scheduler: some TimeScheduler, discardWhenCompleted: Bool = true
  ) -> SignalProducer {
    ._hopping(on: scheduler) { run, downstream in
      let timer = SerialDisposable()
      run._add(timer)
      // The input's domain puts values in and the scheduler takes them out, which may be on two threads.
      let waiting = _Shared(_WaitingValue<Value>())
      let observer = Observer(
        value: { value in
          // The value before is carried out of the lock, since its `deinit` may be anybody's code.
          let (turn, before) = waiting.withLock { $0.replace(with: value) }
          _ = before
          timer.inner = scheduler.schedule(after: interval) {
            let (value, isLast) = waiting.withLock { $0.take(turn) }
            if let value { run._deliver(value, to: downstream) }
            if isLast { run._perform { downstream._end(.completed) } }
          }
        },
        ended: { end in
          if case .completed = end, !discardWhenCompleted {
            let isWaiting = waiting.withLock { waiting in
              waiting.isLast = waiting.value != nil
              return waiting.isLast
            }
            if isWaiting { return }
          }
          timer.inner = scheduler.schedule { run._perform { downstream._end(end) } }
        })
      return (self, observer)
    }
  }
}

extension Signal where Value: Sendable {
  /// Sends a value once no other has come for `interval`; see ``SignalProducer/debounce(_:on:discardWhenCompleted:)``.
  @inlinable
  public func debounce(
    _ interval: Duration, on scheduler: some TimeScheduler, discardWhenCompleted: Bool = true
  ) -> Signal {
    lift { $0.debounce(interval, on: scheduler, discardWhenCompleted: discardWhenCompleted) }
  }
}
