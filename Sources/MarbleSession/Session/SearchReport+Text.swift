import Marbles

/// The text of a search.
extension Answer.SearchReport {
  /// The lines below the first one.
  package func text(width: Int?, colors: ColorDepth) -> String {
    let lines =
      answerLines + toleranceLines + distinctionLines + nearestLines(width: width, colors: colors) + ["  \(effort)"]
    return (lines + tickLines).joined(separator: "\n") + "\n"
  }

  /// The answers, numbered if there are several.
  private var answerLines: [String] {
    guard result.answers.count > 1 else { return result.answers.map { "  \($0.text)" } }
    return result.answers.enumerated().map { "  \($0 + 1)  \($1.text)" }
  }

  /// The help if events of a trace may share ticks that they do not share in time, or if their times vary more.
  private var tickLines: [String] {
    let (purpose, tick) =
      result.answers.isEmpty
      ? ("to allow larger differences of times", differsInTime ? longerTick : nil)
      : ("for more exact times", shorterTick)
    return tick.map { ["  help: \(purpose), write `:tick \($0)`, and search again"] } ?? []
  }

  /// Whether a near expression sends an expected event at another time.
  private var differsInTime: Bool {
    let differences = result.nearest?.comparisons.flatMap(\.differences).filter { $0.reason != .wrongOrder } ?? []
    let actual = differences.flatMap(\.actual).map(\.event)
    return differences.contains { $0.expected.contains { actual.contains($0.event) } }
  }

  private var toleranceLines: [String] {
    guard result.tolerance > 0, !result.answers.isEmpty else { return [] }
    let answers = result.answers.count == 1 ? "it sends" : "they send"
    return ["  \(answers) all events within \(pluralized(result.tolerance, "tick"))"]
  }

  /// The inputs on which the answers differ, and the events of each answer.
  private var distinctionLines: [String] {
    guard !result.distinguishing.isEmpty else { return [] }
    let used = inputs.indices.filter { result.usedInputs[$0] }
    let lanes = used.map { index in
      let timeline = (result.coldInputs[index] ? "cold " : "") + Self.text(of: result.distinguishing[index])
      return used.count == 1 ? "`\(timeline)`" : "\(inputs[index]) = `\(timeline)`"
    }
    let outputs = result.answers.enumerated().map { index, answer in
      "    \(index + 1)  " + (answer.output.map(Self.text) ?? "an error, or no end")
    }
    let advice = isInteractive ? " (`:choose 1`, `:choose 2` …)" : ""
    return ["  for \(lanes.joined(separator: ", ")) they differ: which result do you want?\(advice)"] + outputs
  }

  /// Returns the text of a timeline in which a single letter is a value, also if it is the name of a stream.
  private static func text(of timeline: Timeline) -> String {
    timeline.marbles.isEmpty ? "-" : TimelinePrinter.text(of: timeline, asStatement: true)
  }

  private func nearestLines(width: Int?, colors: ColorDepth) -> [String] {
    guard let nearest = result.nearest, let comparison = nearest.comparisons.first else { return [] }
    let pictures = nearest.comparisons.map {
      $0.picture(location: "", expression: nearest.text, width: width, colors: colors)
    }
    return ["  a near expression\(share(of: comparison)):"]
      + pictures.joined(separator: "\n").split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }
  }

  /// Returns the part of the events of a trace that the near expression sends.
  private func share(of comparison: Comparison) -> String {
    guard result.tolerance > 0 else { return "" }
    let count = comparison.expected.marbles.count
    // Events in another order are sent.
    let different = comparison.differences.filter { $0.reason != .wrongOrder }
    let sent = count - different.flatMap(\.expected).count
    let others = different.flatMap(\.actual).count
    return ", which sends \(sent) of \(pluralized(count, "event"))"
      + (others == 0 ? "" : " and \(pluralized(others, "other"))")
      + " within \(pluralized(result.tolerance, "tick"))"
  }

  /// The number of expressions that were tried.
  package var effort: String {
    let size = result.size.map { " of at most \(pluralized($0, "operator"))" } ?? ""
    if result.isCancelled { return "stopped by you after \(pluralized(result.runs, "run"))" }
    return "tried expressions\(size) in \(pluralized(result.runs, "run"))"
      + (result.isPartial ? ", which is the limit" : "")
  }
}
