import MarbleLanguage

/// A problem with the arguments of an operator.
package enum ArgumentProblem: Sendable, Hashable {
  /// A required argument is missing.
  case missing(label: String?, kind: ArgumentKind)
  case missingClosure
  /// The label is missing, and the argument would have another meaning without it.
  case missingLabel(String)
  /// No parameter has this label.
  case unknownLabel(String, suggestion: String? = nil)
  /// Another overload has a parameter with this label, but does not match the other arguments.
  case misplacedLabel(String)
  case wrongKind(expected: ArgumentKind, found: ArgumentKind)
  case superfluous
  case unexpectedClosure
}

/// The messages of the problem.
extension ArgumentProblem {
  /// Returns the message, in one line.
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

  /// The text that appears next to the caret.
  var label: String? {
    switch self {
    case .superfluous: "one too many"
    default: nil
    }
  }

  /// Returns the suggested fix.
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
