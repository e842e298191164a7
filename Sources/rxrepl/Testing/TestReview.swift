import MarbleSession
import MarbleTerminal
import MarbleTools
import Marbles

/// A review of the differences in files, which shows each difference and asks what to do.
///
/// Each accepted difference is written before the next question, so nothing is lost when the review ends early.
struct TestReview {
  /// The reason why a review ends before all differences were shown.
  private enum Stop: Error {
    /// The user has quit.
    case quit
    /// Ctrl-C.
    case interrupted
    /// The input has ended, and is not a terminal.
    case noAnswer
  }

  private let test: TestRun
  private let output = Output()
  private let question = ReviewQuestion()
  private var accepted = 0
  private var skipped = 0
  /// The errors of the files so far, by their paths, which the test after the review reports unless the user quits.
  private var errors: [String: [Answer]] = [:]

  init(of test: TestRun) {
    self.test = test
  }

  /// Reviews files, and then tests them.
  ///
  /// - Returns: The exit status.
  mutating func run(_ paths: [String]) -> Int32 {
    do throws(Stop) {
      for item in test.files(at: paths).items where item.failure == nil { try review(item.path) }
    } catch {
      return end(error)
    }
    writeSummary()
    return test.run(test.files(at: paths).items, output)
  }

  private func end(_ stop: Stop) -> Int32 {
    writeSummary()
    output.flush()
    switch stop {
    case .quit:
      for answer in errors.sorted(by: { $0.key < $1.key }).flatMap(\.value) {
        output.write(test.report.picture(of: answer), to: .diagnostics)
      }
      return ExitStatus.failedAssertion.rawValue
    case .interrupted: return Int32(TestReport.interrupted)
    case .noAnswer:
      output.write(
        "rxrepl: error: standard input has ended, but `--review` needs an answer for each difference\n",
        to: .diagnostics)
      output.writeHelp("run it in a terminal, or accept all differences with `rxrepl test --update`")
      return ExitStatus.error.rawValue
    }
  }

  private func writeSummary() {
    if accepted + skipped > 0 { output.write("\(accepted) accepted, \(skipped) skipped\n") }
  }

  // MARK: Files

  /// A document with the answers of its test.
  private typealias Tested = (document: Document, answers: [Answer])

  /// Asks about the differences in a file until all are accepted or skipped.
  private mutating func review(_ path: String) throws(Stop) {
    // An assertion is recognized by its text, because its position can change.
    var skips: [String: Int] = [:]
    let acceptedBefore = accepted
    var tested = test(path)
    while let (document, answers) = tested {
      if Interrupt.isRaised { throw .interrupted }
      var passed = skips
      let differences = ReviewedDifference.all(in: answers, of: document, filter: test.report.filter)
      guard let next = differences.first(where: { !passed.removeOne($0.text) }) else { return }
      output.write(test.report.picture(of: next.answer))
      let isDone = accepted - acceptedBefore
      let place = (number: isDone + skips.values.reduce(1, +), count: isDone + differences.count)
      switch try choice(for: next, place) {
      case .accept:
        if let accepted = accept(next, in: document) {
          tested = accepted
        } else {
          // Otherwise the same answers from a pipe would accept it forever.
          skips[next.text, default: 0] += 1
          tested = test(path)
        }
      case .skip:
        skipped += 1
        skips[next.text, default: 0] += 1
      case .edit:
        edit(next, in: document)
        tested = test(path)
      case .quit: throw .quit
      }
    }
    if Interrupt.isRaised { throw .interrupted }
  }

  private func choice(
    for difference: ReviewedDifference, _ place: (number: Int, count: Int)
  ) throws(Stop) -> ReviewQuestion.Choice {
    if let refusal = difference.refusal { output.write(refusal + "\n") }
    if place.count > 1 { output.write("\(place.number) of \(place.count) in \(difference.file)\n") }
    switch question.ask(canAccept: difference.update != nil, output) {
    case .choice(let choice): return choice
    case .interrupted: throw .interrupted
    case .end: throw FileDescriptor.input.isTerminal ? .quit : .noAnswer
    }
  }

  /// Writes the actual result of a difference into the file.
  ///
  /// - Returns: The new file with its answers, or `nil` if it was not written.
  private mutating func accept(_ difference: ReviewedDifference, in document: Document) -> Tested? {
    guard let update = difference.update else { return nil }
    do throws(SystemFailure) {
      if let written = try update.write(to: document, testing: answers) {
        accepted += 1
        return written
      }
      output.write("the file with the actual result has an error, so nothing was changed\n")
    } catch {
      output.write("\(document.name): error: \(error.reason)\n", to: .diagnostics)
    }
    skipped += 1
    return nil
  }

  private func edit(_ difference: ReviewedDifference, in document: Document) {
    // The lines of a cell are not those of its notebook.
    let isInCell = difference.file != document.name && difference.file.hasPrefix(document.name + ":")
    do throws(SystemFailure) {
      try ExternalEditor(environment: Environment.variable, output: output).open(
        isInCell ? document.name : difference.file, line: isInCell ? 1 : difference.line)
    } catch {
      output.write("error: \(error.reason)\n", to: .diagnostics)
    }
  }

  /// Tests a file, or returns `nil` if it cannot be read, which the test after the review reports.
  private mutating func test(_ path: String) -> Tested? {
    guard let bytes = try? readFile(at: path), let document = try? Document(name: path, bytes: bytes) else {
      return nil
    }
    guard let answers = answers(document) else { return nil }
    errors[path] = answers.filter { if case .error = $0 { true } else { false } }
    return (document, answers)
  }

  private func answers(_ document: Document) -> [Answer]? {
    var answers: [Answer] = []
    document.run(in: test.sessions(), while: { !Interrupt.isRaised }) { answer in
      answers.append(answer)
      return !Interrupt.isRaised
    }
    return Interrupt.isRaised ? nil : answers
  }
}

extension [String: Int] {
  /// Decreases a count, and returns whether it was more than 0.
  fileprivate mutating func removeOne(_ key: String) -> Bool {
    guard let count = self[key], count > 0 else { return false }
    self[key] = count - 1
    return true
  }
}
