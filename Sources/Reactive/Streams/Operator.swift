/// A transformation of one stream into another, written once for signals and producers.
///
/// An operator answers one question: given the observer downstream, what is the observer upstream?
/// ``Signal/lift(_:)-(Operator<Value,Error,Output,OutputError>)`` and
/// ``SignalProducer/lift(_:)->SignalProducer<Output,OutputError>`` apply it to either kind of stream.
///
/// The functions of one application are called one after the other, never at once, so they may
/// share state without a lock. Every terminal event that comes in must send one out before it
/// returns; an operator that sends one earlier ends its upstream by that alone.
public struct Operator<Input, InputError: Swift.Error, Output, OutputError: Swift.Error> {
  @usableFromInline
  let _transform: (Observer<Output, OutputError>, Lifetime) -> Observer<Input, InputError>

  /// An operator from the function that is called once for each application.
  ///
  /// - Parameter transform: given the observer downstream and the lifetime of the application,
  ///   makes the observer upstream. The lifetime ends after the terminal event has been delivered.
  @inlinable
  public init(
    _ transform:
      @escaping (_ downstream: Observer<Output, OutputError>, _ lifetime: Lifetime)
      -> Observer<Input, InputError>
  ) {
    _transform = transform
  }
}

extension Signal {
  /// Applies an operator to this signal; its functions run once an event, however many observe the result.
  @inlinable
  public func lift<Output, OutputError>(
    _ operator: Operator<Value, Error, Output, OutputError>
  ) -> Signal<Output, OutputError> {
    let core = _SignalCore<Output, OutputError>(domain: _core._domain, isDerived: true)
    let node = _ObserverNode(`operator`._transform(core._observer, Lifetime(core)), owner: core, in: _core)
    core._feeder = node
    _core._join(node)
    return Signal<Output, OutputError>(core)
  }

  /// Applies an operator of producers to this signal: the result is started at once, and shared.
  @inlinable
  public func lift<Output, OutputError>(
    _ transform: (SignalProducer<Value, Error>) -> SignalProducer<Output, OutputError>
  ) -> Signal<Output, OutputError> {
    transform(producer)._started()
  }
}

extension SignalProducer {
  /// Applies an operator to every start of this producer.
  @inlinable
  public func lift<Output, OutputError>(
    _ operator: Operator<Value, Error, Output, OutputError>
  ) -> SignalProducer<Output, OutputError> {
    ._beginning { [_begin] downstream, subscription in
      _begin(`operator`._transform(downstream, Lifetime(subscription)), subscription)
    }
  }
}
