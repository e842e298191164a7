/// A transformation of one stream into another, written once for signals and producers.
///
/// An operator makes the observer upstream from the observer downstream.
/// ``Signal/lift(_:)-(Operator<Value,Error,Output,OutputError>)`` and
/// ``SignalProducer/lift(_:)->SignalProducer<Output,OutputError>`` apply it to a signal or a producer.
///
/// The functions of one application are called one after the other, never simultaneously, so they can share state
/// without a lock. For every terminal event that an operator receives, it must send one before it returns. An
/// operator that sends a terminal event earlier also ends its upstream.
public struct Operator<Input, InputError: Swift.Error, Output, OutputError: Swift.Error> {
  @usableFromInline
  let _transform: (Observer<Output, OutputError>, Lifetime) -> Observer<Input, InputError>

  /// Creates an operator from a function that is called once for each application.
  ///
  /// - Parameter transform: Makes the observer upstream from the observer downstream and the lifetime of the
  ///   application. The lifetime ends after the terminal event was delivered.
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
  /// Returns a signal that applies an operator to this signal.
  ///
  /// The functions of the operator are called once for each event, independent of the number of observers.
  ///
  /// - Parameters:
  ///   - operator: The operator.
  ///   - name: The name of the operator, for a signal whose name grows. By default it is that of the calling function.
  @inlinable
  public func lift<Output, OutputError>(
    _ operator: Operator<Value, Error, Output, OutputError>, named name: StaticString = #function
  ) -> Signal<Output, OutputError> {
    let core = _SignalCore<Output, OutputError>(derivedFrom: _core)
    core._connect(to: _core, `operator`._transform(core._observer, Lifetime(core)))
    return core._signal(named: name, after: _core)
  }

  /// Returns a signal whose values `send` sends into its core.
  ///
  /// For the most frequent operators. `send` captures the core instead of a function of an observer. So the compiler
  /// inlines the delivery into it, and it needs less memory.
  @inlinable
  @inline(__always)
  func _lift<Output>(
    named name: StaticString = #function, _ send: (_SignalCore<Output, Error>) -> (Value) -> Void
  ) -> Signal<Output, Error> {
    let core = _SignalCore<Output, Error>(derivedFrom: _core)
    core._connect(to: _core, Observer(value: send(core), ended: core._observer._end))
    return core._signal(named: name, after: _core)
  }

  /// Returns a signal that applies an operator of producers to this signal.
  ///
  /// The resulting producer is started immediately, and all observers share that start.
  @inlinable
  public func lift<Output, OutputError>(
    _ transform: (SignalProducer<Value, Error>) -> SignalProducer<Output, OutputError>
  ) -> Signal<Output, OutputError> {
    transform(producer)._started()
  }
}

extension SignalProducer {
  /// Returns a producer that applies an operator to every start of this producer.
  ///
  /// - Parameters:
  ///   - operator: The operator.
  ///   - name: The name of the operator, for a producer whose name grows. By default it is that of the calling function.
  @inlinable
  public func lift<Output, OutputError>(
    _ operator: Operator<Value, Error, Output, OutputError>, named name: StaticString = #function
  ) -> SignalProducer<Output, OutputError> {
    if case .function(let begin) = _source {
      return ._beginning { downstream, subscription in
        begin(`operator`._transform(downstream, Lifetime(subscription)), subscription)
      }
    }
    return _liftedOther(`operator`)._extendingName(of: self, by: name)
  }

  /// Applies an operator to a producer that is not only a function.
  @inlinable
  @inline(never)
  func _liftedOther<Output, OutputError>(
    _ operator: Operator<Value, Error, Output, OutputError>
  ) -> SignalProducer<Output, OutputError> {
    ._beginning { downstream, subscription in
      _beginOther(`operator`._transform(downstream, Lifetime(subscription)), subscription)
    }
  }
}
