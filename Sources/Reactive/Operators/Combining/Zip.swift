import DequeModule

// Operators that join the values of several streams by their number.

// MARK: - The state machines

/// What a zip knows of its inputs: how many values of each wait, not which.
@usableFromInline
struct _ZipTally {
  @usableFromInline var _waiting: [Int]
  @usableFromInline var _hasCompleted: [Bool]
  /// Of how many inputs something waits.
  @usableFromInline var _filledCount = 0

  @inlinable
  init(count: Int) {
    _waiting = Array(repeating: 0, count: count)
    _hasCompleted = Array(repeating: false, count: count)
  }

  /// An input sent a value; whether a row can be sent now, which takes one value off each.
  @inlinable
  mutating func receive(from input: Int) -> Bool {
    _waiting[input] += 1
    if _waiting[input] == 1 { _filledCount += 1 }
    guard _filledCount == _waiting.count else { return false }
    for index in _waiting.indices {
      _waiting[index] -= 1
      if _waiting[index] == 0 { _filledCount -= 1 }
    }
    return true
  }

  /// An input has completed.
  @inlinable
  mutating func complete(_ input: Int) {
    _hasCompleted[input] = true
  }

  /// Whether nothing can be sent any more: some input has completed and all it sent is used up.
  @inlinable
  var isExhausted: Bool {
    _waiting.indices.contains { _hasCompleted[$0] && _waiting[$0] == 0 }
  }
}

/// The queues of a zip of inputs of one type: first in, first out, an input each.
@usableFromInline
struct _ZipState<Value> {
  @usableFromInline var _queues: [Deque<Value>]
  @usableFromInline var _tally: _ZipTally

  @inlinable
  init(count: Int) {
    _queues = Array(repeating: [], count: count)
    _tally = _ZipTally(count: count)
  }

  /// An input sent a value; what can be sent now, if anything.
  @inlinable
  mutating func receive(_ value: Value, from input: Int) -> [Value]? {
    _queues[input].append(value)
    guard _tally.receive(from: input) else { return nil }
    var row: [Value] = []
    row.reserveCapacity(_queues.count)
    for index in _queues.indices { row.append(_queues[index].removeFirst()) }
    return row
  }

  /// An input has completed.
  @inlinable
  mutating func complete(_ input: Int) { _tally.complete(input) }

  /// Whether nothing can be sent any more.
  @inlinable
  var isExhausted: Bool { _tally.isExhausted }
}

// MARK: - zip

extension SignalProducer {
  /// Sends the first values of all producers together, then the second ones, and so on.
  ///
  /// ```marble
  /// a = 1-2-3--|
  /// b = -x---y---|
  /// zip(a, b) == -[1,x]---[2,y]---|
  /// ```
  ///
  /// Values wait, unbounded, until all others have come. Completes as soon as it can send nothing more: when a producer
  /// has completed and all it sent is used up. Fails or is interrupted at once with any of them. The producers are
  /// started in their order; without producers it completes at once. As ReactiveSwift's `zip`.
  @inlinable
  public static func zip(_ producers: some Sequence<SignalProducer>) -> SignalProducer<[Value], Error> {
    let producers = Array(producers)
    if producers.isEmpty { return .empty }
    return ._joining { run, downstream in
      let state = _Cell(_ZipState<Value>(count: producers.count))
      for (index, producer) in producers.enumerated() where run._isLive {
        producer._begin(
          in: run,
          value: { value in
            guard let row = state.value.receive(value, from: index) else { return }
            downstream._value(row)
            // What was let go meanwhile is interrupted, and only that.
            if run._isLive, state.value.isExhausted { downstream._end(.completed) }
          },
          ended: { end in
            guard case .completed = end else { return downstream._end(end) }
            state.value.complete(index)
            if state.value.isExhausted { downstream._end(.completed) }
          })
      }
    }
  }

  /// Sends the first values of both producers together, then the second ones; see ``zip(_:)``.
  @inlinable
  public static func zip<Other>(
    _ first: SignalProducer, _ second: SignalProducer<Other, Error>
  ) -> SignalProducer<(Value, Other), Error> {
    ._joining { run, downstream in
      let left = _Cell<Deque<Value>>([])
      let right = _Cell<Deque<Other>>([])
      // Whether the input has completed, so that its empty queue is the end.
      let leftEnd = _Cell(false)
      let rightEnd = _Cell(false)
      let send = {
        if let a = left.value.first, let b = right.value.first {
          left.value.removeFirst()
          right.value.removeFirst()
          downstream._value((a, b))
        }
        let isExhausted = leftEnd.value && left.value.isEmpty || rightEnd.value && right.value.isEmpty
        if run._isLive, isExhausted { downstream._end(.completed) }
      }
      first._begin(
        in: run,
        value: {
          left.value.append($0)
          send()
        },
        ended: { end in
          guard case .completed = end else { return downstream._end(end) }
          leftEnd.value = true
          send()
        })
      guard run._isLive else { return }
      second._begin(
        in: run,
        value: {
          right.value.append($0)
          send()
        },
        ended: { end in
          guard case .completed = end else { return downstream._end(end) }
          rightEnd.value = true
          send()
        })
    }
  }

