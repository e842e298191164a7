import Marbles

/// The forms of operators of values that differ between RxJS and the marble language.
extension RxJSApplication {
  func isInfinite(_ index: Int) -> Bool { argument(index).isInfinite }

  // MARK: Values

  func accumulated(_ name: String) throws(Refusal) -> Result {
    try limit(1...2)
    if case .function(let function) = argument(0), function.syntax.parameters.count > 2 { throw refusal() }
    guard arguments.count == 2 else {
      var (text, result) = try library.closure(argument(0), [shape, shape], span)
      let state = shape.joined(with: result)
      if state != shape { (text, result) = try library.closure(argument(0), [state, shape], span) }
      return Result("\(source).\(name) \(text)", state.joined(with: result))
    }
    let (initial, state) = try library.machine.part(argument(1), span)
    var (text, result) = try library.closure(argument(0), [state, shape], span)
    // The state has the type of the results too.
    if result.joined(with: state) != state {
      (text, result) = try library.closure(argument(0), [state.joined(with: result), shape], span)
    }
    return Result("\(source).\(name)(\(initial)) \(text)", state.joined(with: result))
  }

  /// Returns the source, if the functions that observe it do nothing.
  func withoutEffect() throws(Refusal) -> Result {
    var functions = arguments
    if case .object(let object) = argument(0) { functions = object.keys.compactMap { object[$0] } }
    for function in functions where !function.isNothing {
      guard !isEmpty(function) else { continue }
      try checkEffect(of: function)
    }
    return Result(source, shape)
  }

  /// Evaluates a function for its effect, which may only be that variables get new values.
  private func checkEffect(of function: JSValue) throws(Refusal) {
    if case .host = function, library.shown != nil { return }
    guard case .function(let function) = function, !library.effects(function.syntax.span).contains("throw") else {
      throw Refusal(problem: .effect, span: span)
    }
    library.machine.nesting += 1
    // An effect of the only value of a hot timeline happens at a known time.
    if name == "tap", case .timeline(let timeline, isCold: false) = stream.definition {
      library.assertionTick = timeline.onlyValue
    }
    defer {
      library.machine.nesting -= 1
      library.assertionTick = nil
    }
    do throws(Refusal) {
      let known =
        library.usesKnownValues && name == "tap" && stream.known.values?.count == 1 ? stream.known.values : nil
      let values = known ?? function.syntax.parameters.map { _ in .symbol(JSSymbol(text: "$0", shape: shape)) }
      if case .failure = try library.machine.call(.function(function), values, span) {
        throw Refusal(problem: .effect, span: span)
      }
    } catch {
      throw Refusal(problem: .effect, span: span)
    }
  }

  private func isEmpty(_ function: JSValue) -> Bool {
    switch function {
    case .host("noop"): return true
    case .mock(let mock): return mock.implementation == nil
    case .function(let function):
      if case .statements(let statements) = function.syntax.body { return statements.isEmpty }
      return false
    default: return false
    }
  }

  /// Returns `distinctUntilChanged`, which compares values, their keys or one of their members.
  func withoutRepeats(
    by comparison: JSValue, key: JSValue = .undefined, member: JSValue = .undefined
  ) throws(Refusal) -> Result {
    let library = library
    let span = span
    if comparison.isNothing, key.isNothing, member.isNothing {
      try library.checkEquality(of: shape, span)
      return Result("\(source).distinctUntilChanged()", shape)
    }
    if comparison.isNothing {
      let (text, key) = try library.closure(.host("identity"), [shape], span) { (value) throws(Refusal) in
        try library.machine.part(
          key.isNothing ? library.property(member, of: value, span) : library.machine.call(key, [value], span), span)
      }
      try library.checkEquality(of: key, span)
      return Result("\(source).skipRepeats(on: \(text))", shape)
    }
    let (text, _) = try library.closure(.host("pair"), [shape, shape], span) { (pair) throws(Refusal) in
      guard case .array(let pair) = pair else { throw library.refusal(span) }
      var keys: [JSValue] = []
      for value in pair.elements {
        if !key.isNothing {
          keys.append(try library.machine.call(key, [value], span))
        } else if !member.isNothing {
          keys.append(try library.property(member, of: value, span))
        } else {
          keys.append(value)
        }
      }
      return try library.machine.part(library.machine.call(comparison, keys, span), span)
    }
    guard library.shown == nil || Self.comparesKeys(text) else { throw Refusal(problem: .form(of: name), span: span) }
    return Result("\(source).distinctUntilChanged \(text)", shape)
  }

