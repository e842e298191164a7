import MarbleLanguage

/// Calls, names and times of other languages and libraries that are written in another form here.
enum ForeignCall {
  /// The functions and methods of values by name.
  ///
  /// Those of streams are in the catalog.
  private static let functions: [String: CallForm] = [
    "toString": "String(@)", "str": "String(#)", "int": "Int(#)", "parseInt": "Int(#)", "Number": "Int(#)",
    "len": "#.count", "length": "@.count", "abs": "# < 0 ? -# : #", "max": "# > & ? # : &", "min": "# < & ? # : &",
    "startsWith": "@.hasPrefix(#)", "endsWith": "@.hasSuffix(#)", "includes": "@.contains(#)",
    "toUpperCase": "@.uppercased()", "toLowerCase": "@.lowercased()", "isMultiple": "@ % # == 0", "log": "#",
    "Pair": "(#, &)", "print": "#", "println": "#", "XCTAssertEqual": "# == &", "assertEquals": "# == &",
    "assertEqual": "# == &", "expect": "#", "assertThat": "#", "expectObservable": "#", "WriteLine": "#",
    "Double": "# * 1.0", "Float": "# * 1.0", "if": "# ? & : ^",
    "startswith": "@.hasPrefix(#)", "endswith": "@.hasSuffix(#)", "isNotEmpty": "!@.isEmpty",
  ]
  /// The values by name.
  static let values: [String: String] = [
    "it": "$0", "_1": "$0", "_2": "$1",
    "null": "nil", "None": "nil", "undefined": "nil", "True": "true", "False": "false", "TRUE": "true",
    "FALSE": "false",
  ]
  /// The types of streams, which libraries write before a function.
  private static let types: Set = [
    "Observable", "Publishers", "Flowable", "Flow", "Flux", "Mono", "Signal", "SignalProducer", "Single", "Driver",
    "Infallible", "Maybe", "Completable", "Rx", "rx",
  ]
  /// The functions whose stream is a timeline here: those of tests, and subjects, to which a program sends values.
  private static let timelines: Set = [
    "hot", "Subject", "PublishSubject", "PublishRelay", "PassthroughSubject", "MutableSharedFlow", "Future", "create",
    "callbackFlow", "channelFlow", "SignalProducer", "fromEvent", "AsyncStream", "AsyncThrowingStream",
  ]

