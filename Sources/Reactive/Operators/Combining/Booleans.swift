// Operators on streams of Booleans.

extension StreamProtocol where Value == Bool {
  /// Sends `false` for `true` and `true` for `false`.
  ///
  /// ```marble
  /// a = --[true]--[false]--|
  /// a.negate() == --[false]--[true]--|
  /// ```
  ///
  /// Ends when the source ends. The semantics are those of ReactiveSwift's `negate`.
  @inlinable
  public func negate() -> Self { _lift(.map { !$0 }) }

  /// Sends whether the latest values of both streams are true, each time either stream sends a value and both have
  /// sent one.
  ///
  /// ```marble
  /// a = [true]----[false]--|
  /// b = --[false]-[true]---|
  /// a.and(b) == --[false]-[true][false]--|
  /// ```
  ///
  /// Ends as ``SignalProducer/combineLatest(with:)-(SignalProducer<Other,Error>)`` does. The semantics are those of
  /// ReactiveSwift's `and`.
  @inlinable
  public func and(_ other: Self) -> Self { _lift { .combineLatest($0, other.producer) { $0 && $1 } } }

  /// Sends whether the latest value of at least one stream is true, each time either stream sends a value and both
  /// have sent one.
  ///
  /// ```marble
  /// a = [true]----[false]--|
  /// b = --[false]-[true]---|
  /// a.or(b) == --[true]-[true][true]--|
  /// ```
  ///
  /// Ends as ``SignalProducer/combineLatest(with:)-(SignalProducer<Other,Error>)`` does. The semantics are those of
  /// ReactiveSwift's `or`.
  @inlinable
  public func or(_ other: Self) -> Self { _lift { .combineLatest($0, other.producer) { $0 || $1 } } }

  /// Sends the negated values of the stream; see ``negate()``.
  @inlinable
  public static prefix func ! (stream: Self) -> Self { stream.negate() }

  /// Sends whether the latest values of both streams are true; see ``and(_:)``.
  @inlinable
  public static func && (left: Self, right: Self) -> Self { left.and(right) }

  /// Sends whether the latest value of at least one stream is true; see ``or(_:)``.
  @inlinable
  public static func || (left: Self, right: Self) -> Self { left.or(right) }
}
