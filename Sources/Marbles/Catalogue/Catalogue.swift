/// All operators of the language.
public struct Catalogue: Sendable {
  /// The entries, family by family.
  public let entries: [CatalogueEntry]
  private let byName: [String: (entry: Int, alias: CatalogueEntry.Alias?)]

  /// The operators that there are.
  public static let standard = Catalogue(
    making + transforming + parting + filtering + combining + flattening + timing + failing + sharing + effects
      + judging)

  /// The strategies of `flatten` and `flatMap`, for completion and messages.
  public static let strategyNames = ["merge", "concat", "concurrent", "latest", "race", "throttle"]

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
  public subscript(name: String) -> CatalogueEntry? {
    lookUp(name)?.entry
  }

  /// The operator of a name or an alias, with the alias, if it is one.
  func lookUp(_ name: String) -> (entry: CatalogueEntry, alias: CatalogueEntry.Alias?)? {
    byName[name].map { (entries[$0.entry], $0.alias) }
  }

  /// The names of the operators, in alphabetical order, without aliases.
  public var names: [String] { entries.map(\.name).sorted() }

  /// Every name that an operator answers to, in alphabetical order.
  public var allNames: [String] { byName.keys.sorted() }

  /// The operators of a family.
  public func entries(of family: CatalogueEntry.Family) -> [CatalogueEntry] {
    entries.filter { $0.family == family }
  }
}
