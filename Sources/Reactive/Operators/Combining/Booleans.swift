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

  /// Sends whether the latest values of all streams are true, each time a stream sends a value and all have sent one.
  ///
  /// Without streams, sends `true` and completes. Ends as ``SignalProducer/combineLatest(_:)-(Sequence<SignalProducer>)``
  /// does. The semantics are those of ReactiveSwift's `all`.
  @inlinable
  public static func all(_ streams: some Sequence<Self>) -> Self {
    _make(
      from: .combineLatest(streams.map { $0.producer }, emptySentinel: []).map { values in values.allSatisfy { $0 } })
  }

  /// Sends whether the latest values of all streams are true; see ``all(_:)-(Sequence<Self>)``.
  @inlinable
  public static func all(_ streams: Self...) -> Self { all(streams) }

  /// Sends whether the latest value of at least one stream is true, each time a stream sends a value and all have sent
  /// one.
  ///
  /// Without streams, sends `false` and completes. Ends as
  /// ``SignalProducer/combineLatest(_:)-(Sequence<SignalProducer>)`` does. The semantics are those of ReactiveSwift's
  /// `any`.
  @inlinable
  public static func any(_ streams: some Sequence<Self>) -> Self {
    _make(from: .combineLatest(streams.map { $0.producer }, emptySentinel: []).map { $0.contains(true) })
  }

  /// Sends whether the latest value of at least one stream is true; see ``any(_:)-(Sequence<Self>)``.
  @inlinable
  public static func any(_ streams: Self...) -> Self { any(streams) }

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

// MARK: Other kinds of streams

extension SignalProducer where Value == Bool {
  /// Sends whether the latest values of both streams are true; see ``StreamProtocol/and(_:)``.
  @inlinable
  @_disfavoredOverload
  public func and(_ other: some SignalProducerConvertible<Bool, Error>) -> SignalProducer {
    and(other.producer)
  }

  /// Sends whether the latest value of at least one stream is true; see ``StreamProtocol/or(_:)``.
  @inlinable
  @_disfavoredOverload
  public func or(_ other: some SignalProducerConvertible<Bool, Error>) -> SignalProducer {
    or(other.producer)
  }

  /// Sends whether the latest values of all streams are true; see ``StreamProtocol/all(_:)-(Sequence<Self>)``.
  @inlinable
  @_disfavoredOverload
  public static func all<Stream: SignalProducerConvertible>(_ streams: some Sequence<Stream>) -> SignalProducer
  where Stream.Value == Bool, Stream.Error == Error {
    all(streams.map(\.producer))
  }

  /// Sends whether the latest value of at least one stream is true; see
  /// ``StreamProtocol/any(_:)-(Sequence<Self>)``.
  @inlinable
  @_disfavoredOverload
  public static func any<Stream: SignalProducerConvertible>(_ streams: some Sequence<Stream>) -> SignalProducer
  where Stream.Value == Bool, Stream.Error == Error {
    any(streams.map(\.producer))
  }
}

extension Signal where Value == Bool {
  /// Sends whether the latest values of both streams are true; see ``StreamProtocol/and(_:)``.
  @inlinable
  @_disfavoredOverload
  public func and(_ other: some SignalProducerConvertible<Bool, Error>) -> Signal {
    lift { $0.and(other.producer) }
  }

  /// Sends whether the latest value of at least one stream is true; see ``StreamProtocol/or(_:)``.
  @inlinable
  @_disfavoredOverload
  public func or(_ other: some SignalProducerConvertible<Bool, Error>) -> Signal {
    lift { $0.or(other.producer) }
  }
}
