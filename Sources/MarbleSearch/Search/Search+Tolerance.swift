import MarbleEvaluation
import MarbleLanguage

/// Searches in recordings of real programs, in which events come a little earlier or later than an expression sends
/// them.
///
/// An expression is searched that sends all events exactly, after they were moved to the ticks on which it could do so: a
/// common number of ticks after an input, or at regular intervals. It is then compared with the events as they came.
extension Search {
  /// The number of events in a part that is searched for, so that some parts contain no irregular event.
  private static let partEvents = 12
  /// The number of events at the beginning that are searched for after the parts.
  private static let longEvents = 60
  /// The number of runs for an attempt at first, which one operator needs, and later.
  private static let (firstRuns, laterRuns) = (300, 4_000)
  /// The maximum number of ticks of all runs, and the number of runs that are possible with any number of ticks.
  private static let (maxTicks, minRuns) = (8_000_000, 10_000)

  /// Returns the simplest expressions whose events come at most a few ticks earlier or later than expected.
  ///
  /// If an expression sends nine of ten events so, the others are differences and no reason to search on.
  package static func run(
    _ problem: SearchProblem, within tolerance: Int, while isWanted: @escaping () -> Bool
  ) -> SearchResult {
    guard tolerance > 0, problem.examples.count == 1 else { return run(problem, while: isWanted) }
    var problem = problem
    problem.hints = SearchHints(problem)
    problem.memory = SearchMemory()
    let parts = problem.parts(of: partEvents).map { $0.attempts(within: tolerance) }
    let long = problem.first(longEvents).attempts(within: tolerance)
    let rounds = parts.map { ($0, firstRuns) } + [(Array(long.prefix(1) + parts[0].prefix(1)), laterRuns)]
    // With short ticks, a run takes longer.
    let ticks = max(1, problem.examples[0].expected.marbles.last?.tick ?? 0)
    let maxRuns = min(Search.maxRuns, max(minRuns, maxTicks / ticks))
    var runs = 0
    var nearest: SearchResult.Nearest?
    var last: SearchResult?
    for (attempts, limit) in rounds where nearest?.comparisons.first?.isMostlyEqual != true {
      for attempt in attempts where runs < maxRuns {
        let result = attempt.run(limitedTo: min(limit, maxRuns - runs), while: isWanted)
        runs += result.runs
        let judged = result.answers.map { ($0, problem.compared($0.text, within: tolerance, while: isWanted)) }
        var answers = judged.filter { $0.1?.isEqual ?? false }.map(\.0)
        var others = judged.compactMap { answer, comparison in comparison.map { (answer.text, $0) } }
        if let other = result.nearest?.text, others.isEmpty {
          others = problem.compared(other, within: tolerance, while: isWanted).map { [(other, $0)] } ?? []
          // It differs only from the events that were moved.
          if others.first?.1.isEqual == true { answers = [SearchResult.Answer(text: other, output: nil)] }
        }
        if !answers.isEmpty || result.isCancelled { return result.with(answers, runs: runs, within: tolerance) }
        for (text, comparison) in others
        where comparison.differences.count < nearest?.comparisons.first?.differences.count ?? .max {
          nearest = SearchResult.Nearest(text: text, comparisons: [comparison])
        }
        last = result
      }
    }
    return last?.with([], nearest: nearest, runs: runs, within: tolerance, isPartial: runs >= maxRuns)
      ?? run(problem, while: isWanted)
  }

  /// Whether all values of a stream come at the same time after an event of an input, or at regular intervals.
  package static func hasCommonDelay(from inputs: [Timeline], to result: Timeline, within tolerance: Int) -> Bool {
    let starts = inputs.flatMap { $0.marbles.map(\.tick) }.sorted()
    let values = result.marbles.filter { !$0.event.isTerminating }.map(\.tick)
    let ideals = IdealDelays(starts, values, tolerance)
    return ideals.regular != nil || ideals.hasCommonDelay
  }
}

/// A search for events that were moved to ticks on which an expression could send them.
private struct SearchAttempt {
  let problem: SearchProblem
  /// The number of ticks by which all events were moved to an earlier tick, after which an answer delays them.
  var delay = 0

