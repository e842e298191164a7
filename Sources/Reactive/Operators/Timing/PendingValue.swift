// The common part of the operators that store the newest value until it is due.

/// The newest value, which is not due yet, and whether a completion is pending after it.
@usableFromInline
struct _PendingValue<Value> {
  @usableFromInline var value: Value?
  private var isLast = false
  private var turn = 0

  @usableFromInline
  init() {}

  /// Stores a value for the timer that is already set, and returns the previous value.
  @usableFromInline
  mutating func replace(with value: Value) -> Value? {
    let before = self.value
    self.value = .some(value)
    return before
  }

  /// Invalidates the timers that were set before, and returns the turn that identifies the next timer.
  @usableFromInline
  mutating func beginTurn() -> Int {
    turn += 1
    return turn
  }

  /// Delays the completion until the pending value is sent.
  ///
  /// Returns false if no value is pending.
  @usableFromInline
  mutating func delayCompletion() -> Bool {
    isLast = value != nil
    return isLast
  }

  /// Removes and returns the value that is due in a turn, or nothing if another turn has begun since.
  @usableFromInline
  mutating func take(_ turn: Int) -> (value: Value?, isLast: Bool) {
    turn == self.turn ? (value.take(), isLast) : (nil, false)
  }
}

extension _ProducerSubscription {
  /// Sends the value that is due, then the pending completion; called on the scheduler.
  @inlinable
  final func _deliver<Value, Error>(
    _ due: (value: Value?, isLast: Bool), to downstream: Observer<Value, Error>
  ) {
    if let value = due.value { _deliver(value, to: downstream) }
    if due.isLast { _deliver(end: .completed, to: downstream) }
  }
}
