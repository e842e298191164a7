import MarbleLanguage

/// The operators of the language.
package struct Catalog: Sendable {
  /// The entries, ordered by family.
  package let entries: [CatalogEntry]
  private let byName: [String: CatalogEntry]

  /// The catalog of all operators.
  package static let standard = Catalog([
    making, properties, loading, actions, transforming, windowing, filtering, combining, flattening, timing, failing,
    sharing, effects, aggregating,
  ])

  /// The operator that replaces a failure by a stream, and the one that creates a stream without values.
  package static let failureHandler = "flatMapError"
  package static let noEvents = "empty"

  /// The operators by their aliases.
  ///
  /// They are made when the first name is looked up that no operator has.
  private static let byAlias = Dictionary(
    standard.entries.flatMap { entry in entry.aliases.map { ($0.name, (entry: entry, alias: $0)) } },
    uniquingKeysWith: { $1 })

  /// The calls for names and signs of other languages.
  static let forms = standard.entries.reduce(into: [:]) { $0.merge($1.forms) { $1 } }

  private init(_ families: [[CatalogEntry]]) {
    entries = families.flatMap(\.self)
    byName = Dictionary(uniqueKeysWithValues: entries.map { ($0.name, $0) })
  }

  /// The operator with a name or an alias.
  package subscript(name: String) -> CatalogEntry? {
    lookUp(name)?.entry
  }

  /// Returns the operator with a name or an alias, and the alias if the name is one.
  package func lookUp(_ name: String) -> (entry: CatalogEntry, alias: CatalogEntry.Alias?)? {
    byName[name].map { ($0, nil) } ?? Self.byAlias[name].map { ($0.entry, $0.alias) }
  }

  /// Whether a name is the one of a function of a value: `just` or `String`.
  static func isFunction(_ name: String) -> Bool {
    standard[name]?.family == .make || BuiltinConversion(rawValue: name) != nil
  }

  /// The names of the operators in alphabetical order, without aliases.
  package var names: [String] { entries.map(\.name).sorted() }

  /// All names and aliases, in alphabetical order.
  package var allNames: [String] { Set(byName.keys).union(Self.byAlias.keys).sorted() }

  /// Returns the operators of a family.
  package func entries(of family: CatalogEntry.Family) -> [CatalogEntry] {
    entries.filter { $0.family == family }
  }
}
