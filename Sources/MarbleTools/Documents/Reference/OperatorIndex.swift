import Marbles

/// The page of all operators: a section for each, and their names in other libraries.
struct OperatorIndex {
  let catalog: Catalog

  private static let introduction = """
    `:help merge` at the prompt, or `rxrepl help merge`, explains an operator in full. Names of other libraries work \
    too; they are [below](#names-in-other-libraries).
    """

  var markdown: String {
    let families = CatalogEntry.Family.allCases.map { ($0, catalog.entries(of: $0)) }
    let rows = families.map { family, entries in
      [
        Markdown.code(family.rawValue) + ": " + Markdown.link(family.title, to: "#" + family.title.anchor),
        entries.map { link(to: $0) }.joined(separator: ", "),
      ]
    }
    let sections = families.flatMap { family, entries in ["## \(family.title)"] + entries.flatMap(section) }
    let parts =
      ["# Operators", Self.introduction, Markdown.table(["family", "operators"], rows)] + sections
      + ["## Names in other libraries", otherNames]
    return parts.joined(separator: "\n\n") + "\n"
  }

  private func section(of entry: CatalogEntry) -> [String] {
    [
      "### \(entry.name)", entry.summary, Markdown.fence("swift", entry.signatures.joined(separator: "\n")),
      Markdown.fence("text", OperatorPage(entry).drawing),
    ]
  }

  private func link(to entry: CatalogEntry, as text: String? = nil) -> String {
    Markdown.link(Markdown.code(text ?? entry.name), to: "#" + entry.name.anchor)
  }

  /// The names in other libraries, in alphabetical order.
  private var otherNames: String {
    let names = catalog.entries.flatMap { entry in entry.aliases.map { (alias: $0, entry: entry) } }
    return names.sorted { $0.alias.name.lowercased() < $1.alias.name.lowercased() }.map { alias, entry in
      let libraries = alias.libraries.map(\.rawValue).joined(separator: ", ")
      return "- \(Markdown.code(alias.name)) (\(libraries)): \(link(to: entry, as: alias.meaning(of: entry.name)))"
    }.joined(separator: "\n")
  }
}

extension CatalogEntry.Family {
  /// The heading of the family.
  fileprivate var title: String {
    switch self {
    case .make: "Creating streams"
    case .transform: "Transforming values"
    case .filter: "Filtering values"
    case .combine: "Combining streams"
    case .flatten: "Flattening streams of streams"
    case .time: "Timing"
    case .fail: "Handling failures"
    case .share: "Sharing, repeating and effects"
    case .aggregate: "Aggregating values"
    }
  }
}

extension String {
  /// The anchor of a heading with this text.
  fileprivate var anchor: String {
    String(lowercased().compactMap { $0 == " " ? "-" : $0.isLetter || $0.isNumber || $0 == "-" ? $0 : nil })
  }
}
