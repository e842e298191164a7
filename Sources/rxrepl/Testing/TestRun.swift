import MarbleTools
import Marbles

/// Tests files on all cores, and reports them in their order.
struct TestRun {
  var report = TestReport.Options()
  var options = SessionOptions()
  /// Whether nothing behind the first failure is run.
  var stopsAtFailure = false
  /// How many files are tested at once.
  var threads = Platform.processorCount

  /// What is done with a file when all that came of it is known, and what is reported then in its place.
  var whenRun: WhenRun?

  /// - Parameter run: runs another document as this one was; gives nothing if nobody wants to know any more.
  typealias WhenRun =
    @Sendable (
      _ document: Document, _ answers: [Answer], _ run: (Document) -> [Answer]?
    ) throws(SystemFailure) -> [Answer]

  /// What a file's test hands over.
  struct Chunk: Sendable {
    var pieces: [ReportFragment] = []
    var size = 0
    /// What the file came to, behind its last piece.
    var counts: TestCounts?
  }

  /// How often it is looked whether somebody wants it to stop.
  private static let patience = Duration.milliseconds(100)

  /// Tests files; gives the status that says what came of it.
  func run(_ items: [TestFiles.Item], _ output: Output, reading files: FileSnapshot? = nil) -> Int32 {
    let pool = OrderedWorkerPool<Chunk>(count: items.count)
    var report = TestReport(self.report)
    let progress = Progress(count: items.count)
    output.write(report.opening)
    let threads = pool.start(threads: threads) { [self] index in
      var test = FileTest(of: items[index], as: self, for: pool, at: index, reading: files)
      test.run()
    }
    if threads == 0, !items.isEmpty {
      output.write("rxrepl: error: cannot create a thread\n", to: .diagnostics)
      return ExitStatus.error.rawValue
    }
    let isTerminal = FileDescriptor.output.isTerminal
    var done = 0
    var goesOn = true
    while goesOn, !Interrupt.isRaised {
      switch pool.next(within: Self.patience) {
      case .end: goesOn = false
      case .nothing: progress.show(done, report.counts)
      case .pieces(let loads):
        for load in loads where goesOn {
          if !load.pieces.isEmpty { progress.hide() }
          for piece in load.pieces {
            let (text, channel) = report.text(of: piece)
            output.write(text, to: channel)
          }
          guard let counts = load.counts else { continue }
          done += 1
          report.add(counts)
          output.status = ExitStatus(rawValue: Int32(report.counts.status)) ?? .error
          if stopsAtFailure, counts.indicateFailure { goesOn = false }
        }
        // Whoever looks on sees what there is, and above the line that says how far it is.
        if isTerminal { output.flush() }
        progress.show(done, report.counts)
      }
    }
    pool.stop()
    progress.hide()
    let (said, status) = report.end(wasInterrupted: Interrupt.isRaised)
    for (text, channel) in said { output.write(text, to: channel) }
    output.flush()
    return Int32(status)
  }
}
