import Reactive

/// Operators with side effects, which pass all events on.
extension TestedOperator {
  static let effects: [TestedOperator] = [
    TestedOperator(
      "on(starting:started:event:failed:completed:interrupted:terminated:disposed:value:)",
      alsoCovers: [
        "on(event:failed:completed:interrupted:terminated:disposed:value:)",
        "on(event:value:failed:completed:interrupted:terminated:disposed:)",
        "on(starting:started:event:value:failed:completed:interrupted:terminated:disposed:)",
      ],
      { s, _ in s.on(event: { _ in }, disposed: {}, value: { _ in }) },
      { s, _ in s.on(event: { _ in }, disposed: {}, value: { _ in }) }, model: .same),
    TestedOperator(
      "logEvents(identifier:events:fileName:functionName:lineNumber:logger:)",
      { s, _ in s.logEvents(logger: { _, _, _, _, _ in }) }, { s, _ in s.logEvents(logger: { _, _, _, _, _ in }) },
      model: .same),
    TestedOperator("named(_:isGrowing:)", { s, _ in s.named("a") }, { s, _ in s.named("a") }, model: .same),
    TestedOperator(
      "breakpoint(starting:value:failed:completed:interrupted:trap:)",
      alsoCovers: ["breakpoint(value:failed:completed:interrupted:trap:)"],
      { s, _ in s.breakpoint(value: { _ in true }, trap: { _ in }) },
      { s, _ in s.breakpoint(value: { _ in true }, trap: { _ in }) }, model: .same),
    TestedOperator(
      "breakpointOnError(trap:)", { s, _ in s.breakpointOnError { _ in } }, { s, _ in s.breakpointOnError { _ in } },
      model: .same),
    TestedOperator(
      "lane(_:)", { s, environment in s.lane(Lane("a", on: environment.scheduler)) },
      { s, environment in s.lane(Lane("a", on: environment.scheduler)) },
      model: .same),
  ]
}
