import DequeModule

// What combineLatest and zip of any number of producers have in common: both send rows of one value of each input.

/// Which values of the inputs go into a row.
@usableFromInline
enum _RowRule {
  /// The latest value of each: a row whenever one has come. As combineLatest.
  case latest
  /// The next value of each, used once: a row when all have come. As zip.
  case next
}

/// The number of values of each input that are there for a row, without the values.
@usableFromInline
struct _RowTally {
  @usableFromInline let _rule: _RowRule
  @usableFromInline var _waiting: [Int]
  @usableFromInline var _hasCompleted: [Bool]
  /// The number of inputs of which something waits.
  @usableFromInline var _filledCount = 0
  @usableFromInline var _runningCount: Int

  @inlinable
  init(_ rule: _RowRule, count: Int) {
    _rule = rule
    _waiting = Array(repeating: 0, count: count)
    _hasCompleted = Array(repeating: false, count: count)
    _runningCount = count
  }

  /// Counts a value of an input, and says whether a row can be sent now.
  @inlinable
  mutating func receive(from input: Int) -> Bool {
    if _waiting[input] == 0 {
      _waiting[input] = 1
      _filledCount += 1
    } else if _rule == .next {
      _waiting[input] += 1
    }
    guard _filledCount == _waiting.count else { return false }
    if _rule == .next {
      for index in _waiting.indices {
        _waiting[index] -= 1
        if _waiting[index] == 0 { _filledCount -= 1 }
      }
    }
    return true
  }

  /// Notes that an input has completed.
  @inlinable
  mutating func complete(_ input: Int) {
    _hasCompleted[input] = true
    _runningCount -= 1
  }

  /// Whether no row can be sent any more.
  @inlinable
  var isExhausted: Bool {
    switch _rule {
    case .latest: _runningCount == 0
    case .next: _waiting.indices.contains { _hasCompleted[$0] && _waiting[$0] == 0 }
    }
  }
}

/// The values of one input that are there for rows: its latest, or all that have not been used.
@usableFromInline
struct _RowValues<Value> {
  @usableFromInline let _rule: _RowRule
  @usableFromInline var _values: Deque<Value> = []

  @inlinable
  init(_ rule: _RowRule) {
    _rule = rule
  }

  @inlinable
  mutating func append(_ value: Value) {
    if _rule == .latest, !_values.isEmpty { _values[0] = value } else { _values.append(value) }
  }

  /// The input's value of a row; only to be called when the tally says that there is one.
  @inlinable
  mutating func next() -> Value {
    _rule == .latest ? _values[0] : _values.removeFirst()
  }
}

/// The inputs of one start of a join that sends rows.
@usableFromInline
struct _RowJoin<Row, Error: Swift.Error> {
  @usableFromInline let _run: _Run
  @usableFromInline let _downstream: Observer<Row, Error>
  @usableFromInline let _tally: _Cell<_RowTally>

  @inlinable
  init(_ rule: _RowRule, count: Int, _ run: _Run, _ downstream: Observer<Row, Error>) {
    _run = run
    _downstream = downstream
    _tally = _Cell(_RowTally(rule, count: count))
  }

  /// Starts an input, unless the join is over by now.
  @inlinable
  func _begin<Value>(
    _ producer: SignalProducer<Value, Error>, _ input: Int, _ values: _Cell<_RowValues<Value>>,
    _ row: @escaping () -> Row
  ) {
    guard _run._isLive else { return }
    producer._begin(
      in: _run,
      value: { value in
        values.value.append(value)
        guard _tally.value.receive(from: input) else { return }
        _downstream._value(row())
        // A start that was disposed meanwhile is interrupted, and no more.
        if _run._isLive, _tally.value.isExhausted { _downstream._end(.completed) }
      },
      ended: { end in
        guard case .completed = end else { return _downstream._end(end) }
        _tally.value.complete(input)
        if _tally.value.isExhausted { _downstream._end(.completed) }
      })
  }
}

extension SignalProducer {
  /// The rows of producers that send values of one type.
  @inlinable
  static func _rows(
    _ rule: _RowRule, _ producers: some Sequence<SignalProducer>
  ) -> SignalProducer<[Value], Error> {
    let producers = Array(producers)
    if producers.isEmpty { return .empty }
    return ._joining { run, downstream in
      let join = _RowJoin(rule, count: producers.count, run, downstream)
      let values = producers.map { _ in _Cell(_RowValues<Value>(rule)) }
      for (input, producer) in producers.enumerated() {
        join._begin(producer, input, values[input]) { values.map { $0.value.next() } }
      }
    }
  }

  /// The rows of any number of producers, with values of any types.
  @inlinable
  static func _rows<each Input>(
    _ rule: _RowRule, of producers: repeat SignalProducer<each Input, Error>
  ) -> SignalProducer where Value == (repeat each Input) {
    let producers = (repeat each producers)
    var count = 0
    for _ in repeat each producers { count += 1 }
    if count == 0 { return .empty }
    return ._joining { [count] run, downstream in
      let join = _RowJoin(rule, count: count, run, downstream)
      let values = (repeat _Cell(_RowValues<each Input>(rule)))
      let row = { (repeat (each values).value.next()) }
      var input = 0
      func begin<T>(_ producer: SignalProducer<T, Error>, _ values: _Cell<_RowValues<T>>) {
        join._begin(producer, input, values, row)
        input += 1
      }
      repeat begin(each producers, each values)
    }
  }
}

extension Observer {
  /// The way in which the ends of two inputs end their result: the second completion completes it, and any other end
  /// ends it immediately.
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
