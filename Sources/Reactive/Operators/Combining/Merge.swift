// Operators that send what any of several streams sends.

// MARK: merge

extension StreamProtocol {
  /// Sends what any of the streams sends, as it comes.
  ///
  /// ```marble
  /// a = --1-----3|
  /// b = -----2-----4|
  /// merge(a, b) == --1--2--3--4|
  /// ```
  ///
  /// Completes when all have; one that is interrupted counts as completed. Fails immediately when one fails. The streams
  /// are started in their order; without any it completes immediately. Otherwise as ReactiveSwift's `merge`.
  @inlinable
  public static func merge(_ streams: some Sequence<Self>) -> Self {
    _make(from: SignalProducer(streams.lazy.map { $0.producer }).flatten(.merge))
  }

  /// Sends what any of the streams sends, as it comes; see ``StreamProtocol/merge(_:)-(Sequence<Self>)``.
  @inlinable
  public static func merge(_ streams: Self...) -> Self {
    merge(streams)
  }

  /// Sends what both streams send, as it comes; see ``StreamProtocol/merge(_:)-(Sequence<Self>)``.
  @inlinable
  public func merge(with other: Self) -> Self {
    .merge([self, other])
  }
}

// MARK: race

extension StreamProtocol {
  /// Sends what the stream sends that is the first to send anything; the others are disposed.
  ///
  /// ```marble
  /// a = ---1--2|
  /// b = --x---y--|
  /// race(a, b) == --x---y--|
  /// ```
  ///
  /// An event of any kind wins, an end too, and the others are disposed before it is sent. That the winner is
  /// interrupted counts as its completion. The streams are started in their order, until one has won; without any it
  /// completes immediately. Otherwise as ReactiveSwift's `race`.
  @inlinable
  public static func race(_ streams: some Sequence<Self>) -> Self {
    _make(from: SignalProducer(streams.lazy.map { $0.producer }).flatten(.race))
  }

  /// Sends what the stream sends that is the first to send anything; see ``StreamProtocol/race(_:)-(Sequence<Self>)``.
  @inlinable
  public static func race(_ streams: Self...) -> Self {
    race(streams)
  }

  /// Sends what this or the other stream sends, whichever is first; see ``StreamProtocol/race(_:)-(Sequence<Self>)``.
  @inlinable
  public func race(with other: Self) -> Self {
    .race([self, other])
  }
}
