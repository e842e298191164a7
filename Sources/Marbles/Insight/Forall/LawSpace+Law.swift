import MarbleLanguage

extension LawSpace {
  /// The terminating events of streams, the simplest first.
  private static let ends: [Event] = [.completed, .failed(.unnamed), .interrupted]

  /// Creates the inputs of a law whose streams have the given kinds of values.
  ///
  /// - Parameter condition: The condition on the numbers, or `nil` if there is none.
  init(
    of law: Law, _ kinds: [OpenValues], _ constants: MinedConstants, _ condition: LawCondition?
  ) throws(Fault) {
    // Streams of streams depend on the events of their values.
    let dependsOnValues = constants.dependsOnValues || kinds.contains(.streams)
    var kinds = kinds.makeIterator()
    var streams: [StreamParameter] = []
    var integers: [ValueDomain] = []
    var all: [Parameter] = []
    for parameter in law.parameters {
      switch parameter.kind {
      case .integer(let values):
        all.append(.number(integers.count, name: parameter.name.text))
        integers.append(.listed(values, constants))
      case .stream(let isCold, let values):
        let domain = values.map { .listed($0, constants) } ?? (kinds.next() ?? .integers).domain(constants)
        all.append(.stream(streams.count))
        streams.append(
          StreamParameter(name: parameter.name.text, isCold: isCold, values: domain, ends: Self.ends))
      }
    }
    self.init(
      parameters: all, streams: streams, integers: integers,
      combinations: try Self.combinations(of: integers, meeting: condition, all),
      counts: constants.triedCounts, gaps: constants.triedGaps(with: integers), dependsOnValues: dependsOnValues)
  }

  /// The largest number of combinations for which a condition is evaluated.
  private static let maxCandidates = 5_000

  /// Returns the combinations of numbers that meet a condition on the parameters, the smallest first.
  private static func combinations(
    of integers: [ValueDomain], meeting condition: LawCondition?, _ parameters: [Parameter]
  ) throws(Fault) -> [[Int]] {
    var all: [[Int]] = [[]]
    for (index, domain) in integers.enumerated() {
      let numbers = domain.all.compactMap { if case .integer(let number) = $0 { number } else { nil } }
      var share = maxCandidates / all.count
      for _ in integers.dropFirst(index + 1) { share /= 8 }
      let chosen = numbers.count <= max(8, share) ? numbers : Array(numbers.prefix(max(8, share)))
      all = all.flatMap { start in chosen.map { start + [$0] } }
    }
    guard let condition else { return all }
    var met: [[Int]] = []
    for numbers in all {
      let values = parameters.map { parameter in
        if case .number(let index, _) = parameter { Value.integer(numbers[index]) } else { Value.null }
      }
      if try condition.isMet(by: values) { met.append(numbers) }
    }
    guard met.count * 10 >= all.count, !met.isEmpty else {
      throw condition.discards(all.count - met.count, of: all.count)
    }
    return met
  }
}
