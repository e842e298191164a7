import MarbleSession
import MarbleTerminal
import MarbleTools
import Marbles

/// The test of one file, in a separate session.
struct FileTest {
  private let item: TestFiles.Item
  private let test: TestRun
  private let pool: OrderedWorkerPool<TestRun.Chunk>
  private let index: Int
  /// Records the files that are read, if changes must be detected.
  private let files: FileSnapshot?
  private var report: FileReport
  /// Another file with the name that the file has as an exercise.
  var namesake: (name: String, other: String)?
  /// Measures times, if they are reported.
  private var stopwatch: Stopwatch?
  /// The part of the report that is not in the pool yet.
  private var chunk = TestRun.Chunk()

  /// The size of a chunk that is handed to the pool, in bytes.
  private static let flushThreshold = 1 << 14

  init(
    of item: TestFiles.Item, as test: TestRun, for pool: OrderedWorkerPool<TestRun.Chunk>, at index: Int,
    reading files: FileSnapshot?
  ) {
    self.item = item
    self.test = test
    self.pool = pool
    self.index = index
    self.files = files
    report = FileReport(of: item.path, isNamed: item.isNamed, test.report)
    stopwatch = test.reportsTimes ? Stopwatch() : nil
  }

  /// Runs the test, and hands the report to the pool.
  mutating func run() {
    do throws(SystemFailure) {
      try runDocument()
    } catch {
      emit(report.add(error))
    }
    guard isWanted else { return }
    emit(report.end(time: stopwatch?.total))
    chunk.counts = report.counts
    flush()
  }

  private mutating func runDocument() throws(SystemFailure) {
    if let failure = item.failure { throw failure }
    files?.record(item.path)
    let bytes = try readScript(at: item.path)
    let document: Document
    do throws(Document.ParseError) {
      document = try Document(name: item.path, bytes: bytes)
    } catch {
      _ = handle(.error(error.diagnostic, error.source))
      return
    }
    report.read(document)
    if let namesake, let error = Self.repeatedName(in: document, namesake), !handle(error) { return }
    let (makeSession, isWanted) = (test.sessions(reading: files), { [pool] in !pool.isStopped && !Interrupt.isRaised })
    guard let whenRun = test.whenRun else {
      return document.run(in: makeSession, while: isWanted) { handle($0) }
    }
    let run = { (document: Document) -> [Answer]? in
      var answers: [Answer] = []
      document.run(in: makeSession, while: isWanted) { answer in
        answers.append(answer)
        return isWanted()
      }
      return isWanted() ? answers : nil
    }
    guard let answers = run(document) else { return }
    do throws(SystemFailure) {
      for answer in try whenRun(document, answers, run) where !handle(answer) { return }
    } catch {
      // The file was not rewritten, so the original failures are reported.
      for answer in answers where !handle(answer) { break }
      throw error
    }
  }

  /// Returns the error for a file and another one if both are exercises.
  private static func repeatedName(in document: Document, _ namesake: (name: String, other: String)) -> Answer? {
    guard let source = document.passages.first?.source, ExerciseComments.areIn(source),
      let other = try? readFile(at: namesake.other),
      ExerciseComments.areIn(Source(name: namesake.other, bytes: other))
    else { return nil }
    return ExerciseReader(source).repeatedName(namesake.name, other: namesake.other)
  }

  /// Reports an answer.
  ///
  /// - Returns: Whether the test continues.
  private mutating func handle(_ answer: Answer) -> Bool {
    // The answers of an interrupted run are incomplete.
    guard isWanted else { return false }
    let before = report.counts
    emit(report.add(answer, time: stopwatch?.lap()))
    guard report.counts.failed > before.failed || report.counts.errors > before.errors else { return true }
    // Failures are reported immediately.
    flush()
    return !test.stopsAtFailure
  }

  private var isWanted: Bool { !pool.isStopped && !Interrupt.isRaised }

  private mutating func emit(_ fragments: [ReportFragment]) {
    chunk.fragments += fragments
    chunk.size += fragments.reduce(0) { $0 + $1.size }
    if chunk.size > Self.flushThreshold { flush() }
  }

  private mutating func flush() {
    if chunk.fragments.isEmpty, chunk.counts == nil { return }
    pool.put(chunk, chunk.size, of: index)
    chunk = TestRun.Chunk()
  }
}
