Platform.ignoreBrokenPipes()
// What needs no option is recognized here; reading options costs several milliseconds, which a prompt need not wait for.
if let invocation = Invocation(plain: CommandLine.arguments.dropFirst()) {
  invocation.run()
} else {
  RxreplCommand.run(Array(CommandLine.arguments.dropFirst()))
}
