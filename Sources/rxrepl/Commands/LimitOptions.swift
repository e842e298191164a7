import ArgumentParser
import Marbles

/// The options that limit a run.
struct LimitOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Stop a run so many ticks after the last written event.", valueName: "ticks"))
  var until = Limits().ticks

  @Option(help: ArgumentHelp("Stop a run after so many deliveries.", valueName: "count"))
  var events = Limits().deliveries

  var limits: Limits { Limits(ticks: until, deliveries: events) }

  func validate() throws {
    if until < 0 { throw ValidationError("--until must not be negative.") }
    if events < 1 { throw ValidationError("--events must be at least 1.") }
  }
}
