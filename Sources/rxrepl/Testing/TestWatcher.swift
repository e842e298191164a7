import MarbleTerminal
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
    var isRepeated = false
    while !Interrupt.isRaised {
      if isRepeated, test.report.format == .text { output.write(rule) }
      isRepeated = true
      let scripts = test.files(at: paths)
      let statuses = FileSnapshot()
      _ = test.run(scripts.items, output, reading: statuses)
      if isTerminal, !Interrupt.isRaised {
        output.write("waiting for changes; press Ctrl-C to stop\n")
        output.flush()
      }
      while !Interrupt.isRaised, !statuses.areOutdated, test.files(at: paths).paths == scripts.paths {
        Platform.sleep(microseconds: Self.pause)
      }
    }
    return Int32(TestReport.interrupted)
  }

  /// The line between two tests, with the time of day.
  private var rule: String {
    let line: Character = test.report.style.format == .unicode ? "─" : "-"
    let start = "\(line)\(line) \(Platform.timeOfDay) "
    let width = min(TerminalSize.of(.output)?.columns ?? 80, 80)
    return start + String(repeating: line, count: max(2, width - start.count)) + "\n"
  }
}