  /// Returns the call in the form of this language, or `nil` if it is not one of another language.
  ///
  /// - Parameter isUnknown: Whether the receiver is a name that is not bound.
  static func replacement(
    of call: Call, at span: Span, on receiver: Expression?, isUnknown: Bool, isInClosure: Bool, in source: Source,
    isForeign: (Expression) -> Bool
  ) -> String? {
    let name = call.name.text
    let entry = Catalog.standard[name]
    let isOfType = if case .name(let type)? = receiver?.kind { isUnknown && types.contains(type) } else { false }
    let lowercase = spelledHere(name)
    if let receiver, !isUnknown || isOfType && Catalog.standard[lowercase] == nil, entry == nil, name != lowercase {
      // The methods of C# begin with a capital letter, and those of Python have words with underscores.
      if ForeignMethod(rawValue: lowercase)?.isSuperfluous == true { return source.text(of: receiver.span) }
      let method = Call(
        name: Name(text: lowercase, span: call.name.span), arguments: call.arguments, trailing: call.trailing)
      let text = replacement(
        of: method, at: span, on: receiver, isUnknown: isUnknown, isInClosure: isInClosure, in: source,
        isForeign: isForeign)
      if let text { return text }
    }
    // Scopes and the like have no meaning here.
    let own = call.arguments.filter { !isForeign($0.value) || $0.label?.text == "error" }
    if let first = own.first, let last = own.last {
      let labels = own.prefix(2).map(\.formLabel)
      let form = Catalog.forms["\(name)(\(labels.joined())…)"] ?? Catalog.forms["\(name)(\(labels[0])…)"]
      let values = source.text(of: first.value.span.lowerBound..<last.value.span.upperBound)
      if let form, receiver == nil || isUnknown { return form.text(on: nil, [values]) }
    }
    if isUnknown, case .name(let type)? = receiver?.kind {
      if let form = Catalog.forms["\(type).\(name)(\(call.arguments.count))"] {
        return form.text(on: nil, call.arguments.map { source.text(of: $0.value.span) })
      }
      // The name of a type before a function that makes a stream: `Observable.of(1)`.
      if entry?.family == .make { return source.text(of: call.name.span.lowerBound..<span.upperBound) }
      if types.contains(type), Catalog.standard[lowercase] != nil {
        return lowercase + source.text(of: call.name.span.upperBound..<span.upperBound)
      }
    }
    let arguments = call.arguments.map(\.value)
    if let receiver, ["toBe", "toEqual", "equals", "isEqualTo"].contains(name), let expected = arguments.first {
      // A comparison of a test: `expect(a).toBe("--1|")`.
      var actual = receiver.span
      if case .call(let call) = receiver.kind, call.arguments.count == 1 { actual = call.arguments[0].value.span }
      let text = if case .string(let literal) = expected.kind { literal.content } else { expected.span }
      if case .call(let call) = receiver.kind, call.name.text == "expectSubscriptions" {
        return "subscriptions \(source.text(of: actual).prefix { $0 != "." }) == \(source.text(of: text))"
      }
      return "\(source.text(of: actual)) == \(source.text(of: text))"
    }
    if receiver == nil, arguments.count > 1,
      ["XCTAssertEqual", "assertEquals", "assertEqual", "expect"].contains(name)
    {
      // The timeline of a test is in quotes, and may come first.
      let sides = arguments.prefix(2).map { argument -> (isTimeline: Bool, text: String) in
        guard case .string(let literal) = argument.kind else { return (false, source.text(of: argument.span)) }
        return (true, source.text(of: literal.content))
      }
      let (actual, expected) = sides[0].isTimeline ? (sides[1], sides[0]) : (sides[0], sides[1])
      if expected.isTimeline, !actual.isTimeline { return "\(actual.text) == \(expected.text)" }
    }
    if isInClosure, receiver == nil, call.arguments.isEmpty, case .call(let inner)? = call.trailing?.body.kind,
      inner.arguments.count == 1, let form = Catalog.forms["\(name) { \(inner.name.text) }"]
    {
      return form.text(on: nil, [source.text(of: inner.arguments[0].value.span)])
    }
    // A closure for an effect cannot wait: `a.onEach { delay(2) }`.
    if let receiver, let entry, Catalog.effects.contains(where: { $0 === entry }), !isUnknown,
      let closure = closureAlone(of: call), case .call(let wait) = closure.body.kind,
      Catalog.standard[wait.name.text]?.family == .time, wait.arguments.count == 1, closure.body.names.isEmpty,
      [nil, "value"].contains(entry.aliases.first { $0.name == name }?.interpretations.first?.labels.first ?? nil)
    {
      let text = Catalog.forms["on { wait }"]?.text(
        on: source.text(of: receiver.span), [source.text(of: closure.body.span)])
      return text.flatMap { CallExample.isShort($0) ? $0 : nil }
    }
    // A closure that only prints at the start or the end changes no events: `a.onStart { println("x") }`.
    if let receiver, ["onStart", "onCompletion"].contains(name),
      case .call(let effect)? = closureAlone(of: call)?.body.kind,
      ["print", "println", "log"].contains(effect.name.text)
    {
      return source.text(of: receiver.span)
    }
    let isClosureAlone = closureAlone(of: call) != nil
    let hasArguments = !own.isEmpty || call.trailing == nil
    let labeled =
      (hasArguments
        ? form(of: name, call.arguments, \.formLabel) ?? form(of: name, own, \.exactLabel)
          ?? form(of: name, own, \.formLabel) : nil)
      ?? (isClosureAlone ? Catalog.forms["\(name) {}"] : nil)
      ?? own.first.flatMap { argument in
        guard own.count == 1, case .closure(let closure) = argument.value.kind, closure.arity == 1 else { return nil }
        return Catalog.forms["\(name)(\(argument.formLabel){})"]
      }
    if receiver == nil || isUnknown, timelines.contains(name) || isOfType && name == "pipe", labeled == nil {
      let written =
        if case .string(let literal)? = arguments.first?.kind { source.text(of: literal.content) } else { "--1--|" }
      return source.isStatement(span) ? written : "\"\(written)\""
    }
    let on = receiver.map { source.text(of: $0.span) }
    if let receiver, let stream = stream(of: receiver, convertedBy: name, in: source) { return stream }
    // The functions of a table are written in capital letters.
    let key = functions[name] == nil && name == name.uppercased() ? name.lowercased() : name
    let isOfValuesOnly = ["max", "min", "len", "length", "print", "Double", "Float", "if"].contains(key)
    let function = isInClosure || !isOfValuesOnly ? functions[key] : nil
    let scoped = labeled ?? Catalog.forms["\(name)(\(own.count))"]
    let spans = (scoped == nil ? call.arguments : own).map(\.value.span) + [call.trailing?.span].compactMap(\.self)
    var texts = spans.map(source.text)
    // The times of a timer of Foundation are in seconds, and so is a fraction.
    if let time = arguments.first, name == "publish" ? time.isNumber : name.hasPrefix("throttle") && time.isFraction {
      texts[0] += "s"
    }
    guard let form = scoped ?? function ?? Catalog.forms[name], scoped != nil || texts.count == form.argumentCount,
      form.takesReceiver == (receiver != nil) || (isUnknown && !form.takesReceiver)
    else { return nil }
    if name != "isMultiple", scoped == nil, call.arguments.contains(where: { $0.label != nil }) { return nil }
    if name == "log", !isUnknown { return nil }
    if function == nil, scoped == nil, let entry {
      // The name is the one of an operator too. A stream before one that makes streams, or a number, shows that
      // another function is meant.
      switch (entry.family, receiver?.looks, arguments.first?.kind) {
      case (.make, .name?, _), (.make, .call?, _): break
      case (.make, _, _): return nil
      case (_, _, .integer?): break
      default: return nil
      }
    }
    // Outside a closure, the method of a value is called on each value of a stream.
    let isOfValues = !isInClosure && function != nil && form.takesReceiver && name != "includes"
    let isCalculation = scoped == nil && function?.hasOperands == true
    var plain = form.text(on: isOfValues ? "$0" : on, isCalculation ? texts.map(operand) : texts)
    if isCalculation, !isOfValues, plain.contains(" "), !SourceBytes(source).isWhole(span) { plain = "(\(plain))" }
    let text = isOfValues ? "\(on ?? "").map { \(plain) }" : plain
    return CallExample.isShort(text) ? text : nil
  }

