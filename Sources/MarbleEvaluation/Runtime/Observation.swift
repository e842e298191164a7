import MarbleLanguage
import Reactive

/// An observer of a result or of a substream, and its recording.
///
/// It must be used only from the thread of the run.
final class Observation: @unchecked Sendable {
  let recording: Recording
  private let start = SerialDisposable()
  private var hasEnded = false

  /// Whether no more events can follow because the stream has ended or was disposed.
  var isOver: Bool { hasEnded || recording.hasEnded }

  init(
    on scheduler: VirtualTimeScheduler, _ trace: Trace?, _ budget: Budget, countingFrom origin: Int = 0,
    following followed: Recording.Followed = .substreams
  ) {
    recording = Recording(on: scheduler, trace, budget, countingFrom: origin, following: followed)
  }

  func begin(_ producer: Producer) {
    // The stream may have to be disposed before the start returns.
    producer.startWithSignal { signal, interrupt in
      start.inner = interrupt
      signal.observe(recording.observer)
    }
  }

  /// Disposes the stream and its substreams.
  func end() {
    hasEnded = true
    recording.disposeSubstreams()
    start.dispose()
  }
}
