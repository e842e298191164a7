import MarbleLanguage
import Reactive

/// One who observes the result of a run, or a stream inside it, and what is recorded of it; used by one thread, as the stage is.
final class Observation: @unchecked Sendable {
  let recording: Recording
  private let start = SerialDisposable()
  private var hasEnded = false

  /// Whether nothing more can come, since the stream has ended or was let go.
  var isOver: Bool { hasEnded || recording.hasEnded }

  init(on scheduler: VirtualTimeScheduler, _ trace: Trace?, countingFrom origin: Int = 0) {
    recording = Recording(on: scheduler, trace, countingFrom: origin)
  }

  func begin(_ producer: Producer) {
    // It may have to be let go before the start has returned.
    producer.startWithSignal { signal, interrupt in
      start.inner = interrupt
      signal.observe(recording.observer)
    }
  }

  /// Lets the stream go, with all that it has handed on.
  func end() {
    hasEnded = true
    recording.disposeSubstreams()
    start.dispose()
  }
}
