import MarbleLanguage

/// One observation of a named stream in a run: from when, what came of a cold one, and until when.
final class Subscription {
  let binding: Binding
  let start: Int
  /// The inner stream that it is part of, by its number.
  let inner: Int?
  /// Which of its timelines a cold source plays.
  private(set) var attempt = 0
  /// The line that its events are recorded on, where somebody wants to know what led to what.
  private(set) var track: Trace.Track?
  fileprivate(set) var marbles: [Timeline.Marble] = []
  /// The tick on which the stream ended or was let go; none where the run ended before.
  private(set) var end: Int?

  init(of binding: Binding, from start: Int, inside inner: Int? = nil) {
    self.binding = binding
    self.start = start
    self.inner = inner
  }

  func begin(attempt: Int, track: Trace.Track?) {
    self.attempt = attempt
    self.track = track
  }

  /// Notes an event; gives its place.
  func record(_ event: Event, at tick: Int) -> Int? {
    guard end == nil else { return nil }
    marbles.append(Timeline.Marble(tick: tick, event: event))
    return marbles.count - 1
  }

  func close(at tick: Int) {
    if end == nil { end = tick }
  }

  /// Whether it was let go before the stream ended.
  var wasDisposed: Bool {
    end != nil && marbles.last?.event.isTerminating != true
  }

  var window: Window { Window(from: start, until: end) }
}
