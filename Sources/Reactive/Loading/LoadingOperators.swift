// Operators between streams and streams of loading states.

extension SignalProducer {
  /// Sends `.loading`, then each value as `.loaded`, and a failure as `.failed`, with which it completes.
  ///
  /// An interruption passes.
  public func toLoadingProducer() -> LoadingProducer<Value, Error> {
    ._beginning { [_begin] downstream, run in
      let observer = Observer<Value, Error>(
        value: { downstream._value(.loaded($0)) },
        ended: { end in
          switch end {
          case .failed(let error):
            downstream._value(.failed(error))
            downstream._end(.completed)
          case .completed: downstream._end(.completed)
          case .interrupted: downstream._end(.interrupted)
          }
        })
      downstream._value(.loading)
      _begin(observer, run)
    }
  }
}
