import MarbleSession
import MarbleTools
import Marbles

/// The trace of a program, whose values are shown in the program's files.
final class ProgramTrace: Sendable {
  /// The path of the trace.
  let path: String
  private let read: LanguageServer.Host.TraceReader
  private let state: Mutex<(program: RecordedProgram, problem: String?)>

  init(_ path: String, _ read: @escaping LanguageServer.Host.TraceReader) {
    self.path = path
    self.read = read
    state = Mutex((RecordedProgram(trace: path, []), nil))
  }

  var program: RecordedProgram { state.withLock(\.program) }

  /// Reads the trace if it has changed.
  ///
  /// - Returns: Whether it has, and a problem of it that was not reported before.
  func update() -> (hasChanged: Bool, problem: String?) {
    let program: RecordedProgram
    var problem: String?
    do throws(SystemFailure) {
      guard let contents = try read() else { return (false, nil) }
      program = RecordedProgram(trace: path, contents.bytes, isWhole: contents.isWhole)
      problem = program.problem
    } catch {
      program = RecordedProgram(trace: path, [])
      problem = "\(path): \(error.reason)"
    }
    return state.withLock { state in
      let isKnown = state.problem == problem
      state = (program, problem)
      return (true, isKnown ? nil : problem)
    }
  }
}

/// The values of a trace.
extension LanguageServer {
  /// Reads the trace if it has changed, and reports its problem.
  ///
  /// - Returns: Whether it has changed.
  @discardableResult
  func updateTrace() -> Bool {
    guard let trace else { return false }
    let (hasChanged, problem) = trace.update()
    if let problem { show(problem, .warning) }
    return hasChanged
  }

  /// Returns the values beside the lines in a range of a document.
  func recordedHints(in text: TextDocument, at span: Range<Int>) -> [InlayHint] {
    guard let trace, text.path.hasPrefix("/") else { return [] }
    updateTrace()
    let program = trace.program
    return program.reports(in: files(of: program, at: text.path)).compactMap { report in
      let end = text.offset(of: Position(line: report.line, character: .max))
      // The program may have become shorter.
      guard text.position(of: end).line == report.line, span.contains(end) || end == span.upperBound else { return nil }
      return InlayHint(offset: end, label: report.label, details: report.details)
    }
  }

  /// Returns the drawings of the streams that are written on the line of an offset.
  func recordedHover(in text: TextDocument, at offset: Int) -> EditedDocument.Hover? {
    guard let trace, text.path.hasPrefix("/") else { return nil }
    if updateTrace() { refreshHints() }
    let (program, line) = (trace.program, text.position(of: offset).line)
    let pictures = state.withLock(\.client.pictures)
    let markdown = program.hover(onLine: line, of: files(of: program, at: text.path), pictures: pictures)
    let start = text.offset(of: Position(line: line, character: 0))
    let end = text.offset(of: Position(line: line, character: .max))
    return markdown.map { EditedDocument.Hover(span: start..<end, markdown: $0) }
  }

  /// Returns the files of a program that are the document at a path.
  ///
  /// Their paths are relative to the folder of the trace or to one of the workspace, or the end of another path.
  private func files(of program: RecordedProgram, at path: String) -> Set<String> {
    guard let trace else { return [] }
    let folders = state.withLock(\.folders).map { $0 + "/" } + [trace.path.folder]
    let environment = host.environment()
    return program.files.filter { file in
      let name = file.hasPrefix("file:") ? file.pathOfAddress : file
      let places = (name.hasPrefix("/") ? [name] : folders.map { $0 + name }).map(\.normalizedPath)
      if places.contains(path) { return true }
      let end = name.normalizedPath.drop { "./".contains($0) }
      return path.hasSuffix("/" + end) && !places.contains { environment.existingFile($0) != nil }
    }
  }
}
