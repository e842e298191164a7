import Marbles

/// The functions of the test scheduler, and the timelines that are their arguments.
extension RxJSLibrary {
  func callHelper(_ name: String, _ arguments: [JSValue], _ span: Span) throws(Refusal) -> JSValue {
    switch name {
    case "run":
      guard let function = arguments.first else { throw refusal(span) }
      let outside = clock
      clock = .running
      defer { clock = outside }
      return try machine.call(function, [.scheduler(nil)], span)
    case "flush":
      hasRun = true
      return .undefined
    case "now": return .number(0)
    case "schedule" where arguments.count == 2: return try schedule(arguments[0], time(arguments[1], span), span)
    case "cold", "createColdObservable":
      if case .object(let table)? = arguments.dropFirst().first, table.values.values.contains(where: \.isSymbolic) {
        return .stream(try computed(arguments, table, span))
      }
      return .stream(try literal(arguments, isCold: true, span))
    case "hot", "createHotObservable":
      let stream = try literal(arguments, isCold: false, span)
      return .stream(endsHotStreams ? try ending(stream, span) : stream)
    case "time", "createTime":
      guard case .string(let text, let contents)? = arguments.first else { throw refusal(span) }
      var marbles = marbles(text, contents)
      guard let frame = marbles.time() else { throw refusal(span) }
      return .number(Double(frame) * (clock == .frames ? 10 : 1))
    case "expectObservable":
      // A program only shows streams.
      guard shown == nil else { throw unknown(name, span) }
      guard let first = arguments.first else { throw refusal(span) }
      let stream = try stream(first, span)
      // Inside a closure, nothing is known about when and whether it runs.
      guard machine.nesting == 0 || (machine.nesting == 1 && assertionTick != nil) else {
        throw Refusal(problem: .effect, span: span)
      }
      var window = try window(arguments.dropFirst().first, span)
      if let tick = assertionTick {
        guard window == .always else { throw refusal(span) }
        window = Window(from: tick, until: nil)
      }
      guard !stream.mustStartFirst || window.start == 0 else { throw Refusal(problem: .laterStart, span: span) }
      return .matcher(.events(stream, window: window))
    case "expectSubscriptions":
      guard case .subscriptions(let stream)? = arguments.first, machine.nesting == 0 else { throw refusal(span) }
      return .matcher(.subscriptions(stream))
    default: throw unknown(name, span)
    }
  }

  private func literal(_ arguments: [JSValue], isCold: Bool, _ span: Span) throws(Refusal) -> RxJSStream {
    let sent = sentStreams.count
    let stream = try define(timeline(arguments, as: isCold ? .cold : .hot, span), isCold: isCold, span)
    stream.literal = arguments
    stream.sentStreams = Array(sentStreams[sent...])
    return stream
  }

  // MARK: Timelines

  /// Returns a cold timeline with values that are known only when the script runs.
  private func computed(_ arguments: [JSValue], _ table: JSObject, _ span: Span) throws(Refusal) -> RxJSStream {
    let known = JSObject()
    for key in table.keys where table[key]?.isSymbolic == false { known[key] = table[key] }
    var fixed = arguments
    fixed[1] = .object(known)
    let timeline = try timeline(fixed, as: .cold, isComplete: false, span)
    let stream = try define(timeline, isCold: true, span)
    let sent = Set(timeline.events.timeline.marbles.map(\.event))
    let keys = table.keys.filter { known[$0] == nil && sent.contains(.value(.marble($0))) }
    guard !keys.isEmpty else { return stream }
    return try derive(span) { () throws(Refusal) in
      let source = try text(of: stream, span)
      if keys.count == 1, sent.filter({ if case .value = $0 { true } else { false } }).count == 1 {
        let (text, shape) = try machine.part(table[keys[0]] ?? .undefined, span)
        return ("\(source).mapTo(\(text))", shape)
      }
      let (text, shape) = try closure(.host("identity"), [timeline.shape], span) {
        [machine] (value) throws(Refusal) in
        let letter = try machine.operand(value, span, of: 5)
        var text = letter
        var shape = timeline.shape
        for key in keys.reversed() {
          let (part, added) = try machine.part(table[key] ?? .undefined, span)
          text = "\(letter) == \(ValuePrinter.quoted(key)) ? \(part) : \(text)"
          shape = shape.joined(with: added)
        }
        return (text, shape)
      }
      return ("\(source).map \(text)", shape)
    }
  }

  private func marbles(_ source: Source, at span: Span) -> RxJSMarbles {
    let isInFrames = clock == .frames
    return RxJSMarbles(
      source, at: span, spacesTakeFrames: isInFrames && usedMatchers?.readsDurations != true,
      frameLength: isInFrames ? 10 : 1)
  }

  /// Returns a parser for a string, which may be a part of the source.
  private func marbles(_ text: String, _ contents: Span?) -> RxJSMarbles {
    if var contents {
      if usedMatchers != nil {
        while let first = contents.first, source.bytes[first].isWhitespace { contents = contents.dropFirst() }
        while let last = contents.last, source.bytes[last].isWhitespace { contents = contents.dropLast() }
      }
      return marbles(source, at: contents)
    }
    let source = Source(name: "", text: usedMatchers == nil ? text : text.trimmed)
    return marbles(source, at: 0..<source.bytes.count)
  }

  private func check(_ diagnostics: [ImportDiagnostic], _ contents: Span?, _ span: Span) throws(Refusal) {
    guard let first = diagnostics.first else { return }
    throw Refusal(problem: first.problem, span: contents == nil ? span : first.span)
  }

