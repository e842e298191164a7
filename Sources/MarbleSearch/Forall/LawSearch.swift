import MarbleEvaluation
import MarbleLanguage

/// The amount of work that is spent on a law.
package struct LawEffort: Sendable {
  /// The maximum number of small inputs.
  var smallInputs: Int
  /// The number of larger inputs.
  var largerInputs: Int
  /// The maximum cost of all runs, roughly in microseconds.
  var cost: Int

  package init(smallInputs: Int = 17_000, largerInputs: Int = 2_000, cost: Int = 600_000) {
    self.smallInputs = smallInputs
    self.largerInputs = largerInputs
    self.cost = cost
  }
}

/// The search for the smallest input for which a law fails.
///
/// All small inputs are tried, the smallest first, and between them inputs made of the constants of the law. Random
/// inputs follow. A larger input that fails is made smaller, and then compared with the small ones.
package struct LawSearch {
  /// The result of a law for one input.
  package enum Verdict {
    case holds, fails
    /// One of the two sides cannot be run, for example because a closure divides by zero.
    case isUndefined
    /// The input does not meet the condition of the law.
    case isExcluded
    /// The search is not continued.
    case cancelled
  }

  /// The result of the search.
  package enum Result {
    case holds
    case fails(LawInput)
    case cancelled
  }

  private let space: LawSpace
  private let effort: LawEffort
  private let seed: LawSeed
  private let small: SmallInputs
  private let check: (LawInput) -> (Verdict, cost: Int)
  package private(set) var statistics = LawStatistics()
  private var cost = 0
  /// The cost at which the current phase ends.
  private var costLimit: Int
  private var failing: LawInput?
  private var isCancelled = false
  /// The values up to which all small inputs were tried.
  private var doneUpTo = -1

  /// The number of inputs that are tried to make one smaller.
  private static let shrinkingAttempts = 3_000
  /// The number of inputs made of the constants of the law.
  private static let maxDirected = 1_000
  /// The number of random inputs that may be excluded or cannot be run for each of the others.
  private static let mostSkippedPerInput = 9
  /// The number of values up to which small inputs are tried in both orders.
  private static let maxValuesInBothOrders = 1
  /// The number of small inputs that are tried after a larger one fails.
  private static let maxBelow = 2_500

  package init(
    _ space: LawSpace, effort: LawEffort, seed: LawSeed, check: @escaping (LawInput) -> (Verdict, cost: Int)
  ) {
    self.space = space
    self.effort = effort
    self.seed = seed
    self.check = check
    small = SmallInputs(space, upTo: effort.smallInputs)
    costLimit = effort.cost * 3 / 4
  }

  package mutating func run() -> Result {
    if space.streams.isEmpty { return tryCombinations() ?? .holds }
    if let result = trySmall(upTo: min(1, small.bounds.values)) ?? tryDirected() { return result }
    if let result = trySmall(upTo: small.bounds.values) { return result }
    costLimit = effort.cost
    return tryRandom() ?? .holds
  }

  // MARK: Phases

  private mutating func trySmall(upTo count: Int) -> Result? {
    let small = small
    while doneUpTo < count {
      statistics.begin()
      let triesBoth = doneUpTo < Self.maxValuesInBothOrders
      let isWhole = small.visit(valueCount: doneUpTo + 1) { triesBoth ? attemptBothOrders(of: $0) : attempt($0) }
      if let failing { self.failing = shrunk(failing) }
      if let result { return result }
      guard isWhole else { return nil }
      doneUpTo += 1
      statistics.close(ticks: small.bounds.ticks)
    }
    return nil
  }

  /// Tries all inputs of a law without streams.
  private mutating func tryCombinations() -> Result? {
    for constants in space.allCombinations where !attempt(LawInput(constants: constants, streams: [])) {
      return shrunkResult()
    }
    if space.hasAllCombinations { statistics.close(ticks: nil) }
    return result
  }

  private mutating func tryDirected() -> Result? {
    let limit = min(Self.maxDirected, effort.largerInputs)
    var count = 0
    let inputs = DirectedInputs(space)
    _ = inputs.visit { input in
      count += 1
      return count <= limit && attemptBothOrders(of: input)
    }
    return shrunkResult()
  }

  private mutating func tryRandom() -> Result? {
    var random = RandomInputs(space, seed: seed)
    let mostSkipped = statistics.skipped + Self.mostSkippedPerInput * effort.largerInputs
    while statistics.larger < effort.largerInputs, statistics.skipped < mostSkipped {
      let input = random.next()
      let isReversed = statistics.larger.isMultiple(of: 2)
      guard attempt(isReversed ? input.reversed(in: space) ?? input : input) else { break }
    }
    return shrunkResult()
  }

  /// Tries an input, and returns whether to continue.
  private mutating func attempt(_ input: LawInput) -> Bool {
    let verdict = verdict(of: input)
    statistics.count(input, in: space, verdict)
    switch verdict {
    case .holds, .isExcluded: return cost < costLimit
    case .isUndefined: return cost < costLimit && !statistics.isHopeless
    case .cancelled: isCancelled = true
    case .fails: failing = input
    }
    return false
  }

  /// Tries an input, and then the other order of its streams, and returns whether to continue.
  private mutating func attemptBothOrders(of input: LawInput) -> Bool {
    attempt(input) && input.reversed(in: space).map { attempt($0) } ?? true
  }

  private mutating func verdict(of input: LawInput) -> Verdict {
    let (verdict, cost) = check(input)
    self.cost += cost
    return verdict
  }

  private var result: Result? { isCancelled ? .cancelled : failing.map { .fails($0) } }

  // MARK: Shrinking

  /// Returns the result for an input that is not necessarily the smallest.
  private mutating func shrunkResult() -> Result? {
    guard !isCancelled, let found = failing else { return result }
    var smallest = shrunk(found)
    if !isCancelled, let smaller = firstSmall(below: smallest) { smallest = shrunk(smaller) }
    return isCancelled ? .cancelled : .fails(smallest)
  }

  private mutating func shrunk(_ input: LawInput) -> LawInput {
    var isCancelled = false
    var shrinker = InputShrinker(space, attempts: Self.shrinkingAttempts) { [check] candidate in
      guard !isCancelled else { return false }
      switch check(candidate).0 {
      case .fails: return true
      case .cancelled: isCancelled = true
      case .holds, .isUndefined, .isExcluded: break
      }
      return false
    }
    let smallest = shrinker.smallest(from: input)
    self.isCancelled = isCancelled
    return smallest
  }

  /// Returns the first of the small inputs that fails, if it is smaller than an input.
  private mutating func firstSmall(below input: LawInput) -> LawInput? {
    let size = InputSize(of: input, in: space)
    let small = small
    var count = 0
    failing = nil
    while doneUpTo < min(small.bounds.values, input.valueCount), count < Self.maxBelow {
      let isWhole = small.visit(valueCount: doneUpTo + 1) { candidate in
        count += 1
        guard count <= Self.maxBelow, InputSize(of: candidate, in: space) < size else { return false }
        return attemptBothOrders(of: candidate)
      }
      guard isWhole, failing == nil, !isCancelled else { break }
      doneUpTo += 1
    }
    return failing
  }
}
