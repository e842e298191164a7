// Operators that send what any of several streams sends.

// MARK: merge

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
  /// are started in their order; without producers it completes at once. Otherwise as ReactiveSwift's `merge`.
  @inlinable
  public static func merge(_ producers: some Sequence<SignalProducer>) -> SignalProducer {
    SignalProducer<SignalProducer, Error>(producers).flatten(.merge)
  }

  /// Sends what any of the producers sends, as it comes; see ``merge(_:)-(Sequence<SignalProducer<Value,Error>>)``.
  @inlinable
  public static func merge(_ producers: SignalProducer...) -> SignalProducer {
    merge(producers)
  }

  /// Sends what both producers send, as it comes; see ``merge(_:)-(Sequence<SignalProducer<Value,Error>>)``.
  @inlinable
  public func merge(with other: SignalProducer) -> SignalProducer {
    .merge([self, other])
  }
}

extension Signal {
  /// Sends what any of the signals sends, as it comes.
  ///
  /// See ``SignalProducer/merge(_:)-(Sequence<SignalProducer<Value,Error>>)``.
  @inlinable
  public static func merge(_ signals: some Sequence<Signal>) -> Signal {
    SignalProducer<Value, Error>.merge(signals.map(\.producer))._started()
  }

  /// Sends what any of the signals sends, as it comes.
  ///
  /// See ``SignalProducer/merge(_:)-(Sequence<SignalProducer<Value,Error>>)``.
  @inlinable
  public static func merge(_ signals: Signal...) -> Signal {
    merge(signals)
  }

  /// Sends what both signals send, as it comes.
  ///
  /// See ``SignalProducer/merge(_:)-(Sequence<SignalProducer<Value,Error>>)``.
  @inlinable
  public func merge(with other: Signal) -> Signal {
    .merge([self, other])
  }
}

// MARK: race

extension SignalProducer {
  /// Sends what the producer sends that is the first to send anything; the others are disposed.
  ///
  /// ```marble
  /// a = ---1--2|
  /// b = --x---y--|
  /// race(a, b) == --x---y--|
  /// ```
  ///
  /// An event of any kind wins, an end too, and the others are disposed before it is sent. That the winner is
  /// interrupted counts as its completion. The producers are started in their order, until one has won; without
  /// producers it completes at once. Otherwise as ReactiveSwift's `race`.
  @inlinable
  public static func race(_ producers: some Sequence<SignalProducer>) -> SignalProducer {
    SignalProducer<SignalProducer, Error>(producers).flatten(.race)
  }

  /// Sends what the producer sends that is the first to send anything.
  ///
  /// See ``race(_:)-(Sequence<SignalProducer<Value,Error>>)``.
  @inlinable
  public static func race(_ producers: SignalProducer...) -> SignalProducer {
    race(producers)
  }

  /// Sends what this or the other producer sends, whichever is first.
  ///
  /// See ``race(_:)-(Sequence<SignalProducer<Value,Error>>)``.
  @inlinable
  public func race(with other: SignalProducer) -> SignalProducer {
    .race([self, other])
  }
}

extension Signal {
  /// Sends what the signal sends that is the first to send anything.
  ///
  /// See ``SignalProducer/race(_:)-(Sequence<SignalProducer<Value,Error>>)``.
  @inlinable
  public static func race(_ signals: some Sequence<Signal>) -> Signal {
    SignalProducer<Value, Error>.race(signals.map(\.producer))._started()
  }

  /// Sends what the signal sends that is the first to send anything.
  ///
  /// See ``SignalProducer/race(_:)-(Sequence<SignalProducer<Value,Error>>)``.
  @inlinable
  public static func race(_ signals: Signal...) -> Signal {
    race(signals)
  }

  /// Sends what this or the other signal sends, whichever is first.
  ///
  /// See ``SignalProducer/race(_:)-(Sequence<SignalProducer<Value,Error>>)``.
  @inlinable
  public func race(with other: Signal) -> Signal {
    .race([self, other])
  }
}
