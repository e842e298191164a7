import Marbles

/// Members and elements of values.
extension JSMachine {
  func elements(of value: JSValue, _ span: Span) throws(Refusal) -> [JSValue] {
    switch value {
    case .array(let array): return array.elements
    case .string(let text, _): return text.unicodeScalars.map { .string(String($0)) }
    default: throw refusal(span)
    }
  }

  /// Returns the string of a UTF-16 code unit, of which a half of a character is not a string here.
  private func string(_ unit: UInt16, _ span: Span) throws(Refusal) -> JSValue {
    guard let scalar = Unicode.Scalar(unit) else { throw refusal(span) }
    return .string(String(scalar))
  }

  /// Returns an element for a destructuring declaration.
  func element(of value: JSValue, at index: Int, _ span: Span) throws(Refusal) -> JSValue {
    try subscripted(value, .number(Double(index)), span)
  }

  func subscripted(_ collection: JSValue, _ key: JSValue, _ span: Span) throws(Refusal) -> JSValue {
    switch (collection, key) {
    case (.array(let array), .number(let number)):
      guard let index = Int(exactly: number), array.elements.indices.contains(index) else { return .undefined }
      return array.elements[index]
    case (.string(let text, _), .number(let number)):
      guard let index = Int(exactly: number), index >= 0, let unit = text.utf16.dropFirst(index).first else {
        return .undefined
      }
      return try string(unit, span)
    case (.object(let object), .string(let key, _)): return try property(key, of: object, span)
    case (.object(let object), .number): return try property(text(of: key, span), of: object, span)
    case (.object(let object), .symbol(let symbol)): return try lookup(symbol, in: object, span)
    case (.array(let array), .symbol(let symbol)) where symbol.shape == .number || symbol.shape == .any:
      return try lookup(symbol, in: array, span)
    case (.symbol(let symbol), .number(let number)):
      guard case .tuple(let shapes, _) = symbol.shape, let index = Int(exactly: number), shapes.indices.contains(index)
      else { throw refusal(span) }
      return .symbol(JSSymbol(text: "\(symbol.operand()).\(index)", shape: shapes[index]))
    case (_, .string(let name, _)): return try member(of: collection, name, span)
    default: throw refusal(span)
    }
  }

  /// Returns the value of one of the keys of an object, which one is known only when the script runs.
  private func lookup(_ key: JSSymbol, in object: JSObject, _ span: Span) throws(Refusal) -> JSValue {
    library.requireText(key.shape)
    guard key.shape == .text, (1...8).contains(object.keys.count) else { throw refusal(span) }
    let missing = JSValue.failure(.string("undefined"))
    return object.keys.reversed().reduce(missing) { other, name in
      let condition = "\(key.operand()) == \(ValuePrinter.quoted(name))"
      return .branch(condition: condition, object[name] ?? .undefined, other)
    }
  }

  /// Returns an element of an array whose index is known only when the script runs.
  private func lookup(_ index: JSSymbol, in array: JSArray, _ span: Span) throws(Refusal) -> JSValue {
    guard (1...8).contains(array.elements.count) else { throw refusal(span) }
    let missing = JSValue.failure(.string("undefined"))
    return array.elements.indices.reversed().reduce(missing) { other, place in
      .branch(condition: "\(index.operand()) == \(place)", array.elements[place], other)
    }
  }

  func member(of value: JSValue, _ name: String, _ span: Span) throws(Refusal) -> JSValue {
    switch value {
    case .object(let object): return try property(name, of: object, span)
    // In Jasmine, `and` comes before the methods of a mock.
    case .mock where name == "and": return value
    case .mock(let mock): return mock.members[name] ?? .host("mock.\(name)")
    case .type(let type) where name == "name": return .string(type.syntax.name ?? "")
    case .type(let type): return type.statics[name] ?? .undefined
    case .array(let array) where name == "length": return .number(Double(array.elements.count))
    case .string(let text, _) where name == "length": return .number(Double(text.utf16.count))
    case .error(_, let message) where name == "message": return message
    case .error(let type, _) where name == "name": return .string(type)
    case .stream(let stream) where name == "subscriptions": return .subscriptions(stream.timeline ?? stream)
    case .subject(let subject) where name == "value": return try library.currentValue(of: subject, span)
    case .host(let owner): return try library.value(named: name, of: owner, span)
    case .scheduler: return try library.helper(name, span)
    case .symbol(let symbol):
      if case .tuple(let shapes, let keys?) = symbol.shape, let index = keys.firstIndex(of: name) {
        // Outside of `run`, a tick is ten milliseconds, so the time is another number.
        guard library.clock == .running || (name != "timestamp" && name != "interval") else { throw refusal(span) }
        // A tuple with one element is that element.
        let text = keys.count == 1 ? symbol.text : "\(symbol.operand()).\(index)"
        return .symbol(
          JSSymbol(
            text: text, shape: shapes[index], precedence: keys.count > 1 ? JSSymbol.maxPrecedence : symbol.precedence))
      }
      switch (name, symbol.shape) {
      case ("length", .array): return .symbol(JSSymbol(text: symbol.operand() + ".count", shape: .number))
      case ("length", .text) where library.hasWideText: throw refusal(span)
      case ("length", .text): return .symbol(JSSymbol(text: symbol.operand() + ".count", shape: .number))
      case ("key", .stream): return .symbol(JSSymbol(text: symbol.operand() + ".key", shape: library.groupKey ?? .any))
      case ("message", .text) where library.shown == nil: return value
      case ("message", .failure): return try library.message(of: symbol, span)
      case (_, let shape) where library.hasTimelines && ([.any, .text].contains(shape) || shape.mayBeMissing):
        throw Refusal(problem: .member(SourceBytes(source).excerpt(span), object: object(with: name, span)), span: span)
      default: throw refusal(span)
      }
    // A promise is known by its methods.
    case .undefined, .null, .refused: throw refusal(span)
    case _ where name == "then" && !value.isSymbolic: return .undefined
    default: throw refusal(span)
    }
  }

