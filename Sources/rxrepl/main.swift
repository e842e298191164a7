import MarbleImporting
import MarbleTerminal

Platform.ignoreBrokenPipes()
if CommandLine.arguments.isEmpty {
  // Swift reads them from there, and `rxrepl test` must not succeed without any.
  Output().write("rxrepl: error: the arguments cannot be read, because /proc is missing\n", to: .diagnostics)
  Platform.end(ExitStatus.error.rawValue)
}
// Arguments without options are recognized here, because setting up the option parser takes several milliseconds.
if var invocation = Invocation(plain: CommandLine.arguments.dropFirst()) {
  invocation.options.foreignLanguage = RxJSProgram.language
  invocation.run()
} else {
  RxreplCommand.run(Array(CommandLine.arguments.dropFirst()))
}
