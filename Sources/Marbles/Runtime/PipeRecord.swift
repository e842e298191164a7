import MarbleLanguage

/// What there is to tell of a pipe in a run: who listens, and what nobody heard.
final class PipeRecord {
  /// The line that its events are recorded on.
  let track: Trace.Track
  /// How many observers it has.
  @exclusivity(unchecked) var listeners = 0
  /// The events that it sent while it had none, by their places in the timeline.
  @exclusivity(unchecked) private(set) var unobserved: [Int]
  @exclusivity(unchecked) private var index: Int
  private static let maxUnobserved = 1_000_000

  /// - Parameters:
  ///   - timeline: what it sends.
  ///   - tick: the tick on which it is set going; what stands before is not sent.
  init(track: Trace.Track, skipping timeline: Timeline, to tick: Int) {
    self.track = track
    index = timeline.marbles.partitionPoint { $0.tick >= tick }
    unobserved = Array(0..<index)
  }

  /// What nobody heard of a timeline, with what it would still have sent when its last observer had gone.
  func unobserved(of timeline: Timeline) -> [Int] {
    let count = timeline.marbles.count
    return listeners == 0 && index < count ? unobserved + (index..<min(count, index + Self.maxUnobserved)) : unobserved
  }

  /// An event is sent: its place.
  func next() -> Int {
    defer { index += 1 }
    if listeners == 0, unobserved.count < Self.maxUnobserved { unobserved.append(index) }
    return index
  }
}
