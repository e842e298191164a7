import DequeModule

// The common part of combineLatest and zip for any number of producers. Both send combinations with one value of each
// input.
//
// The overloads for two producers do not use it, because they are specialized where they are called. The overloads
// for parameter packs only share the counts, because the compiler never specializes packs: a type for both would
// double the cost of an event.

/// The rule that selects the values of a combination.
@usableFromInline
enum _CombinationRule {
  /// The latest value of each input, sent each time an input sends a value.
  ///
  /// Used by combineLatest.
  case latest
  /// The next unused value of each input, sent when all inputs have one.
  ///
  /// Used by zip.
  case next
}

/// The number of values of each input that are available for a combination, without the values.
@usableFromInline
struct _CombinationCounts {
  @usableFromInline let _rule: _CombinationRule
  @usableFromInline var _waiting: [Int]
  @usableFromInline var _hasCompleted: [Bool]
  /// The number of inputs with at least one available value.
  @usableFromInline var _filledCount = 0
  @usableFromInline var _runningCount: Int

  @inlinable
  init(_ rule: _CombinationRule, count: Int) {
    _rule = rule
    _waiting = Array(repeating: 0, count: count)
    _hasCompleted = Array(repeating: false, count: count)
    _runningCount = count
  }

  /// Counts a value of an input, and returns whether a combination can be sent now.
  @inlinable
  mutating func receive(from input: Int) -> Bool {
    if _rule == .latest {
      if _filledCount == _waiting.count { return true }
      if _waiting[input] == 0 {
        _waiting[input] = 1
        _filledCount += 1
      }
      return _filledCount == _waiting.count
    }
    _waiting[input] += 1
    if _waiting[input] == 1 { _filledCount += 1 }
    guard _filledCount == _waiting.count else { return false }
    for index in _waiting.indices {
      _waiting[index] -= 1
      if _waiting[index] == 0 { _filledCount -= 1 }
    }
    return true
  }

  /// Records the completion of an input.
  @inlinable
  mutating func complete(_ input: Int) {
    _hasCompleted[input] = true
    _runningCount -= 1
  }

  /// Records the end of an input, and returns whether it ends the result.
  @inlinable
  mutating func receive<Error>(_ end: TerminalEvent<Error>, from input: Int) -> Bool {
    guard case .completed = end else { return true }
    complete(input)
    return isExhausted
  }

  /// Whether no further combination can be sent.
  @inlinable
  var isExhausted: Bool {
    switch _rule {
    case .latest: _runningCount == 0
    case .next: _waiting.indices.contains { _hasCompleted[$0] && _waiting[$0] == 0 }
    }
  }
}

/// The available values of inputs of one type: the latest value of each input, or all its unused values.
@usableFromInline
struct _CombinationState<Value> {
  @usableFromInline var _values: [Deque<Value>]
  @usableFromInline var _tally: _CombinationCounts

  @inlinable
  init(_ rule: _CombinationRule, count: Int) {
    _values = Array(repeating: [], count: count)
    _tally = _CombinationCounts(rule, count: count)
  }

  /// Stores a value of an input, and returns the combination that can be sent now, or `nil` if there is none.
  @inlinable
  mutating func receive(_ value: Value, from input: Int) -> [Value]? {
    if _tally._rule == .latest, !_values[input].isEmpty {
      _values[input][0] = value
    } else {
      _values[input].append(value)
    }
    guard _tally.receive(from: input) else { return nil }
    if _tally._rule == .latest { return _values.map { $0[0] } }
    var row: [Value] = []
    row.reserveCapacity(_values.count)
    for index in _values.indices {
      row.append(_values[index].removeFirst())
    }
    return row
  }
}

extension SignalProducer {
  /// Returns a producer of the combinations of producers with the same type of values.
  @inlinable
  static func _combined(
    _ rule: _CombinationRule, _ producers: some Sequence<SignalProducer>, emptySentinel: [Value]? = nil
  ) -> SignalProducer<[Value], Error> {
    let producers = Array(producers)
    if producers.isEmpty { return emptySentinel.map { SignalProducer<[Value], Error>(value: $0) } ?? .empty }
    return ._joining { subscription, downstream in
      let state = _Cell(_CombinationState<Value>(rule, count: producers.count))
      for (index, producer) in producers.enumerated() where subscription._isLive {
        producer._begin(
          in: subscription,
          value: { value in
            guard let row = state.value.receive(value, from: index) else { return }
            downstream._value(row)
            // A start that the value has disposed must only be interrupted, not completed.
            if rule == .next, subscription._isLive, state.value._tally.isExhausted { downstream._end(.completed) }
          },
          ended: { if state.value._tally.receive($0, from: index) { downstream._end($0) } })
      }
    }
  }
}

extension Observer {
  /// The function that handles the ends of two inputs.
  ///
  /// The second completion completes the result, and any other end ends it immediately.
  @inlinable
  var _endingWithBoth: (TerminalEvent<Error>) -> Void {
    let hasOneCompleted = _Cell(false)
    return { end in
      if case .completed = end, !hasOneCompleted.value {
        hasOneCompleted.value = true
      } else {
        _end(end)
      }
    }
  }
}