  func run(limitedTo runs: Int, while isWanted: @escaping () -> Bool) -> SearchResult {
    let result = Search.run(problem, limitedTo: runs, while: isWanted)
    guard delay > 0 else { return result }
    let answers = result.answers.filter { !problem.inputs.contains($0.text) }.map {
      SearchResult.Answer(text: delayed($0.text), output: nil)
    }
    let nearest = result.nearest.map { SearchResult.Nearest(text: delayed($0.text), comparisons: $0.comparisons) }
    return result.with(answers, size: result.size.map { $0 + 1 }, nearest: nearest, runs: result.runs, within: 0)
  }

  private func delayed(_ text: String) -> String {
    "\(text).delay(\(delay))"
  }
}

extension SearchResult {
  /// Returns the result with some of its answers or others, for a search of several parts.
  fileprivate func with(
    _ answers: [Answer], size: Int? = nil, nearest: Nearest? = nil, runs: Int, within tolerance: Int,
    isPartial: Bool = false
  ) -> SearchResult {
    let areSame = answers.map(\.text) == self.answers.map(\.text)
    return SearchResult(
      answers: answers, distinguishing: areSame ? distinguishing : [], coldInputs: coldInputs, usedInputs: usedInputs,
      nearest: nearest, runs: runs, size: size ?? self.size, isPartial: isPartial,
      isCancelled: isCancelled, tolerance: tolerance)
  }
}

extension Comparison {
  /// Whether at most one of ten events differs.
  fileprivate var isMostlyEqual: Bool { differences.count * 10 <= expected.marbles.count }
}

extension SearchProblem {
  /// Returns the comparison of an expression's events with the expected ones, or `nil` if it has an error.
  fileprivate func compared(_ text: String, within tolerance: Int, while isWanted: @escaping () -> Bool) -> Comparison?
  {
    let runner = SearchRunner(budget: .max, deliveries: 1_000_000, while: isWanted)
    guard let example = examples.first, let plan = definition(text, inputs)?.call(example.inputs),
      let actual = runner.run(plan, in: example.bindings)
    else { return nil }
    return Comparison(expected: example.expected, actual: actual.moved(to: example.expected, within: tolerance))
  }

  /// Returns the problem with the events of a range.
  private func part(_ range: Range<Int>) -> SearchProblem {
    guard let example = examples.first, range.count < example.expected.marbles.count else { return self }
    let timelines = example.inputs.compactMap(\.timelines.first)
    guard timelines.count == example.inputs.count else { return self }
    let marbles = example.expected.marbles
    let end = marbles[range.upperBound - 1].tick
    // What came before the previous event does not lead to this one, mostly.
    let first = range.lowerBound == 0 ? Int.min : marbles[range.lowerBound - 1].tick
    func cut(_ timeline: Timeline) -> Timeline {
      Timeline(timeline.marbles.filter { first < $0.tick && $0.tick <= end }, end: end + 1)
    }
    let changed = SearchProbes(self, []).example(timelines.map(cut))
    let shown = Example(
      inputs: changed.inputs, bindings: changed.bindings, expected: cut(example.expected), through: end)
    var part = with(shown)
    part.memory = memory.map { SearchMemory($0.compiler) }
    return part
  }

  private func with(_ example: Example) -> SearchProblem {
    var changed = SearchProblem(inputs: inputs, examples: [example], space)
    (changed.hints, changed.memory) = (hints, memory)
    return changed
  }

  /// Returns the problem with its first events.
  fileprivate func first(_ count: Int) -> SearchProblem { part(0..<min(count, eventCount)) }

  /// Returns parts of the problem: its first events, those at its end and in its middle, or all of them if they are few.
  fileprivate func parts(of count: Int) -> [SearchProblem] {
    guard eventCount > count else { return [self] }
    return [0, eventCount - count, (eventCount - count) / 2].map { part($0..<$0 + count) }
  }

  private var eventCount: Int { examples.first?.expected.marbles.count ?? 0 }

