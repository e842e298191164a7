import MarbleLanguage

/// The operators of the language.
package struct Catalog: Sendable {
  /// The entries, ordered by family.
  package let entries: [CatalogEntry]
  private let byName: [String: (entry: Int, alias: CatalogEntry.Alias?)]

  /// The catalog of all operators.
  package static let standard = Catalog([
    making, properties, loading, actions, transforming, windowing, filtering, combining, flattening, timing, failing,
    sharing, effects, aggregating,
  ])

  init(_ families: [[CatalogEntry]]) {
    entries = families.flatMap(\.self)
    var byName: [String: (entry: Int, alias: CatalogEntry.Alias?)] = [:]
    for (index, entry) in entries.enumerated() {
      for alias in entry.aliases { byName[alias.name] = (index, alias) }
    }
    for (index, entry) in entries.enumerated() { byName[entry.name] = (index, nil) }
    self.byName = byName
  }

  /// The operator with a name or an alias.
  package subscript(name: String) -> CatalogEntry? {
    lookUp(name)?.entry
  }

  /// Returns the operator with a name or an alias, and the alias if the name is one.
  package func lookUp(_ name: String) -> (entry: CatalogEntry, alias: CatalogEntry.Alias?)? {
    byName[name].map { (entries[$0.entry], $0.alias) }
  }

  /// Whether a name is the one of a function of a value: `just` or `String`.
  static func isFunction(_ name: String) -> Bool {
    standard[name]?.family == .make || BuiltinConversion(rawValue: name) != nil
  }

  /// The names of the operators in alphabetical order, without aliases.
  package var names: [String] { entries.map(\.name).sorted() }

  /// All names and aliases, in alphabetical order.
  package var allNames: [String] { byName.keys.sorted() }

  /// Returns the operators of a family.
  package func entries(of family: CatalogEntry.Family) -> [CatalogEntry] {
    entries.filter { $0.family == family }
  }
}