  /// Returns `Select` and `flat_map` as `select` and `flatMap`.
  private static func spelledHere(_ name: String) -> String {
    let lowercase = name.prefix(1).lowercased() + name.dropFirst()
    let words = lowercase.split(separator: "_")
    guard words.count > 1, let first = words.first else { return lowercase }
    return first + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// Returns an argument that can be beside an operator.
  private static func operand(_ text: String) -> String {
    text.allSatisfy { $0.isLetter || $0.isNumber || "$_.()\"".contains($0) } ? text : "(\(text))"
  }

  /// Returns the stream of the elements of an array, as in `[1, 2].publisher`.
  static func stream(of array: Expression, convertedBy name: String, in source: Source) -> String? {
    guard case .array = array.kind, ForeignMethod(rawValue: name)?.isConversion == true else { return nil }
    return Catalog.forms["publisher"]?.text(on: nil, [source.text(of: array.span)])
  }

  /// Returns the closure that is the only argument of a call.
  private static func closureAlone(of call: Call) -> Closure? {
    guard let argument = call.arguments.first else { return call.trailing }
    guard call.arguments.count == 1, call.trailing == nil, [nil, "value"].contains(argument.label?.text),
      case .closure(let closure) = argument.value.kind
    else { return nil }
    return closure
  }

  /// Returns the form of a call with these arguments, each of which is described by its label.
  private static func form(of name: String, _ arguments: [Argument], _ label: (Argument) -> String) -> CallForm? {
    Catalog.forms["\(name)(\(arguments.map(label).joined()))"]
  }

  /// Returns the call of an operator that makes a stream, without the dot or the type before it: `.just(1)`, `.empty`
  /// and `.init(value: 1)`.
  static func call(of name: Name, _ arguments: [Argument] = [], in source: Source) -> String? {
    if name.text == "init", arguments.first?.label != nil {
      return form(of: "SignalProducer", arguments, \.formLabel)?
        .text(on: nil, arguments.map { source.text(of: $0.value.span) })
    }
    guard Catalog.standard[name.text]?.family == .make else { return nil }
    guard let last = arguments.last?.value.span else { return name.text + "()" }
    return source.text(of: name.span.lowerBound..<last.upperBound) + ")"
  }

  /// Returns the closure that calls a function, as in `a.map(Number)` and `a.map(String.init)`.
  static func closure(calling function: Expression) -> (name: String, text: String)? {
    switch function.kind {
    case .name(let name) where Catalog.isFunction(name): return (name, "{ \(name)($0) }")
    case .member(let type, let name):
      guard case .name(let type) = type.kind else { return nil }
      if name.text == "init", Catalog.isFunction(type) { return ("\(type).init", "{ \(type)($0) }") }
      return closure(calling: name.text).map { ("\(type).\(name.text)", $0) }
    case .name(let name): return closure(calling: name).map { (name, $0) }
    default: return nil
    }
  }

  private static func closure(calling name: String) -> String? {
    functions[name].flatMap {
      $0.takesReceiver ? nil : "{ \($0.text(on: nil, ["$0", "$1"].prefix($0.argumentCount))) }"
    }
  }

  /// Returns a time of another language as a duration: `300ms` for `.milliseconds(300)` and `300.milliseconds`.
  static func time(_ expression: Expression, in source: Source) -> String? {
    let (number, unit): (Expression, String)
    switch expression.kind {
    case .implicitMember(let call), .method(_, let call):
      if case .method(let receiver, _) = expression.kind {
        // The name of a type: `Duration.seconds(1)`.
        guard case .name(let type) = receiver.kind, type.first?.isUppercase == true else { return nil }
      }
      guard call.arguments.count == 1 else { return nil }
      (number, unit) = (call.arguments[0].value, call.name.text)
    case .member(let receiver, let name): (number, unit) = (receiver, name.text)
    default: return nil
    }
    // `Duration.ofMillis(1)` and `TimeSpan.FromSeconds(1)`.
    let prefix = ["of", "From"].first { unit.hasPrefix($0) && unit.dropFirst($0.count).first?.isUppercase == true }
    switch number.kind {
    case .integer, .number:
      return TickLength.unitNames[prefix.map { unit.dropFirst($0.count).lowercased() } ?? unit].map {
        source.text(of: number.span) + $0
      }
    default: return nil
    }
  }
}

extension Expression {
  fileprivate var isFraction: Bool { if case .number = kind { true } else { false } }

  fileprivate var isNumber: Bool {
    switch kind {
    case .integer, .number: true
    default: false
    }
  }
}

extension Argument {
  fileprivate var formLabel: String { "\(label?.text ?? "_"):" }

  /// The label with the argument if that is a constant such as `true` and `.forever`.
  fileprivate var exactLabel: String {
    switch value.kind {
    case .boolean(let boolean): formLabel + "\(boolean)"
    case .implicitMember(let call): formLabel + "." + call.name.text
    default: formLabel
    }
  }
}

extension Source {
  /// Whether a span is all of a statement, or all of the definition of a name.
  fileprivate func isStatement(_ span: Span) -> Bool {
    func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let before = bytes[..<span.lowerBound].last { !isSpace($0) }
    let after = bytes[span.upperBound...].first { !isSpace($0) }
    return before.map("\n;=".utf8.contains) ?? true && after.map("\r\n;/=".utf8.contains) ?? true
  }
}
