import Marbles

/// The type and the summary of a failure, for reports that programs read.
extension Answer.FailureReason {
  /// The type of the failure, as `Documentation/JSON.md` lists it.
  var reason: String {
    switch self {
    case .differs: "differs"
    case .missing: "missing"
    case .observed: "observed"
    case .missingWindows: "missing windows"
    case .grammarViolation: "grammar violation"
    case .wordGrammarViolation: "word grammar violation"
    case .notFound: "not found"
    case .refuted: "refuted"
    case .unfinished: "unfinished"
    case .nothingFails: "nothing fails"
    }
  }

  /// A summary of the failure in one line.
  var summary: String {
    switch self {
    case .differs(let comparisons, let notes):
      let count = comparisons.reduce(0) { $0 + $1.differences.count }
      return count == 0 ? notes.joined(separator: "; ") : pluralized(count, "difference")
    case .missing: return "expected a timeline after `==`"
    case .missingWindows: return "expected a window after `==`"
    case .observed(let comparison): return comparison.count
    case .grammarViolation, .wordGrammarViolation: return "does not match /^v*(f|c|i)?$/"
    case .notFound: return "no expression gives these events"
    case .refuted(let refutation): return "fails for \(refutation.summary)"
    case .unfinished(let count): return "stopped by you; holds for \(pluralized(count, "input")) until then"
    case .nothingFails: return "nothing in this fence fails, but it is marked `fails`"
    }
  }
}
