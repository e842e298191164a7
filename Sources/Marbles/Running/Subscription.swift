/// One observation of a named stream in a run: when it began, what came, and when it was let go.
final class Subscription {
  let name: String
  let start: Int
  fileprivate(set) var marbles: [Timeline.Marble] = []
  /// The tick on which the stream ended or was let go.
  fileprivate(set) var end: Int?

  init(name: String, start: Int) {
    self.name = name
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
}
