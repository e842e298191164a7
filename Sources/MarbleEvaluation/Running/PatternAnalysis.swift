import MarbleLanguage

extension Analysis {
  /// Analyzes the conditions of patterns.
  ///
  /// A value for which a condition has an error does not meet it.
  ///
  /// - Parameter contents: The types of the values that are compared.
  package static func patterns(
    _ literals: [TimelineLiteral], _ conditions: [PatternCondition], of contents: TypeSet = .unknown,
    _ context: PlanContext, _ bindings: Bindings
  ) -> Outcome<[TimelinePattern]> {
    let faults = FaultCollector()
    let role = ClosureRole(takes: [.value], gives: .boolean)
    var analyzed: [Value: TimelinePattern.Condition] = [:]
    for condition in conditions {
      let closure = Resolver(context, bindings, faults).closure(condition.closure, as: role)
      TypeChecker(context, faults).check(closure, takes: contents)
      let text = context.source.text(of: closure.span).onOneLine
      analyzed[condition.value] = TimelinePattern.Condition(text: text) { value in
        var values = [value]
        if closure.arity > 1, case .tuple(let items) = value { values = items }
        let evaluation = Evaluation(RunContext(bindings), context, slots: values, isInClosure: true)
        return (try? evaluation.boolean(of: closure.body)) ?? false
      }
    }
    return outcome(faults) {
      literals.map { literal in
        var pattern = TimelinePattern(literal.timeline, gaps: literal.gaps)
        pattern.conditions = analyzed
        return pattern
      }
    }
  }
}

/// A pattern can be written as a string literal: `try run("1-2|") { $0 }.matches("_ ... |")`.
///
/// A literal cannot throw. The check with an invalid one throws its error.
extension TimelinePattern: ExpressibleByStringInterpolation {
  public init(stringLiteral text: String) {
    let source = Source(name: "<pattern>", text: text)
    do throws(Diagnostic) {
      var parser = Parser(source, bindings: Parser.Bindings(.standard))
      let (literal, conditions) = try parser.wholePattern()
      switch Analysis.patterns([literal], conditions, PlanContext(source, .millisecond), Bindings()) {
      case .plan(let patterns, _): self = patterns[0]
      case .faults(let faults): throw faults[0].diagnostic
      }
      warnings = parser.warnings.map(DiagnosticRenderer(source).text)
    } catch {
      self.init(Timeline(), gaps: [])
      parseError = TimelineParseError(error, in: source)
    }
  }
}
