import Marbles

/// Classes and their instances.
extension JSMachine {
  func declare(_ syntax: JSTypeSyntax, in scope: JSScope) throws(Refusal) -> JSType {
    var superclass: JSType?
    if case .name(let name)? = syntax.superclass?.kind, case .type(let known)? = scope.find(name) { superclass = known }
    let type = JSType(syntax, in: scope, extending: superclass)
    for (name, member, isStatic) in syntax.members where isStatic {
      switch member {
      case .field(let value):
        type.statics[name] = try initial(value, in: scope)
      case .method(let function): type.statics[name] = .function(JSFunction(function, in: scope, receiver: .type(type)))
      case .getter: throw refusal(function(member)?.span ?? 0..<0)
      }
    }
    return type
  }

  /// Returns the first value of a field.
  private func initial(_ value: JSExpression?, in scope: JSScope) throws(Refusal) -> JSValue {
    guard let value else { return .undefined }
    return try evaluate(value, in: scope)
  }

  private func function(_ member: JSTypeSyntax.Member) -> JSFunctionSyntax? {
    switch member {
    case .method(let function), .getter(let function): function
    case .field: nil
    }
  }

  /// Returns the parameters of the constructor of a class.
  func parameters(of type: JSType) -> [JSParameter] {
    guard let (member, _) = type.member("constructor") else { return [] }
    return function(member)?.parameters ?? []
  }

  func construct(_ type: JSType, _ arguments: [JSValue], _ span: Span) throws(Refusal) -> JSValue {
    let object = JSObject(nesting: nesting, type: type)
    try initialize(object, as: type, arguments, span)
    return .object(object)
  }

  private func initialize(
    _ object: JSObject, as type: JSType, _ arguments: [JSValue], _ span: Span
  ) throws(Refusal) {
    let scope = JSScope(in: type.scope, nesting: nesting)
    scope.declare("this", .object(object))
    var constructor: JSFunctionSyntax?
    if let found = type.syntax.members.first(where: { $0.name == "constructor" }) {
      constructor = function(found.member)
    }
    let extends = type.syntax.superclass != nil
    guard let constructor else {
      if extends { try initialize(object, asSuperclassOf: type, arguments, span) }
      return try addFields(of: type, to: object, in: scope)
    }
    let function = JSFunction(constructor, in: scope, receiver: .object(object))
    let result = try call(function, arguments, span) { [self] (names) throws(Refusal) in
      func addProperties() throws(Refusal) {
        for parameter in constructor.parameters where parameter.isProperty {
          for name in parameter.pattern.names { object[name] = names.values[name] ?? .undefined }
        }
        try addFields(of: type, to: object, in: scope)
      }
      guard extends else { return try addProperties() }
      names.declare(
        "super",
        .native(
          JSNative { [self] (values, span) throws(Refusal) in
            try initialize(object, asSuperclassOf: type, values, span)
            try addProperties()
            return .undefined
          }))
    }
    if case .failure = result { throw refusal(span) }
  }

  private func initialize(
    _ object: JSObject, asSuperclassOf type: JSType, _ arguments: [JSValue], _ span: Span
  ) throws(Refusal) {
    if let superclass = type.superclass { return try initialize(object, as: superclass, arguments, span) }
    guard type.isError else { throw refusal(type.syntax.superclass?.span ?? span) }
    object["message"] = arguments.first ?? .string("")
  }

  private func addFields(of type: JSType, to object: JSObject, in scope: JSScope) throws(Refusal) {
    for case (let name, .field(let value), false) in type.syntax.members {
      object[name] = try initial(value, in: scope)
    }
  }

  /// Returns a property, a method or the result of a getter of an object.
  func property(_ name: String, of object: JSObject, _ span: Span) throws(Refusal) -> JSValue {
    if nesting > object.nesting { object.keysRead[name] = generation }
    if let value = object[name] { return try resolved(value, span) }
    guard let type = object.type else { return .undefined }
    if name == "constructor" { return .type(type) }
    guard let (member, owner) = type.member(name), let syntax = function(member) else { return .undefined }
    let method = JSFunction(syntax, in: owner.scope, receiver: .object(object))
    if case .getter = member { return try call(method, [], span) }
    return .function(method)
  }

  /// Returns the value of a variable or of a property.
  func resolved(_ value: JSValue, _ span: Span) throws(Refusal) -> JSValue {
    switch value {
    case .imported(let imported): return try resolved(imported.value, span)
    case .deferred(let function): return try call(function, [], span)
    case .refused(let refusal): throw Refusal(problem: refusal.problem, span: span, isRepeated: refusal.isRepeated)
    default: return value
    }
  }

  func isInstance(_ value: JSValue, of type: JSValue, _ span: Span) throws(Refusal) -> Bool {
    switch (value, type) {
    case (.object(let object), .type(let type)):
      var next = object.type
      while let current = next {
        if current === type { return true }
        next = current.superclass
      }
      return false
    case (.object(let object), .host("Error")): return object.type?.isError == true
    case (.error, .host("Error")): return true
    case (.error(let name, _), .host(let type)) where type.hasSuffix("Error"): return name == type
    case (.undefined, _), (.null, _), (.number, _), (.string, _), (.boolean, _), (.error, .type): return false
    default: throw refusal(span)
    }
  }

  /// Returns the result of `typeof`.
  func typeName(of value: JSValue, _ span: Span) throws(Refusal) -> JSValue {
    switch value {
    case .undefined: return .string("undefined")
    case .null, .array, .object, .stream, .error, .date: return .string("object")
    case .boolean: return .string("boolean")
    case .number: return .string("number")
    case .string: return .string("string")
    case .function, .native, .mock, .type, .operation, .operations: return .string("function")
    default: throw refusal(span)
    }
  }
}
