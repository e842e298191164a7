/// What can be wrong with a source, as data; the wording is `Wording.swift`'s.
public enum Problem: Sendable, Hashable {
  // MARK: Sources
  case invalidUTF8

  // MARK: Language

  // What is planned and not there yet.
  case notYet(PlannedFeature)

  // Statements.
  case noStream(name: String, suggestion: String?)
  case missingDefinition(name: String)
  case reservedName(String)
  case notAName(String)
  case attemptsNeedCold
  case missingTimeline(after: String)
  case keywordNotHere(String)
  case equalsForComparison
  case assertionInBinding(name: String)
  case severalComparisons
  case nothingToCompare
  case unexpectedText(String)
  case emptyCommand
  case notAnEventWord(Character)
  case unclosedComment

  // Expressions.
  case expectedExpression(found: String)
  case missingBracket(Bracket, found: String)
  case expectedSeparator(Bracket, found: String)
  case expectedMemberName(found: String)
  case missingAlternative(found: String)
  case emptyParentheses
  case emptyClosure
  case severalExpressionsInClosure
  case repeatedParameter(String)
  case parameterOutsideClosure(Int)
  case parameterInNamedClosure(Int)
  case comparisonOfComparison
  case throwNotHere
  case unknownCharacter(String)
  case nestedTooDeeply
  case numberOutOfRange(String)
  case malformedNumber(String)
  case unknownUnit(String)
  case unclosedText
  case unknownTextEscape(String)
  case malformedUnicodeEscape

  // MARK: Stand-in for the notation's own
  case unreadableTimeline
}

/// What the language has room for but does not do yet.
public enum PlannedFeature: Sendable, Hashable {
  case during, subscriptions, forall, why, search, operatorDefinition
}
