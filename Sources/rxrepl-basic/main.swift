import MarbleTerminal

// The part of `rxrepl` without options and subcommands: it runs scripts and the prompt. It needs neither
// swift-argument-parser nor swift-nio, so `Scripts/run` can build it in half the time.
Platform.ignoreBrokenPipes()
guard let invocation = Invocation(plain: CommandLine.arguments.dropFirst()) else {
  let output = Output()
  output.write("rxrepl-basic: error: this program has no options and no subcommands\n", to: .diagnostics)
  output.write("  help: `Scripts/run` with the same arguments builds `rxrepl`, which has them\n", to: .diagnostics)
  output.flush()
  Platform.end(ExitStatus.error.rawValue)
}
invocation.run()
