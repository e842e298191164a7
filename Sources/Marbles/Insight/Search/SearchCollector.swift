import MarbleLanguage

/// Runs candidates, and collects those that solve a problem.
final class SearchCollector {
  let problem: SearchProblem
  let runner: SearchRunner
  let expected: [SearchRecording]
  /// The expressions that give the expected events, in the order in which they were found.
  private(set) var found: [SearchCandidate] = []
  /// The expression whose events differ least.
  private(set) var nearest: (candidate: SearchCandidate, distance: Int)?
  private var foundTexts: Set<String> = []

  init(_ problem: SearchProblem, _ runner: SearchRunner) {
    self.problem = problem
    self.runner = runner
    expected = problem.examples.map { SearchRecording($0.expected) }
  }

  /// Returns the events of a candidate on all examples, or `nil` if it fails on one of them.
  func recordings(of candidate: SearchCandidate) -> [Timeline]? {
    var timelines: [Timeline] = []
    for example in problem.examples {
      guard let timeline = runner.run(candidate, on: example) else { return nil }
      timelines.append(timeline)
    }
    note(timelines, candidate)
    return timelines
  }

  /// Runs a candidate, keeps it if it is an answer, and returns whether it is one.
  @discardableResult
  func check(_ candidate: SearchCandidate) -> Bool {
    for (index, example) in problem.examples.enumerated() {
      guard let timeline = runner.run(candidate, on: example) else { return false }
      guard timeline == example.expected else {
        if index == 0 { note([timeline], candidate) }
        return false
      }
    }
    keep(candidate)
    return true
  }

  /// Keeps an answer.
  func keep(_ candidate: SearchCandidate) {
    guard problem.operators.contains(candidate.size) else { return }
    if foundTexts.insert(candidate.text(problem.inputs)).inserted { found.append(candidate) }
  }

  /// Keeps a candidate if its events differ less than those of all others.
  private func note(_ timelines: [Timeline], _ candidate: SearchCandidate) {
    guard problem.operators.contains(candidate.size) else { return }
    var distance = 0
    for (timeline, recording) in zip(timelines, expected) {
      distance += Self.distance(timeline, recording.timeline)
      if let nearest, distance > nearest.distance { return }
    }
    // A candidate that fails on the first example is not compared on the others.
    distance += 2 * (expected.count - timelines.count)
    if let nearest, (nearest.distance, nearest.candidate.cost) <= (distance, candidate.cost) { return }
    nearest = (candidate, distance)
  }

  /// Returns the number of events that only one of two timelines has.
  private static func distance(_ left: Timeline, _ right: Timeline) -> Int {
    var rest = right.marbles
    var extra = 0
    for marble in left.marbles {
      if let index = rest.firstIndex(of: marble) { rest.remove(at: index) } else { extra += 1 }
    }
    // No values are never near.
    return extra + rest.count + (left.values.isEmpty && !right.values.isEmpty ? 2 : 0)
  }
}
