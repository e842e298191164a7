import Marbles

/// The commands of a session.
extension Session {
  func perform(_ command: Command, _ name: Name, _ arguments: Name, in request: Request) throws(Fault) {
    switch command.action {
    case .help: try help(on: arguments, in: request)
    case .operators: try listOperators(arguments, in: request)
    case .bindings: describeBindings(request.answer)
    case .load: try load(arguments, for: name, in: request)
    case .svg: try writePicture(arguments, for: name, in: request)
    case .play: try play(arguments, for: name, in: request)
    case .set: listSettings(request.answer)
    case .setting(let setting): set(setting, to: arguments, in: request)
    case .history: try showHistory(arguments, for: name, in: request)
    case .save: try save(arguments, for: name, in: request)
    case .edit: try edit(arguments, for: name, in: request)
    case .undo: try undo(name, in: request)
    case .reset: state = SessionState()
    case .time: try time(arguments, for: name, in: request)
    case .tutorial: try continueTutorial(arguments, in: request)
    case .hint: try hint(name, in: request)
    case .skip: try skip(name, in: request)
    case .quit: leave(request.answer)
    }
  }

  private func help(on topic: Name, in request: Request) throws(Fault) {
    if let definition = bindings.customOperator(topic.text) { return request.answer(.text(definition.written)) }
    guard let text = Help.text(on: topic.text) else {
      let topics = operatorNames + Catalog.standard.allNames + Command.all.map(\.name)
      let suggestion = closest(to: topic.text, among: topics)
      throw Fault(.unknownTopic(name: topic.text, suggestion: suggestion), at: topic.span, in: request.source)
    }
    let drawing = Help.entry(topic.text).flatMap { example(of: $0, while: request.isWanted) }
    request.answer(.text(drawing == nil ? text : text + "\n"))
    if let drawing { request.answer(.drawing(drawing)) }
  }

  /// Runs the example of an operator, and returns the drawing of its first assertion.
  private func example(of entry: CatalogEntry, while isWanted: @escaping () -> Bool) -> Diagram? {
    let session = Session(SessionOptions(limits: options.limits))
    var draw: ((@escaping () -> Bool) throws(Fault) -> Diagram)?
    session.evaluate(Source(name: entry.name, text: entry.example), while: isWanted) { answer in
      if case .passed = answer, draw == nil { draw = session.state.lastDrawing }
    }
    return try? draw?(isWanted)
  }

  private func listOperators(_ family: Name, in request: Request) throws(Fault) {
    let families = CatalogEntry.Family.allCases
    guard let known = family.text.isEmpty ? families : families.filter({ $0.rawValue == family.text }).nonEmpty else {
      let suggestion = closest(to: family.text, among: families.map(\.rawValue))
      throw Fault(.unknownFamily(name: family.text, suggestion: suggestion), at: family.span, in: request.source)
    }
    request.answer(.text(Help.operators(of: known)))
  }

  private func describeBindings(_ answer: (Answer) -> Void) {
    for name in names {
      guard let binding = bindings[name] else { continue }
      if let diagram = diagram(of: binding) {
        answer(.drawing(diagram))
      } else if let plan = binding.plan {
        answer(.text("\(name) = \(plan.text)"))
      }
    }
    for name in operatorNames {
      if let definition = bindings.customOperator(name) { answer(.text(definition.written)) }
    }
  }

  // MARK: Settings

  private func listSettings(_ answer: (Answer) -> Void) {
    let lines = Setting.all.map { ":set \($0.name) \($0.text(options))" }
    answer(.text(lines.joined(separator: "\n")))
  }

  /// Shows a setting, or sets it to a valid value.
  func set(_ setting: Setting, to value: Name, in request: Request) {
    if value.text.isEmpty { return request.answer(.text(":set \(setting.name) \(setting.text(options))")) }
    _ = setting.set(&options, value.text)
  }

  // MARK: Files

  /// The maximum depth of files that load other files.
  private static let maxLoadingDepth = 50

  private func load(_ argument: Name, for command: Name, in request: Request) throws(Fault) {
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
      throw Fault(.unreadableFile(path: path, error, request.pathOrigin), at: argument.span, in: request.source)
    }
    loading.append(path)
    evaluate(
      Request(
        source: Source(name: path, bytes: bytes), mode: .script, isWanted: request.isWanted, answer: request.answer))
    loading.removeLast()
  }

  private func writePicture(_ argument: Name, for command: Name, in request: Request) throws(Fault) {
    let path = try path(argument, for: command, example: ":svg demo.svg", in: request)
    guard let lastDrawing = state.lastDrawing else { throw Fault(.nothingDrawn, at: command.span, in: request.source) }
    let diagram = try lastDrawing(request.isWanted)
    var style = options.style
    style.format = .svg
    do throws(SystemFailure) {
      try environment.writeFile(path, Array((style.draw([diagram]) + "\n").utf8), false)
    } catch {
      throw Fault(.unwritableFile(path: path, error), at: argument.span, in: request.source)
    }
  }

  /// Returns the path that a command names, relative to the folder of the script.
  func path(
    _ argument: Name, for command: Name, example: String, in request: Request
  ) throws(Fault) -> String {
    var path = argument.text
    if path.count >= 2, path.hasPrefix("\""), path.hasSuffix("\"") { path = String(path.dropFirst().dropLast()) }
    guard !path.isEmpty else { throw Fault(.missingFile(example: example), at: command.span, in: request.source) }
    if !path.hasPrefix("/"), let slash = request.source.name.lastIndex(of: "/") {
      path = String(request.source.name[...slash]) + path
    }
    return path
  }
}

extension Session.Request {
  /// The folder at which relative paths of the request start.
  fileprivate var pathOrigin: PathOrigin {
    if mode == .prompt { .prompt } else if source.embedding != nil { .page } else { .script }
  }
}

extension Array {
  fileprivate var nonEmpty: Array? { isEmpty ? nil : self }
}

extension String {
  /// The same path without `.`, and without `..` after a folder.
  fileprivate var normalizedPath: String {
    var parts: [Substring] = []
    for part in split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
    }
    return (hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }
}
