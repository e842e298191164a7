import Glibc
import Marbles

/// Tests files on all cores, and reports them in their order.
struct TestRun {
  var report = TestReport.Options()
  var limits = Limits()
  /// Whether nothing behind the first failure is run.
  var stopsAtFailure = false
  /// How many files are tested at once.
  var threads = Crew<Load>.processors

  /// What a file's test hands over.
  struct Load: Sendable {
    var pieces: [TestPiece] = []
    var size = 0
    /// What the file came to, behind its last piece.
    var counts: TestCounts?
  }

  /// How often it is looked whether somebody wants it to stop, in seconds.
  private static let patience = 0.1

  /// Tests files; gives the status that says what came of it.
  func run(_ items: [Scripts.Item], _ output: Output, reading files: Stamps? = nil) -> Int32 {
    let crew = Crew<Load>(count: items.count)
    var report = TestReport(self.report)
    let progress = Progress(count: items.count)
    output.write(report.opening)
    let threads = crew.start(threads: threads) { [self] index, deliver in
      test(items[index], for: crew, reading: files) { deliver($0, $0.size) }
    }
    if threads == 0, !items.isEmpty {
      output.write("rxrepl: error: no thread can be had\n", to: .diagnostics)
      return Status.mistake.rawValue
    }
    var done = 0
    var goesOn = true
    while goesOn, !Interrupt.isRaised {
      switch crew.next(within: Self.patience) {
      case .end: goesOn = false
      case .nothing:
        progress.show(done, report.counts)
        // Whoever looks on sees what there is.
        if isatty(STDOUT_FILENO) == 1 { output.flush() }
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
          output.status = Status(rawValue: Int32(report.counts.status)) ?? .mistake
          if stopsAtFailure, counts.areBad { goesOn = false }
        }
        progress.show(done, report.counts)
      }
    }
    crew.stop()
    progress.hide()
    let (said, status) = report.end(wasInterrupted: Interrupt.isRaised)
    for (text, channel) in said { output.write(text, to: channel) }
    output.flush()
    return Int32(status)
  }

  /// Tests a file, in a session of its own.
  private func test(_ item: Scripts.Item, for crew: Crew<Load>, reading files: Stamps?, _ deliver: (Load) -> Void) {
    var file = FileReport(of: item.path, isNamed: item.isNamed, report)
    var load = Load()
    let isWanted = { !crew.isStopped && !Interrupt.isRaised }
    func add(_ pieces: [TestPiece], isUrgent: Bool) {
      load.pieces += pieces
      load.size += pieces.reduce(0) { $0 + $1.size }
      guard isUrgent && !load.pieces.isEmpty || load.size > 1 << 14 else { return }
      deliver(load)
      load = Load()
    }
    do throws(Session.SystemFailure) {
      if let failure = item.failure { throw failure }
      let document = try document(at: item.path, reading: files)
      switch document {
      case .failure(let mistake): add(file.add(.mistake(mistake.diagnostic, mistake.source)), isUrgent: true)
      case .success(let document):
        document.run(in: { session(reading: files) }, while: isWanted) { answer in
          // What was stopped in the middle says nothing about the script.
          guard isWanted() else { return false }
          let before = file.counts
          let pieces = file.add(answer)
          let isBad = file.counts.failed > before.failed || file.counts.mistakes > before.mistakes
          add(pieces, isUrgent: isBad)
          return !(isBad && stopsAtFailure)
        }
      }
    } catch {
      add(file.add(error), isUrgent: true)
    }
    guard isWanted() else { return }
    load.pieces += file.end()
    load.counts = file.counts
    deliver(load)
  }

  private func document(
    at path: String, reading files: Stamps?
  ) throws(Session.SystemFailure) -> Result<Document, Document.Mistake> {
    files?.note(path)
    let bytes = try readFile(at: path)
    do throws(Document.Mistake) {
      return .success(try Document(name: path, bytes: bytes))
    } catch {
      return .failure(error)
    }
  }

  private func session(reading files: Stamps?) -> Session {
    let session = Session(limits: limits)
    session.keepsSteps = false
    session.readFile = { path throws(Session.SystemFailure) in
      files?.note(path)
      return try readFile(at: path)
    }
    session.writeFile = writeFile
    // Reports of data have drawings of what was asserted; those of text need none.
    session.style.format = report.format == .json ? .json : .plain
    return session
  }
}
