import ArgumentParser
import MarbleLanguage
import Marbles

/// The options that select a part of a trace.
struct TraceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Draw the events of a trace from this time on.", valueName: "duration"),
    transform: Self.duration)
  var from: Duration?

  @Option(
    help: ArgumentHelp("Draw the events of a trace until this time.", valueName: "duration"), transform: Self.duration)
  var to: Duration?

  @Option(help: ArgumentHelp("Draw only these streams of a trace, in this order.", valueName: "names"))
  var only: String?

  @Option(
    help: ArgumentHelp("Draw a trace with ticks of this length. The default fits its events.", valueName: "duration"),
    transform: Self.duration)
  var tick: Duration?

  @Flag(help: "Draw the last events of a trace again whenever the program has written more, until Ctrl-C.")
  var follow = false

  var selection: TraceFile.Selection {
    TraceFile.Selection(
      from: from, to: to, names: only.map { [$0] } ?? [], tick: tick.map { TickLength($0) })
  }

  func validate() throws {
    if tick == .zero { throw ValidationError("--tick must not be zero.") }
    if only?.isEmpty == true { throw ValidationError("Write names after --only, such as typed,results.") }
    if let from, let to, from > to { throw ValidationError("--from must not be after --to.") }
  }

  private static func duration(_ text: String) throws -> Duration {
    guard let duration = TickLength.duration(text) else {
      throw ValidationError("Write a number of ms, s or m, such as 10ms or 0.25ms.")
    }
    return duration
  }
}
