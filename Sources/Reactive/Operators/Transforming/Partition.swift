extension StreamProtocol {
  /// Returns a stream of the values for which `isIncluded` is true, and a stream of the others.
  ///
  /// ```marble
  /// a = --1--2--3--|
  /// a.partition { $0 > 1 } == (<-----2--3--|><--1--------|>|)
  /// ```
  ///
  /// Each stream observes the source separately, as two calls of `filter` do. So a producer is started by both. To
  /// start it once, apply `share` before. The semantics are those of RxJS's `partition`.
  @inlinable
  @_disfavoredOverload
  public func partition(@PredicateBuilder _ isIncluded: @escaping (Value) -> Bool) -> (included: Self, others: Self) {
    (filter(isIncluded), filter { !isIncluded($0) })
  }
}