  /// Converts marbles, their values and the error of `#`.
  ///
  /// If an object with the values is complete, a letter without a value is `undefined`.
  func timeline(
    _ arguments: [JSValue], as form: RxJSMarbles.Form, expected shape: JSShape? = nil, isComplete: Bool = true,
    _ span: Span
  ) throws(Refusal) -> RxJSTimeline {
    guard case .string(let text, let contents)? = arguments.first, arguments.count <= 3 else { throw refusal(span) }
    let given = arguments.dropFirst().first ?? .undefined
    let table = try table(given, span)
    var rest: JSValue?
    if isComplete, case .object = given { rest = .undefined }
    let values = RxJSValues(library: self, isExpected: form == .expectation)
    let failure = try values.failure(arguments.dropFirst(2).first ?? .undefined, span)
    let shape = shape ?? .joined(table.values.map(RxJSValues.shape), filling: true)
    var converted: [String: Value] = [:]
    var used: [String] = []
    var streams: [RxJSStream]? = []
    var shapes: [JSShape] = []
    var problem: Refusal?
    var known: [JSValue]? = []
    var letters: Set<String> = []
    var reader = marbles(text, contents)
    let events = reader.timeline(as: form, failure: failure) { character in
      if let value = table[character] ?? rest {
        if !used.contains(character) { known?.append(value) }
        if case .stream(let stream) = value { streams?.append(stream) } else { streams = nil }
        if let known = converted[character] { return known }
        used.append(character)
        // Each object has the keys of the others.
        if case .object(let object) = value, case .tuple(_, let keys?) = shape {
          if object.keys.count < keys.count { known = nil }
          shapes.append(shape)
        } else {
          shapes.append(RxJSValues.shape(of: value))
        }
        do throws(Refusal) {
          converted[character] = try values.value(value, shape, span)
        } catch {
          problem = problem ?? error
        }
        return converted[character]
      }
      streams = nil
      if form == .expectation {
        do throws(Refusal) { try values.check(.string(character), shape, span) } catch { problem = problem ?? error }
      }
      if character.allSatisfy(\.isNumber) {
        known = nil
      } else if letters.insert(character).inserted {
        known?.append(.string(character))
      }
      if character.utf8.count == 1, character.utf8.allSatisfy(\.isDigit) {
        self.usesDigits = true
        if form == .expectation, shape == .text || shape.isNumber { self.needsText = true }
        shapes.append(self.digitsAreText ? .text : .any)
        return self.digitsAreText ? .string(character) : nil
      }
      shapes.append(.text)
      return nil
    }
    if let problem { throw problem }
    let fails = events.timeline.marbles.contains { if case .failed = $0.event { true } else { false } }
    let error = arguments.dropFirst(2).first ?? .string("error")
    if form != .expectation, fails { recordFailure(error) }
    // What a cold stream would send after its end is never sent.
    try check(events.diagnostics.filter { form != .cold || $0.problem != .eventAfterEnd }, contents, span)
    var again = marbles(text, contents)
    let lettered = again.timeline(as: form, failure: failure) { character in
      guard let value = converted[character] else {
        return self.digitsAreText && character.allSatisfy(\.isNumber) ? .string(character) : nil
      }
      return Self.canBeRenamed(character) ? nil : value
    }
    let items = used.compactMap { key -> String? in
      // Without the clause, a digit is a number.
      guard Self.canBeRenamed(key), let value = converted[key], value != .marble(key) || key.allSatisfy(\.isNumber)
      else { return nil }
      return "\(key) = \(Self.text(of: value))"
    }
    let early = events.timeline.marbles.prefix { $0.tick < 0 }.count
    return RxJSTimeline(
      events: events, lettered: lettered, renaming: items.isEmpty ? "" : " where " + items.joined(separator: ", "),
      shape: .joined(shapes), inner: streams.map { Array($0.dropFirst(early)) }, known: (known, fails ? [error] : []))
  }

  /// Returns the values of characters, from an object, an array or a string.
  private func table(_ value: JSValue, _ span: Span) throws(Refusal) -> [String: JSValue] {
    switch value {
    case .undefined, .null: return [:]
    case .object(let object): return object.values
    case .array, .string:
      let elements = try machine.elements(of: value, span)
      return Dictionary(elements.enumerated().map { (String($0.offset), $0.element) }) { first, _ in first }
    default: throw refusal(span)
    }
  }

  private static func text(of value: Value) -> String {
    if case .stream(let stream) = value, let timeline = stream.timeline {
      return ValuePrinter.inner(timeline, digitsApart: true)
    }
    return ValuePrinter.item(value, inParentheses: false)
  }

  /// Whether a character is a value on a timeline that a `where` clause can rename.
  private static func canBeRenamed(_ character: String) -> Bool {
    ValuePrinter.isBareValue(character) || (character.utf8.count == 1 && character.utf8.allSatisfy(\.isDigit))
  }

  /// Returns the time of an observation.
  func window(_ value: JSValue?, _ span: Span) throws(Refusal) -> Window {
    switch value {
    case nil, .undefined, .null: return .always
    case .string(let text, let contents):
      guard let window = try self.window(text, contents, span) else { return .always }
      return Window(from: window.start ?? 0, until: window.end.map { max($0, window.start ?? 0) })
    default: throw refusal(span)
    }
  }

  /// Returns the start and the end in a string, or `nil` if it has neither.
  func window(_ text: String, _ contents: Span?, _ span: Span) throws(Refusal) -> (start: Int?, end: Int?)? {
    var reader = marbles(text, contents)
    let window = reader.window()
    try check(window.diagnostics, contents, span)
    return window.start == nil && window.end == nil ? nil : (window.start, window.end)
  }
}
