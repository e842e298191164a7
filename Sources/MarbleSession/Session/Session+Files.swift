import Marbles

/// The commands that read and write files.
extension Session {
  /// The maximum depth of files that load other files.
  private static let maxLoadingDepth = 50

  func load(_ argument: Name, for command: Name, in request: Request) throws(Fault) {
    let path = try path(argument, for: command, example: ":load demo.marble", in: request)
    let place = path.normalizedPath
    guard loading.count < Self.maxLoadingDepth,
      !(loading + [request.source.name]).contains(where: { $0.normalizedPath == place })
    else {
      throw Fault(.fileLoadsItself(path), at: argument.span, in: request.source)
    }
    let bytes: [UInt8]
    do throws(SystemFailure) {
      bytes = try environment.readFile(path)
    } catch {
      let suggestion = suggestion(for: error, at: path)
      throw Fault(
        .unreadableFile(path: path, error, request.pathOrigin, suggestion: suggestion), at: argument.span,
        in: request.source)
    }
    loading.append(path)
    evaluate(
      Request(
        source: Source(name: path, bytes: bytes), mode: .script, isWanted: request.isWanted, answer: request.answer))
    loading.removeLast()
  }

  func writePicture(_ argument: Name, for command: Name, in request: Request) throws(Fault) {
    let target = try target(argument, for: command, example: ":svg demo.svg", in: request)
    guard target.isWrittenDirectly || target.path.isPicturePath else {
      throw target.misnamed(as: "an SVG picture")
    }
    guard let lastDrawing = state.lastDrawing else { throw Fault(.nothingDrawn, at: command.span, in: request.source) }
    try check(target)
    let diagram = try lastDrawing(request.isWanted)
    var style = options.style
    style.format = .svg
    try write(style.draw([diagram]) + "\n", to: target)
    // A script says nothing about a picture that it draws again.
    if request.mode == .prompt || (target.isForced && target.replacedSize != nil) {
      request.answer(.text("\(target.path): 1 picture\(target.replacement)"))
    }
  }

  func save(_ argument: Name, for command: Name, in request: Request) throws(Fault) {
    let (file, cut) = try cut(argument, for: command, in: request)
    let target = try target(file, for: command, example: ":save demo.marble", in: request)
    // `rxrepl` would run only the fences of a Markdown file, and the others have other commands.
    let isOtherFormat = [".svg", ".html", ".csv"].contains { target.path.lowercased().hasSuffix($0) }
    if target.path.isMarkdownPath || isOtherFormat { throw target.misnamed(as: "a script") }
    let script = script(cut, for: target.path, while: request.isWanted)
    if let absence = script.absence { throw Fault(absence, at: argument.span, in: request.source) }
    guard script.count > 0, request.mode == .prompt else {
      // A script keeps no entries.
      let isRun = request.mode == .script && request.source.name.isScriptPath
      let example = target.path.isSwiftPath && isRun ? "rxrepl \(request.source.name) -o \(target.path)" : nil
      let isEntered = target.path.isSwiftPath && request.mode == .prompt
      throw Fault(
        .nothingToSave(isSwift: isEntered, instead: example, script.swiftObstacle), at: command.span,
        in: request.source)
    }
    try check(target)
    try write(script.text, to: target)
    let noun = target.path.isSwiftPath ? "test" : "statement"
    let reason = target.path.isSwiftPath ? "cannot be written in Swift" : "a script cannot repeat"
    let lost = script.lost == 0 ? "" : ", without \(script.lost) that \(reason)"
    let whole = script.obstacle.map { ", not minimized because \($0.text)" } ?? ""
    let failing =
      script.failingInPart == 0
      ? "" : ", of which \(script.failingInPart) \(script.failingInPart == 1 ? "fails" : "fail") only in this part"
    // The session may replace the file that it has just written.
    let help =
      failing.isEmpty ? "" : "\n  help: for the whole trace, without this failure, write `:save \(file.text)`"
    request.answer(
      .text("\(target.path): \(pluralized(script.count, noun))\(lost)\(failing)\(whole)\(target.replacement)\(help)"))
  }

  /// Returns the file that an argument of `:save` names, and the options after it, which only a trace has.
  private func cut(
    _ argument: Name, for command: Name, in request: Request
  ) throws(Fault) -> (file: Name, cut: TraceCut) {
    let start = argument.span.lowerBound
    let words = argument.text.split(separator: " ").map { word in
      let offset = start + argument.text.utf8.distance(from: argument.text.startIndex, to: word.startIndex)
      return Name(text: String(word), span: offset..<offset + word.utf8.count)
    }
    let count = (words.firstIndex { $0.text.hasPrefix("--") } ?? words.count)
    guard count < words.count else { return (argument, TraceCut()) }
    guard state.loadedDrawing?.trace != nil else { throw Fault(.noTrace, at: argument.span, in: request.source) }
    let file = words[..<count].map(\.text).joined(separator: " ")
    do throws(Diagnostic) {
      let cut = try TraceCut(Array(words[count...]), for: file)
      return (Name(text: file, span: start..<start + file.utf8.count), cut)
    } catch {
      throw Fault(error, in: request.source)
    }
  }

