import Reactive

/// What a stream sends, and when; used by one thread, as the stage is.
final class Recording: @unchecked Sendable {
  private let scheduler: VirtualTimeScheduler
  private var marbles: [Timeline.Marble] = []
  private var isRecording = true

  init(on scheduler: VirtualTimeScheduler) {
    self.scheduler = scheduler
  }

  var observer: Observer<Value, Failure> {
    Observer { [self] event in
      if isRecording { marbles.append(Timeline.Marble(tick: scheduler.currentTick, event: event)) }
    }
  }

  /// Takes nothing more in; called before the run is let go, whose interruptions are none of the stream's.
  func stop() {
    isRecording = false
  }

  /// What came; a run that was stopped would have gone on.
  func timeline(isStopped: Bool) -> Timeline {
    Timeline(marbles, continues: isStopped)
  }
}
