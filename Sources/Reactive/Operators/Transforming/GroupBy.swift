// The operator that groups values by a key.

/// A stream of the values of a source that have the same key.
///
/// A group is hot: it sends a value when the source does. Values that are sent before the first observation are
/// stored for that observer. Later observers only receive the following events.
public struct StreamGroup<Key, Value, Error: Swift.Error>: SignalProducerConvertible {
  /// The common key of the values.
  public let key: Key
  /// The producer of the values.
  public let producer: SignalProducer<Value, Error>

  @inlinable
  init(key: Key, producer: SignalProducer<Value, Error>) {
    self.key = key
    self.producer = producer
  }
}

extension StreamGroup: @unchecked Sendable where Key: Sendable, Value: Sendable {}

/// One start of a source with grouped values.
@usableFromInline
final class _Grouping<Key: Hashable, Value, Error: Swift.Error>: @unchecked Sendable {
  @usableFromInline typealias Group = StreamGroup<Key, Value, Error>

  @usableFromInline let _source = _ProducerSubscription()
  @usableFromInline let _key: (Value) -> Key
  @usableFromInline let _downstream: Observer<Group, Error>
  /// The groups by their key, and in the order of their creation.
  ///
  /// Only accessed in the domain of the source.
  @exclusivity(unchecked) @usableFromInline var _groups: [Key: Observer<Value, Error>] = [:]
  @exclusivity(unchecked) @usableFromInline var _order: [Observer<Value, Error>] = []
  @usableFromInline let _usage = _Locked(_Usage())

  /// The users of the source: the observer of the result, and the groups.
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
    // After the result has ended, no one can observe a new group.
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

  /// Changes the usage, and disposes the source when it is not used any more.
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
  /// Sends a stream for each key that `key` returns for a value.
  ///
  /// The stream sends the values with that key.
  ///
  /// ```marble
  /// a = --1--2--3--4--|
  /// a.groupBy { $0 % 2 } == --<1-----3-----|>--<2-----4--|>--------|
  /// a.groupBy { $0 % 2 }.flatMap(.merge) { $0.collect() } == --------------([[1,3]][[2,4]]|)
  /// ```
  ///
  /// When the source ends, the groups end with the same event in the order of their creation, and then the result
  /// ends. A group is hot, but it stores its values until its first observation for that observer. All groups are
  /// stored until the source ends, so their number should be limited. The semantics are those of RxJS's `groupBy`: if
  /// the result is disposed or ends before the source, groups that are referenced or observed continue, and the
  /// source is disposed with the last of them.
  @inlinable
  @_disfavoredOverload
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
  /// Sends a stream for each key that `key` returns for a value; see ``SignalProducer/groupBy(_:)``.
  @inlinable
  @_disfavoredOverload
  public func groupBy<Key: Hashable>(
    _ key: @escaping (Value) -> Key
  ) -> Signal<StreamGroup<Key, Value, Error>, Error> {
    lift { $0.groupBy(key) }
  }
}