  /// Returns a similar file if the file at a path does not exist, or a script in the folder at that path.
  private func suggestion(for failure: SystemFailure, at path: String) -> String? {
    switch failure.cause {
    case .missing:
      let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
      let folder = path[..<start]
      let files = environment.listFolder(folder.isEmpty ? "." : String(folder))
      return closest(to: String(path[start...]), among: files).map { folder + $0 }
    case .isFolder:
      let script = environment.listFolder(path).filter { $0.isScriptPath }.min() ?? "demo.marble"
      return path.appendingName(script)
    default: return nil
    }
  }

  // MARK: Writing

  /// A file to write for a command.
  private struct Target {
    let path: String
    /// The file that is replaced, if there is one.
    let existing: ExistingFile?
    let command: Name
    let argument: Name
    let request: Request

    /// Whether the command ends in `!`, and replaces any file.
    var isForced: Bool { command.text.hasSuffix("!") }
    /// Whether the file is a device or a pipe, which can have any name, or a folder, which cannot be written at all.
    var isWrittenDirectly: Bool { existing.map { $0.kind != .file } ?? false }
    var replacedSize: Int? { existing.flatMap { $0.kind == .file ? $0.size : nil } }
    /// The ending of the names of such files.
    var ending: String { Command.named(command.text)?.name == "svg" ? ".svg" : ".marble" }
    /// The end of the answer, about the file that was replaced.
    var replacement: String { replacedSize.map { ", replacing a file of \(pluralized($0, "byte"))" } ?? "" }

    func fault(_ problem: SessionProblem) -> Fault { Fault(problem, at: argument.span, in: request.source) }

    func unwritable(_ failure: SystemFailure) -> Fault {
      fault(.unwritableFile(path: path, failure, example: path.appendingName("demo" + ending)))
    }

    /// Returns the error for a file name with the wrong ending.
    func misnamed(as content: String) -> Fault {
      let quoted = argument.text.hasPrefix("\"")
      var name = quoted ? String(argument.text.dropFirst().dropLast()) : argument.text
      let file = name.lastIndex(of: "/").map(name.index(after:)) ?? name.startIndex
      if let dot = name[file...].dropFirst().lastIndex(of: ".") { name = String(name[..<dot]) }
      let example = ":\(command.text) " + (quoted ? "\"\(name)\(ending)\"" : name + ending)
      return fault(.wrongFileName(path: path, content: content, example: example))
    }
  }

  private func target(
    _ argument: Name, for command: Name, example: String, in request: Request
  ) throws(Fault) -> Target {
    let path = try path(argument, for: command, example: example, in: request)
    let target = Target(
      path: path, existing: environment.existingFile(path), command: command, argument: argument, request: request)
    // What there is to write does not matter then.
    if options.isSafe { throw target.unwritable(environment.refusal) }
    return target
  }

  /// Checks that writing a file does not replace another file.
  ///
  /// A session may replace what it has written, and a script may also replace a picture of an earlier run.
  private func check(_ target: Target) throws(Fault) {
    guard let size = target.replacedSize, size > 0, !target.isForced else { return }
    let bytes = try? environment.readFile(target.path)
    let written = writtenFiles[target.path.normalizedPath]
    if let bytes, written == bytes.hashValue || target.request.mode == .script && DrawingStyle.replaces(bytes) {
      return
    }
    let forced = ":\(target.command.text)! \(target.argument.text)"
    throw target.fault(.foreignFile(path: target.path, wasWritten: written != nil, forced: forced))
  }

  private func write(_ text: String, to target: Target) throws(Fault) {
    let bytes = Array(text.utf8)
    do throws(SystemFailure) {
      try environment.writeFile(target.path, bytes)
    } catch {
      throw target.unwritable(error)
    }
    writtenFiles[target.path.normalizedPath] = bytes.hashValue
  }

  // MARK: Paths

  /// Returns the path that a command names, relative to the folder of the script.
  private func path(
    _ argument: Name, for command: Name, example: String, in request: Request
  ) throws(Fault) -> String {
    let path = Self.path(argument.text, from: request.source.name)
    guard !path.isEmpty else {
      let problem =
        options.isSafe ? SessionProblem.cannotUseFiles(environment.refusal) : .missingFile(example: example)
      throw Fault(problem, at: command.span, in: request.source)
    }
    return path
  }

  /// Returns the path that the argument of a command in a file is, or an empty string if there is none.
  package static func path(_ argument: String, from file: String) -> String {
    var path = argument
    if path.count >= 2, path.hasPrefix("\""), path.hasSuffix("\"") { path = String(path.dropFirst().dropLast()) }
    if path.isEmpty || path.hasPrefix("/") { return path }
    return file.folder + path
  }
}

extension Session.Request {
  /// The folder at which relative paths of the request start.
  fileprivate var pathOrigin: PathOrigin {
    if source.embedding != nil { .page } else if mode == .prompt { .prompt } else { .script }
  }
}