  /// Sends the first values of all producers together, then the second ones; see ``zip(_:)``.
  ///
  /// The producers may send values of different types, and there may be any number of them.
  @inlinable
  @_disfavoredOverload
  public static func zip<each Other>(
    _ first: SignalProducer, _ others: repeat SignalProducer<each Other, Error>
  ) -> SignalProducer<(Value, repeat each Other), Error> {
    ._zip(first, repeat each others)
  }

  /// Sends what `combine` makes of the first values of both producers, then of the second ones; see
  /// ``zip(_:)``.
  @inlinable
  public static func zip<First, Second>(
    _ first: SignalProducer<First, Error>, _ second: SignalProducer<Second, Error>,
    combine: @escaping (First, Second) -> Value
  ) -> SignalProducer {
    SignalProducer<First, Error>.zip(first, second).map { combine($0.0, $0.1) }
  }

  /// Sends what `combine` makes of the first values of all producers, then of the second ones; see
  /// ``zip(_:)``.
  @inlinable
  @_disfavoredOverload
  public static func zip<each Input>(
    _ producers: repeat SignalProducer<each Input, Error>, combine: @escaping (repeat each Input) -> Value
  ) -> SignalProducer {
    SignalProducer<(repeat each Input), Error>._zip(repeat each producers).map { combine(repeat each $0) }
  }

  /// The zip of any number of producers, whatever they send.
  @inlinable
  static func _zip<each Input>(
    _ producers: repeat SignalProducer<each Input, Error>
  ) -> SignalProducer where Value == (repeat each Input) {
    let producers = (repeat each producers)
    var count = 0
    for _ in repeat each producers { count += 1 }
    if count == 0 { return .empty }
    return ._joining { [count] run, downstream in
      let tally = _Cell(_ZipTally(count: count))
      let queues = (repeat _Cell<Deque<each Input>>([]))
      let send = {
        downstream._value((repeat (each queues).value.removeFirst()))
        if run._isLive, tally.value.isExhausted { downstream._end(.completed) }
      }
      var begun = 0
      func begin<T>(_ producer: SignalProducer<T, Error>, _ queue: _Cell<Deque<T>>) {
        guard run._isLive else { return }
        let input = begun
        begun += 1
        producer._begin(
          in: run,
          value: { value in
            queue.value.append(value)
            if tally.value.receive(from: input) { send() }
          },
          ended: { end in
            guard case .completed = end else { return downstream._end(end) }
            tally.value.complete(input)
            if tally.value.isExhausted { downstream._end(.completed) }
          })
      }
      repeat begin(each producers, each queues)
    }
  }

  /// Sends the values of both producers in pairs; see ``zip(_:)``.
  @inlinable
  public func zip<Other>(with other: SignalProducer<Other, Error>) -> SignalProducer<(Value, Other), Error> {
    Self.zip(self, other)
  }
}

extension Signal {
  /// Sends the first values of all signals together, then the second ones; see ``SignalProducer/zip(_:)``.
  @inlinable
  public static func zip(_ signals: some Sequence<Signal>) -> Signal<[Value], Error> {
    SignalProducer<Value, Error>.zip(signals.map(\.producer))._started()
  }

  /// Sends the first values of both signals together, then the second ones; see ``SignalProducer/zip(_:)``.
  @inlinable
  public static func zip<Other>(_ first: Signal, _ second: Signal<Other, Error>) -> Signal<(Value, Other), Error> {
    SignalProducer<Value, Error>.zip(first.producer, second.producer)._started()
  }

  /// Sends the first values of all signals together, then the second ones; see ``SignalProducer/zip(_:)``.
  @inlinable
  @_disfavoredOverload
  public static func zip<each Other>(
    _ first: Signal, _ others: repeat Signal<each Other, Error>
  ) -> Signal<(Value, repeat each Other), Error> {
    SignalProducer<(Value, repeat each Other), Error>._zip(first.producer, repeat (each others).producer)._started()
  }

  /// Sends what `combine` makes of the first values of both signals, then of the second ones; see
  /// ``SignalProducer/zip(_:)``.
  @inlinable
  public static func zip<First, Second>(
    _ first: Signal<First, Error>, _ second: Signal<Second, Error>, combine: @escaping (First, Second) -> Value
  ) -> Signal {
    SignalProducer<Value, Error>.zip(first.producer, second.producer, combine: combine)._started()
  }

  /// Sends what `combine` makes of the first values of all signals, then of the second ones; see
  /// ``SignalProducer/zip(_:)``.
  @inlinable
  @_disfavoredOverload
  public static func zip<each Input>(
    _ signals: repeat Signal<each Input, Error>, combine: @escaping (repeat each Input) -> Value
  ) -> Signal {
    SignalProducer<Value, Error>.zip(repeat (each signals).producer, combine: combine)._started()
  }

  /// Sends the values of both signals in pairs; see ``SignalProducer/zip(_:)``.
  @inlinable
  public func zip<Other>(with other: Signal<Other, Error>) -> Signal<(Value, Other), Error> {
    lift { $0.zip(with: other.producer) }
  }
}
