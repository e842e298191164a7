import MarbleTools
import Marbles

/// Tests files again whenever one of them changes, or one comes or goes.
struct TestWatcher {
  let test: TestRun
  let paths: [String]

  /// How often it is looked, in microseconds.
  private static let pause: UInt32 = 250_000

  /// Goes on until Ctrl-C; gives the status that says so.
  func run() -> Int32 {
    let output = Output()
    let isTerminal = FileDescriptor.output.isTerminal
    while !Interrupt.isRaised {
      if isTerminal { output.write("\u{1B}[H\u{1B}[2J") }
      let scripts = TestFiles(at: paths)
      let statuses = FileSnapshot()
      _ = test.run(scripts.items, output, reading: statuses)
      if isTerminal, !Interrupt.isRaised {
        output.write("waiting for changes; press Ctrl-C to stop\n")
        output.flush()
      }
      while !Interrupt.isRaised, !statuses.areOutdated, TestFiles(at: paths).paths == scripts.paths {
        Platform.sleep(microseconds: Self.pause)
      }
    }
    return Int32(TestReport.interrupted)
  }
}