  /// Returns an object with a member that is read, and with the members of that one.
  private func object(with name: String, _ span: Span) -> String {
    let bytes = SourceBytes(source)
    var (path, end) = ([name], span.upperBound)
    while bytes[end] == ASCII.dot, let next = bytes.identifierEnd(at: end + 1), bytes[next] != ASCII.openParenthesis {
      path.append(bytes.text(end + 1..<next))
      end = next
    }
    return path.reversed().reduce("3") { "{ \($1): \($0) }" }
  }

  // MARK: Methods

  func call(_ name: String, on receiver: JSValue, _ arguments: [JSValue], _ span: Span) throws(Refusal) -> JSValue {
    switch receiver {
    case .object(let object):
      let function = try property(name, of: object, span)
      guard !function.isNothing else { throw Refusal(problem: .unknownName(name), span: span) }
      if case .function(let method) = function, method.receiver == nil {
        return try call(
          JSFunction(method.syntax, in: method.scope, receiver: receiver), arguments, span)
      }
      return try call(function, arguments, span)
    case .type(let type):
      guard let function = type.statics[name] else { throw Refusal(problem: .unknownName(name), span: span) }
      return try call(function, arguments, span)
    case .mock(let mock): return try library.call(name, on: mock, arguments, span)
    case .array(let array): return try call(name, on: array, arguments, span)
    case .string(let text, let contents): return try call(name, on: text, contents, arguments, span)
    case .number where name == "toString" && arguments.isEmpty: return .string(try text(of: receiver, span))
    case .symbol(let symbol): return try call(name, on: symbol, arguments, span)
    case .host(let owner): return try call(library.value(named: name, of: owner, span), arguments, span)
    case .branch(let condition, let first, let second):
      return .branch(
        condition: condition, try call(name, on: first, arguments, span), try call(name, on: second, arguments, span))
    case .failure: return receiver
    default: return try library.call(name, on: receiver, arguments, span)
    }
  }

  private func call(
    _ name: String, on array: JSArray, _ arguments: [JSValue], _ span: Span
  ) throws(Refusal) -> JSValue {
    let elements = array.elements
    func result(_ elements: [JSValue]) -> JSValue { .array(JSArray(elements, nesting: nesting)) }
    switch (name, arguments.count) {
    case ("map", 1), ("forEach", 1), ("filter", 1):
      var results: [JSValue] = []
      for (index, element) in elements.enumerated() {
        let value = try call(arguments[0], [element, .number(Double(index))], span)
        if name == "filter" {
          if try isTrue(value, span) { results.append(element) }
        } else {
          results.append(value)
        }
      }
      return name == "forEach" ? .undefined : result(results)
    case ("some", 1), ("every", 1), ("find", 1):
      for element in elements where try isTrue(call(arguments[0], [element], span), span) == (name != "every") {
        return name == "find" ? element : .boolean(name == "some")
      }
      return name == "find" ? .undefined : .boolean(name == "every")
    case ("includes", 1):
      for element in elements where try isTrue(combine("===", element, arguments[0], span), span) {
        return .boolean(true)
      }
      return .boolean(false)
    case ("push", _):
      guard array.nesting == nesting else { throw Refusal(problem: .statefulClosure, span: span) }
      for argument in arguments { try checkNesting(of: argument, in: array, span) }
      array.elements += arguments
      return .number(Double(array.elements.count))
    case ("concat", _):
      if arguments.contains(where: \.isSymbol) {
        let (text, shape) = try part(.array(array), span)
        return try call("concat", on: JSSymbol(text: text, shape: shape), arguments, span)
      }
      return result(
        arguments.reduce(elements) { all, next in
          if case .array(let more) = next { all + more.elements } else { all + [next] }
        })
    case ("reverse", 0):
      guard array.nesting == nesting else { throw Refusal(problem: .statefulClosure, span: span) }
      array.elements.reverse()
      return .array(array)
    case ("slice", 0...2):
      var bounds = [0, elements.count]
      for (index, argument) in arguments.enumerated() {
        guard case .number(let number) = argument, let bound = Int(exactly: number) else { throw refusal(span) }
        bounds[index] = min(max(bound < 0 ? elements.count + bound : bound, 0), elements.count)
      }
      return result(Array(elements[bounds[0]..<max(bounds[0], bounds[1])]))
    case ("join", 0...1):
      let separator = arguments.isEmpty ? "," : try text(of: arguments[0], span)
      var joined: JSValue = .string("")
      for (index, element) in elements.enumerated() {
        if index > 0 { joined = try add(joined, .string(separator), span) }
        if !element.isNothing { joined = try add(joined, element, span) }
      }
      return joined
    default: throw Refusal(problem: .unknownName(name), span: span)
    }
  }

