import DequeModule

/// The values that a relay stores for later observers.
@usableFromInline
protocol _ReplayBuffer<Value> {
  associatedtype Value

  /// Stores a value, and returns the value that it removes for that.
  ///
  /// The caller releases it outside the lock, because that may run user code.
  mutating func _store(_ value: Value) -> Value?

  /// Calls `body` with the stored values, the oldest first, until it returns false.
  func _replay(_ body: (Value) -> Bool)
}

/// The buffer of a property: the latest value, which always exists.
@usableFromInline
struct _LatestValue<Value>: _ReplayBuffer {
  @usableFromInline var _value: Value

  @inlinable
  init(_ value: Value) {
    _value = value
  }

  @inlinable
  mutating func _store(_ value: Value) -> Value? {
    let old = _value
    _value = value
    return old
  }

  @inlinable
  func _replay(_ body: (Value) -> Bool) {
    _ = body(_value)
  }
}

/// The buffer of a replay: the most recent values, up to a limit.
@usableFromInline
struct _RecentValues<Value>: _ReplayBuffer {
  @usableFromInline let _limit: Int
  @usableFromInline var _values: Deque<Value> = []

  @inlinable
  init(limit: Int) {
    _limit = limit
  }

  @inlinable
  mutating func _store(_ value: Value) -> Value? {
    if _limit == 0 { return nil }
    let old = _values.count == _limit ? _values.popFirst() : nil
    _values.append(value)
    return old
  }

  @inlinable
  func _replay(_ body: (Value) -> Bool) {
    for value in _values where !body(value) { return }
  }
}
