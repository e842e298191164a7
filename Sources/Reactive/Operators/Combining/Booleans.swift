// Operators on streams of Booleans.

extension StreamProtocol where Value == Bool {
  /// Sends `false` for `true` and `true` for `false`.
  ///
  /// ```marble
  /// a = --[true]--[false]--|
  /// a.negate() == --[false]--[true]--|
  /// ```
  ///
  /// Ends with the source. As ReactiveSwift's `negate`.
  @inlinable
  public func negate() -> Self { _lift(.map { !$0 }) }

  /// Sends whether the latest values of both are true, whenever one sends and both have sent.
  ///
  /// ```marble
  /// a = [true]----[false]--|
  /// b = --[false]-[true]---|
  /// a.and(b) == --[false]-[true][false]--|
  /// ```
  ///
  /// Ends as ``SignalProducer/combineLatest(with:)-(SignalProducer<Other,Error>)`` does. As ReactiveSwift's `and`.
  @inlinable
  public func and(_ other: Self) -> Self { _lift { .combineLatest($0, other.producer) { $0 && $1 } } }

  /// Sends whether the latest value of either is true, whenever one sends and both have sent.
  ///
  /// ```marble
  /// a = [true]----[false]--|
  /// b = --[false]-[true]---|
  /// a.or(b) == --[true]-[true][true]--|
  /// ```
  ///
  /// Ends as ``SignalProducer/combineLatest(with:)-(SignalProducer<Other,Error>)`` does. As ReactiveSwift's `or`.
  @inlinable
  public func or(_ other: Self) -> Self { _lift { .combineLatest($0, other.producer) { $0 || $1 } } }

  /// The stream, negated; see ``negate()``.
  @inlinable
  public static prefix func ! (stream: Self) -> Self { stream.negate() }

  /// Whether both are true; see ``and(_:)``.
  @inlinable
  public static func && (left: Self, right: Self) -> Self { left.and(right) }

  /// Whether either is true; see ``or(_:)``.
  @inlinable
  public static func || (left: Self, right: Self) -> Self { left.or(right) }
}
