import Marbles

extension SessionProblem {
  /// The strings that may replace the marked text.
  package var replacements: [String] {
    switch self {
    case .unknownCommand(_, let suggestion), .unknownSetting(_, let suggestion), .unknownTopic(_, let suggestion),
      .unknownFamily(_, let suggestion), .unknownFenceAttribute(_, let suggestion, _),
      .unknownDirectiveOption(_, let suggestion, _):
      suggestion.map { [$0] } ?? []
    case .unknownHazard(_, let suggestion): suggestion.map { [$0] } ?? []
    case .hazard(let warning): [warning.remedy]
    case .ambiguousCommand(_, let candidates): candidates
    default: []
    }
  }
}
