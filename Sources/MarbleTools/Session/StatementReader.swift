import Marbles

/// Parses and analyzes a source in portions, and reports its errors and warnings.
struct StatementReader {
  private let turn: Session.Turn
  private let planner: StatementPlanner
  private var parser: Parser
  /// The number of errors so far.
  private var errorCount = 0
  private var isAtEnd = false
  /// Whether the last statement of the last portion has an error.
  private(set) var endsInError = false

  /// The errors that are reported one by one.
  static let mostErrors = 20

  init(_ turn: Session.Turn, _ planner: StatementPlanner, from start: Int) {
    self.turn = turn
    self.planner = planner
    parser = Parser(
      turn.source, mode: turn.mode == .prompt ? .interactive : .script, bindings: planner.known, from: start)
  }

  /// The next statements that can be analyzed before the first of them runs, without those that have errors; `nil` at
  /// the end.
  mutating func next() -> [PlannedStatement]? {
    if isAtEnd { return nil }
    endsInError = false
    var statements: [PlannedStatement] = []
    var hidden: [Fault] = []
    defer { reportCount(of: hidden) }
    while true {
      parser.tickLength = planner.tickLength
      guard let next = parser.next() else {
        isAtEnd = true
        return statements
      }
      for warning in parser.warnings { turn.answer(.warning(warning, turn.source)) }
      parser.warnings = []
      endsInError = false
      switch next {
      case .failure(let diagnostic):
        planner.noteFailed(parser.takeUnreadableNames())
        report(Fault(diagnostic, in: turn.source), hiding: &hidden)
        endsInError = true
      case .success(let statement):
        if let planned = planner.plan(statement) {
          statements.append(planned)
          if turn.mode == .prompt || planned.bindsWhenRun { return statements }
        } else {
          for fault in planner.takeFaults() { report(fault, hiding: &hidden) }
          endsInError = true
        }
      }
    }
  }

  private mutating func report(_ fault: Fault, hiding hidden: inout [Fault]) {
    errorCount += 1
    if errorCount > Self.mostErrors { return hidden.append(fault) }
    turn.answer(.mistake(planner.explained(fault.diagnostic), fault.source))
  }

  /// Reports the number of errors that are not reported one by one, at the first of them.
  private func reportCount(of hidden: [Fault]) {
    guard let first = hidden.first else { return }
    turn.answer(.mistake(Diagnostic(.moreErrors(hidden.count), at: first.diagnostic.span), first.source))
  }
}
