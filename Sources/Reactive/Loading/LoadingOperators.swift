// Operators that convert between streams and streams of loading states.

extension SignalProducer {
  /// Sends `.loading`, then each value as `.loaded`, and a failure as `.failed`.
  ///
  /// Completes when the source completes, and after a failure. An interruption is forwarded. The semantics are those
  /// of ReactiveKit's `toLoadingSignal`.
  @_disfavoredOverload
  public func toLoadingProducer() -> LoadingProducer<Value, Error> {
    LoadingProducer<Value, Error> { observer, lifetime in
      observer.send(value: .loading)
      if lifetime.hasEnded { return }
      lifetime += start(observer._loading())
    }
  }
}

extension SignalProducer where Error == Never {
  /// Sends the values of loaded states.
  @inlinable
  public func value<LoadingValue, LoadingError>() -> SignalProducer<LoadingValue, Never>
  where Value == LoadingState<LoadingValue, LoadingError> {
    compactMap(\.value)
  }

  /// Transforms the values of loaded states.
  @inlinable
  @_disfavoredOverload
  public func mapValue<LoadingValue, LoadingError, T>(
    _ transform: @escaping (LoadingValue) -> T
  ) -> LoadingProducer<T, LoadingError> where Value == LoadingState<LoadingValue, LoadingError> {
    map { $0.mapValue(transform) }
  }

  /// Transforms the errors of failed states.
  @inlinable
  @_disfavoredOverload
  public func mapLoadingError<LoadingValue, LoadingError, F>(
    _ transform: @escaping (LoadingError) -> F
  ) -> LoadingProducer<LoadingValue, F> where Value == LoadingState<LoadingValue, LoadingError> {
    map { $0.mapError(transform) }
  }

  /// Sends the values of loaded states, and fails at the first failed state.
  ///
  /// Ends when the source ends if there is no failed state.
  @_disfavoredOverload
  public func dematerializeLoadingState<LoadingValue, LoadingError>() -> SignalProducer<LoadingValue, LoadingError>
  where Value == LoadingState<LoadingValue, LoadingError> {
    lift(
      Operator { downstream, _ in
        Observer(
          value: { state in
            switch state {
            case .loading: break
            case .loaded(let value): downstream._value(value)
            case .failed(let error): downstream._end(.failed(error))
            }
          },
          ended: { end in
            if case .completed = end { downstream._end(.completed) } else { downstream._end(.interrupted) }
          })
      })
  }

  /// Applies operators to the values of loaded states, and forwards the other states.
  ///
  /// ```swift
  /// let laterImages = images.liftValue { $0.skip(first: 3) }
  /// ```
  ///
  /// Ends when the producer that `transform` returns ends. If that producer fails, a failed state is sent before the
  /// completion.
  @_disfavoredOverload
  public func liftValue<LoadingValue, LoadingError, T>(
    _ transform: @escaping (SignalProducer<LoadingValue, LoadingError>) -> SignalProducer<T, LoadingError>
  ) -> LoadingProducer<T, LoadingError> where Value == LoadingState<LoadingValue, LoadingError> {
    LoadingProducer<T, LoadingError> { observer, lifetime in
      let (values, input) = Signal<LoadingValue, LoadingError>.pipe()
      lifetime += transform(values.producer).start(observer._loading())
      if lifetime.hasEnded { return }
      lifetime += start(
        Observer(
          value: { state in
            switch state {
            case .loading: observer.send(value: .loading)
            case .loaded(let value): input.send(value: value)
            case .failed(let error): observer.send(value: .failed(error))
            }
          },
          ended: { end in
            if case .completed = end { input.sendCompleted() } else { input.sendInterrupted() }
          }))
    }
  }

  /// Sends the states of the producers that `transform` returns for loaded values, flattened according to `strategy`.
  ///
  /// Other states are forwarded.
  @_disfavoredOverload
  public func flatMapValue<LoadingValue, LoadingError, T>(
    _ strategy: FlattenStrategy, _ transform: @escaping (LoadingValue) -> LoadingProducer<T, LoadingError>
  ) -> LoadingProducer<T, LoadingError> where Value == LoadingState<LoadingValue, LoadingError> {
    flatMap(strategy) { state -> LoadingProducer<T, LoadingError> in
      switch state {
      case .loading: LoadingProducer<T, LoadingError>(value: .loading)
      case .loaded(let value): transform(value)
      case .failed(let error): LoadingProducer<T, LoadingError>(value: .failed(error))
      }
    }
  }

  /// Sends the states as observed states, in which the first loading differs from later ones.
  @_disfavoredOverload
  public func observedLoadingState<LoadingValue, LoadingError>()
    -> SignalProducer<ObservedLoadingState<LoadingValue, LoadingError>, Never>
  where Value == LoadingState<LoadingValue, LoadingError> {
    lift(
      Operator { downstream, _ in
        let isFirst = _Cell(true)
        return downstream.handling { state in
          let observed = ObservedLoadingState(state, isFirst: isFirst.value)
          if state.isLoading { isFirst.value = false }
          downstream._value(observed)
        }
      })
  }

  /// Sends the values of loaded states, and passes all states to `listener`.
  ///
  /// The listener receives a state before its value is sent. It is not kept alive.
  @_disfavoredOverload
  public func consumeLoadingState<LoadingValue, LoadingError>(
    by listener: some LoadingStateListener
  ) -> SignalProducer<LoadingValue, Never> where Value == LoadingState<LoadingValue, LoadingError> {
    observedLoadingState().compactMap { [weak listener] (state: ObservedLoadingState<LoadingValue, LoadingError>) in
      listener?.setLoadingState(state)
      return if case .loaded(let value) = state { value } else { nil }
    }
  }
}

extension Observer where Error == Never {
  /// Returns an observer that sends values as loaded states, and a failure as a failed state and a completion.
  fileprivate func _loading<LoadingValue, LoadingError>() -> Observer<LoadingValue, LoadingError>
  where Value == LoadingState<LoadingValue, LoadingError> {
    Observer<LoadingValue, LoadingError>(
      value: { send(value: .loaded($0)) },
      ended: { end in
        switch end {
        case .failed(let error):
          send(value: .failed(error))
          sendCompleted()
        case .completed: sendCompleted()
        case .interrupted: sendInterrupted()
        }
      })
  }
}
