// Functions of signals, applied to producers.

extension SignalProducer {
  /// Applies a function of signals to every start of this producer.
  ///
  /// ```swift
  /// let producer = SignalProducer<Bool, Never>([true, false]).lift { signal in signal.map { !$0 } }
  /// ```
  ///
  /// Each start calls the function before the first event, with the signal of that start. When the resulting stream
  /// ends or is disposed, the start of this producer is disposed. The semantics are those of `lift` in ReactiveSwift.
  @inlinable
  public func lift<T, Failure>(
    _ transform: @escaping (Signal<Value, Error>) -> Signal<T, Failure>
  ) -> SignalProducer<T, Failure> {
    SignalProducer<T, Failure> { observer, lifetime in
      self.startWithSignal { signal, interrupt in
        lifetime += interrupt
        transform(signal)._observe(observer, during: lifetime)
      }
    }
  }

  /// Applies a function of two signals to every start of this producer and another one.
  ///
  /// The other producer is started first.
  ///
  /// ```swift
  /// let pairs = numbers.lift { first in { second in first.zip(with: second) } }(letters)
  /// ```
  ///
  /// Apart from that, it works as ``lift(_:)->SignalProducer<T,Failure>``. The semantics are those of `lift` in
  /// ReactiveSwift.
  @inlinable
  public func lift<Other, OtherError, T, Failure>(
    _ transform: @escaping (Signal<Value, Error>) -> (Signal<Other, OtherError>) -> Signal<T, Failure>
  ) -> (SignalProducer<Other, OtherError>) -> SignalProducer<T, Failure> {
    { other in
      SignalProducer<T, Failure> { observer, lifetime in
        self.startWithSignal { signal, interrupt in
          lifetime += interrupt
          other.startWithSignal { otherSignal, otherInterrupt in
            lifetime += otherInterrupt
            transform(signal)(otherSignal)._observe(observer, during: lifetime)
          }
        }
      }
    }
  }
}

extension Signal {
  /// Observes the signal, and retains it until the lifetime ends.
  ///
  /// A signal that cannot send any event, such as `never`, would release the observer when it is released itself. The
  /// start that the observer belongs to would then be interrupted.
  @usableFromInline
  func _observe(_ observer: Observer, during lifetime: Lifetime) {
    lifetime += observe(observer)
    lifetime.observeEnded { withExtendedLifetime(self) {} }
  }
}
