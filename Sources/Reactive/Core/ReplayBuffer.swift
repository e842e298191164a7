import DequeModule

/// What a relay remembers for those who come later.
@usableFromInline
protocol _ReplayBuffer<Value> {
  associatedtype Value

  /// Takes a value in; what it forgets for that is handed out, since dropping it may run anybody's code.
  mutating func _store(_ value: Value) -> Value?

  /// Hands out what it remembers, the oldest first, until `body` has had enough.
  func _replay(_ body: (Value) -> Bool)
}

/// The memory of a property: the latest value, always there.
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

/// The memory of a replay: as many of the last values as its limit allows.
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
