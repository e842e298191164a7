import Marbles

/// A reader that parses and analyzes a source in portions, and reports its errors and warnings.
package struct StatementReader {
  private let request: Session.Request
  private let planner: StatementPlanner
  private var parser: Parser
  /// The comments, which `:save` writes.
  private var comments: CommentReader
  /// Whether the names in statements are collected.
  private let collectsNames: Bool
  /// The names in the last statement, or in the last drawing, whose lanes are statements.
  private var names: Set<String> = []
  /// The number of errors so far.
  private var errorCount = 0
  private var isAtEnd = false
  /// Whether the last statement of the last portion has an error.
  private(set) var endsInError = false

  /// The maximum number of errors that are reported individually.
  static let maxErrors = 20

  package init(
    _ request: Session.Request, _ planner: StatementPlanner, from start: Int,
    collectingNames collectsNames: Bool = false
  ) {
    self.request = request
    self.collectsNames = collectsNames
    self.planner = planner
    comments = CommentReader(request.source, from: start)
    parser = Parser(
      request.source, mode: request.mode == .prompt ? .interactive : .script, bindings: planner.known, from: start)
  }

  /// Returns the next statements that can be analyzed before the first of them runs, or `nil` at the end.
  ///
  /// Statements with errors are not included.
  package mutating func next() -> [PlannedStatement]? {
    if isAtEnd { return nil }
    endsInError = false
    var statements: [PlannedStatement] = []
    var hidden: [Fault] = []
    defer { reportCount(of: hidden) }
    while true {
      parser.tickLength = planner.tickLength
      guard request.isWanted(), let next = parser.next() else {
        isAtEnd = true
        return statements
      }
      for warning in parser.warnings { request.answer(.warning(warning, request.source)) }
      parser.warnings = []
      endsInError = false
      switch next {
      case .failure(let diagnostic):
        comments.passStatement(upTo: parser.position)
        planner.recordFailed(parser.takeUnreadableNames())
        let error = planner.withWholeHelp(diagnostic, in: parser.statementStart..<parser.position, parser.mode)
        report(Fault(error, in: request.source), hiding: &hidden)
        endsInError = true
      case .success(let statement):
        let planned = planner.plan(statement)
        for warning in planner.takeWarnings() { request.answer(.warning(warning.diagnostic, warning.source)) }
        if var planned {
          (planned.comments, planned.remark) = comments.take(around: statement.span)
          planned.mentionedNames = takeNames()
          statements.append(planned)
          if request.mode == .prompt || planned.bindsWhenRun { return statements }
        } else {
          comments.passStatement(upTo: statement.span.upperBound)
          var faults = planner.takeFaults()
          if faults.count == 1 {
            let error = planner.withWholeHelp(faults[0].diagnostic, in: statement.span, parser.mode)
            faults = [Fault(error, in: faults[0].source)]
          }
          for fault in faults { report(fault, hiding: &hidden) }
          endsInError = true
        }
      }
    }
  }

  /// Returns the lines of comments after the last statement.
  mutating func takeComments() -> [String] { comments.takeLines() }

  private mutating func takeNames() -> Set<String> {
    let nodes = collectsNames ? parser.tree.nodes : []
    if !nodes.isEmpty { names = [] }
    nodes.forEach { $0.addMentionedNames(to: &names) }
    return names
  }

  private mutating func report(_ fault: Fault, hiding hidden: inout [Fault]) {
    errorCount += 1
    if errorCount > Self.maxErrors { return hidden.append(fault) }
    request.answer(.error(planner.explained(fault.diagnostic), fault.source))
  }

  /// Reports the number of errors that are not reported individually, at the location of the first of them.
  private func reportCount(of hidden: [Fault]) {
    guard let first = hidden.first else { return }
    request.answer(.error(Diagnostic(.moreErrors(hidden.count), at: first.diagnostic.span), first.source))
  }
}
