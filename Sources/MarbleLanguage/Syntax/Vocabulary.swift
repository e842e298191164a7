/// The predefined names that the parser must know.
///
/// The parser itself does not depend on the operator catalog. The module with the catalog provides this value.
package struct Vocabulary: Sendable {
  /// The canonical name of an operator, and a call of it.
  package struct Operator: Sendable {
    let name: String
    /// Returns a call on a stream, and whether it contains the text that follows the name.
    let call: @Sendable (_ receiver: String?, _ rest: String) -> (text: String, usesRest: Bool)

    package init(
      name: String, call: @escaping @Sendable (_ receiver: String?, _ rest: String) -> (text: String, usesRest: Bool)
    ) {
      self.name = name
      self.call = call
    }
  }

  /// Returns the operator with a name or an alias.
  let `operator`: @Sendable (String) -> Operator?
  /// Whether a name is a function of values, such as `Int`.
  let isFunction: @Sendable (String) -> Bool
  /// Whether a name is a property of a stream that is a stream, such as `errors`.
  let isStreamProperty: @Sendable (String) -> Bool
  /// Returns the call that does the same as a name or a sign of other languages.
  let form: @Sendable (String) -> CallForm?

  package init(
    operator: @escaping @Sendable (String) -> Operator?, isFunction: @escaping @Sendable (String) -> Bool,
    isStreamProperty: @escaping @Sendable (String) -> Bool = { _ in false },
    form: @escaping @Sendable (String) -> CallForm? = { _ in nil }
  ) {
    self.operator = `operator`
    self.isFunction = isFunction
    self.isStreamProperty = isStreamProperty
    self.form = form
  }
}

/// A call as it is written in this language, without its receiver and arguments.
package struct CallForm: Sendable, ExpressibleByStringLiteral {
  /// The text, where `@` is the receiver, `#`, `&` and `^` are the arguments, `¬` is the first one that is a closure
  /// with its result negated, and `~` is the same with its result in `just`.
  private let text: String

  package init(stringLiteral text: String) { self.text = text }

  package var takesReceiver: Bool { text.contains("@") }
  package var argumentCount: Int {
    text.contains("^") ? 3 : text.contains("&") ? 2 : text.contains { "#¬~".contains($0) } ? 1 : 0
  }

  /// Whether an argument is beside an operator or before a dot.
  package var hasOperands: Bool { text.contains { "<>%*?".contains($0) } || text.hasPrefix("#.") }

  package func text(on receiver: String?, _ arguments: some Collection<String>) -> String {
    let arguments = Array(arguments)
    func argument(_ index: Int) -> String { arguments.indices.contains(index) ? arguments[index] : "" }
    return text.map { mark in
      switch mark {
      case "@": receiver ?? ""
      case "#": argument(0)
      case "&": argument(1)
      case "^": argument(2)
      case "¬", "~": Self.changed(arguments.first { $0.hasPrefix("{") } ?? argument(0), by: mark == "~" ? "just" : "!")
      default: String(mark)
      }
    }.joined()
  }

  /// Returns the closure with its result as the argument of a function.
  private static func changed(_ closure: String, by function: String) -> String {
    guard closure.hasPrefix("{"), closure.hasSuffix("}") else { return "{ \(function)\(closure)($0) }" }
    let body = closure.dropFirst().dropLast()
    let names = body.firstRange(of: " in ").map { body[..<$0.upperBound].drop { $0 == " " } } ?? ""
    let result = body.dropFirst(body.firstRange(of: " in ").map { body[..<$0.upperBound].count } ?? 0)
    return "{ \(names)\(function)(\(result.split(separator: " ").joined(separator: " "))) }"
  }
}
