/// The predefined names that the parser must know.
///
/// The parser itself does not depend on the operator catalog. The module with the catalog provides this value.
package struct Vocabulary: Sendable {
  /// The canonical name and the signature of an operator.
  package struct Operator: Sendable {
    let name: String
    let signature: String

    package init(name: String, signature: String) {
      self.name = name
      self.signature = signature
    }
  }

  /// Returns the operator with a name or an alias.
  let `operator`: @Sendable (String) -> Operator?
  /// Whether a name is a function of values, such as `Int`.
  let isFunction: @Sendable (String) -> Bool
  /// Whether a name is a property of a stream that is a stream, such as `errors`.
  let isStreamProperty: @Sendable (String) -> Bool

  package init(
    operator: @escaping @Sendable (String) -> Operator?, isFunction: @escaping @Sendable (String) -> Bool,
    isStreamProperty: @escaping @Sendable (String) -> Bool = { _ in false }
  ) {
    self.operator = `operator`
    self.isFunction = isFunction
    self.isStreamProperty = isStreamProperty
  }
}
