import MarbleLanguage

/// A difference between two timelines.
public struct Difference: Sendable, Hashable {
  /// The kind of a difference.
  public enum Reason: Sendable, Hashable {
    /// The event came the given number of ticks later than expected.
    case late(by: Int)
    /// The event came the given number of ticks earlier than expected.
    case early(by: Int)
    /// Another event came on the tick of an expected value.
    case wrongValue
    /// An expected event did not come.
    case missing
    /// An event came that was not expected.
    case extra
    /// Events of a tick came in another order.
    case wrongOrder
    /// The stream did not end as expected.
    case wrongTerminal
  }

  public var reason: Reason
  /// The expected events: one, none, or, for a wrong order, several events of the tick.
  public var expected: [Timeline.Marble]
  /// The actual events: one, none, or, for a wrong order, the same events as they came.
  public var actual: [Timeline.Marble]

  /// The tick of the expected event, followed by the tick of the actual event if it is another one.
  public var ticks: [Int] {
    let ticks = [expected.first?.tick, actual.first?.tick].compactMap { $0 }
    return ticks.first == ticks.last ? Array(ticks.prefix(1)) : ticks
  }

  /// The smaller of the ticks.
  var firstTick: Int { min(expected.first?.tick ?? .max, actual.first?.tick ?? .max) }
}

extension Difference {
  /// Creates the difference between two paired events, or returns `nil` if they are the same event on the same tick.
  init?(expected: Timeline.Marble, actual: Timeline.Marble) {
    let reason: Reason
    if expected.event == actual.event {
      let distance = actual.tick &- expected.tick
      if distance == 0 { return nil }
      reason = distance > 0 ? .late(by: distance) : .early(by: 0 &- distance)
    } else {
      reason = expected.event.isTerminating ? .wrongTerminal : .wrongValue
    }
    self.init(reason: reason, expected: [expected], actual: [actual])
  }
}

extension Difference {
  /// Returns the first differences between two streams, one of which was received in place of the other.
  ///
  /// Their ticks count from the start of the streams. The result is empty if the difference is not between two
  /// streams.
  package func inner(upTo limit: Int) -> ArraySlice<Difference> {
    guard case .value(var left)? = expected.first?.event, case .value(var right)? = actual.first?.event,
      reason == .wrongValue
    else { return [] }
    while true {
      switch (left, right) {
      case (.stream(let one), .stream(let other)):
        guard let expected = one.timeline, let actual = other.timeline else { return [] }
        return Comparison(expected: expected, actual: actual).differences.prefix(limit)
      case (.tuple(let ones), .tuple(let others)), (.array(let ones), .array(let others)):
        guard let (one, other) = zip(ones, others).first(where: { $0 != $1 }) else { return [] }
        (left, right) = (one, other)
      default:
        return []
      }
    }
  }
}
