import DequeModule

// Operators that make one stream of several.

// MARK: merge, concat

extension SignalProducer {
  /// Sends what any of the producers sends, as it comes.
  ///
  /// ```marble
  /// a = --1-----3|
  /// b = -----2-----4|
  /// merge(a, b) == --1--2--3--4|
  /// ```
  ///
  /// Completes when all have; one that is interrupted counts as completed. Fails at once when one fails. The producers
  /// are started in their order. Otherwise as ReactiveSwift's `merge`.
  @inlinable
  public static func merge(_ producers: some Sequence<SignalProducer>) -> SignalProducer {
    SignalProducer<SignalProducer, Error>(producers).flatten(.merge)
  }

  /// Sends what any of the producers sends, as it comes; see ``merge(_:)-(Sequence)``.
  @inlinable
  public static func merge(_ producers: SignalProducer...) -> SignalProducer {
    merge(producers)
  }

  /// Sends what both producers send, as it comes.
  @inlinable
  public func merge(with other: SignalProducer) -> SignalProducer {
    .merge([self, other])
  }

  /// Sends what the producers send, one after the other.
  ///
  /// ```marble
  /// a = cold -1-2|
  /// b = cold -3|
  /// concat(a, b) == -1-2-3|
  /// ```
  ///
  /// Each is started when the one before has completed or was interrupted. Fails when one fails. Otherwise as
  /// ReactiveSwift's `concat`.
  @inlinable
  public static func concat(_ producers: some Sequence<SignalProducer>) -> SignalProducer {
    SignalProducer<SignalProducer, Error>(producers).flatten(.concat)
  }

  /// Sends what the producers send, one after the other; see ``concat(_:)-(Sequence)``.
  @inlinable
  public static func concat(_ producers: SignalProducer...) -> SignalProducer {
    concat(producers)
  }

  /// Sends what this producer sends, and then what `next` does.
  @inlinable
  public func concat(_ next: SignalProducer) -> SignalProducer {
    .concat([self, next])
  }
}

extension Signal {
  /// Sends what any of the signals sends, as it comes; see ``SignalProducer/merge(_:)-(Sequence)``.
  @inlinable
  public static func merge(_ signals: some Sequence<Signal>) -> Signal {
    SignalProducer<Value, Error>.merge(signals.map(\.producer))._started()
  }

  /// Sends what any of the signals sends, as it comes; see ``SignalProducer/merge(_:)-(Sequence)``.
  @inlinable
  public static func merge(_ signals: Signal...) -> Signal {
    merge(signals)
  }

  /// Sends what both signals send, as it comes.
  @inlinable
  public func merge(with other: Signal) -> Signal {
    .merge([self, other])
  }

  /// Sends what this signal sends, and from its completion on what `next` does.
  @inlinable
  public func concat(_ next: SignalProducer<Value, Error>) -> Signal {
    lift { $0.concat(next) }
  }
}

// MARK: zip

/// The queues of a zip: first in, first out, an input each.
@usableFromInline
struct _ZipState<Value> {
  @usableFromInline var _queues: [Deque<Value>]
  @usableFromInline var _hasCompleted: [Bool]
  /// How many queues hold something.
  @usableFromInline var _filledCount = 0

  @inlinable
  init(count: Int) {
    _queues = Array(repeating: [], count: count)
    _hasCompleted = Array(repeating: false, count: count)
  }

  /// An input sent a value; what can be sent now, if anything.
  @inlinable
  mutating func receive(_ value: Value, from input: Int) -> [Value]? {
    if _queues[input].isEmpty { _filledCount += 1 }
    _queues[input].append(value)
    guard _filledCount == _queues.count else { return nil }
    var row: [Value] = []
    row.reserveCapacity(_queues.count)
    for index in _queues.indices {
      row.append(_queues[index].removeFirst())
      if _queues[index].isEmpty { _filledCount -= 1 }
    }
    return row
  }

  /// An input has completed.
  @inlinable
  mutating func complete(_ input: Int) {
    _hasCompleted[input] = true
  }

  /// Whether nothing can be sent any more: some input has completed and all it sent is used up.
  @inlinable
  var isExhausted: Bool {
    _queues.indices.contains { _hasCompleted[$0] && _queues[$0].isEmpty }
  }
}

extension SignalProducer {
  /// Sends the first values of all producers together, then the second ones, and so on.
  ///
  /// ```marble
  /// a = 1-2-3--|
  /// b = -x---y---|
  /// zip(a, b) == -[1,x]---[2,y]---|
  /// ```
  ///
  /// Completes as soon as it can send nothing more. Fails or is interrupted at once with any of them. The producers
  /// are started in their order; without producers it completes at once. As ReactiveSwift's `zip`.
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
            if state.value.isExhausted { downstream._end(.completed) }
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
        if leftEnd.value && left.value.isEmpty || rightEnd.value && right.value.isEmpty {
          downstream._end(.completed)
        }
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

