import Marbles

/// What commands do.
extension Session {
  func perform(_ name: Name, _ arguments: Name, in turn: Turn) throws(Fault) {
    guard let command = Command.named(name.text) else {
      let begun = Command.all.map(\.name).filter { $0.hasPrefix(name.text) }
      if begun.count > 1 {
        throw Fault(.ambiguousCommand(name: name.text, candidates: begun), at: name.span, in: turn.source)
      }
      let suggestion = closest(to: name.text, among: Command.all.map(\.name))
      throw Fault(.unknownCommand(name: name.text, suggestion: suggestion), at: name.span, in: turn.source)
    }
    switch command.action {
    case .help: try help(on: arguments, in: turn)
    case .operators: try listOperators(arguments, in: turn)
    case .bindings: describeBindings(turn.answer)
    case .load: try load(arguments, for: name, in: turn)
    case .svg: try writePicture(arguments, for: name, in: turn)
    case .play: try play(arguments, for: name, in: turn)
    case .set: try set(arguments, in: turn)
    case .setting(let setting): try set(setting, to: arguments, in: turn)
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

  private func set(_ arguments: Name, in turn: Turn) throws(Fault) {
    let (name, value) = arguments.splitAtBlank
    if name.text.isEmpty {
      let lines = Setting.all.map { ":set \($0.name) \($0.text(options))" }
      return turn.answer(.text(lines.joined(separator: "\n")))
    }
    guard let setting = Setting.named(name.text) else {
      let suggestion = closest(to: name.text, among: Setting.all.map(\.name))
      throw Fault(.unknownSetting(name: name.text, suggestion: suggestion), at: name.span, in: turn.source)
    }
    try set(setting, to: value, in: turn)
  }

  private func set(_ setting: Setting, to value: Name, in turn: Turn) throws(Fault) {
    if value.text.isEmpty { return turn.answer(.text(":set \(setting.name) \(setting.text(options))")) }
    guard setting.set(&options, value.text) else {
      throw Fault(
        .unfitSetting(name: setting.name, value: value.text, expected: setting.expectation), at: value.span,
        in: turn.source)
    }
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

extension Name {
  /// The first word, and what stands behind it.
  fileprivate var splitAtBlank: (Name, Name) {
    let length = text.utf8.prefix { !$0.separatesWords }.count
    let gap = text.utf8.dropFirst(length).prefix { $0.separatesWords }.count
    let middle = span.lowerBound + length
    return (
      Name(text: String(text.utf8.prefix(length)) ?? text, span: span.lowerBound..<middle),
      Name(
        text: String(text.utf8.dropFirst(length + gap)) ?? "", span: middle + gap..<max(middle + gap, span.upperBound))
    )
  }
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
