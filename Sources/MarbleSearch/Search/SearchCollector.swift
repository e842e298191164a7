import MarbleEvaluation
import MarbleLanguage

/// Runs candidates, and collects those that solve a problem.
final class SearchCollector {
  let problem: SearchProblem
  let runner: SearchRunner
  let compiler: SearchCompiler
  let expected: [RecordedEvents]
  /// The expressions that give the expected events, in the order in which they were found.
  private(set) var found: [SearchCandidate] = []
  /// The expressions whose events differ least, with their events and the estimated number of differences, the smallest
  /// first.
  private var nearest: [(candidate: SearchCandidate, events: [Timeline], distance: Int)] = []
  /// The maximum number of these expressions.
  private static let maxNear = 24

  /// The expressions whose events differ little, the simplest first among equal ones.
  var near: [SearchCandidate] { nearest.map(\.candidate) }
  private var foundTexts: Set<String> = []
  /// The largest complexity of further answers.
  private var maxCost = Int.max
  /// The ranks of the answers, in order.
  private var ranks: [Int] = []
  /// The number of answers from which on only simpler ones are collected, because some of them are equal.
  private static let enough = 32
  /// An answer that is so much more complex than the best one is not collected.
  private static let maxDistance = 8

  init(_ problem: SearchProblem, _ runner: SearchRunner, _ compiler: SearchCompiler) {
    self.problem = problem
    self.runner = runner
    self.compiler = compiler
    expected = problem.examples.map { RecordedEvents($0.expected) }
  }

  /// The place of an answer among the others: its complexity, and one more for each input that it does not use, unless
  /// it is an input itself.
  func rank(_ candidate: SearchCandidate) -> Int {
    candidate.size == 0 ? 0 : candidate.cost + (problem.requiredInputs & ~candidate.usedInputs).nonzeroBitCount
  }

  /// Whether there is an answer that uses all inputs that it should.
  var hasCompleteAnswer: Bool { found.contains { problem.requiredInputs & ~$0.usedInputs == 0 } }

  /// Whether an answer with a complexity could be among those that are shown.
  func isWanted(cost: Int) -> Bool { cost <= maxCost }

  /// Whether a class is an input that sends the same events to an observer that subscribes later.
  func isPipe(_ stream: SearchClass) -> Bool {
    guard case .input(let index) = stream.simplest.kind else { return false }
    return problem.examples.allSatisfy { example in
      if case .pipe = example.inputs[index].kind { true } else { false }
    }
  }

  /// Whether values of a class are streams, names of streams or arrays.
  func sendsStreams(_ source: SearchClass) -> Bool {
    zip(source.recordings, problem.examples).contains { recording, example in
      recording.values.contains { item in
        switch item.value {
        case .stream, .array: true
        case .marble(let name): example.bindings[name] != nil
        default: false
        }
      }
    }
  }

  /// Returns the events of a candidate on all examples, or `nil` if it fails on one of them.
  func recordings(of candidate: SearchCandidate) -> [Timeline]? {
    guard let (timelines, isEndless) = start(candidate), !isEndless else { return nil }
    return timelines
  }

  /// Returns the first events of a candidate on all examples, and whether one of the runs was stopped then, or `nil` if
  /// it fails on one of them.
  func start(_ candidate: SearchCandidate) -> (timelines: [Timeline], isEndless: Bool)? {
    var timelines: [Timeline] = []
    var isEndless = false
    for example in problem.examples {
      guard let start = runner.start(candidate, on: example, problem.memory) else { return nil }
      timelines.append(start.timeline)
      isEndless = isEndless || start.isEndless
    }
    if !isEndless { record(timelines, candidate) }
    return (timelines, isEndless)
  }

  /// Runs a candidate, keeps it if it is an answer, and returns whether it is one.
  @discardableResult
  func check(_ candidate: SearchCandidate) -> Bool {
    for (index, example) in problem.examples.enumerated() {
      guard let (timeline, isEndless) = runner.start(candidate, on: example, problem.memory), !isEndless else {
        return false
      }
      guard timeline == example.expected else {
        if index == 0 { record([timeline], candidate) }
        return false
      }
    }
    keep(candidate)
    return true
  }

  /// Keeps an answer, unless it is known.
  func keep(_ candidate: SearchCandidate) {
    guard problem.operators.contains(candidate.size) else { return }
    guard foundTexts.insert(candidate.text(problem.inputs)).inserted else { return }
    found.append(candidate)
    let rank = rank(candidate)
    ranks.insert(rank, at: ranks.firstIndex { $0 > rank } ?? ranks.count)
    maxCost = ranks[0] + Self.maxDistance
    if ranks.count >= Self.enough { maxCost = min(maxCost, ranks[Self.enough - 1]) }
  }

  /// Keeps a candidate if its events differ less than those of most others.
  private func record(_ timelines: [Timeline], _ candidate: SearchCandidate) {
    guard problem.operators.contains(candidate.size) else { return }
    var distance = 0
    for (timeline, recording) in zip(timelines, expected) {
      distance += Self.distance(timeline, recording.timeline)
      if nearest.count == Self.maxNear, let last = nearest.last, distance > last.distance { return }
    }
    // A candidate that fails on the first example is not compared on the others.
    distance += 2 * (expected.count - timelines.count)
    let place = nearest.partitionPoint { ($0.distance, $0.candidate.cost) > (distance, candidate.cost) }
    guard place < Self.maxNear, !nearest[..<place].contains(where: { $0.events == timelines }) else { return }
    nearest.insert((candidate, timelines, distance), at: place)
    if nearest.count > Self.maxNear { nearest.removeLast() }
  }

  /// Returns the number of differences of two timelines, in which another event on the same tick is one.
  private static func distance(_ left: Timeline, _ right: Timeline) -> Int {
    var rest = right.marbles
    var extra: [Int: Int] = [:]
    for marble in left.marbles {
      if let index = rest.firstIndex(of: marble) { rest.remove(at: index) } else { extra[marble.tick, default: 0] += 1 }
    }
    let missing = Dictionary(grouping: rest, by: \.tick).mapValues(\.count)
    let differences = extra.merging(missing, uniquingKeysWith: max).values.reduce(0, +)
    // No values are never near.
    return differences + (left.values.isEmpty && !right.values.isEmpty ? 2 : 0)
  }
}
