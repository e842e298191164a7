import MarbleEvaluation
import MarbleLanguage

/// The inputs that a law is tried with.
package struct LawSpace: Sendable {
  /// A parameter that is a stream.
  package struct StreamParameter: Sendable {
    let name: String
    let isCold: Bool
    let values: ValueDomain
    /// The possible terminal events, the simplest first.
    fileprivate(set) var ends: [Event]

    package init(name: String, isCold: Bool, values: ValueDomain, ends: [Timeline.Event]) {
      self.name = name
      self.isCold = isCold
      self.values = values
      self.ends = ends
    }
  }

  /// A parameter, with its index among the streams or among the plain values.
  package enum Parameter: Sendable {
    case stream(Int)
    case constant(Int, name: String)
  }

  /// All parameters, in order.
  let parameters: [Parameter]
  package private(set) var streams: [StreamParameter]
  /// The values of the parameters that are plain values.
  let constants: [ValueDomain]
  /// The combinations of plain values that meet the condition of the law, the smallest first.
  ///
  /// It is never empty: without plain values, it contains one empty combination.
  let allCombinations: [[Value]]
  /// Whether these are all combinations, also of long ranges.
  let hasAllCombinations: Bool
  /// The combinations to try with every stream.
  let combinations: [[Value]]
  /// The numbers of values and of silent ticks in a row to try, because they occur in the law.
  let counts: [Int]
  let gaps: [Int]
  /// Whether two laws that differ only in their values can differ in their results.
  let dependsOnValues: Bool
  /// Whether both orders of hot streams that share a tick are tried.
  private(set) var triesOrders: Bool
  /// Whether several events may be on the same tick.
  private(set) var sharesTicks = true

  /// The largest number of combinations of plain values that are tried.
  private static let maxCombinations = 300
  /// The largest number of combinations that are tried with every stream.
  private static let maxFewCombinations = 25

  package init(
    parameters: [Parameter], streams: [StreamParameter], constants: [ValueDomain], combinations: [[Value]],
    counts: [Int] = [], gaps: [Int] = [], dependsOnValues: Bool
  ) {
    let important = constants.map { Set($0.values(forCount: 1)) }
    let few = combinations.filter { zip($0, important).allSatisfy { $1.contains($0) } }
    self.parameters = parameters
    self.streams = streams
    self.constants = constants
    self.combinations = Self.spread(few.isEmpty ? combinations : few, upTo: Self.maxFewCombinations)
    self.counts = counts
    self.gaps = gaps
    self.dependsOnValues = dependsOnValues
    triesOrders = streams.count { !$0.isCold } > 1
    // Those to try with every stream are among them.
    let isWhole = combinations.count <= Self.maxCombinations
    let others = isWhole ? [] : Set(combinations).subtracting(self.combinations)
    let room = Self.maxCombinations - self.combinations.count
    let kept = Set(Self.spread(combinations.filter(others.contains), upTo: room) + self.combinations)
    allCombinations = isWhole ? combinations : combinations.filter(kept.contains)
    hasAllCombinations = constants.reduce(1.0) { $0 * Double($1.all.count) } == Double(allCombinations.count)
  }

  /// Returns some of the combinations: the first ones, the last one, and some between them.
  private static func spread(_ all: [[Value]], upTo limit: Int) -> [[Value]] {
    guard all.count > limit else { return all }
    let first = limit / 2
    let rest = limit - first
    return all.prefix(first) + (1...rest).map { all[first + ($0 * (all.count - first)) / rest - 1] }
  }

  /// Returns the inputs whose streams end only as a closure allows, in the order of the parameters.
  func restricted(sharesTicks: Bool, toEnds isTried: (_ stream: String, Event) -> Bool) -> LawSpace {
    var space = self
    space.sharesTicks = sharesTicks
    space.triesOrders = false
    for (index, stream) in streams.enumerated() { space.streams[index].ends.removeAll { !isTried(stream.name, $0) } }
    return space
  }

  /// Whether the values of all streams are interchangeable.
  ///
  /// Then only their equality matters.
  var isUniform: Bool { !dependsOnValues && streams.allSatisfy(\.values.isOpen) }

  func allows(_ constants: [Value]) -> Bool { constants.isEmpty || allCombinations.contains(constants) }

  /// Whether a stream of an input fails.
  func hasFailure(_ input: LawInput) -> Bool {
    zip(input.streams, streams).contains { stream, parameter in
      stream.end.map { if case .failed = parameter.ends[$0.index] { true } else { false } } ?? false
    }
  }
}

/// The values that a stream of a law can send, or that a plain value can be.
package struct ValueDomain: Sendable {
  /// All values, the simplest first.
  package let all: [Value]
  /// The values to try in inputs with one value, with two, and so on.
  ///
  /// The last one is for all larger inputs.
  private let levels: [[Value]]
  private let ranks: [Value: Int]
  /// Whether the values were chosen by the program and not by the user.
  let isOpen: Bool
  /// Values of other kinds and lengths, which only replace those of the smallest input, or `nil` if not all lengths
  /// that a law can distinguish are among them.
  var others: [Value]? = []

  /// Creates a domain.
  ///
  /// - Parameters:
  ///   - all: The values, the simplest first.
  ///   - important: The values to try first.
  ///   - isOpen: Whether the values were chosen by the program.
  package init(_ all: [Value], important: [Value], isOpen: Bool) {
    self.all = all
    self.isOpen = isOpen
    var ranks: [Value: Int] = [:]
    for (rank, value) in all.enumerated() where ranks[value] == nil { ranks[value] = rank }
    self.ranks = ranks
    levels = Self.levelSizes.map { size in
      important.prefix(size).sorted { (ranks[$0] ?? .max) < (ranks[$1] ?? .max) }
    }
  }

  private static let levelSizes = [8, 4, 3, 2]

  /// Returns the values for inputs with the given number of values.
  func values(forCount count: Int) -> [Value] { levels[min(max(count, 1), levels.count) - 1] }

  /// The values for random inputs.
  var frequent: [Value] { levels[0] }

  /// Returns the position of a value, the simplest first.
  func rank(of value: Value) -> Int { ranks[value] ?? all.count }
}
