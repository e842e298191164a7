/// What is said of the arguments of an operator.
extension ArgumentMistake {
  /// What is wrong, in one line.
  func message(calling name: String) -> String {
    switch self {
    case .missing(let label, let kind):
      label.map { "`\(name)` misses `\($0):`, \(kind)" } ?? "`\(name)` misses \(kind)"
    case .missingClosure: "`\(name)` misses its closure"
    case .missingLabel(let label): "the label `\(label):` is missing"
    case .unknownLabel(let label, _): "`\(name)` has no `\(label):`"
    case .misplacedLabel(let label): "`\(label):` does not fit here"
    case .wrongKind(let expected, let found): "expected \(expected), found \(found)"
    case .superfluous: "too many arguments for `\(name)`"
    case .unexpectedClosure: "`\(name)` takes no closure here"
    }
  }

  /// A few words beside the caret.
  var label: String? {
    switch self {
    case .superfluous: "one too many"
    default: nil
    }
  }

  /// How to mend it.
  func help(signatures: [String]) -> String {
    let forms = signatures.map { "`\($0)`" }.joined(separator: " or ")
    switch self {
    case .unknownLabel(_, let suggestion?): return "did you mean `\(suggestion):`?"
    case .wrongKind("a strategy", _):
      return "there are " + Catalogue.strategyNames.map { "`.\($0)`" }.joined(separator: ", ")
    default: return forms
    }
  }
}
