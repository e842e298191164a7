import MarbleEvaluation
import MarbleLanguage

extension LawSpace {
  /// Returns the terminal events of streams, the simplest first.
  private static func ends(_ constants: MinedConstants) -> [Event] {
    [.completed, .failed(.unnamed), .interrupted]
      + constants.messages.uniqued().prefix(maxMessages).map { .failed(Failure($0)) }
  }

  /// The largest number of messages of failures that are tried, besides the failure without one.
  private static let maxMessages = 6

  /// Creates the inputs of a law whose streams have the given kinds of values.
  ///
  /// - Parameters:
  ///   - condition: The condition on the plain values, or `nil` if there is none.
  ///   - isName: Whether a string is the name of a stream, which it would mean in a script.
  package init(
    of law: Law, _ kinds: [OpenValues], _ constants: MinedConstants, _ condition: LawCondition?,
    isName: (String) -> Bool
  ) throws(Fault) {
    // Streams of streams depend on the events of their values.
    let dependsOnValues = constants.dependsOnValues || kinds.contains(.streams)
    var kinds = kinds.makeIterator()
    var streams: [StreamParameter] = []
    var plain: [ValueDomain] = []
    var all: [Parameter] = []
    for parameter in law.parameters {
      switch parameter.kind {
      case .constant(let values):
        all.append(.constant(plain.count, name: parameter.name.text))
        plain.append(.listed(values, constants))
      case .stream(let isCold, let values):
        var domain = values.map { .listed($0, constants) } ?? (kinds.next() ?? .integers).domain(constants, isName)
        if values == nil { domain.others = constants.otherValues }
        all.append(.stream(streams.count))
        streams.append(
          StreamParameter(name: parameter.name.text, isCold: isCold, values: domain, ends: Self.ends(constants)))
      }
    }
    self.init(
      parameters: all, streams: streams, constants: plain,
      combinations: try Self.combinations(of: plain, meeting: condition, all),
      counts: constants.triedCounts, gaps: constants.triedGaps(with: plain), dependsOnValues: dependsOnValues)
  }

  /// The largest number of combinations for which a condition is evaluated.
  private static let maxCandidates = 5_000

  /// Returns the combinations of plain values that meet a condition on the parameters, the smallest first.
  private static func combinations(
    of domains: [ValueDomain], meeting condition: LawCondition?, _ parameters: [Parameter]
  ) throws(Fault) -> [[Value]] {
    var all: [[Value]] = [[]]
    for (index, domain) in domains.enumerated() {
      var share = maxCandidates / all.count
      for _ in domains.dropFirst(index + 1) { share /= 8 }
      let chosen = (domain.all.prefix(max(8, share)) + domain.values(forCount: 1)).uniqued()
      all = all.flatMap { start in chosen.map { start + [$0] } }
    }
    guard let condition else { return all }
    var met: [[Value]] = []
    for constants in all {
      let values = parameters.map { parameter in
        if case .constant(let index, _) = parameter { constants[index] } else { Value.null }
      }
      if try condition.isMet(by: values) { met.append(constants) }
    }
    guard met.count * 10 >= all.count, !met.isEmpty else {
      throw condition.discards(all.count - met.count, of: all.count)
    }
    return met
  }
}
