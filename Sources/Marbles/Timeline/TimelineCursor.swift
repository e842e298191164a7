/// Walks along a timeline, tick by tick, into its endless part as far as anyone asks.
struct TimelineCursor: Sequence, IteratorProtocol {
  /// What happens on one tick, in order.
  typealias Moment = (tick: Int, marbles: ArraySlice<Timeline.Marble>)

  private let timeline: Timeline
  private var index = 0
  /// How many rounds of the loop have been walked, and where in the present one we stand.
  private var round = 0
  private var isLooping = false

  init(_ timeline: Timeline) {
    self.timeline = timeline
  }

  mutating func next() -> Moment? {
    if !isLooping {
      if let moment = moment(of: timeline.marbles, shiftedBy: 0) { return moment }
      isLooping = true
      index = 0
    }
    guard let loop = timeline.loop, !loop.marbles.isEmpty else { return nil }
    if index == loop.marbles.count {
      index = 0
      round += 1
    }
    let (shift, overflows) = loop.period.multipliedReportingOverflow(by: round)
    let (start, startOverflows) = loop.start.addingReportingOverflow(shift)
    if overflows || startOverflows { return nil }
    return moment(of: loop.marbles, shiftedBy: start)
  }

  private mutating func moment(of marbles: [Timeline.Marble], shiftedBy shift: Int) -> Moment? {
    guard index < marbles.count else { return nil }
    let start = index
    let own = marbles[start].tick
    while index < marbles.count, marbles[index].tick == own { index += 1 }
    let (tick, overflows) = own.addingReportingOverflow(shift)
    return overflows ? nil : (tick, marbles[start..<index])
  }
}
