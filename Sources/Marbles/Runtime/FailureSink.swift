import MarbleLanguage
import Reactive

/// The observer that receives what closures throw: that of one start of an operator's result.
typealias FailureSink = Producer.Observer

extension RunContext {
  /// Returns a stream that each start makes again, with a sink for what its closures throw.
  ///
  /// A closure throws in the middle of an event. Its failure is sent before that event goes on, and as an end is final,
  /// observers see nothing of the rest; what feeds the stream is disposed.
  func withFailureSink(_ make: @escaping (FailureSink) -> Producer) -> Producer {
    Producer { observer, lifetime in
      make(observer).startWithSignal { signal, interrupt in
        lifetime += interrupt
        signal.observe(observer)
      }
    }
  }
}
