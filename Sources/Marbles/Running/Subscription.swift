/// One observation of a named stream in a run: from when, what came of a cold one, and until when.
final class Subscription {
  let binding: Binding
  let start: Int
  fileprivate(set) var marbles: [Timeline.Marble] = []
  /// The tick on which the stream ended or was let go; none where the run ended before.
  private(set) var end: Int?

  init(of binding: Binding, from start: Int) {
    self.binding = binding
    self.start = start
  }

  func record(_ event: Event, at tick: Int) {
    if end == nil { marbles.append(Timeline.Marble(tick: tick, event: event)) }
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
