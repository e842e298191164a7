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
    case .leaks: try showLeaks(name, in: request)
    case .save: try save(arguments, for: name, in: request)
    case .edit: try edit(arguments, for: name, in: request)
    case .undo: try undo(name, in: request)
    case .reset: state = SessionState()
    case .time: try time(arguments, for: name, in: request)
    case .tutorial: try teacher.teach(.tutorial, arguments, in: request)
    case .exercise: try teacher.teach(teacher.knownCourse, arguments, in: request)
    case .solution: try teacher.showSolution(name, in: request)
    case .hint: try teacher.showHint(name, in: request)
    case .skip: try teacher.skip(name, in: request)
    case .choose: try choose(arguments, for: name, in: request)
    case .quit: leave(request.answer)
    }
  }

  private func help(on topic: Name, in request: Request) throws(Fault) {
    if let definition = bindings.customOperator(topic.text) { return request.answer(.text(definition.written)) }
    guard let page = Help.page(on: topic.text) else {
      let suggestion = closest(to: topic.text, among: operatorNames + Help.names)
      throw Fault(.unknownTopic(name: topic.text, suggestion: suggestion), at: topic.span, in: request.source)
    }
    if topic.text.isEmpty, let help = teacher.help { request.answer(.text(help)) }
    // A picture of a script does not contain the examples of help, whose text is not in it either.
    let drawing =
      options.style.format.isDocument ? nil : page.example.flatMap { draw(example: $0, while: request.isWanted) }
    request.answer(.text(drawing == nil ? page.text : page.text + "\n"))
    if let drawing { request.answer(.drawing(drawing)) }
  }

  /// Runs an example, and returns the drawing of its first assertion.
  private func draw(example: String, while isWanted: @escaping () -> Bool) -> Diagram? {
    let session = Session(SessionOptions(limits: options.limits))
    var draw: ((@escaping () -> Bool) throws(Fault) -> Diagram)?
    session.evaluate(Source(name: "example", text: example), while: isWanted) { answer in
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
    for name in names { describe(name, answer) }
    for name in operatorNames {
      if let definition = bindings.customOperator(name) { answer(.text(definition.written)) }
    }
    for number in 1..<state.resultCount + 1 { describe("_\(number)", answer) }
  }

  private func describe(_ name: String, _ answer: (Answer) -> Void) {
    guard let binding = bindings[name] else { return }
    if let diagram = diagram(of: binding) {
      answer(.drawing(diagram))
    } else if let plan = binding.plan {
      answer(.text("\(name) = \(plan.text)"))
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
    if options.fixedSettings.contains(setting.name) { return }
    let tick = options.tickLength
    _ = setting.set(&options, value.text)
    // The streams of a trace have other ticks then.
    if options.tickLength != tick, let trace = state.loadedDrawing?.trace {
      _ = loadTrace(in: request.with(trace.source))
    }
  }
}

extension Array {
  fileprivate var nonEmpty: Array? { isEmpty ? nil : self }
}
