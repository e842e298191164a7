import Marbles

/// The page of all operators: a section for each, and a table of their names in other libraries.
struct OperatorIndex {
  let catalog: Catalog

  private static let introduction = """
    The signatures of each operator, a sentence and a diagram. `rxrepl help merge` says more, and so does `:help merge` \
    at the prompt: the ends of an operator, its names in other libraries, related operators. `make site` makes a page for \
    each operator, with a picture and with a run for each end of its sources; `rxrepl help --markdown merge` prints \
    that page.

    The names that other libraries have for an operator work too; they are listed [below](#by-other-names).
    """

  var markdown: String {
    let families = CatalogEntry.Family.allCases.map { ($0, catalog.entries(of: $0)) }
    let rows = families.map { family, entries in
      [
        Markdown.link(family.title, to: "#" + family.title.anchor),
        entries.map { link(to: $0) }.joined(separator: ", "),
      ]
    }
    let sections = families.flatMap { family, entries in ["## \(family.title)"] + entries.flatMap(section) }
    let parts =
      ["# Operators", Self.introduction, Markdown.table(["", "operators"], rows)] + sections
      + ["## By other names", otherNames]
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

  /// The table of names in other libraries, in alphabetical order.
  private var otherNames: String {
    let names = catalog.entries.flatMap { entry in entry.aliases.map { (alias: $0, entry: entry) } }
    let rows = names.sorted { $0.alias.name.lowercased() < $1.alias.name.lowercased() }.map { alias, entry in
      [
        Markdown.code(alias.name), alias.libraries.map(\.rawValue).joined(separator: ", "),
        link(to: entry, as: alias.meaning(of: entry.name)),
      ]
    }
    return Markdown.table(["name", "in", "here"], rows)
  }
}

extension CatalogEntry.Family {
  /// The heading of the family.
  fileprivate var title: String {
    switch self {
    case .make: "Making streams"
    case .transform: "Making other values"
    case .filter: "Letting some values through"
    case .combine: "Combining streams"
    case .flatten: "Flattening streams of streams"
    case .time: "Time"
    case .fail: "Failures"
    case .share: "Sharing, repeating, looking on"
    case .aggregate: "One answer about all values"
    }
  }
}

extension String {
  /// The anchor of a heading with this text.
  fileprivate var anchor: String {
    String(lowercased().compactMap { $0 == " " ? "-" : $0.isLetter || $0.isNumber || $0 == "-" ? $0 : nil })
  }
}
