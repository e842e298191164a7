import MarbleTools
import Marbles

/// Repeats a test whenever one of its files is changed, created or removed.
struct TestWatcher {
  let test: TestRun
  let paths: [String]

  /// The interval between checks, in microseconds.
  private static let pause: UInt32 = 250_000

  /// Tests until Ctrl-C.
  ///
  /// - Returns: The exit status of an interrupted test.
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
