// What the operators share that keep the newest value until its time comes.

/// The newest value, which waits for its time, and whether the completion waits for that too.
@usableFromInline
struct _PendingValue<Value> {
  @usableFromInline var value: Value?
  private var isLast = false
  private var turn = 0

  @usableFromInline
  init() {}

  /// Has a value wait instead of the one before, for the timer that is set already.
  @usableFromInline
  mutating func replace(with value: Value) -> Value? {
    let before = self.value
    self.value = .some(value)
    return before
  }

  /// Makes the timers that have been set void; the new turn tells the next timer from them.
  @usableFromInline
  mutating func beginTurn() -> Int {
    turn += 1
    return turn
  }

  /// Has the completion wait for the value; false where none waits.
  @usableFromInline
  mutating func delayCompletion() -> Bool {
    isLast = value != nil
    return isLast
  }

  /// What is due at the time of a turn: nothing if another turn has begun since.
  @usableFromInline
  mutating func take(_ turn: Int) -> (value: Value?, isLast: Bool) {
    turn == self.turn ? (value.take(), isLast) : (nil, false)
  }
}

extension _ProducerSubscription {
  /// Sends what is due, and the completion if that has waited for it; from the scheduler.
  @inlinable
  final func _deliver<Value, Error>(
    _ due: (value: Value?, isLast: Bool), to downstream: Observer<Value, Error>
  ) {
    if let value = due.value { _deliver(value, to: downstream) }
    if due.isLast { _perform { downstream._end(.completed) } }
  }
}
