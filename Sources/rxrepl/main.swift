import MarbleTerminal

Platform.ignoreBrokenPipes()
// Arguments without options are recognized here, because setting up the option parser takes several milliseconds.
if let invocation = Invocation(plain: CommandLine.arguments.dropFirst()) {
  invocation.run()
} else {
  RxreplCommand.run(Array(CommandLine.arguments.dropFirst()))
}
