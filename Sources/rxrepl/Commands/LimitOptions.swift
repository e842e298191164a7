import ArgumentParser
import MarbleImporting
import MarbleSession
import Marbles

/// The options that limit a run.
struct LimitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Stop a run this number of ticks after the end of the written timelines.", valueName: "ticks"))
  var until = Limits().ticks

  @Option(help: ArgumentHelp("Stop a run after this number of deliveries.", valueName: "count"))
  var events = Limits().deliveries

  @Flag(
    help: "Let scripts use no files, start no programs and do limited work, so that scripts of strangers can run.")
  var safe = false

  var options: SessionOptions {
    var options = SessionOptions(limits: Limits(ticks: until, deliveries: events))
    options.foreignLanguage = RxJSProgram.language
    if safe { options.highestLimits = options.limits }
    return options
  }

  func validate() throws {
    if until < 0 { throw ValidationError("--until must not be negative.") }
    if events < 1 { throw ValidationError("--events must be at least 1.") }
  }
}
