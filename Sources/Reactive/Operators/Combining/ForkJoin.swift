// Operators that combine the last values of several streams.

extension SignalProducer {
  /// Sends the last values of all producers as an array, when all have completed.
  ///
  /// ```marble
  /// a = 1-2---|
  /// b = -x-y|
  /// forkJoin(a, b) == ------([2,y]|)
  /// ```
  ///
  /// Completes without a value as soon as a producer completes without a value. Fails or is interrupted immediately
  /// when any producer is. The producers are started in their order. Without producers, the result completes
  /// immediately. The semantics are those of RxJS's `forkJoin`.
  @inlinable
  public static func forkJoin(_ producers: some Sequence<SignalProducer>) -> SignalProducer<[Value], Error> {
    zip(producers.map { $0.take(last: 1) })
  }

  /// Sends the last values of all producers, which may have different types, when all have completed.
  @inlinable
  public static func forkJoin<each Other>(
    _ first: SignalProducer, _ others: repeat SignalProducer<each Other, Error>
  ) -> SignalProducer<(Value, repeat each Other), Error> {
    ._zip(first.take(last: 1), repeat (each others).take(last: 1))
  }
}

extension Signal {
  /// Sends the last values of all signals as an array, when all have completed; see ``SignalProducer/forkJoin(_:)``.
  @inlinable
  public static func forkJoin(_ signals: some Sequence<Signal>) -> Signal<[Value], Error> {
    zip(signals.map { $0.take(last: 1) })
  }

  /// Sends the last values of all signals, when all have completed; see ``SignalProducer/forkJoin(_:)``.
  @inlinable
  public static func forkJoin<each Other>(
    _ first: Signal, _ others: repeat Signal<each Other, Error>
  ) -> Signal<(Value, repeat each Other), Error> {
    zip(first.take(last: 1), repeat (each others).take(last: 1))
  }
}

/// Sends the last values of all producers, when all have completed; see ``SignalProducer/forkJoin(_:)``.
@inlinable
public func forkJoin<Value, each Other, Error>(
  _ first: SignalProducer<Value, Error>, _ others: repeat SignalProducer<each Other, Error>
) -> SignalProducer<(Value, repeat each Other), Error> {
  SignalProducer<Value, Error>.forkJoin(first, repeat each others)
}

/// Sends the last values of all signals, when all have completed; see ``SignalProducer/forkJoin(_:)``.
@inlinable
public func forkJoin<Value, each Other, Error>(
  _ first: Signal<Value, Error>, _ others: repeat Signal<each Other, Error>
) -> Signal<(Value, repeat each Other), Error> {
  Signal<Value, Error>.forkJoin(first, repeat each others)
}
