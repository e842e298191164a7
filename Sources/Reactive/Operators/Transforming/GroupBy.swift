// The operator that sorts values into streams.

/// The values of a stream that have a key in common, as a stream of their own.
///
/// It is hot: its values come when the source sends them. What comes before the first observation is kept for that
/// observer; whoever comes later gets what is sent from then on.
public struct StreamGroup<Key, Value, Error: Swift.Error>: SignalProducerConvertible {
  /// What the values have in common.
  public let key: Key
  /// The values.
  public let producer: SignalProducer<Value, Error>

  @inlinable
  init(key: Key, producer: SignalProducer<Value, Error>) {
    self.key = key
    self.producer = producer
  }
}

extension StreamGroup: @unchecked Sendable where Key: Sendable, Value: Sendable {}

/// One start of a source whose values are sorted.
@usableFromInline
final class _Grouping<Key: Hashable, Value, Error: Swift.Error>: @unchecked Sendable {
  @usableFromInline typealias Group = StreamGroup<Key, Value, Error>

  @usableFromInline let _source = _ProducerSubscription()
  @usableFromInline let _key: (Value) -> Key
  @usableFromInline let _downstream: Observer<Group, Error>
  /// The groups by key, and in the order of their opening; only touched in the domain of the source.
  @exclusivity(unchecked) @usableFromInline var _groups: [Key: Observer<Value, Error>] = [:]
  @exclusivity(unchecked) @usableFromInline var _order: [Observer<Value, Error>] = []
  @usableFromInline let _usage = _Locked(_Usage())

  /// Who still wants the source to run.
  @usableFromInline
  struct _Usage {
    @usableFromInline var isOuterObserved = true
    @usableFromInline var groupCount = 0

    @inlinable
    init() {}

    @inlinable
    var isGone: Bool { !isOuterObserved && groupCount == 0 }
  }

  @inlinable
  init(_ key: @escaping (Value) -> Key, _ downstream: Observer<Group, Error>) {
    _key = key
    _downstream = downstream
  }

  @inlinable
  func _receive(_ value: Value) {
    let key = _key(value)
    if let group = _groups[key] { return group._value(value) }
    // Once the result is over, nobody could observe another group.
    guard
      _usage.withLock({ demand in
        if demand.isOuterObserved { demand.groupCount += 1 }
        return demand.isOuterObserved
      })
    else { return }
    let part = _Substream<Value, Error>()
    let group = part._observer
    _groups[key] = group
    _order.append(group)
    _downstream._value(Group(key: key, producer: part._producer { self._change { $0.groupCount -= 1 } }))
    group._value(value)
  }

  @inlinable
  func _end(_ end: TerminalEvent<Error>) {
    let groups = _order
    _order = []
    _groups = [:]
    for group in groups { group._end(end) }
    _downstream._end(end)
  }

  /// Takes note of a change in who wants what, and lets the source go when nobody wants anything.
  @inlinable
  func _change(_ change: (inout _Usage) -> Void) {
    let isGone = _usage.withLock { demand in
      change(&demand)
      return demand.isGone
    }
    if isGone { _source.dispose() }
  }
}

extension SignalProducer {
  /// Sends a stream for each key that `key` gives a value; the stream sends the values that have that key.
  ///
  /// ```marble
  /// a = --1--2--3--4--|
  /// a.groupBy { $0 % 2 } == --<1-----3-----|>--<2-----4--|>--------|
  /// a.groupBy { $0 % 2 }.flatMap(.merge) { $0.collect() } == --------------([[1,3]][[2,4]]|)
  /// ```
  ///
  /// When the source ends, in whatever way, so do the groups, in the order of their opening, and then the result. A
  /// group is hot, but keeps what comes before its first observer for that one. The groups are kept until the source
  /// ends, so there should not be any number of them. As RxJS's `groupBy`: when the result is disposed or ends by
  /// itself, groups that are held or observed go on, and the source is disposed with the last of them.
  @inlinable
  public func groupBy<Key: Hashable>(
    _ key: @escaping (Value) -> Key
  ) -> SignalProducer<StreamGroup<Key, Value, Error>, Error> {
    SignalProducer<StreamGroup<Key, Value, Error>, Error> { observer, lifetime in
      let grouping = _Grouping(key, observer)
      lifetime.observeEnded { grouping._change { $0.isOuterObserved = false } }
      let source = grouping._source
      _begin(source._guarding(Observer(value: grouping._receive, ended: grouping._end)), source)
    }
  }
}

extension Signal {
  /// Sends a stream for each key that `key` gives a value; see ``SignalProducer/groupBy(_:)``.
  @inlinable
  public func groupBy<Key: Hashable>(
    _ key: @escaping (Value) -> Key
  ) -> Signal<StreamGroup<Key, Value, Error>, Error> {
    lift { $0.groupBy(key) }
  }
}
