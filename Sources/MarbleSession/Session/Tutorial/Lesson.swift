import Marbles

/// A step of the tutorial.
struct Lesson: Sendable {
  let title: String
  /// The explanation before the task.
  let text: String
  /// The task for the user.
  let task: String
  /// The bindings that the step uses.
  var given = ""
  /// One correct answer.
  let answer: String
  /// The name that the answer must bind, if any.
  var name: String?
  /// Whether the bound stream must be cold.
  var isCold = false
  let hint: String
  /// Common wrong answers, with their explanations.
  var wrongAnswers: [WrongAnswer] = []
  /// The explanation after a correct answer.
  let explanation: String

  /// Whether the task is about running an expression, and not about a timeline.
  var isRun: Bool { !given.isEmpty }

  /// The streams of `given`.
  var streams: [Binding] {
    let session = Session()
    _ = session.shown(by: given, mode: .prompt)
    return session.names.compactMap { session.bindings[$0] }
  }

  struct WrongAnswer: Sendable {
    let answer: String
    let meaning: String
  }

  enum Verdict: Equatable {
    case right
    case wrong(String)
    /// The entry was not an answer, for example a binding in preparation.
    case unrelated
  }

  func verdict(of shown: Session.StatementResult) -> Verdict {
    let solution = result(of: answer)
    if !shown.sides.isEmpty, let solution { return verdict(ofLaw: shown.sides, known: solution.sides) }
    guard let actual = shown.outputs.first else { return .unrelated }
    let wrongAnswer = wrongAnswers.first { wrongAnswer in
      events(of: wrongAnswer.answer).map { Comparison(expected: $0, actual: actual).isEqual } ?? false
    }
    guard let expected = solution?.outputs.first else { return wrongAnswer.map { .wrong($0.meaning) } ?? .unrelated }
    let comparison = Comparison(expected: expected, actual: actual)
    guard !comparison.isEqual else { return verdict(ofRight: shown) }
    if shown.name != nil, shown.name != name { return .unrelated }
    let start = comparison.shift == nil ? "" : " The first character is tick 0."
    let meaning = wrongAnswer?.meaning ?? comparison.kind.map { $0 + start } ?? "Not yet."
    return .wrong(([meaning] + comparison.reasons(upTo: 3)).joined(separator: "\n"))
  }

  /// Returns the verdict on an answer with correct events, which depends on its name.
  private func verdict(ofRight shown: Session.StatementResult) -> Verdict {
    guard let name else { return .right }
    guard let bound = shown.name else {
      return .wrong("The events are right. Start the line with `\(name) =` to name the stream.")
    }
    guard bound == name else {
      return .wrong("The events are right, but the name is `\(bound)`. Use the name `\(name)`.")
    }
    guard shown.isCold || !isCold else {
      return .wrong("The events are right. Write the timeline itself, with `cold` and a space before it.")
    }
    return .right
  }

  /// Returns the verdict on a law that holds, whose sides must be those of the answer in any order and spelling.
  private func verdict(ofLaw sides: [String], known: [String]) -> Verdict {
    func described(_ sides: [String]) -> [String] {
      sides.map { side in
        let call = result(of: side, given: Self.lawStreams)?.outputs.first.map { TimelinePrinter.text(of: $0) } ?? ""
        return "\(Bindings().operatorCount(in: side, keeping: Bindings()) ?? 0) \(call)"
      }.sorted()
    }
    return described(sides) == described(known) ? .right : .wrong("This law holds, but it is not the one of the task.")
  }

  /// The streams with which the sides of a law are compared with those of the answer.
  private static let lawStreams = "a = -1-4--3|\nb = --5-2|"

  /// Returns the events of a statement in this step.
  private func events(of statement: String) -> Timeline? { result(of: statement)?.outputs.first }

  /// Returns the result of a statement in this step, or with other streams.
  private func result(of statement: String, given streams: String? = nil) -> Session.StatementResult? {
    let session = Session(SessionOptions(limits: Limits(ticks: 1000, deliveries: 10_000)))
    _ = session.shown(by: streams ?? given, mode: .prompt)
    return session.shown(by: statement, mode: .prompt)
  }
}

extension Comparison {
  /// The kind of the differences if they are not about the values of the events.
  var kind: String? {
    guard !isEqual else { return nil }
    let ends = differences.filter { ($0.expected + $0.actual).allSatisfy(\.event.isTerminating) }
    if ends.count == differences.count, let end = ends.first, ends.count == 1 {
      switch end.reason {
      case .missing: return "The values are right, but the stream does not end."
      case .extra: return "The values are right, but the stream should not end."
      default: return "The values are right, but the end is wrong."
      }
    }
    if actual.marbles.isEmpty { return "Nothing was sent." }
    if let shift { return "All events are \(pluralized(abs(shift), "tick")) \(shift > 0 ? "late" : "early")." }
    return differences.allSatisfy { $0.shift != nil } ? "All events are there, but not on the right ticks." : nil
  }

  /// The number of ticks by which all events came late.
  fileprivate var shift: Int? {
    let shifts = Set(differences.map(\.shift))
    return differences.count == expected.marbles.count && shifts.count == 1 ? shifts.first ?? nil : nil
  }

  /// Returns the first differences, one line each.
  fileprivate func reasons(upTo count: Int) -> [String] {
    let shown = differences.prefix(count)
    let width = shown.map(\.place.count).max() ?? 0
    let lines = shown.map { difference in
      let gap = String(repeating: " ", count: width - difference.place.count + 2)
      return "  " + difference.place + gap + difference.explanation
    }
    return differences.count > count ? lines + ["  and \(differences.count - count) more"] : lines
  }
}

extension Difference {
  /// The number of ticks by which the expected event came late.
  fileprivate var shift: Int? {
    switch reason {
    case .late(let ticks): ticks
    case .early(let ticks): -ticks
    default: nil
    }
  }
}