  /// Whether a closure compares the same part of two values, or is constant.
  ///
  /// RxJS compares a value with the last one that was sent, and not with the last one that came. This makes no difference
  /// then.
  private static func comparesKeys(_ closure: String) -> Bool {
    let body = String(closure.dropFirst(2).dropLast(2))
    let sides = body.split(separator: "=").map { String($0).trimmed }
    return ["true", "false"].contains(body)
      || sides.count == 2 && sides[0].contains("$0") && sides[0].replacing("$0", with: "$1") == sides[1]
  }

  /// Returns `first` or `last`, with a condition and a default value.
  func chosen(_ name: String) throws(Refusal) -> Result {
    try limit(0...2)
    let hasDefault = arguments.count >= 2
    var conditions: [String] = []
    var prefix = ""
    if has(0) {
      let closure = try condition(argument(0))
      prefix = closure.prefix
      conditions.append("where: \(closure.text)")
    }
    if hasDefault { conditions.append("orFail: nil") }
    var text = "\(source)\(prefix).\(name)(\(conditions.joined(separator: ", ")))"
    if !prefix.isEmpty { text += ".map { $0.0 }" }
    guard hasDefault else { return Result(text, shape) }
    let (value, valueShape) = try library.machine.part(argument(1), span)
    return Result("\(text).defaultIfEmpty(\(value))", shape.joined(with: valueShape))
  }

  /// Returns a closure for values with their positions.
  func positionClosure(_ function: JSValue) throws(Refusal) -> String {
    if case .function(let function) = function, function.syntax.parameters.count > 2 { throw refusal() }
    let shape = shape
    return try library.closure(
      function, [.tuple([shape, .number])], span,
      arguments: { pair in
        [JSSymbol(text: pair[0].text + ".0", shape: shape), JSSymbol(text: pair[0].text + ".1", shape: .number)]
      }, result: truth
    ).text
  }

  /// Returns `min` or `max`, where a function compares values by a number.
  func extreme(_ name: String, _ symbol: String) throws(Refusal) -> Result {
    try limit(0...1)
    guard has(0) else { return Result("\(source).\(name)()", shape) }
    let library = library
    let span = span
    let (text, _) = try library.closure(argument(0), [shape, shape], span) { (value) throws(Refusal) in
      let zero = JSValue.number(0)
      return try library.machine.part(library.machine.compare(value, symbol, zero, span), span)
    }
    let condition = text.dropFirst(2).dropLast(2)
    return Result("\(source).reduce { \(condition) ? $0 : $1 }", shape)
  }
}

extension RxJSLibrary {
  /// Returns a property of a value, which a value without properties does not have.
  func property(_ key: JSValue, of value: JSValue, _ span: Span) throws(Refusal) -> JSValue {
    if case .symbol(let symbol) = value, case .string(let name, _) = key {
      switch symbol.shape {
      case .nothing: return .undefined
      case .text where name != "length", .any where name != "length", .number, .fraction, .boolean: return .undefined
      case .tuple(_, let keys?) where !keys.contains(name): return .undefined
      default: break
      }
    }
    return value.isNothing ? .undefined : try machine.subscripted(value, key, span)
  }

  /// Returns the message that a function without parameters returns.
  func message(of function: JSValue, _ span: Span) throws(Refusal) -> String {
    machine.nesting += 1
    defer { machine.nesting -= 1 }
    let error = try machine.call(function, [], span)
    return ValuePrinter.quoted(try RxJSValues(library: self, isExpected: false).failure(error, span).message)
  }
}
