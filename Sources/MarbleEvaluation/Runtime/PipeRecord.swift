import MarbleLanguage

/// The record of a pipe in a run: the number of its observers and its unobserved events.
package final class PipeRecord {
  /// The track that records its events.
  package let track: Trace.Track
  /// The current number of observers.
  @exclusivity(unchecked) var observerCount = 0
  /// The indexes of the events that were sent while there was no observer.
  @exclusivity(unchecked) private(set) var unobserved: [Int] = []
  @exclusivity(unchecked) private var index = 0
  private static let maxUnobserved = 1_000_000

  init(track: Trace.Track) {
    self.track = track
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
