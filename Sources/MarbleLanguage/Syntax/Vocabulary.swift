/// The words that have a meaning in expressions before a script binds any, as far as the parser asks for them.
///
/// The parser knows no operator: the module with the catalog tells it.
package struct Vocabulary: Sendable {
  /// An operator by its own name, and how it is called.
  package struct Operator: Sendable {
    let name: String
    let signature: String

    package init(name: String, signature: String) {
      self.name = name
      self.signature = signature
    }
  }

  /// The operator of a name or an alias.
  let `operator`: @Sendable (String) -> Operator?
  /// Whether a name is a function of values, such as `Int`.
  let isFunction: @Sendable (String) -> Bool

  package init(
    operator: @escaping @Sendable (String) -> Operator?, isFunction: @escaping @Sendable (String) -> Bool
  ) {
    self.operator = `operator`
    self.isFunction = isFunction
  }
}
