import MarbleEvaluation
import MarbleLanguage

/// Runs both sides of a law.
package protocol LawRunner {
  var space: LawSpace { get }

  /// Compares both sides for an input, and returns the cost of the runs.
  func verdict(of input: LawInput) -> (LawSearch.Verdict, cost: Int)
}

/// The results of both sides of a law for one observer.
package struct LawSides {
  let left: Trial.Result
  let right: Trial.Result
  /// The pattern in place of the right side, whose result is then empty.
  private let pattern: TimelinePattern?
  /// The number of the observer, counted from 1, or `nil` if there is only one.
  fileprivate(set) var observer: Int?

  package init(left: Trial.Result, right: Trial.Result) {
    self.left = left
    self.right = right
    pattern = nil
  }

  package init(left: Trial.Result, pattern: TimelinePattern) {
    self.left = left
    right = Trial.Result(timeline: Timeline(), deliveries: 0, stop: nil)
    self.pattern = pattern
  }

  /// The comparison of the left side, the actual result, with the right side, the expected one.
  var comparison: Comparison {
    if let pattern { return Comparison(pattern: pattern, actual: left.timeline, through: left.lastWholeTick) }
    let through = [left.lastWholeTick, right.lastWholeTick].compactMap(\.self).min()
    return Comparison(expected: right.timeline, actual: left.timeline, through: through)
  }

  /// The note if only one of the sides was stopped, and the other shows that they differ.
  private var difference: String? {
    if let pattern { return left.stop == nil || pattern.isEndless ? nil : TimelinePattern.endlessNote }
    guard right.timeline.loop == nil else { return nil }
    return StopReason.difference((left.stop, [left.timeline]), (right.stop, [right.timeline]))
  }

  package var areEqual: Bool {
    if pattern == nil, left.stop == nil, right.stop == nil, right.timeline.loop == nil {
      return left.timeline == right.timeline
    }
    return difference == nil && comparison.isEqual
  }

  var isStopped: Bool { left.stop != nil || right.stop != nil }
  var isCancelled: Bool { left.stop == .cancelled || right.stop == .cancelled }

  /// The number that stands for the duration of both runs, roughly in microseconds.
  package var cost: Int { 2 * LawSides.costPerRun + left.deliveries + right.deliveries }

  /// The cost of a run apart from its deliveries.
  static let costPerRun = 8

  /// The notes if only one of the sides was stopped.
  var notes: [String] {
    guard let difference else { return [] }
    let stops = [("left", left), ("right", right)].compactMap { name, result in
      result.stop.map { "the \(name) stream was \($0.note)" }
    }
    return stops + (isShortened ? ["only the first events are shown"] : []) + [difference]
  }

  /// The comparison without most of the events on the tick during which a side was stopped.
  var shownComparison: Comparison {
    if pattern != nil { return comparison }
    let shown = LawSides(left: left.shortened(beside: right), right: right.shortened(beside: left))
    return shown.areEqual ? comparison : shown.comparison
  }

  private var isShortened: Bool {
    shownComparison.actual.marbles.count < left.timeline.marbles.count
      || shownComparison.expected.marbles.count < right.timeline.marbles.count
  }
}

extension Trial.Result {
  /// Returns the result without the events that another run, which was stopped, may still have sent.
  ///
  /// On the tick during which a run was stopped, its result has at most one event more than the other one.
  fileprivate func shortened(beside other: Trial.Result) -> Trial.Result {
    var timeline = timeline
    if let tick = timeline.marbles.last?.tick, let last = lastWholeTick, last < tick {
      let count = timeline.marbles.count { $0.tick < tick } + other.timeline.marbles.count { $0.tick == tick } + 1
      timeline.marbles = Array(timeline.marbles.prefix(count))
    }
    if stop == nil, let last = other.lastWholeTick {
      timeline.marbles = timeline.marbles.filter { $0.tick <= last + 1 }
    }
    return Trial.Result(timeline: timeline, deliveries: deliveries, stop: stop)
  }
}

/// Runs both sides of a law in the marble language.
final class PlanRunner: LawRunner {
  private let plan: LawPlan
  /// The limits of the caller, and narrower ones for most runs.
  private let limits: Limits
  private let brief: Limits
  private let isWanted: () -> Bool
  /// The maximum number of deliveries of a run, which bounds the duration of a trial of a law that sends without end.
  private static let maxDeliveries = 20_000
  /// The results of the closures and conditions.
  private let conditions = ConditionLog()
  /// The first error in one of the expressions.
  private(set) var fault: Fault?

  var space: LawSpace { plan.space }

  init(_ plan: LawPlan, limits: Limits = Limits(), while isWanted: @escaping () -> Bool = { true }) {
    self.plan = plan
    self.limits = Limits(ticks: limits.ticks, deliveries: min(limits.deliveries, Self.maxDeliveries))
    self.isWanted = isWanted
    let ticks = 100 + 2 * (plan.space.gaps.last ?? 0)
    brief = Limits(ticks: min(limits.ticks, ticks), deliveries: min(limits.deliveries, 3_000))
  }

  func verdict(of input: LawInput) -> (LawSearch.Verdict, cost: Int) {
    guard isWanted() else { return (.cancelled, 0) }
    do throws(Fault) {
      guard try plan.admits(input) else { return (.isExcluded, 1) }
      var sides = try sides(of: input, brief)
      let cost = sides.cost
      // An event may follow after the narrower limits.
      if !sides.areEqual, sides.isStopped, brief != limits { sides = try self.sides(of: input) }
      if sides.isCancelled { return (.cancelled, cost) }
      return (sides.areEqual ? .holds : .fails, cost)
    } catch {
      if fault == nil { fault = error }
      return (.isUndefined, 2 * LawSides.costPerRun)
    }
  }

  /// The conditions that had one result in all runs, each in a sentence.
  var unvariedConditions: [String] { conditions.unvaried.uniqued() }

  /// Runs both sides with the limits of the caller.
  func sides(of input: LawInput) throws(Fault) -> LawSides { try sides(of: input, limits) }

  /// Runs both sides, and returns the results for the first observer for which they differ, or for the first one.
  private func sides(of input: LawInput, _ limits: Limits) throws(Fault) -> LawSides {
    let arguments = plan.arguments(for: input)
    func results(of plan: Plan) throws(Fault) -> [Trial.Result] {
      let trial = Trial(of: plan, limits: limits, conditions: conditions, while: isWanted)
      return try trial.run(with: arguments, inReverseOrder: input.isReversed)
    }
    let left = try results(of: plan.left)
    var all: [LawSides]
    switch plan.right {
    case .timelines(let timelines):
      all = zip(left, timelines).map {
        LawSides(left: $0, right: Trial.Result(timeline: $1, deliveries: 0, stop: nil))
      }
    case .patterns(let patterns): all = zip(left, patterns).map { LawSides(left: $0, pattern: $1) }
    case .plan(let plan):
      all = zip(left, try results(of: plan)).map { LawSides(left: $0, right: $1) }
    }
    guard all.count > 1 else { return all[0] }
    let index = all.firstIndex { !$0.areEqual } ?? 0
    all[index].observer = index + 1
    return all[index]
  }
}
