import MarbleLanguage

/// One thing in which two timelines differ, and in what way.
public struct Difference: Sendable, Hashable {
  /// In what way they differ.
  public enum Reason: Sendable, Hashable {
    /// The same event came more ticks later than expected.
    case late(by: Int)
    /// The same event came so many ticks earlier than expected.
    case early(by: Int)
    /// Something else came on the tick on which a value was expected.
    case wrongValue
    /// An event that was expected did not come.
    case missing
    /// An event came that was not expected.
    case extra
    /// The events of one tick came in another order.
    case wrongOrder
    /// The stream ended in another way.
    case wrongTerminal
  }

  public var reason: Reason
  /// What was expected: one event, none, or for a wrong order all of a tick.
  public var expected: [Timeline.Marble]
  /// What came instead: one event, none, or for a wrong order all of a tick.
  public var actual: [Timeline.Marble]

  /// The ticks that it touches: the one where something was expected, then the one where something came.
  public var ticks: [Int] {
    let ticks = [expected.first?.tick, actual.first?.tick].compactMap { $0 }
    return ticks.first == ticks.last ? Array(ticks.prefix(1)) : ticks
  }

  /// The first tick that it touches.
  var firstTick: Int { ticks.min() ?? 0 }
}

extension Difference {
  /// What two events have to do with each other that were found to stand for one another; nothing for the same event
  /// on the same tick.
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
  /// In what two streams differ of which one came instead of the other; its ticks count from where they begin.
  func inner(upTo limit: Int) -> ArraySlice<Difference> {
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
