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
      label.map { "`\(name)` needs the argument `\($0):`, \(kind.phrase)" } ?? "`\(name)` needs \(kind.phrase)"
    case .missingClosure: "`\(name)` needs a closure"
    case .missingLabel(let label): "this argument needs the label `\(label):`"
    case .unknownLabel(let label, _): "`\(name)` has no argument `\(label):`"
    case .misplacedLabel(let label): "`\(label):` cannot be combined with the other arguments of `\(name)`"
    case .wrongKind(let expected, let found): "expected \(expected.phrase), found \(found.phrase)"
    case .superfluous: "`\(name)` has too many arguments"
    case .unexpectedClosure: "`\(name)` does not take a closure here"
    }
  }

  /// The text that appears next to the caret.
  var label: String? {
    switch self {
    case .superfluous: "unexpected argument"
    default: nil
    }
  }

  /// Returns the suggested fix.
  ///
  /// - Parameter loss: The written arguments that the calls do not contain.
  func help(calls: [String], loss: ArgumentLoss) -> String {
    switch self {
    case .unknownLabel(_, let suggestion?): "did you mean `\(suggestion):`?"
    case .wrongKind(.strategy, .name(let name)) where Strategy.names.contains(name): "write `.\(name)`"
    case .wrongKind(.closure, .function(_, let closure)): "write `\(closure)`"
    case .wrongKind(.strategy, _), .missing(_, .strategy): "write " + Strategy.alternatives
    default: (loss.isWhole ? "write " : "write a call such as ") + alternatives(calls.map { "`\($0)`" }) + loss.text
    }
  }
}

/// The written arguments that example calls do not contain.
package enum ArgumentLoss: Sendable, Hashable {
  case nothing
  /// Only the argument that the message marks.
  case marked
  /// Others, which are named if they are short.
  case more([String])

  /// Whether the calls contain all that was written, except the marked argument.
  package var isWhole: Bool { if case .more = self { false } else { true } }

  /// The end of a help that names the arguments.
  fileprivate var text: String {
    guard case .more(let lost) = self, lost.count == 1, lost[0].contains(": ") else { return "" }
    return ", without `\(lost[0])`"
  }
}
