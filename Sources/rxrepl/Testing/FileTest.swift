import MarbleTools
import Marbles

/// The test of one file, in a session of its own.
struct FileTest {
  private let item: Scripts.Item
  private let test: TestRun
  private let crew: Crew<TestRun.Load>
  private let index: Int
  /// What is noted of the files that are read.
  private let files: Stamps?
  private var report: FileReport
  /// What is not handed over yet.
  private var load = TestRun.Load()

  /// How much is handed over at once, in bytes.
  private static let enough = 1 << 14

  init(
    of item: Scripts.Item, as test: TestRun, for crew: Crew<TestRun.Load>, at index: Int, reading files: Stamps?
  ) {
    self.item = item
    self.test = test
    self.crew = crew
    self.index = index
    self.files = files
    report = FileReport(of: item.path, isNamed: item.isNamed, test.report)
  }

  /// Runs it, and hands over what is to be said.
  mutating func run() {
    do throws(SystemFailure) {
      try runDocument()
    } catch {
      say(report.add(error))
    }
    guard isWanted else { return }
    say(report.end())
    load.counts = report.counts
    handOver()
  }

  private mutating func runDocument() throws(SystemFailure) {
    if let failure = item.failure { throw failure }
    files?.note(item.path)
    let bytes = try readFile(at: item.path)
    let document: Document
    do throws(Document.Mistake) {
      document = try Document(name: item.path, bytes: bytes)
    } catch {
      _ = take(.mistake(error.diagnostic, error.source))
      return
    }
    let (makeSession, isWanted) = (sessions, { [crew] in !crew.isStopped && !Interrupt.isRaised })
    guard let whenRun = test.whenRun else {
      return document.run(in: makeSession, while: isWanted) { take($0) }
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
      for answer in try whenRun(document, answers, run) where !take(answer) { return }
    } catch {
      // What did not hold before still does not.
      for answer in answers where !take(answer) { break }
      throw error
    }
  }

  /// Says what is to be said of an answer; whether the test goes on.
  private mutating func take(_ answer: Answer) -> Bool {
    // What was stopped in the middle says nothing about the script.
    guard isWanted else { return false }
    let before = report.counts
    say(report.add(answer))
    guard report.counts.failed > before.failed || report.counts.mistakes > before.mistakes else { return true }
    // Whoever looks on wants to see it now.
    handOver()
    return !test.stopsAtFailure
  }

  private var isWanted: Bool { !crew.isStopped && !Interrupt.isRaised }

  private mutating func say(_ pieces: [TestPiece]) {
    load.pieces += pieces
    load.size += pieces.reduce(0) { $0 + $1.size }
    if load.size > Self.enough { handOver() }
  }

  private mutating func handOver() {
    if load.pieces.isEmpty, load.counts == nil { return }
    crew.put(load, load.size, of: index)
    load = TestRun.Load()
  }

  /// Makes sessions as a script of its own has them.
  private var sessions: () -> Session {
    { [test, files] in
      var environment = SessionEnvironment.system
      environment.readFile = { path throws(SystemFailure) in
        files?.note(path)
        return try readFile(at: path)
      }
      return Session(test.options, in: environment)
    }
  }
}
