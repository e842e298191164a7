import Marbles

extension JSMachine {
  func evaluate(_ expression: JSExpression, in scope: JSScope) throws(Refusal) -> JSValue {
    try count(expression.span)
    return try nested(expression.span) { () throws(Refusal) in try value(of: expression, in: scope) }
  }

  private func value(of expression: JSExpression, in scope: JSScope) throws(Refusal) -> JSValue {
    let span = expression.span
    switch expression.kind {
    case .number(let number): return .number(number)
    case .string(let text, let contents): return .string(text, contents)
    case .template(let parts, let values):
      var result = JSValue.string(parts[0])
      for (part, value) in zip(parts.dropFirst(), values) {
        result = try add(result, evaluate(value, in: scope), span)
        result = try add(result, .string(part), span)
      }
      return result
    case .name(let name): return try named(name, span, in: scope)
    case .array(let items): return try array(items, span, in: scope)
    case .object(let properties):
      let object = JSObject(nesting: nesting)
      for property in properties {
        let value = try evaluate(property.value, in: scope)
        if let name = property.name {
          object[name] = value
        } else if case .object(let other) = value {
          copy(other, to: object)
        } else if value.isNothing {
          continue
        } else if case .symbol(let symbol) = value, case .tuple(_, let keys?) = symbol.shape {
          for key in keys { object[key] = try member(of: value, key, span) }
        } else {
          throw refusal(property.value.span)
        }
      }
      return .object(object)
    case .spread: throw refusal(span)
    case .function(let syntax): return .function(JSFunction(syntax, in: scope))
    case .type(let syntax): return .type(try declare(syntax, in: scope))
    case .regularExpression: throw refusal(span)
    case .call(let callee, let arguments): return try call(callee, arguments, span, in: scope)
    case .new(let type, let arguments):
      let values = try list(arguments, in: scope)
      switch type.kind {
      case .name(let name):
        if let known = scope.find(name), case .type(let type) = try resolved(known, span) {
          return try construct(type, values, span)
        }
      case .type:
        guard case .type(let type) = try evaluate(type, in: scope) else { break }
        return try construct(type, values, span)
      default: break
      }
      return try library.construct(typeName(type), values, span)
    case .member(let owner, let name): return try member(of: evaluate(owner, in: scope), name, span)
    case .optionalMember(let owner, let name):
      let value = try evaluate(owner, in: scope)
      if case .symbol(let symbol) = value, symbol.shape.mayBeMissing { throw refusal(span) }
      return value.isNothing ? .undefined : try member(of: value, name, span)
    case .subscripted(let collection, let key):
      if nesting > 0, case .update(let counter, by: 1, isPrefix: false) = key.kind,
        let stream = try library.sequence(evaluate(collection, in: scope), counter, span, in: scope)
      {
        return stream
      }
      return try subscripted(evaluate(collection, in: scope), evaluate(key, in: scope), span)
    case .unary("typeof", let operand):
      if let known = library.environment(operand) { return known }
      return try typeName(of: evaluate(operand, in: scope), span)
    case .unary(let symbol, let operand): return try unary(symbol, evaluate(operand, in: scope), span)
    case .binary(let symbol, let left, let right): return try binary(symbol, left, right, span, in: scope)
    case .conditional(let condition, let first, let second):
      let value = try evaluate(condition, in: scope)
      guard value.isSymbolic else {
        return try evaluate(isTrue(value, condition.span) ? first : second, in: scope)
      }
      let text = try self.condition(value, condition.span)
      nesting += 1
      defer { nesting -= 1 }
      return .branch(condition: text, try evaluate(first, in: scope), try evaluate(second, in: scope))
    case .assignment(let symbol, let target, let value):
      let result =
        if let symbol { try binary(symbol, target, value, span, in: scope) } else { try evaluate(value, in: scope) }
      try assign(target, result, in: scope)
      return result
    case .update(let target, let change, let isPrefix):
      guard case .number(let before) = try evaluate(target, in: scope) else { throw refusal(span) }
      try assign(target, .number(before + change), in: scope)
      return .number(isPrefix ? before + change : before)
    }
  }

  /// Copies the properties of an object, of which those that functions change must not be read.
  private func copy(_ other: JSObject, to object: JSObject) {
    let changes = other.values.values.contains { if case .refused = $0 { true } else { false } }
    for key in other.keys {
      guard nesting > other.nesting else {
        object[key] = other[key]
        continue
      }
      if changes {
        object[key] = .imported(
          JSImport { [generation] in
            other.keysRead[key] = generation
            return other[key] ?? .undefined
          })
      } else {
        other.keysRead[key] = generation
        object[key] = other[key]
      }
    }
  }

