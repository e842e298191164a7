/// What values answer in a closure: `.count`, `.hasPrefix("P")`, `Int("12")`.
enum Member {
  /// With its argument, or `nil` the value where it takes none.
  typealias Method = (Value, Value, Call, Evaluator) throws(Fault) -> Value
  typealias Conversion = (Value, Span, Evaluator) throws(Fault) -> Value

  // MARK: Properties

  static let propertyNames = ["count", "isEmpty", "first", "last", "description", "key"]

  static func value(named name: Name, of value: Value, evaluator: Evaluator) throws(Fault) -> Value {
    if let index = Int(name.text) {
      guard case .tuple(let items) = value else {
        throw evaluator.fault(.wrongKind(expected: "a tuple", found: value.kindName), at: name.span)
      }
      guard items.indices.contains(index) else {
        throw noSuchMember(name, of: value, evaluator: evaluator)
      }
      return items[index]
    }
    if let result = property(name.text, of: value) { return result }
    if case .stream = value, let entry = Catalogue.standard[name.text] {
      throw evaluator.fault(
        .operatorWithoutParentheses(name: entry.name, signature: entry.signatures[0]), at: name.span)
    }
    if names(of: value).contains(name.text + "()") {
      throw evaluator.fault(.methodWithoutParentheses(name.text), at: name.span)
    }
    throw noSuchMember(name, of: value, evaluator: evaluator)
  }

  private static func noSuchMember(_ name: Name, of value: Value, evaluator: Evaluator) -> Fault {
    let names = names(of: value)
    let suggestion = closest(to: name.text, among: names)
    return evaluator.fault(
      .noSuchMember(name.text, of: value.kindName, suggestion: suggestion, has: names), at: name.span)
  }

  /// What a value answers; methods with their parentheses.
  private static func names(of value: Value) -> [String] {
    if case .tuple(let items) = value { return items.indices.map(String.init) + ["description"] }
    return propertyNames.filter { property($0, of: value) != nil }
      + methodNames.filter { result(of: $0, on: value, .text("")) != nil }.map { $0 + "()" }
  }

  private static func property(_ name: String, of value: Value) -> Value? {
    if name == "key", case .stream(let group) = value { return group.key }
    if name == "description" { return .text(value.plainText) }
    if let text = value.text {
      switch name {
      case "count": return .integer(text.count)
      case "isEmpty": return .boolean(text.isEmpty)
      case "first": return text.first.map { .text(String($0)) } ?? .null
      case "last": return text.last.map { .text(String($0)) } ?? .null
      default: return nil
      }
    }
    guard case .array(let items) = value else { return nil }
    switch name {
    case "count": return .integer(items.count)
    case "isEmpty": return .boolean(items.isEmpty)
    case "first": return items.first ?? .null
    case "last": return items.last ?? .null
    default: return nil
    }
  }

  // MARK: Methods

  static let methodNames = ["contains", "hasPrefix", "hasSuffix", "lowercased", "reversed", "uppercased"]

  static func method(_ name: String) -> Method? {
    guard methodNames.contains(name) else { return nil }
    return { (value, argument, call, evaluator) throws(Fault) in
      if let result = result(of: name, on: value, argument) { return result }
      if names(of: value).contains(name + "()"), let written = call.arguments.first {
        throw evaluator.fault(.wrongKind(expected: "a text", found: argument.kindName), at: written.value.span)
      }
      throw noSuchMember(call.name, of: value, evaluator: evaluator)
    }
  }

  /// What a call of a method gives as its argument, if it takes one.
  static func argument(of call: Call, evaluator: Evaluator) throws(Fault) -> Expression? {
    let name = call.name.text
    let takesValue = ["contains", "hasPrefix", "hasSuffix"].contains(name)
    return try evaluator.arguments(
      of: call, for: takesValue ? [.anything("value")] : [], signature: "\(name)(\(takesValue ? "value" : ""))"
    ).first
  }

  private static func result(of name: String, on value: Value, _ argument: Value) -> Value? {
    if let text = value.text {
      switch name {
      case "uppercased": return .text(text.uppercased())
      case "lowercased": return .text(text.lowercased())
      case "reversed": return .text(String(text.reversed()))
      case "hasPrefix": return argument.text.map { .boolean(text.hasPrefix($0)) }
      case "hasSuffix": return argument.text.map { .boolean(text.hasSuffix($0)) }
      default: return argument.text.map { .boolean(text.contains($0)) }
      }
    }
    guard case .array(let items) = value else { return nil }
    switch name {
    case "reversed": return .array(items.reversed())
    case "contains": return .boolean(items.contains(argument))
    default: return nil
    }
  }

  // MARK: Conversions

  static let conversionNames = ["Int", "String"]

  static func conversion(_ name: String) -> Conversion? {
    switch name {
    case "Int": integer
    case "String": { (value, _, _) throws(Fault) in .text(value.plainText) }
    default: nil
    }
  }

  /// As in Swift: `nil` for a text that is no number; the whole part of a number.
  private static func integer(_ value: Value, at span: Span, in evaluator: Evaluator) throws(Fault) -> Value {
    switch value {
    case .integer: return value
    case .number(let number):
      guard let whole = Int(exactly: number.rounded(.towardZero)) else { throw evaluator.fault(.overflow, at: span) }
      return .integer(whole)
    default:
      guard let text = value.text else {
        throw evaluator.fault(.wrongKind(expected: "a number or a text", found: value.kindName), at: span)
      }
      return Int(text).map { .integer($0) } ?? .null
    }
  }
}
