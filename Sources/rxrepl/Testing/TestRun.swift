import MarbleSession
import MarbleTerminal
import MarbleTools
import Marbles

/// A test of files on several threads, with a report in the order of the files.
struct TestRun {
  var report = TestReport.Options()
  var options = SessionOptions()
  /// Whether the test stops at the first failure.
  var stopsAtFailure = false
  /// Whether the report has the times of files.
  var reportsTimes = false
  /// The part of the files that is tested, by default all.
  var shard: Shard?
  /// The number of files that are tested simultaneously.
  var threads = Platform.processorCount

  /// The function that is called with all answers of a file.
  ///
  /// The answers that it returns are reported instead of the original ones.
  var whenRun: WhenRun?

  /// - Parameters:
  ///   - document: The tested file.
  ///   - answers: The answers of the test.
  ///   - run: Tests another document in the same way. Returns `nil` if the test was stopped.
  typealias WhenRun =
    @Sendable (
      _ document: Document, _ answers: [Answer], _ run: (Document) -> [Answer]?
    ) throws(SystemFailure) -> [Answer]

  /// A part of the report of a file.
  struct Chunk: Sendable {
    var fragments: [ReportFragment] = []
    var size = 0
    /// The result of the file, in its last chunk.
    var counts: TestCounts?
  }

  /// The maximum time between checks for an interrupt.
  private static let checkInterval = Duration.milliseconds(100)

  /// Returns a function that creates the sessions of a file.
  ///
  /// - Parameter files: Records the files that are read, if changes must be detected.
  func sessions(reading files: FileSnapshot? = nil) -> () -> Session {
    var environment = SessionEnvironment(for: options)
    let readFile = environment.readFile
    environment.readFile = { path throws(SystemFailure) in
      files?.record(path)
      return try readFile(path)
    }
    return { [options, environment] in Session(options, in: environment) }
  }

  /// Returns the files to test.
  func files(at paths: [String]) -> TestFiles {
    TestFiles(at: paths, in: shard)
  }

  /// Returns the other files that have the name of an exercise in the same course, by the paths of the later ones.
  private func namesakes(of items: [TestFiles.Item]) -> [String: (name: String, other: String)] {
    var known: [String: String] = [:]
    var namesakes: [String: (name: String, other: String)] = [:]
    for item in items where item.path.isScriptPath && item.failure == nil {
      guard let folder = item.folder else { continue }
      let start = folder.isEmpty || folder == "." ? 0 : folder.count
      let name = Course.File(path: String(item.path.dropFirst(start)), bytes: []).id
      let key = "\(folder)\0\(name)"
      if let other = known[key] { namesakes[item.path] = (name, other) } else { known[key] = item.path }
    }
    return namesakes
  }

  /// Tests files and writes the report.
  ///
  /// - Returns: The exit status.
  func run(_ items: [TestFiles.Item], _ output: Output, reading files: FileSnapshot? = nil) -> Int32 {
    let stopwatch = reportsTimes ? Stopwatch() : nil
    let pool = OrderedWorkerPool<Chunk>(count: items.count)
    var report = TestReport(self.report)
    let progress = Progress(count: items.count)
    let namesakes = namesakes(of: items)
    output.write(report.opening)
    let threads = pool.start(threads: threads) { [self] index in
      var test = FileTest(of: items[index], as: self, for: pool, at: index, reading: files)
      test.namesake = namesakes[items[index].path]
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
      switch pool.next(within: Self.checkInterval) {
      case .end: goesOn = false
      case .nothing: progress.show(done, report.counts)
      case .pieces(let chunks):
        for chunk in chunks where goesOn {
          if !chunk.fragments.isEmpty { progress.hide() }
          for fragment in chunk.fragments {
            let (text, channel) = report.text(of: fragment)
            output.write(text, to: channel)
          }
          guard let counts = chunk.counts else { continue }
          done += 1
          report.add(counts)
          output.status = ExitStatus(rawValue: Int32(report.counts.status)) ?? .error
          if stopsAtFailure, counts.indicateFailure { goesOn = false }
        }
        // On a terminal, results appear immediately, above the progress line.
        if isTerminal { output.flush() }
        progress.show(done, report.counts)
      }
    }
    pool.stop()
    progress.hide()
    let (remaining, status) = report.end(wasInterrupted: Interrupt.isRaised, time: stopwatch?.total)
    for (text, channel) in remaining { output.write(text, to: channel) }
    output.flush()
    return Int32(status)
  }
}