  /// Returns an array, whose parts that are known only when the script runs are joined with the others.
  private func array(_ items: [JSExpression], _ span: Span, in scope: JSScope) throws(Refusal) -> JSValue {
    var parts: [JSValue] = []
    var known: [JSValue] = []
    for item in items {
      guard case .spread(let rest) = item.kind else {
        known.append(try evaluate(item, in: scope))
        continue
      }
      let value = try evaluate(rest, in: scope)
      if case .symbol(let symbol) = value, case .array = symbol.shape {
        if !known.isEmpty { parts.append(.array(JSArray(known, nesting: nesting))) }
        parts.append(value)
        known = []
      } else {
        known += try elements(of: value, rest.span)
      }
    }
    if parts.isEmpty || !known.isEmpty { parts.append(.array(JSArray(known, nesting: nesting))) }
    guard parts.count > 1 else { return parts[0] }
    let (text, shape) = try part(parts[0], span)
    return try call("concat", on: .symbol(JSSymbol(text: text, shape: shape)), Array(parts.dropFirst()), span)
  }

  func list(_ items: [JSExpression], in scope: JSScope) throws(Refusal) -> [JSValue] {
    var values: [JSValue] = []
    for item in items {
      if case .spread(let rest) = item.kind {
        values += try elements(of: evaluate(rest, in: scope), rest.span)
      } else {
        values.append(try evaluate(item, in: scope))
      }
    }
    return values
  }

  private func named(_ name: String, _ span: Span, in scope: JSScope) throws(Refusal) -> JSValue {
    guard let value = scope.find(name) else { return try library.value(named: name, span) }
    let result = try resolved(value, span)
    recordRead(name, in: scope)
    return result
  }

  private func typeName(_ expression: JSExpression) -> String {
    switch expression.kind {
    case .name(let name), .member(_, let name): name
    default: ""
    }
  }

  // MARK: Calls

  private func call(
    _ callee: JSExpression, _ arguments: [JSExpression], _ span: Span, in scope: JSScope
  ) throws(Refusal) -> JSValue {
    switch callee.kind {
    case .member(let owner, "subscribe") where library.shown != nil:
      let receiver = try evaluate(owner, in: scope)
      var observer: [JSValue] = []
      do throws(Refusal) { observer = try list(arguments, in: scope) } catch {
        // An observer that another part of the program declares only receives the events.
        guard case .unknownName = error.problem else { throw error }
      }
      return try call("subscribe", on: receiver, observer, span)
    case .member(let owner, let name):
      return try call(name, on: evaluate(owner, in: scope), list(arguments, in: scope), span)
    case .optionalMember(let owner, let name):
      let receiver = try evaluate(owner, in: scope)
      if case .symbol(let symbol) = receiver, symbol.shape.mayBeMissing { throw refusal(span) }
      return receiver.isNothing ? .undefined : try call(name, on: receiver, list(arguments, in: scope), span)
    default: break
    }
    let function = try evaluate(callee, in: scope)
    return try call(function, try list(arguments, in: scope), span)
  }

  func call(_ function: JSValue, _ arguments: [JSValue], _ span: Span) throws(Refusal) -> JSValue {
    switch function {
    case .function(let function): return try call(function, arguments, span)
    case .host(let name): return try library.call(name, arguments, span)
    case .native(let native): return try native.call(arguments, span)
    case .mock(let mock):
      if nesting > 0 { mock.caller = generation }
      guard let implementation = mock.implementation else { return .undefined }
      return try call(implementation, arguments, span)
    case .operation, .operations:
      guard arguments.count == 1, case .stream(let stream) = arguments[0] else { throw refusal(span) }
      return .stream(try library.apply(function, to: stream, span))
    default: throw refusal(span)
    }
  }

  /// Calls a function, where `prepare` receives the names of its parameters before its statements are performed.
  func call(
    _ function: JSFunction, _ arguments: [JSValue], _ span: Span,
    prepare: ((JSScope) throws(Refusal) -> Void)? = nil
  ) throws(Refusal) -> JSValue {
    // An operator receives a promise. Other code waits for it.
    if function.syntax.isAsync, nesting > 0 { throw refusal(span) }
    let scope = JSScope(in: function.scope, nesting: nesting)
    if !function.syntax.isArrow {
      scope.declare(
        "this", function.receiver ?? .refused(Refusal(problem: .unknownName("this"), span: function.syntax.span)))
    }
    try bindParameters(of: function, to: function.arguments + arguments, span, in: scope)
    try prepare?(scope)
    let outside = library.clock
    if let clock = function.clock { library.clock = clock }
    defer { if function.clock != nil { library.clock = outside } }
    return try nested(span) { () throws(Refusal) in
      switch function.syntax.body {
      case .expression(let expression): try evaluate(expression, in: scope)
      case .statements(let statements): try run(statements[...], in: scope) ?? .undefined
      }
    }
  }

  func bindParameters(
    of function: JSFunction, to arguments: [JSValue], _ span: Span, in scope: JSScope
  ) throws(Refusal) {
    for (index, parameter) in function.syntax.parameters.enumerated() {
      if case .rest(let rest) = parameter.pattern {
        return try bind(
          rest, to: .array(JSArray(Array(arguments.dropFirst(index)), nesting: nesting)), span, in: scope)
      }
      var value = index < arguments.count ? arguments[index] : .undefined
      if case .symbol(let symbol) = value, symbol.shape.mayBeMissing, parameter.initial != nil { throw refusal(span) }
      if case .undefined = value, let initial = parameter.initial { value = try evaluate(initial, in: scope) }
      try bind(parameter.pattern, to: value, function.syntax.span, in: scope)
    }
  }
}
