import ArgumentParser
import MarbleSession
import MarbleTerminal
import MarbleTools
import Marbles

struct ExercisesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "exercises", _superCommandName: "rxrepl",
    abstract: "Gives exercises, and checks the answers.",
    discussion: """
      rxrepl exercises                       starts or continues the exercises
      rxrepl exercises lessons               starts or continues those in a folder
      rxrepl exercises < answers.txt         checks answers, one on each line, from the first exercise on
      rxrepl exercises --report json         writes the saved progress
      rxrepl exercises lessons --handout     writes the tasks as Markdown, without solutions

      The progress is saved in the user's state folder. Answers on standard input do not change it.

      The exit status is 0, 2 if a file cannot be read or is not a valid exercise, 64 if the options are wrong.
      """)

  enum ReportFormat: String, ExpressibleByArgument, CaseIterable { case json }

  @Option(
    help: ArgumentHelp(
      "Write only a report: on the answers on standard input, or on the saved progress if it is a terminal or /dev/null.",
      valueName: "format"))
  var report: ReportFormat?

  @Option(help: ArgumentHelp("Add the name of the learner to the report.", valueName: "learner"))
  var name: String?

  @Flag(help: "Write the tasks as a Markdown page, without solutions.")
  var handout = false

  @ArgumentParser.Argument(
    help: "The folder of the exercises, or a file. The default is those of rxrepl.", completion: .directory)
  var folder: String?

  func validate() throws {
    if name != nil, report == nil { throw ValidationError("--name needs --report json.") }
    if handout, report != nil { throw ValidationError("Use either --handout or --report, not both.") }
  }

  func run() {
    let course = folder.map { Self.course(in: $0) } ?? .builtIn
    if handout {
      let output = Output()
      output.write(course.handout)
      output.flush()
      Platform.end(ExitStatus.success.rawValue)
    }
    let isTerminal = FileDescriptor.input.isTerminal
    if report == nil, isTerminal, FileDescriptor.output.isTerminal {
      var options = SessionOptions()
      options.style = DrawingOptions().styleForOutput(options.style)
      Platform.end(PromptLoop(options, course: course).run().rawValue)
    }
    let answers = AnswerFile(course: course, isQuiet: report != nil)
    if report != nil, isTerminal || FileDescriptor.input.isNull {
      answers.useSavedProgress()
    } else if answers.run() == 0, report != nil, !FileDescriptor.input.isFile {
      // A program without a terminal can have an empty pipe as its input.
      let output = Output()
      output.write("rxrepl: error: standard input contains no answers\n", to: .diagnostics)
      output.writeHelp("for the saved progress, write `</dev/null` after the command")
      output.flush()
      Platform.end(ExitStatus.error.rawValue)
    }
    if report != nil { answers.writeReport(of: name) }
    Platform.end(ExitStatus.success.rawValue)
  }

  /// Returns the course in a folder, or ends the program with its errors.
  ///
  /// - Parameter isTested: Whether the caller tests the solutions.
  static func course(in folder: String, isTested: Bool = false) -> Course {
    let path = Platform.resolved(folder) ?? folder
    let isFolder = FileStatus(of: folder)?.kind == .folder
    let start = !isFolder ? folder.folder : folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
    let output = Output()
    var hasFailed = false
    var files: [Course.File] = []
    for item in TestFiles(at: [folder], finding: .scripts).items where !item.path.isPagePath {
      do throws(SystemFailure) {
        if let failure = item.failure { throw failure }
        files.append(Course.File(path: String(item.path.dropFirst(start.count)), bytes: try readFile(at: item.path)))
      } catch {
        output.write("\(item.path): error: \(error.reason)\n", to: .diagnostics)
        hasFailed = true
      }
    }
    let course = Course(named: path, files, in: start) { answer in
      hasFailed = true
      if let (text, channel) = AnswerWriter().text(of: answer) { output.write(text, to: channel) }
    }
    for exercise in isTested ? [] : course.entries.map(\.exercise) {
      let check = AnswerCheck(exercise: exercise, answer: ExerciseAnswer(text: exercise.solution.text))
      guard (try? check.verdict())?.isRight != true else { continue }
      output.write("\(exercise.source.name): error: the solution does not give the expected events\n", to: .diagnostics)
      output.writeHelp("for the difference, run `rxrepl test \(exercise.source.name)`")
      hasFailed = true
    }
    if course.isEmpty, !hasFailed {
      output.write("\(folder): error: this \(isFolder ? "folder" : "file") contains no exercises\n", to: .diagnostics)
      output.writeHelp("begin a script, such as `1-map.marble`, with the comment `// Exercise:` and a title")
      hasFailed = true
    }
    output.flush()
    if hasFailed { Platform.end(ExitStatus.error.rawValue) }
    return course
  }
}

/// Answers on standard input, which are checked in a new session.
private struct AnswerFile {
  private let session: Session
  private let isQuiet: Bool
  private let output = Output()

  init(course: Course, isQuiet: Bool) {
    var options = SessionOptions()
    options.style = DrawingOptions().styleForOutput(options.style)
    session = Session(options, in: .system)
    session.teacher.course = course
    self.isQuiet = isQuiet
  }

  func useSavedProgress() { session.environment.useSavedProgress() }

  /// Evaluates the lines as entries at the prompt.
  ///
  /// - Returns: The number of lines.
  func run() -> Int {
    evaluate(":exercise")
    var entry = ""
    var number = 0
    let reader = PlainLineReader(.input)
    while case .line(let line) = reader.read(prompt: "") {
      number += 1
      entry += entry.isEmpty ? line : "\n" + line
      if session.needsMore(entry) { continue }
      if !isQuiet { output.write("rx> " + entry.replacing("\n", with: "\n..> ") + "\n") }
      guard evaluate(entry, endingOn: number) else { break }
      entry = ""
    }
    output.flush()
    return number
  }

  func writeReport(of learner: String?) {
    output.write(session.teacher.report(of: learner) + "\n")
    output.flush()
  }

  /// Evaluates an entry.
  ///
  /// - Parameter lastLine: The number of its last line.
  /// - Returns: Whether the session continues.
  @discardableResult
  private func evaluate(_ entry: String, endingOn lastLine: Int = 1) -> Bool {
    var goesOn = true
    let bytes = Array(entry.utf8)
    var lines = [Source.Embedding.Line(start: 0)]
    for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") { lines.append(.init(start: offset + 1)) }
    let place = Source.Embedding(firstLine: lastLine - lines.count + 1, lines: lines)
    session.evaluate(Source(name: "<stdin>", bytes: bytes, at: place), mode: .prompt) { answer in
      if case .leave = answer { goesOn = false }
      guard !isQuiet else { return }
      let writer = AnswerWriter(style: session.options.style, echoesBindings: true)
      if let (text, channel) = writer.text(of: answer) { output.write(text, to: channel) }
    }
    return goesOn
  }
}
