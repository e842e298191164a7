import Reactive

/// Where a closure goes that throws: to the end of one start of an operator's result.
typealias Exit = Producer.Observer

extension Stage {
  /// A stream that is made anew by each start, which is shown its way out.
  ///
  /// What throws is in the middle of an event. Its failure is sent before that event goes on, and as an end is final,
  /// nothing that comes of the rest is seen; what feeds the stream is disposed.
  func withExit(_ make: @escaping (Exit) -> Producer) -> Producer {
    Producer { observer, lifetime in
      make(observer).startWithSignal { signal, interrupt in
        lifetime += interrupt
        signal.observe(observer)
      }
    }
  }
}
