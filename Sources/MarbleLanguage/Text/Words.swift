extension StringProtocol {
  /// The words of a script, in their order: its names, its numbers and the letters of its timelines.
  package var words: [SubSequence] { split { !$0.isLetter && !$0.isNumber && $0 != "_" } }
}
