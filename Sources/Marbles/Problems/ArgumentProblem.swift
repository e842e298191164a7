import MarbleLanguage

/// What can be wrong with the arguments of an operator.
package enum ArgumentProblem: Sendable, Hashable {
  /// Something must stand there and does not.
  case missing(label: String?, kind: ArgumentKind)
  case missingClosure
  /// Without its label something else would be meant.
  case missingLabel(String)
  /// No parameter has that label.
  case unknownLabel(String, suggestion: String? = nil)
  /// Other parameters have that label, but not beside what is written.
  case misplacedLabel(String)
  case wrongKind(expected: ArgumentKind, found: ArgumentKind)
  case superfluous
  case unexpectedClosure
}

/// What is said of the arguments of an operator.
extension ArgumentProblem {
  /// What is wrong, in one line.
  func message(calling name: String) -> String {
    switch self {
    case .missing(let label, let kind):
      label.map { "`\(name)` misses `\($0):`, \(kind.phrase)" } ?? "`\(name)` misses \(kind.phrase)"
    case .missingClosure: "`\(name)` misses its closure"
    case .missingLabel(let label): "the label `\(label):` is missing"
    case .unknownLabel(let label, _): "`\(name)` has no `\(label):`"
    case .misplacedLabel(let label): "`\(label):` does not fit here"
    case .wrongKind(let expected, let found): "expected \(expected.phrase), found \(found.phrase)"
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
    case .wrongKind(.strategy, _):
      return "there are " + Strategy.names.map { "`.\($0)`" }.joined(separator: ", ")
    default: return forms
    }
  }
}