  /// Returns the problem with events on ticks on which an expression could send them, and as it is.
  fileprivate func attempts(within tolerance: Int) -> [SearchAttempt] {
    guard let example = examples.first else { return [] }
    let expected = example.expected
    let starts = example.inputs.compactMap(\.timelines.first).flatMap { $0.marbles.map(\.tick) }.sorted()
    let ideals = IdealDelays(starts, expected.marbles.map(\.tick), tolerance)
    var attempts: [SearchAttempt] = []
    var known: Set<[Int]> = []
    func add(_ ticks: [Int], delay: Int = 0) {
      let marbles = zip(expected.marbles, ticks).map { Timeline.Marble(tick: $1 - delay, event: $0.event) }
      guard zip(marbles, marbles.dropFirst()).allSatisfy({ $0.tick <= $1.tick }), marbles.first?.tick ?? 0 >= 0,
        known.insert(marbles.map(\.tick)).inserted
      else { return }
      let moved = SearchProblem.Example(
        inputs: example.inputs, bindings: example.bindings, expected: Timeline(marbles),
        through: example.last.map { $0 - delay })
      attempts.append(SearchAttempt(problem: with(moved), delay: delay))
    }
    let delays = ideals.delays
    for (_, ticks) in delays { add(ticks) }
    if case .expressions = space { for (delay, ticks) in delays where delay > 0 { add(ticks, delay: delay) } }
    ideals.regular.map { add($0) }
    ideals.chained.map { add($0) }
    add(expected.marbles.map(\.tick))
    return attempts
  }
}

/// The ticks near those of some events on which an expression could send them.
private struct IdealDelays {
  /// The ticks of the inputs, in order.
  private let starts: [Int]
  private let results: [Int]
  private let tolerance: Int
  /// The number of delays that are tried, and that of inputs before an event.
  private static let maxDelays = 4
  private static let maxStarts = 8

  init(_ starts: [Int], _ results: [Int], _ tolerance: Int) {
    (self.starts, self.results, self.tolerance) = (starts, results, tolerance)
  }

  /// The delays that suit most events, with the ticks of the events.
  var delays: [(delay: Int, ticks: [Int])] {
    var weights: [Int: (count: Int, error: Int)] = [:]
    for result in results {
      // The smallest error of each delay.
      var errors: [Int: Int] = [:]
      for start in candidates(before: result) {
        for error in -tolerance...tolerance where result - start + error >= 0 {
          let delay = result - start + error
          errors[delay] = min(errors[delay] ?? .max, abs(error))
        }
      }
      for (delay, error) in errors {
        let weight = weights[delay] ?? (0, 0)
        weights[delay] = (weight.count + 1, weight.error + error)
      }
    }
    let best = weights.sorted {
      (-$0.value.count, $0.value.error, $0.key) < (-$1.value.count, $1.value.error, $1.key)
    }
    return best.prefix(Self.maxDelays).map { delay, _ in (delay, results.map { moved($0, by: delay) }) }
  }

  /// Whether one delay suits all events.
  var hasCommonDelay: Bool {
    delays.contains { delay, _ in
      results.allSatisfy { result in candidates(before: result).contains { abs($0 + delay - result) <= tolerance } }
    }
  }

  /// The ticks at regular intervals, if all events are near them.
  var regular: [Int]? {
    let gaps = zip(results, results.dropFirst()).map { $1 - $0 }.sorted()
    guard gaps.count > 1, case let period = gaps[gaps.count / 2], period > 0 else { return nil }
    let ticks = results.map { ($0 + period / 2) / period * period }
    return zip(ticks, results).allSatisfy { abs($0 - $1) <= tolerance } ? ticks : nil
  }

  /// The ticks of events that come on the tick of an input, or the most frequent time after the previous event.
  var chained: [Int]? {
    var counts: [Int: Int] = [:]
    for (last, next) in zip(results, results.dropFirst()) { counts[next - last, default: 0] += 1 }
    func weight(_ gap: Int) -> Int { (gap - tolerance...gap + tolerance).reduce(0) { $0 + (counts[$1] ?? 0) } }
    guard let gap = counts.keys.filter({ $0 > tolerance }).max(by: { (weight($0), -$0) < (weight($1), -$1) }) else {
      return nil
    }
    var ticks: [Int] = []
    for result in results {
      let next = ticks.last.map { $0 + gap }
      ticks.append(next.map { abs($0 - result) <= tolerance } == true ? next ?? result : moved(result, by: 0))
    }
    return ticks
  }

  private func candidates(before result: Int) -> ArraySlice<Int> {
    starts.prefix(starts.partitionPoint { $0 > result + tolerance }).suffix(Self.maxStarts)
  }

  /// Returns the tick after an input that is next to the tick of an event, or that tick if none is near.
  private func moved(_ result: Int, by delay: Int) -> Int {
    let near = candidates(before: result).reversed().map { $0 + delay }.filter { abs($0 - result) <= tolerance }
    return near.min { abs($0 - result) < abs($1 - result) } ?? result
  }
}
