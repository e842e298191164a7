import MarbleLanguage

/// The record of a pipe in a run: the number of its observers and its unobserved events.
final class PipeRecord {
  /// The track that records its events.
  let track: Trace.Track
  /// The current number of observers.
  @exclusivity(unchecked) var observerCount = 0
  /// The indexes of the events that were sent while there was no observer.
  @exclusivity(unchecked) private(set) var unobserved: [Int]
  @exclusivity(unchecked) private var index: Int
  private static let maxUnobserved = 1_000_000

  /// Creates the record of a pipe.
  ///
  /// - Parameters:
  ///   - track: The track that records its events.
  ///   - timeline: The events of the pipe.
  ///   - tick: The tick on which the pipe starts. Earlier events are not sent.
  init(track: Trace.Track, skipping timeline: Timeline, to tick: Int) {
    self.track = track
    index = timeline.marbles.partitionPoint { $0.tick >= tick }
    unobserved = Array(0..<index)
  }

  /// Returns the indexes of the unobserved events, including those after the last observer was removed.
  func unobserved(of timeline: Timeline) -> [Int] {
    let count = timeline.marbles.count
    return observerCount == 0 && index < count
      ? unobserved + (index..<min(count, index + Self.maxUnobserved)) : unobserved
  }

  /// Counts an event that is being sent, and returns its index.
  func next() -> Int {
    defer { index += 1 }
    if observerCount == 0, unobserved.count < Self.maxUnobserved { unobserved.append(index) }
    return index
  }
}
