import MarbleEvaluation
import MarbleLanguage

/// A shape of an expression that often does not do what its author expects.
package struct Hazard: Sendable {
  package let name: String
  /// The first line of a warning.
  package let summary: String
  /// The problem in the words of people who ask about it.
  package let symptom: String
  /// The change that solves it.
  package let remedy: String
  let evidence: Evidence
  /// Returns the change of an expression that has the shape, or `nil` if it does not have it.
  let change: @Sendable (HazardSite) -> HazardChange?

  /// The difference between an expression and its remedy that proves a warning.
  enum Evidence {
    /// The results differ with the streams of the script, or also with small inputs.
    case events(tryingInputs: Bool)
    /// Only the expression was stopped because it would run forever.
    case endlessRun
    /// A cold source is started more often.
    case starts
    /// A source is still observed after the only observer has unsubscribed.
    case subscription
    /// The number of stored values grows as long as the run continues.
    case storedValues
  }

  /// All hazards, in the order of their names.
  package static let all = [
    Hazard(
      name: "cold-source-twice", summary: "a cold source is started more than once for one result",
      symptom: "My request is sent twice.", remedy: "Start it once, in `multicast`.",
      evidence: .starts, change: { $0.sharingColdSource }),
    Hazard(
      name: "diamond", summary: "`combineLatest` of one source mixes new values with old ones",
      symptom: "For a moment, I get a combination that never existed.",
      remedy: "Pair the values with `zip`, or compute them in one `map`.",
      evidence: .events(tryingInputs: true), change: { $0.pairingDiamond }),
    Hazard(
      name: "endless-inner-stream", summary: "`.concat` waits forever for an inner stream that never ends",
      symptom: "Only the first element has an effect.", remedy: "Use `.latest` or `.merge`.",
      evidence: .events(tryingInputs: true), change: { $0.mergingEndlessStreams }),
    Hazard(
      name: "endless-retry", summary: "`retry` without a limit restarts a failing source forever",
      symptom: "When the server is down, my app sends requests without a pause.",
      remedy: "Limit the restarts with `upTo:`.",
      evidence: .endlessRun, change: { $0.limitingRetry }),
    Hazard(
      name: "failure-outside-flattening", summary: "a failure of an inner stream ends the whole flattening",
      symptom: "My search stops after the first error.", remedy: "Handle the failure inside the closure.",
      evidence: .events(tryingInputs: true), change: { $0.movingFailureHandlerInside }),
    Hazard(
      name: "growing-queue", summary: "`zip` stores more and more values of its faster stream",
      symptom: "Memory grows, and the pairs come later and later.",
      remedy: "Use `combineLatest`, or sample the faster stream.",
      evidence: .storedValues, change: { $0.combiningLatest }),
    Hazard(
      name: "late-observer", summary: "a hot source is observed after it has sent values",
      symptom: "The first values are missing.", remedy: "Store them from the start, in `multicast(replay:)`.",
      evidence: .events(tryingInputs: false), change: { $0.observingEarly }),
    Hazard(
      name: "lost-last-value", summary: "the last value is dropped when the source completes",
      symptom: "What I typed last is never sent.", remedy: "Write `discardWhenCompleted: false`.",
      evidence: .events(tryingInputs: false), change: { $0.keepingLastValue }),
    Hazard(
      name: "misleading-name", summary: "the name of the stream is that of another operator",
      symptom: "It sends while I type, although I wait for a pause.", remedy: "Use the operator of the name.",
      evidence: .events(tryingInputs: true), change: { $0.usingOperatorOfName }),
    Hazard(
      name: "restarted-state", summary: "each value restarts the state of `scan`, although its source never ends",
      symptom: "My counter starts at zero again and again.", remedy: "Put `scan` after the flattening.",
      evidence: .events(tryingInputs: true), change: { $0.keepingState }),
    Hazard(
      name: "trigger-before-flattening", summary: "the inner streams continue after the trigger",
      symptom: "It still sends after I have stopped it.", remedy: "Put `take(until:)` after the flattening.",
      evidence: .events(tryingInputs: true), change: { $0.movingTriggerAfterFlattening }),
    Hazard(
      name: "unreleased-replay", summary: "the source is never unsubscribed, even without an observer",
      symptom: "My view is closed, but the connection stays open.", remedy: "Use `share(replay:)` without options.",
      evidence: .subscription, change: { $0.releasingSource }),
  ]
}
