import Marbles

/// Saving a session as tests for Swift.
extension Session {
  /// Returns the results of the session, which may be about a trace, as tests for Swift.
  package func swiftTests(named path: String) -> SavedScript {
    script(TraceCut(), for: "\(path.withoutEnding).swift") { true }
  }

  /// Returns the assertions and results of the session as a suite of tests with `run`.
  ///
  /// - Parameters:
  ///   - trace: The streams of a trace, and the length of their ticks.
  ///   - path: The path of the file, whose name is that of the suite.
  func swiftTests(
    of trace: (lanes: [Lane], tick: TickLength)?, named path: String, while isWanted: @escaping () -> Bool
  ) -> SavedScript {
    let session = session(with: trace?.lanes ?? [], trace?.tick ?? .millisecond)
    var script = SavedScript()
    var tests: [String] = []
    var statement = ""
    session.recordResult = { planned, result, _ in
      if case .bind = planned.action { return }
      let tolerance = session.options.toleratedTicks
      switch planned.swiftTest(of: result, within: tolerance) {
      case .success(let test):
        var comment = "  // \(statement)\n"
        // A test for Swift tolerates no other ticks.
        if tolerance > 0, case .assert = planned.action {
          comment += "  // With `:within \(tolerance)`, the script accepts other ticks. This test does not.\n"
        }
        tests.append("\(comment)  @Test func result\(tests.count + 1)() throws {\n\(test)\n  }\n")
      case .failure(let reason):
        script.lost += 1
        script.swiftObstacle = script.swiftObstacle ?? SwiftObstacle(statement: statement, reason: reason)
      }
    }
    for step in state.steps where step.kind != .comment && (trace == nil || !step.setsTick) {
      statement = step.text
      _ = session.answers(to: step.text, while: isWanted)
    }
    session.recordResult = nil
    var name = path.fileName.withoutEnding.filter { $0.isLetter || $0.isNumber || $0 == "_" }
    name = (name.first?.isLetter == true ? name.prefix(1).uppercased() : "_" + name.prefix(1)) + name.dropFirst()
    if !name.hasSuffix("Tests") { name += "Tests" }
    script.count = tests.count
    script.text =
      "import Marbles\nimport Testing\n\n@Suite struct \(name) {\n" + tests.joined(separator: "\n") + "}\n"
    return script
  }
}

extension SessionState.Step {
  /// Whether this is a command that sets the length of a tick.
  var setsTick: Bool { saved.hasPrefix(":tick") || saved.hasPrefix(":set tick") }
}

extension PlannedStatement {
  /// Returns the body of a test that expects a result, or the reason why it cannot be written in Swift.
  ///
  /// - Parameter tolerance: The number of ticks by which events may differ, of which a test for Swift has none.
  fileprivate func swiftTest(
    of result: Session.StatementResult, within tolerance: Int
  ) -> Result<String, SwiftObstacle.Reason> {
    var expected = result.outputs.first
    let run: PlannedRun
    switch action {
    case .show(let shown): run = shown
    case .assert(let asserted, let expectation):
      run = asserted
      // The events of an assertion that holds may be on other ticks than expected, which Swift does not tolerate.
      if result.holds == true { break }
      if case .patterns = expectation { return .failure(.untranslatable(part: nil)) }
      if case .timelines(let timelines) = expectation { expected = timelines.count == 1 ? timelines[0] : nil }
      if case .plan(let plan) = expectation { expected = plan.namedStream?.timelines.first }
      if let actual = result.outputs.first { expected = expected?.moved(to: actual, within: tolerance) }
    default: return .failure(.untranslatable(part: nil))
    }
    let translation = SwiftTranslation(run.plan)
    let timelines = translation.inputs.compactMap(\.timelines.first)
    let names = translation.inputs.map(\.name) + ["clock"]
    if !run.windows.isEmpty { return .failure(.windows) }
    if !result.isWhole { return .failure(.endless) }
    if Set(names).count < names.count { return .failure(.names) }
    guard let code = translation.text, let expected else {
      return .failure(.untranslatable(part: translation.untranslated))
    }
    let hasFractions = translation.hasFractions || timelines.contains { $0.types.contains("Double") }
    var (arguments, parameters): ([String], [String]) = ([], [])
    for (binding, timeline) in zip(translation.inputs, timelines) {
      let types = Set(timeline.types.map { hasFractions && $0 == "Int" ? "Double" : $0 })
      guard types.count <= 1, !types.contains("") else { return .failure(.types) }
      arguments.append(TimelinePrinter.statement(of: timeline).debugDescription)
      parameters.append("\(binding.name.swiftIdentifier): SignalProducer<\(types.first ?? "String"), any Error>")
    }
    let length = SwiftTranslation.duration(run.plan.tickLength.duration.wholeNanoseconds)
    let clock = translation.usesClock ? "    let clock = VirtualTimeScheduler(tick: \(length))\n" : ""
    if translation.usesClock { arguments.append("on: clock") }
    return .success(
      """
      \(clock)    #expect(
            try run(
              \(arguments.joined(separator: ",\n        "))
            ) { (\(parameters.joined(separator: ", "))) in
              \(code)
            } == \(TimelinePrinter.text(of: expected, asStatement: true).debugDescription))
      """)
  }
}

extension Timeline {
  /// The types of the values in Swift, of which a value without one has an empty name.
  fileprivate var types: Set<String> {
    Set(
      marbles.compactMap { marble in
        guard case .value(let value) = marble.event else { return nil }
        switch value {
        case .integer: return "Int"
        case .number: return "Double"
        case .boolean: return "Bool"
        case .marble, .string: return "String"
        default: return ""
        }
      })
  }
}
