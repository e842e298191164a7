import Marbles

/// A statement without errors, with the plans of its expressions.
package struct PlannedStatement {
  package enum Action {
    /// Binds a name to a source or an expression.
    case bind(Binding)
    /// Defines a custom operator.
    case define
    /// Draws a source as it is written.
    case draw(Binding)
    /// Runs an expression and draws it.
    case show(PlannedRun)
    /// Runs an expression and compares it with an expected timeline or another expression.
    case assert(PlannedRun, PlannedExpectation)
    /// Searches for an expression.
    case search(PlannedSearch)
    case subscriptions(Name, [WindowLiteral], after: Span)
    case check(PlannedCheck)
    /// Answers a question about an expression.
    case ask(Question, PlannedRun)
    /// Tries a law with many inputs.
    case law(LawPlan)
    /// Runs an expression with all orders of simultaneous events, and compares the result with an expectation.
    case races(PlannedRun, within: Int, PlannedExpectation?)
    case set(Setting, Name)
    case command(Command, name: Name, arguments: Name)
  }

  /// An expression with the windows of its observers.
  package struct PlannedRun {
    let plan: Plan
    /// The expression as it is written, with its windows.
    let text: String
    let windows: [WindowLiteral]
    /// Whether the subject is an expression that a script can repeat.
    var isExpression = true
  }

  /// The operand of `check`.
  package enum PlannedCheck {
    case timeline(Timeline)
    case stream(PlannedRun)
    case subscriptions
    case word(String)
  }

  /// The right side of `==` or `matches`.
  package enum PlannedExpectation {
    case timelines([Timeline])
    case patterns([TimelinePattern])
    case plan(Plan)
    case missing
  }

  /// A search, and the place where an update writes its answer.
  package struct PlannedSearch {
    let problem: SearchProblem
    /// The expression as it is written.
    let text: String
    /// The name of the custom operator that the search defines, or `nil` for an expression.
    let name: String?
    /// The span to replace by the answer, or `nil` if it is in another source.
    let replaced: Span?
  }

  package let statement: Statement
  package let action: Action
  /// The names after the statement, including its result.
  let bindings: Bindings
  /// The number of results after the statement.
  let resultCount: Int
  /// Whether a trace is loaded, whose streams a setting may change.
  var isAboutTrace = false
  /// The lines of comments before the statement, and the comment after it on its last line.
  var comments: [String] = []
  var remark = ""
  /// The words and marbles in the statement that may be names, if the session remembers runs.
  var mentionedNames: Set<String> = []
  /// Whether the statement may bind names when it runs, so that the following statements cannot be analyzed before.
  var bindsWhenRun: Bool {
    switch action {
    case .command(let command, _, _): command.bindsWhenRun
    case .set(let setting, _): setting.name == "tick" && isAboutTrace
    default: false
    }
  }
  /// Whether the statement shows or changes a setting.
  var isSetting: Bool { if case .set = action { true } else { false } }
}

extension PlannedStatement.Action {
  /// The run that the drawing of the statement shows, which is `nil` for a source, or `nil` if nothing is drawn.
  var drawnRun: PlannedStatement.PlannedRun?? {
    switch self {
    case .show(let run), .assert(let run, _), .ask(_, let run), .races(let run, _, _): run
    case .bind(let binding), .draw(let binding):
      .some(binding.plan.map { PlannedStatement.PlannedRun(plan: $0, text: $0.text, windows: []) })
    case .law, .search: .some(nil)
    case .define, .subscriptions, .check, .set, .command: nil
    }
  }
}
