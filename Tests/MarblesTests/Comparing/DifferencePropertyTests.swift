import MarbleLanguage
import Marbles
import TestSupport
import Testing

/// The differences between two random timelines, applied to the expected one.
struct DifferencePropertyTests {
  private typealias Marble = Timeline.Marble

  /// The events that no difference mentions are the same in both timelines, also in their order within a tick.
  ///
  /// No difference says that an event is missing, late or not expected that both timelines have on the tick.
  @Test func differencesTurnTheExpectedTimelineIntoTheActualOne() {
    for seed in UInt64(0)..<4_000 {
      var random = RandomTimelines(seed: seed)
      let (expected, actual) = pair(&random)
      let comparison = Comparison(expected: expected, actual: actual)
      let comment = "seed \(seed): \(TimelinePrinter.text(of: expected)) == \(TimelinePrinter.text(of: actual))"
      var left = expected.marbles
      var right = actual.marbles
      for difference in comparison.differences {
        for marble in difference.expected { remove(marble, from: &left, comment) }
        for marble in difference.actual { remove(marble, from: &right, comment) }
        if difference.reason == .wrongOrder {
          #expect(sorted(difference.expected) == sorted(difference.actual), "\(comment)")
        }
      }
      #expect(left == right, "\(comment)")
      let moved = comparison.differences.filter { $0.reason != .wrongOrder }
      let gone = Set(moved.flatMap(\.expected))
      #expect(gone.isDisjoint(with: moved.flatMap(\.actual)), "\(comment)")
    }
  }

  private func remove(_ marble: Marble, from marbles: inout [Marble], _ comment: String) {
    guard let index = marbles.firstIndex(of: marble) else {
      Issue.record("\(marble) is not in the timeline: \(comment)")
      return
    }
    marbles.remove(at: index)
  }

  private func sorted(_ marbles: [Marble]) -> [String] { marbles.map { "\($0)" }.sorted() }

  /// Returns a timeline and a changed copy, or two timelines of a few values.
  private func pair(_ random: inout RandomTimelines) -> (Timeline, Timeline) {
    let first = timeline(&random)
    if random.flip() { return (Timeline(lane: first), Timeline(lane: timeline(&random))) }
    let changed = first.map { random.below(5) == 0 ? random.pick(["-", "1", "2", "(12)", "(21)"]) : $0 }
    return (Timeline(lane: first), Timeline(lane: changed))
  }

  private func timeline(_ random: inout RandomTimelines) -> [String] {
    (0..<random.below(8)).map { _ in random.pick(["-", "-", "1", "2", "3", "(12)", "(21)", "(112)", "(312)"]) }
      + [random.pick(["|", "|", "(1|)", "#", "-"])]
  }
}

extension Timeline {
  fileprivate init(lane tokens: [String]) { self.init(lane: tokens.joined()) }
}
