import MarbleLanguage

/// A property of values in closures: `.count`.
package enum BuiltinProperty: String, CaseIterable, Sendable {
  case count, isEmpty, first, last, description, key
  /// The streams of an action.
  case values, errors, isExecuting, isEnabled, disabledErrors

  static let streamsOfActions: [BuiltinProperty] = [.values, .errors, .isExecuting, .isEnabled, .disabledErrors]

  /// Whether it is one of the streams of an action.
  var isStreamOfAction: Bool { Self.streamsOfActions.contains(self) }

  func value(of value: Value) -> Value? {
    switch (self, value) {
    case (.description, _): .string(value.plainText)
    case (.key, .stream(let group)): group.key
    case (.key, _): nil
    case _ where isStreamOfAction: nil
    case (.count, .array(let items)): .integer(items.count)
    case (.isEmpty, .array(let items)): .boolean(items.isEmpty)
    case (.first, .array(let items)): items.first ?? .null
    case (.last, .array(let items)): items.last ?? .null
    case (_, .marble(let text)), (_, .string(let text)): self.value(of: text)
    default: nil
    }
  }

  private func value(of text: String) -> Value {
    switch self {
    case .count: .integer(text.count)
    case .isEmpty: .boolean(text.isEmpty)
    case .first: text.first.map { .string(String($0)) } ?? .null
    case .last: text.last.map { .string(String($0)) } ?? .null
    case .description, .key, .values, .errors, .isExecuting, .isEnabled, .disabledErrors: .string(text)
    }
  }
}

/// A method of values in closures: `.hasPrefix("P")`.
package enum BuiltinMethod: String, CaseIterable, Sendable {
  case contains, hasPrefix, hasSuffix, lowercased, reversed, uppercased

  var takesArgument: Bool {
    switch self {
    case .contains, .hasPrefix, .hasSuffix: true
    case .lowercased, .reversed, .uppercased: false
    }
  }

  /// Returns the result of the method, or `nil` if the value has no such method or the argument has the wrong type.
  ///
  /// - Parameter argument: The argument, or `Value.null` if the method takes none.
  func result(on value: Value, _ argument: Value) -> Value? {
    if let text = value.text {
      switch self {
      case .uppercased: return .string(text.uppercased())
      case .lowercased: return .string(text.lowercased())
      case .reversed: return .string(String(text.reversed()))
      case .hasPrefix: return argument.text.map { .boolean(text.hasPrefix($0)) }
      case .hasSuffix: return argument.text.map { .boolean(text.hasSuffix($0)) }
      case .contains: return argument.text.map { .boolean(text.contains($0)) }
      }
    }
    guard case .array(let items) = value else { return nil }
    switch self {
    case .reversed: return .array(items.reversed())
    case .contains: return .boolean(items.contains(argument))
    case .hasPrefix, .hasSuffix, .lowercased, .uppercased: return nil
    }
  }
}

/// A conversion of a value to another type: `Int("12")`.
package enum BuiltinConversion: String, CaseIterable, Sendable {
  case integer = "Int"
  case string = "String"

  /// Converts a value as in Swift: a string that is not a number becomes `nil`, and a number loses its fraction.
  func result(of value: Value) throws(ProgramProblem) -> Value {
    if self == .string { return .string(value.plainText) }
    switch value {
    case .integer: return value
    case .number(let number):
      guard let whole = Int64(exactly: number.rounded(.towardZero)) else { throw .overflow }
      return .integer(whole)
    default:
      guard let text = value.text else { throw .wrongKind(expected: .numberOrString, found: value.kind) }
      return Int64(text).map { .integer($0) } ?? .null
    }
  }
}

/// The names of all members of values, for completion and suggestions.
package enum BuiltinMembers {
  package static let propertyNames = BuiltinProperty.allCases.filter { !$0.isStreamOfAction }.map(\.rawValue)
  /// The names of the streams of an action.
  package static let namesOfActionStreams = BuiltinProperty.streamsOfActions.map(\.rawValue)
  package static let methodNames = BuiltinMethod.allCases.map(\.rawValue)
  package static let methods = BuiltinMethod.allCases.map { (name: $0.rawValue, takesArgument: $0.takesArgument) }
  package static let conversionNames = BuiltinConversion.allCases.map(\.rawValue)

  /// The names of members in other languages, with those of this one.
  package static let foreignNames = [
    "length": BuiltinProperty.count.rawValue, "size": BuiltinProperty.count.rawValue,
    // The parts of a value with its position.
    "element": "0", "index": "1", "offset": "1",
  ]

  /// Returns the problem of a member that a type does not have.
  static func missing(_ name: String, in type: ValueType, hasKey: Bool = false) -> ProgramProblem {
    let names = names(of: type, hasKey: hasKey)
    if names.contains(name + "()") { return .methodWithoutParentheses(name) }
    let meant = foreignNames[name].flatMap { names.contains($0) ? $0 : nil }
    return .noSuchMember(name, of: type.kind, suggestion: meant ?? closest(to: name, among: names), has: names)
  }

  /// Returns the names of the members of a type.
  ///
  /// Methods have parentheses.
  private static func names(of type: ValueType, hasKey: Bool) -> [String] {
    if case .tuple(let items) = type { return items.indices.map(String.init) + ["description"] }
    return BuiltinProperty.allCases.filter { property in
      property == .key ? hasKey : TypeRules.property(property, of: type) != nil
    }.map(\.rawValue) + BuiltinMethod.allCases.filter { TypeRules.hasMethod($0, type) }.map { $0.rawValue + "()" }
  }
}
