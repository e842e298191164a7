import Marbles

/// The page of all operators: a section for each.
struct OperatorIndex {
  let catalog: Catalog

  private static let introduction = """
    `:help merge` at the prompt, or `rxrepl help merge`, explains an operator in full. Names of other libraries, after \
    “Elsewhere”, work too.
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
    let parts = ["# Operators", Self.introduction, Markdown.table(["family", "operators"], rows)] + sections
    return parts.joined(separator: "\n\n") + "\n"
  }

  private func section(of entry: CatalogEntry) -> [String] {
    [
      "### \(entry.name)", entry.summary, Markdown.fence("swift", entry.signatures.joined(separator: "\n")),
      Markdown.fence("text", OperatorPage(entry).drawing),
    ] + (entry.aliases.isEmpty ? [] : ["Elsewhere: " + otherNames(of: entry)])
  }

  /// The names in other libraries, by the calls that they stand for.
  private func otherNames(of entry: CatalogEntry) -> String {
    let calls = Dictionary(grouping: entry.aliases) { $0.meaning(of: entry.name) }.sorted { $0.key < $1.key }
    return calls.map { call, aliases in
      let names = aliases.map { "\(Markdown.code($0.name)) (\($0.libraryNames))" }.joined(separator: ", ")
      return names + (call == entry.name ? "" : " for \(Markdown.code(call))")
    }.joined(separator: "; ")
  }

  private func link(to entry: CatalogEntry) -> String {
    Markdown.link(Markdown.code(entry.name), to: "#" + entry.name.anchor)
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
