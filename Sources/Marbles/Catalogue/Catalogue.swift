import MarbleLanguage

/// All operators of the language.
package struct Catalogue: Sendable {
  /// The entries, family by family.
  package let entries: [CatalogueEntry]
  private let byName: [String: (entry: Int, alias: CatalogueEntry.Alias?)]

  /// The operators that there are.
  package static let standard = Catalogue(
    making + transforming + parting + filtering + combining + flattening + timing + failing + sharing + effects
      + judging)

  init(_ entries: [CatalogueEntry]) {
    self.entries = entries
    var byName: [String: (entry: Int, alias: CatalogueEntry.Alias?)] = [:]
    for (index, entry) in entries.enumerated() {
      for alias in entry.aliases { byName[alias.name] = (index, alias) }
    }
    for (index, entry) in entries.enumerated() { byName[entry.name] = (index, nil) }
    self.byName = byName
  }

  /// The operator of a name or an alias.
  package subscript(name: String) -> CatalogueEntry? {
    lookUp(name)?.entry
  }

  /// The operator of a name or an alias, with the alias, if it is one.
  package func lookUp(_ name: String) -> (entry: CatalogueEntry, alias: CatalogueEntry.Alias?)? {
    byName[name].map { (entries[$0.entry], $0.alias) }
  }

  /// The names of the operators, in alphabetical order, without aliases.
  package var names: [String] { entries.map(\.name).sorted() }

  /// Every name that an operator answers to, in alphabetical order.
  package var allNames: [String] { byName.keys.sorted() }

  /// The operators of a family.
  package func entries(of family: CatalogueEntry.Family) -> [CatalogueEntry] {
    entries.filter { $0.family == family }
  }
}
