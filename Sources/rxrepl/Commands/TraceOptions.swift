import ArgumentParser
import MarbleLanguage
import Marbles

/// The options that select a part of a trace.
struct TraceOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Draw the events of a trace from this time on.", valueName: "duration"))
  var from: WrittenDuration?

  @Option(help: ArgumentHelp("Draw the events of a trace until this time.", valueName: "duration"))
  var to: WrittenDuration?

  @Option(help: ArgumentHelp("Draw only these streams of a trace.", valueName: "names"))
  var only: String?

  @Option(
    help: ArgumentHelp("Draw a trace with ticks of this length. The default fits its events.", valueName: "duration"))
  var tick: WrittenDuration?

  @Flag(help: "Draw the last events of a trace again whenever the program has written more, until Ctrl-C.")
  var follow = false

  var selection: TraceFile.Selection {
    TraceFile.Selection(
      from: from?.duration, to: to?.duration, names: only.map { [$0] } ?? [],
      tick: tick.map { TickLength($0.duration) })
  }

  func validate() throws {
    if tick?.duration == .zero { throw ValidationError("--tick must not be zero.") }
    if let from, let to, from.duration > to.duration { throw ValidationError("--from must not be after --to.") }
  }
}

/// A duration such as `10ms` or `1.5s`.
struct WrittenDuration: ExpressibleByArgument {
  let duration: Duration

  init?(argument: String) {
    guard let duration = TickLength.duration(argument) else { return nil }
    self.duration = duration
  }
}
