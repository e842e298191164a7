import MarbleLanguage
import Reactive

/// The observer that receives the failures of closures.
///
/// There is one for each start of an operator's result.
package typealias FailureSink = Producer.Observer

extension RunContext {
  /// Returns a stream that is created again for each start, with a sink for the failures of its closures.
  ///
  /// A closure throws while an event is being processed. Its failure is sent before the processing continues.
  /// Observers receive nothing after it, because a failure is a terminal event, and the upstream is disposed.
  func withFailureSink(_ make: @escaping (FailureSink) -> Producer) -> Producer {
    Producer { observer, lifetime in
      make(observer).startWithSignal { signal, interrupt in
        lifetime += interrupt
        signal.observe(observer)
      }
    }
  }
}