  private func call(
    _ name: String, on text: String, _ contents: Span?, _ arguments: [JSValue], _ span: Span
  ) throws(Refusal) -> JSValue {
    switch (name, arguments.count) {
    case ("trim", 0), ("trimStart", 0), ("trimLeft", 0), ("trimEnd", 0), ("trimRight", 0):
      var kept = text[...]
      if name == "trim" || name == "trimStart" || name == "trimLeft" { kept = kept.drop(while: \.isWhitespace) }
      if name == "trim" || name == "trimEnd" || name == "trimRight" {
        while kept.last?.isWhitespace == true { kept.removeLast() }
      }
      return .string(String(kept))
    case ("toUpperCase", 0): return .string(text.uppercased())
    case ("toLowerCase", 0): return .string(text.lowercased())
    case ("toString", 0): return .string(text, contents)
    case ("charCodeAt", 0...1):
      guard case .number(let place) = arguments.first ?? .number(0), let index = Int(exactly: place), index >= 0,
        let unit = text.utf16.dropFirst(index).first
      else { throw refusal(span) }
      return .number(Double(unit))
    case ("split", 1):
      guard case .string(let separator, _) = arguments[0], separator.count <= 1 else { throw refusal(span) }
      var parts: [JSValue] = []
      if let separator = separator.first {
        parts = text.split(separator: separator, omittingEmptySubsequences: false).map { .string(String($0)) }
      } else {
        for unit in text.utf16 { parts.append(try string(unit, span)) }
      }
      return .array(JSArray(parts, nesting: nesting))
    case ("repeat", 1):
      guard case .number(let number) = arguments[0], (0...1_000).contains(number) else { throw refusal(span) }
      return .string(String(repeating: text, count: Int(number)))
    default: throw Refusal(problem: .unknownName(name), span: span)
    }
  }

  private static let methods = [
    "toUpperCase": "uppercased", "toLowerCase": "lowercased", "startsWith": "hasPrefix", "endsWith": "hasSuffix",
    "includes": "contains",
  ]

  private func call(
    _ name: String, on symbol: JSSymbol, _ arguments: [JSValue], _ span: Span
  ) throws(Refusal) -> JSValue {
    switch (name, symbol.shape) {
    case ("toString", _) where arguments.isEmpty: return try library.text(of: .symbol(symbol), span)
    case ("concat", .array(let shape)):
      var result = symbol.operand(of: 5)
      var shapes = [shape]
      for argument in arguments {
        let (text, added) = try part(argument, span)
        if case .array(let elements) = added {
          result += " + \(text)"
          shapes.append(elements)
        } else {
          guard added != .any else { throw refusal(span) }
          result += " + [\(text)]"
          shapes.append(added)
        }
      }
      return .symbol(JSSymbol(text: result, shape: .array(.joined(shapes)), precedence: 5))
    case ("concat", .text): return try add(.symbol(symbol), arguments.first ?? .string(""), span)
    case ("pipe", .stream), ("asObservable", .stream):
      return try library.call(name, on: .stream(library.stream(symbol, span)), arguments, span)
    default:
      guard let method = Self.methods[name] else { throw Refusal(problem: .unknownName(name), span: span) }
      library.requireText(symbol.shape)
      var texts: [String] = []
      for argument in arguments { texts.append(try part(argument, span).text) }
      let shape: JSShape = method.hasSuffix("cased") ? .text : .boolean
      return .symbol(JSSymbol(text: "\(symbol.operand()).\(method)(\(texts.joined(separator: ", ")))", shape: shape))
    }
  }
}
