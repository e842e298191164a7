import MarbleSession
import MarbleTools
import Marbles

/// The values of a trace beside the lines of a program.
extension LanguageServer {
  /// Reads the trace if it has changed, and reports its problem.
  ///
  /// - Returns: Whether it has changed.
  @discardableResult
  func updateTrace() -> Bool {
    guard let (path, read) = host.trace else { return false }
    var program = RecordedProgram(trace: path, [])
    do throws(SystemFailure) {
      guard let (bytes, isWhole) = try read() else { return false }
      program = RecordedProgram(trace: path, bytes, isWhole: isWhole)
    } catch {
      program.problem = "\(path): \(error.reason)"
    }
    let last = state.withLock { [program] state in
      defer { state.program = program }
      return state.program?.problem
    }
    if let problem = program.problem, problem != last { show(problem, .warning) }
    return true
  }

  /// Returns the values beside the lines in a range of a document.
  func recordedHints(in text: TextDocument, at span: Range<Int>) -> [InlayHint] {
    updateTrace()
    guard let program = state.withLock(\.program) else { return [] }
    return program.reports(in: files(of: program, at: text.path)).compactMap { report in
      let end = text.offset(of: Position(line: report.line, character: .max))
      // The program may have become shorter.
      guard text.position(of: end).line == report.line, span.contains(end) || end == span.upperBound else { return nil }
      return (end, report.label, report.details)
    }
  }

  /// Returns the drawings of the streams that are written on the line of an offset.
  func recordedHover(in text: TextDocument, at offset: Int) -> (Range<Int>, markdown: String)? {
    if updateTrace() { refreshHints() }
    let (found, pictures) = state.withLock { ($0.program, $0.client.pictures) }
    guard let program = found, case let line = text.position(of: offset).line else { return nil }
    let markdown = program.hover(onLine: line, of: files(of: program, at: text.path), pictures: pictures)
    let start = text.offset(of: Position(line: line, character: 0))
    let end = text.offset(of: Position(line: line, character: .max))
    return markdown.map { (start..<end, $0) }
  }

  /// Returns the files of a program that are the document at a path.
  ///
  /// Their paths are relative to the folder of the trace or to one of the workspace, or the end of another path.
  private func files(of program: RecordedProgram, at path: String) -> Set<String> {
    guard let trace = host.trace?.path, path.hasPrefix("/") else { return [] }
    let folders = state.withLock(\.folders).map { $0 + "/" } + [trace.folder]
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
