import MarbleLanguage

extension Vocabulary {
  /// The operators of the catalog and the conversions of values.
  static let standard = Vocabulary(
    operator: { name in
      Catalog.standard[name].map { Operator(name: $0.name, signature: $0.signatures[0]) }
    },
    isFunction: { BuiltinConversion(rawValue: $0) != nil },
    isStreamProperty: { BuiltinProperty(rawValue: $0)?.isStreamOfAction == true })
}

extension Parser.Bindings {
  /// Creates bindings for a script with the operators of the catalog.
  package init(isBound: @escaping (String) -> Bool = { _ in false }, names: @escaping () -> [String] = { [] }) {
    self.init(.standard, isBound: isBound, names: names)
  }
}
