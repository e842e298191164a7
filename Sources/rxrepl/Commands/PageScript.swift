import MarbleImporting
import MarblePage
import MarbleSession
import MarbleTerminal
import MarbleTools
import Marbles

/// The script of a page.
enum PageScript {
  /// Runs the script, which may be a program of RxJS.
  static let runner = PageRunner(limits: PageAnswers.limits, foreignLanguage: RxJSProgram.language)

  /// Returns the text of a script, or of all scripts of a page, or ends the program with an error.
  static func text(at path: String) -> String {
    do throws(SystemFailure) {
      let bytes = try path == "-" ? readStandardInput() : readFile(at: path)
      if Source.isTrace(named: path) {
        if let script = script(ofTrace: Source(name: path, bytes: bytes)) { return script }
        Platform.end(ExitStatus.error.rawValue)
      }
      guard let written = String(validating: bytes, as: UTF8.self) else {
        throw SystemFailure(reason: "the file is not UTF-8")
      }
      let text = path.isPagePath ? try script(ofPage: path, bytes) : written
      rejectInvalidExercise(Course.File(path: Self.path(of: path), bytes: Array(text.utf8)))
      return text
    } catch {
      end(error.reason, about: path)
    }
  }

  /// Returns the page at a path, or `nil` if the file is not one.
  static func page(at path: String) -> Document? {
    path.isPagePath ? (try? readFile(at: path)).flatMap { try? Document(name: path, bytes: $0) } : nil
  }

  /// Returns a session that can read only the scripts that a document shows.
  static func session(for document: Document) -> Session {
    let script = document.blocks.isEmpty ? EditableScript(String(decoding: document.bytes, as: UTF8.self)) : nil
    let session = script.map(runner.session) ?? runner.session()
    let shown = document.pagesAndPassages.compactMap { page, passage in
      passage.fence?.attributes.scriptPath.map(page.path)
    }
    let readNothing = session.environment.readFile
    session.environment.readFile = { path throws(SystemFailure) in
      try shown.contains(path) ? readFile(at: path) : readNothing(path)
    }
    return session
  }

  /// Returns the scripts of a page as one, or ends the program with an error.
  private static func script(ofPage path: String, _ bytes: [UInt8]) throws(SystemFailure) -> String {
    do throws(Document.ParseError) {
      let script = try Document(name: path, bytes: bytes).joinedScript(readFile: readFile)
      if !script.isEmpty { return script }
    } catch {
      let output = Output()
      if let (text, channel) = AnswerWriter().text(of: .error(error.diagnostic, error.source)) {
        output.write(text, to: channel)
      }
      output.flush()
      Platform.end(ExitStatus.error.rawValue)
    }
    throw SystemFailure(reason: "this page has no script that begins with ```marble")
  }

  /// Returns the path of a script, which for a trace or a page is that of the script that is made of it.
  static func path(of path: String) -> String {
    guard Source.isTrace(named: path) || path.isPagePath, let dot = path.lastIndex(of: ".") else { return path }
    return path[..<dot] + ".marble"
  }

  /// Returns the streams of a trace as a script, or `nil` if there are none.
  ///
  /// - Parameters:
  ///   - last: The number of events at the end to show, or `nil` for all of them.
  ///   - isNew: Whether an error with this text is reported.
  private static func script(
    ofTrace trace: Source, last: Int? = nil, isNew: (_ error: String) -> Bool = { _ in true }
  ) -> String? {
    var options = SessionOptions()
    options.trace.last = last
    let (session, output) = (Session(options), Output())
    session.evaluate(trace) { answer in
      guard answer.isProblem, let (text, channel) = AnswerWriter().text(of: answer), isNew(text) else { return }
      output.write(text, to: channel)
    }
    output.flush()
    return session.traceScript
  }

  /// Returns the last events of a trace as a script that changes with it, or ends the program if the file cannot be
  /// read.
  static func live(ofTrace path: String) -> @Sendable () -> String {
    let read = readerOfChanges(at: path, capacity: TraceFollower.capacity)
    let known = Mutex((script: "", errors: Set<String>()))
    let update = { @Sendable () throws(SystemFailure) in
      guard let bytes = try read()?.bytes else { return }
      let trace = Source(name: path, bytes: bytes)
      let script = script(ofTrace: trace, last: TraceFollower.events) { error in
        !bytes.isEmpty && known.withLock { $0.errors.insert(error).inserted }
      }
      known.withLock { $0.script = script ?? "// The trace has no events yet.\n" }
    }
    do throws(SystemFailure) { try update() } catch { end(error.reason, about: path) }
    return {
      try? update()
      return known.withLock(\.script)
    }
  }

  /// Ends the program if a script should be an exercise but is invalid, because a page of the script would show the
  /// solution.
  private static func rejectInvalidExercise(_ file: Course.File) {
    let output = Output()
    var isInvalid = false
    _ = Course(named: file.path, [file]) { answer in
      isInvalid = true
      if let (text, channel) = AnswerWriter().text(of: answer) { output.write(text, to: channel) }
    }
    output.flush()
    if isInvalid { Platform.end(ExitStatus.error.rawValue) }
  }

  /// Ends the program with an error.
  ///
  /// - Parameter subject: The file or program that the error is about.
  static func end(_ reason: String, about subject: String = "rxrepl") -> Never {
    Output().write("\(subject): error: \(reason)\n", to: .diagnostics)
    Platform.end(ExitStatus.error.rawValue)
  }
}
