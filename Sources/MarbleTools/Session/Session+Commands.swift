import Marbles

/// What commands do.
extension Session {
  func perform(_ command: Command, _ name: Name, _ arguments: Name, in turn: Turn) throws(Fault) {
    switch command.action {
    case .help: try help(on: arguments, in: turn)
    case .operators: try listOperators(arguments, in: turn)
    case .bindings: describeBindings(turn.answer)
    case .load: try load(arguments, for: name, in: turn)
    case .svg: try writePicture(arguments, for: name, in: turn)
    case .play: try play(arguments, for: name, in: turn)
    case .set: listSettings(turn.answer)
    case .setting(let setting): set(setting, to: arguments, in: turn)
    case .history: try showHistory(arguments, for: name, in: turn)
    case .save: try save(arguments, for: name, in: turn)
    case .edit: try edit(arguments, for: name, in: turn)
    case .undo: try undo(name, in: turn)
    case .reset: state = SessionState()
    case .time: try time(arguments, for: name, in: turn)
    case .tutorial: try goOn(arguments, in: turn)
    case .hint: try hint(name, in: turn)
    case .skip: try skip(name, in: turn)
    case .quit: leave(turn.answer)
    }
  }

  private func help(on topic: Name, in turn: Turn) throws(Fault) {
    if let definition = bindings.customOperator(topic.text) { return turn.answer(.text(definition.written)) }
    guard let text = Help.text(on: topic.text) else {
      let topics = operatorNames + Catalogue.standard.allNames + Command.all.map(\.name)
      let suggestion = closest(to: topic.text, among: topics)
      throw Fault(.unknownTopic(name: topic.text, suggestion: suggestion), at: topic.span, in: turn.source)
    }
    let drawing = Help.entry(topic.text).flatMap { example(of: $0, while: turn.isWanted) }
    turn.answer(.text(drawing == nil ? text : text + "\n"))
    if let drawing { turn.answer(.drawing(drawing)) }
  }

  /// What the first assertion of an operator's example looks like, run on the spot.
  private func example(of entry: CatalogueEntry, while isWanted: @escaping () -> Bool) -> Diagram? {
    let session = Session(SessionOptions(limits: options.limits))
    var draw: ((@escaping () -> Bool) throws(Fault) -> Diagram)?
    session.evaluate(Source(name: entry.name, text: entry.example), while: isWanted) { answer in
      if case .passed = answer, draw == nil { draw = session.state.lastDrawing }
    }
    return try? draw?(isWanted)
  }

  private func listOperators(_ family: Name, in turn: Turn) throws(Fault) {
    let families = CatalogueEntry.Family.allCases
    guard let known = family.text.isEmpty ? families : families.filter({ $0.rawValue == family.text }).nonEmpty else {
      let suggestion = closest(to: family.text, among: families.map(\.rawValue))
      throw Fault(.unknownFamily(name: family.text, suggestion: suggestion), at: family.span, in: turn.source)
    }
    turn.answer(.text(Help.operators(of: known)))
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

  /// Shows a setting, or sets it to a value that fits.
  func set(_ setting: Setting, to value: Name, in turn: Turn) {
    if value.text.isEmpty { return turn.answer(.text(":set \(setting.name) \(setting.text(options))")) }
    _ = setting.set(&options, value.text)
  }

  // MARK: Files

  /// Files in files, deeper than anybody means it.
  private static let deepestLoading = 50

  private func load(_ argument: Name, for command: Name, in turn: Turn) throws(Fault) {
    let path = try path(argument, for: command, example: ":load demo.marble", in: turn)
    let place = path.withoutDetours
    guard loading.count < Self.deepestLoading,
      !(loading + [turn.source.name]).contains(where: { $0.withoutDetours == place })
    else {
      throw Fault(.fileLoadsItself(path), at: argument.span, in: turn.source)
    }
    let bytes: [UInt8]
    do throws(SystemFailure) {
      bytes = try environment.readFile(path)
    } catch {
      throw Fault(.unreadableFile(path: path, reason: error.reason), at: argument.span, in: turn.source)
    }
    loading.append(path)
    evaluate(
      Turn(source: Source(name: path, bytes: bytes), mode: .script, isWanted: turn.isWanted, answer: turn.answer))
    loading.removeLast()
  }

  private func writePicture(_ argument: Name, for command: Name, in turn: Turn) throws(Fault) {
    let path = try path(argument, for: command, example: ":svg demo.svg", in: turn)
    guard let lastDrawing = state.lastDrawing else { throw Fault(.nothingDrawn, at: command.span, in: turn.source) }
    let diagram = try lastDrawing(turn.isWanted)
    var style = options.style
    style.format = .svg
    do throws(SystemFailure) {
      try environment.writeFile(path, Array((style.draw([diagram]) + "\n").utf8), false)
    } catch {
      throw Fault(.unwritableFile(path: path, reason: error.reason), at: argument.span, in: turn.source)
    }
  }

  /// The file that a command names, seen from where the script lies.
  func path(
    _ argument: Name, for command: Name, example: String, in turn: Turn
  ) throws(Fault) -> String {
    var path = argument.text
    if path.count >= 2, path.hasPrefix("\""), path.hasSuffix("\"") { path = String(path.dropFirst().dropLast()) }
    guard !path.isEmpty else { throw Fault(.missingFile(example: example), at: command.span, in: turn.source) }
    if !path.hasPrefix("/"), let slash = turn.source.name.lastIndex(of: "/") {
      path = String(turn.source.name[...slash]) + path
    }
    return path
  }
}

extension Array {
  fileprivate var nonEmpty: Array? { isEmpty ? nil : self }
}

extension String {
  /// The same path without `.`, and without `..` behind what it leads out of.
  fileprivate var withoutDetours: String {
    var parts: [Substring] = []
    for part in split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
    }
    return (hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }
}
