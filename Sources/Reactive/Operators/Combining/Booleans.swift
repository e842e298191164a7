// Operators on streams of Booleans.

extension SignalProducer where Value == Bool {
  /// Sends `false` for `true` and `true` for `false`.
  ///
  /// ```marble
  /// a = --[true]--[false]--|
  /// a.negate() == --[false]--[true]--|
  /// ```
  ///
  /// Ends with the source. As ReactiveSwift's `negate`.
  @inlinable
  public func negate() -> SignalProducer { map { !$0 } }

  /// Sends whether the latest values of both are true, whenever one sends and both have sent.
  ///
  /// ```marble
  /// a = [true]----[false]--|
  /// b = --[false]-[true]---|
  /// a.and(b) == --[false]-[true][false]--|
  /// ```
  ///
  /// Ends as ``combineLatest(with:)-(SignalProducer<Other,Error>)`` does. As ReactiveSwift's `and`.
  @inlinable
  public func and(_ other: SignalProducer) -> SignalProducer { .combineLatest(self, other) { $0 && $1 } }

  /// Sends whether the latest value of either is true, whenever one sends and both have sent.
  ///
  /// ```marble
  /// a = [true]----[false]--|
  /// b = --[false]-[true]---|
  /// a.or(b) == --[true]-[true][true]--|
  /// ```
  ///
  /// Ends as ``combineLatest(with:)-(SignalProducer<Other,Error>)`` does. As ReactiveSwift's `or`.
  @inlinable
  public func or(_ other: SignalProducer) -> SignalProducer { .combineLatest(self, other) { $0 || $1 } }

  /// The producer, negated; see ``negate()``.
  @inlinable
  public static prefix func ! (producer: SignalProducer) -> SignalProducer { producer.negate() }

  /// Whether both are true; see ``and(_:)``.
  @inlinable
  public static func && (left: SignalProducer, right: SignalProducer) -> SignalProducer { left.and(right) }

  /// Whether either is true; see ``or(_:)``.
  @inlinable
  public static func || (left: SignalProducer, right: SignalProducer) -> SignalProducer { left.or(right) }
}

extension Signal where Value == Bool {
  /// Sends `false` for `true` and `true` for `false`; see ``SignalProducer/negate()``.
  @inlinable
  public func negate() -> Signal { map { !$0 } }

  /// Sends whether the latest values of both are true; see ``SignalProducer/and(_:)``.
  @inlinable
  public func and(_ other: Signal) -> Signal { .combineLatest(self, other) { $0 && $1 } }

  /// Sends whether the latest value of either is true; see ``SignalProducer/or(_:)``.
  @inlinable
  public func or(_ other: Signal) -> Signal { .combineLatest(self, other) { $0 || $1 } }

  /// The signal, negated; see ``SignalProducer/negate()``.
  @inlinable
  public static prefix func ! (signal: Signal) -> Signal { signal.negate() }

  /// Whether both are true; see ``SignalProducer/and(_:)``.
  @inlinable
  public static func && (left: Signal, right: Signal) -> Signal { left.and(right) }

  /// Whether either is true; see ``SignalProducer/or(_:)``.
  @inlinable
  public static func || (left: Signal, right: Signal) -> Signal { left.or(right) }
}
