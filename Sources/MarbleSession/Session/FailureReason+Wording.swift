import Marbles

/// The type and the summary of a failure, for reports that programs read.
extension Answer.FailureReason {
  /// The type of the failure, as `Documentation/JSON.md` lists it.
  package var reason: String {
    switch self {
    case .differs: "differs"
    case .missing: "missing"
    case .observed: "observed"
    case .missingWindows: "missing windows"
    case .subscribed: "subscribed"
    case .grammarViolation: "grammar violation"
    case .wordGrammarViolation: "word grammar violation"
    case .notFound: "not found"
    case .refuted: "refuted"
    case .race: "race"
    case .unfinished: "unfinished"
    case .nothingFails: "nothing fails"
    case .exercise(.isRight): "answer is right"
    case .exercise(.isWrong): "answer is wrong"
    case .exercise(.otherNote): "other note"
    case .exercise(.hintReveals): "hint reveals solution"
    }
  }

  /// A summary of the failure in one line.
  package var summary: String {
    switch self {
    case .differs(let comparisons, let notes):
      let count = comparisons.reduce(0) { $0 + $1.differences.count }
      let least = comparisons.contains(where: \.isPartial) ? "at least " : ""
      return count == 0 ? notes.joined(separator: "; ") : least + pluralized(count, "difference")
    case .missing: return "expected a timeline after `==`"
    case .missingWindows: return "expected a window after `==`"
    case .observed(let comparison): return comparison.count
    case .subscribed(let remainder): return remainder
    case .grammarViolation, .wordGrammarViolation: return "does not match /^v*(f|c|i)?$/"
    case .notFound: return "no expression gives these events"
    case .refuted(let refutation): return "fails for \(refutation.summary)"
    case .race(let race, _): return race.text
    case .unfinished(let count): return "stopped by you; holds for \(pluralized(count, "input")) until then"
    case .nothingFails: return "nothing in this fence fails, but it is marked `fails`"
    case .exercise(.isRight): return "this answer is listed as wrong, but it is right"
    case .exercise(.isWrong): return "this answer is listed as right, but it is wrong"
    case .exercise(.otherNote(nil)): return "this answer is wrong, but its note is not shown"
    case .exercise(.otherNote(let note?)): return "another note is shown for this answer: \(note)"
    case .exercise(.hintReveals): return "this hint contains the solution"
    }
  }
}
