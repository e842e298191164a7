import MarbleLanguage

/// A subscription to a named stream in a run: its window and, for a cold source, its events.
package final class Subscription {
  package let binding: Binding
  package let start: Int
  /// The number of the inner stream that it is part of, if there is one.
  let inner: Int?
  /// The index of the timeline that a cold source plays.
  package private(set) var attempt = 0
  /// The track that records its events, if there is a trace.
  package private(set) var track: Trace.Track?
  package fileprivate(set) var marbles: [Timeline.Marble] = []
  /// The tick on which the stream ended or was disposed, or `nil` if the run ended before.
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

  /// Records an event, and returns its index.
  func record(_ event: Event, at tick: Int) -> Int? {
    guard end == nil else { return nil }
    marbles.append(Timeline.Marble(tick: tick, event: event))
    return marbles.count - 1
  }

  func close(at tick: Int) {
    if end == nil { end = tick }
  }

  /// Whether the subscription was disposed before the stream ended.
  var wasDisposed: Bool {
    end != nil && marbles.last?.event.isTerminating != true
  }

  package var window: Window { Window(from: start, until: end) }
}
