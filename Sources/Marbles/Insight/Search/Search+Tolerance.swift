import MarbleLanguage

/// Searches in recordings of real programs, in which events come a little earlier or later than an expression sends
/// them.
///
/// An expression is searched that sends all events exactly, after they were moved to the ticks on which it could do so: a
/// common number of ticks after an input, or at regular intervals. It is then compared with the events as they came.
extension Search {
  /// The number of events in a part that is searched for, so that some parts contain no irregular event.
  private static let partEvents = 12
  /// The numbers of runs for each part, first for one operator.
  private static let partRuns = [300, 4_000]

  /// Returns the simplest expressions whose events come at most a few ticks earlier or later than expected.
  ///
  /// If an expression sends nine of ten events so, the others are differences and no reason to search on.
  package static func run(
    _ problem: SearchProblem, within tolerance: Int, while isWanted: @escaping () -> Bool
  ) -> SearchResult {
    guard tolerance > 0, problem.examples.count == 1 else { return run(problem, while: isWanted) }
    let parts = problem.parts(of: partEvents).map { $0.idealized(within: tolerance) }
    var runs = 0
    var nearest: (text: String, comparison: Comparison)?
    var last: SearchResult?
    for limit in partRuns {
      for part in parts where nearest?.comparison.isMostlyEqual != true {
        for ideal in part {
          let result = run(ideal, limitedTo: limit, while: isWanted)
          runs += result.runs
          let judged = result.answers.map { ($0, problem.compared($0.text, within: tolerance, while: isWanted)) }
          let answers = judged.filter { $0.1?.isEqual ?? false }.map(\.0)
          if !answers.isEmpty || result.isCancelled { return result.with(answers, runs: runs, within: tolerance) }
          for case (let answer, let comparison?) in judged {
            let best = nearest?.comparison.differences.count ?? .max
            if comparison.differences.count < best { nearest = (answer.text, comparison) }
          }
          last = result
        }
      }
    }
    return last?.with([], nearest: nearest, runs: runs, within: tolerance) ?? run(problem, while: isWanted)
  }
}

extension SearchResult {
  /// Returns the result with some of its answers, for a search of several parts.
  fileprivate func with(
    _ answers: [Answer], nearest: (text: String, comparison: Comparison)? = nil, runs: Int, within tolerance: Int
  ) -> SearchResult {
    SearchResult(
      answers: answers, distinguishing: answers.count > 1 ? distinguishing : [], coldInputs: coldInputs,
      usedInputs: usedInputs, nearest: nearest.map { Nearest(text: $0.text, comparisons: [$0.comparison]) },
      runs: runs, size: size, isPartial: answers.isEmpty && nearest?.comparison.isMostlyEqual != true,
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

  /// Returns the problem with other events.
  private func with(_ timelines: [Timeline]?, _ expected: Timeline) -> SearchProblem {
    guard let example = examples.first else { return self }
    let changed = timelines.map { SearchProbes(self, []).example($0) } ?? example
    return SearchProblem(
      inputs: inputs, examples: [.init(inputs: changed.inputs, bindings: changed.bindings, expected: expected)], space)
  }

  /// Returns parts of the problem: its first events, those at its end and in its middle, or all of them if they are few.
  fileprivate func parts(of count: Int) -> [SearchProblem] {
    guard let example = examples.first else { return [] }
    let marbles = example.expected.marbles
    let timelines = example.inputs.compactMap(\.timelines.first)
    guard marbles.count > count, timelines.count == example.inputs.count else { return [self] }
    let starts = [0, marbles.count - count, (marbles.count - count) / 2]
    return starts.map { start in
      let end = marbles[start + count - 1].tick
      // What came before the previous event does not lead to this one, mostly.
      let first = start == 0 ? Int.min : marbles[start - 1].tick
      func part(_ timeline: Timeline, from first: Int) -> Timeline {
        Timeline(timeline.marbles.filter { first < $0.tick && $0.tick <= end }, end: end + 1)
      }
      return with(timelines.map { part($0, from: first) }, part(example.expected, from: first))
    }
  }

  /// Returns the problem with events on ticks on which an expression could send them, and as it is.
  fileprivate func idealized(within tolerance: Int) -> [SearchProblem] {
    guard let expected = examples.first?.expected else { return [self] }
    let starts = examples[0].inputs.compactMap(\.timelines.first).flatMap { $0.marbles.map(\.tick) }.sorted()
    var ideals: [Timeline] = []
    let delays = IdealDelays(starts, expected.marbles.map(\.tick), tolerance)
    for ticks in delays.ticks + [delays.regular].compactMap(\.self) {
      let marbles = zip(expected.marbles, ticks).map { Timeline.Marble(tick: $1, event: $0.event) }
      guard zip(marbles, marbles.dropFirst()).allSatisfy({ $0.tick <= $1.tick }) else { continue }
      ideals.addOnce(Timeline(marbles, end: max(expected.end, (marbles.last?.tick ?? 0) + 1)))
    }
    ideals.addOnce(expected)
    return ideals.map { with(nil, $0) }
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

  /// The ticks for each of the delays that suit most events.
  var ticks: [[Int]] {
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
    return best.prefix(Self.maxDelays).map { delay, _ in results.map { moved($0, by: delay) } }
  }

  /// The ticks at regular intervals, if all events are near them.
  var regular: [Int]? {
    let gaps = zip(results, results.dropFirst()).map { $1 - $0 }.sorted()
    guard gaps.count > 1, case let period = gaps[gaps.count / 2], period > 0 else { return nil }
    let ticks = results.map { ($0 + period / 2) / period * period }
    return zip(ticks, results).allSatisfy { abs($0 - $1) <= tolerance } ? ticks : nil
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
