// Operators that send the events of several streams as they are sent.

// MARK: merge

extension StreamProtocol {
  /// Sends the values of all streams as they are sent.
  ///
  /// ```marble
  /// a = --1-----3|
  /// b = -----2-----4|
  /// merge(a, b) == --1--2--3--4|
  /// ```
  ///
  /// Completes when all streams have completed. An interruption of a stream counts as its completion. Fails
  /// immediately when a stream fails. The streams are started in their order. Without streams, the result completes
  /// immediately. Apart from that, the semantics are those of ReactiveSwift's `merge`.
  @inlinable
  public static func merge(_ streams: some Sequence<Self>) -> Self {
    _make(from: SignalProducer(streams.lazy.map { $0.producer }).flatten(.merge))
  }

  /// Sends the values of all streams as they are sent; see ``StreamProtocol/merge(_:)-(Sequence<Self>)``.
  @inlinable
  public static func merge(_ streams: Self...) -> Self {
    merge(streams)
  }

  /// Sends the values of both streams as they are sent; see ``StreamProtocol/merge(_:)-(Sequence<Self>)``.
  @inlinable
  public func merge(with other: Self) -> Self {
    .merge([self, other])
  }
}

extension SignalProducer {
  /// Sends the values of this producer and of any kind of stream as they are sent; see
  /// ``StreamProtocol/merge(_:)-(Sequence<Self>)``.
  @inlinable
  @_disfavoredOverload
  public func merge(with other: some SignalProducerConvertible<Value, Error>) -> SignalProducer {
    merge(with: other.producer)
  }
}

// MARK: race

extension StreamProtocol {
  /// Sends the events of the first stream that sends one, and disposes the other streams.
  ///
  /// ```marble
  /// a = ---1--2|
  /// b = --x---y--|
  /// race(a, b) == --x---y--|
  /// ```
  ///
  /// The first event can be of any kind, also a terminal event. The other streams are disposed before it is sent. An
  /// interruption of the first stream completes the result. The streams are started in their order until one has sent
  /// an event. Without streams, the result completes immediately. Apart from that, the semantics are those of
  /// ReactiveSwift's `race`.
  @inlinable
  public static func race(_ streams: some Sequence<Self>) -> Self {
    _make(from: SignalProducer(streams.lazy.map { $0.producer }).flatten(.race))
  }

  /// Sends the events of the first stream that sends one; see ``StreamProtocol/race(_:)-(Sequence<Self>)``.
  @inlinable
  public static func race(_ streams: Self...) -> Self {
    race(streams)
  }

  /// Sends the events of this or the other stream, whichever sends first; see
  /// ``StreamProtocol/race(_:)-(Sequence<Self>)``.
  @inlinable
  public func race(with other: Self) -> Self {
    .race([self, other])
  }
}
