import MarbleLanguage

extension Vocabulary {
  /// The operators of the catalog and the conversions of values.
  static let standard = Vocabulary(
    operator: { name in
      Catalog.standard[name].map { entry in
        Operator(name: entry.name) { receiver, rest in
          let example = CallExample(entry, on: receiver, followedBy: rest)
          return (example.text, example.usesRest)
        }
      }
    },
    isFunction: { BuiltinConversion(rawValue: $0) != nil },
    isStreamProperty: { BuiltinProperty(rawValue: $0)?.isStreamOfAction == true },
    form: { Catalog.forms[$0] })
}

extension Parser.Bindings {
  /// Creates bindings for a script with the operators of the catalog.
  package init(isBound: @escaping (String) -> Bool = { _ in false }, names: @escaping () -> [String] = { [] }) {
    self.init(.standard, isBound: isBound, names: names)
  }
}