  /// Sends the values of both signals in pairs; see ``SignalProducer/zip(_:)``.
  @inlinable
  public func zip<Other>(with other: Signal<Other, Error>) -> Signal<(Value, Other), Error> {
    Self.zip(self, other)
  }
}

// MARK: combineLatest

/// The latest value of each input of a combineLatest.
@usableFromInline
struct _LatestState<Value> {
  @usableFromInline var _latest: [Value?]
  @usableFromInline var _missingCount: Int
  @usableFromInline var _runningCount: Int

  @inlinable
  init(count: Int) {
    _latest = Array(repeating: nil, count: count)
    _missingCount = count
    _runningCount = count
  }

  /// An input sent a value; what is to be sent, once all have sent one.
  @inlinable
  mutating func receive(_ value: Value, from input: Int) -> [Value]? {
    if _latest[input] == nil { _missingCount -= 1 }
    _latest[input] = .some(value)
    return _missingCount == 0 ? _latest.compactMap { $0 } : nil
  }

  /// An input has completed; whether all have now.
  @inlinable
  mutating func complete() -> Bool {
    _runningCount -= 1
    return _runningCount == 0
  }
}

extension SignalProducer {
  /// Sends the latest values of all producers together, whenever one sends and all have sent.
  ///
  /// ```marble
  /// a = 1---2----|
  /// b = --x---y--|
  /// combineLatest(a, b) == --[1,x]-[2,x]-[2,y]--|
  /// ```
  ///
  /// Completes when all have; the last value of one that has completed stays in use. Fails or is interrupted at once
  /// with any of them. The producers are started in their order; without producers it completes at once. As
  /// ReactiveSwift's `combineLatest`.
  @inlinable
  public static func combineLatest(_ producers: some Sequence<SignalProducer>) -> SignalProducer<[Value], Error> {
    let producers = Array(producers)
    if producers.isEmpty { return .empty }
    return ._joining { run, downstream in
      let state = _Cell(_LatestState<Value>(count: producers.count))
      for (index, producer) in producers.enumerated() where run._isLive {
        producer._begin(
          in: run,
          value: { value in
            if let row = state.value.receive(value, from: index) { downstream._value(row) }
          },
          ended: { end in
            guard case .completed = end else { return downstream._end(end) }
            if state.value.complete() { downstream._end(.completed) }
          })
      }
    }
  }

  /// Sends the latest values of both producers together; see ``combineLatest(_:)``.
  @inlinable
  public static func combineLatest<Other>(
    _ first: SignalProducer, _ second: SignalProducer<Other, Error>
  ) -> SignalProducer<(Value, Other), Error> {
    ._joining { run, downstream in
      let left = _Cell<Value?>(nil)
      let right = _Cell<Other?>(nil)
      let hasOneCompleted = _Cell(false)
      let complete = {
        if hasOneCompleted.value { downstream._end(.completed) }
        hasOneCompleted.value = true
      }
      first._begin(
        in: run,
        value: { value in
          left.value = .some(value)
          if let other = right.value { downstream._value((value, other)) }
        },
        ended: { end in
          if case .completed = end { complete() } else { downstream._end(end) }
        })
      guard run._isLive else { return }
      second._begin(
        in: run,
        value: { other in
          right.value = .some(other)
          if let value = left.value { downstream._value((value, other)) }
        },
        ended: { end in
          if case .completed = end { complete() } else { downstream._end(end) }
        })
    }
  }

  /// Sends the latest values of both producers together; see ``combineLatest(_:)``.
  @inlinable
  public func combineLatest<Other>(
    with other: SignalProducer<Other, Error>
  ) -> SignalProducer<(Value, Other), Error> {
    Self.combineLatest(self, other)
  }
}

extension Signal {
  /// Sends the latest values of all signals together; see ``SignalProducer/combineLatest(_:)``.
  @inlinable
  public static func combineLatest(_ signals: some Sequence<Signal>) -> Signal<[Value], Error> {
    SignalProducer<Value, Error>.combineLatest(signals.map(\.producer))._started()
  }

  /// Sends the latest values of both signals together; see ``SignalProducer/combineLatest(_:)``.
  @inlinable
  public static func combineLatest<Other>(
    _ first: Signal, _ second: Signal<Other, Error>
  ) -> Signal<(Value, Other), Error> {
    SignalProducer<Value, Error>.combineLatest(first.producer, second.producer)._started()
  }

  /// Sends the latest values of both signals together; see ``SignalProducer/combineLatest(_:)``.
  @inlinable
  public func combineLatest<Other>(with other: Signal<Other, Error>) -> Signal<(Value, Other), Error> {
    Self.combineLatest(self, other)
  }
}
