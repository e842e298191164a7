/// The page that leads to the operators' pages, by family and by every name that they have anywhere.
struct OperatorIndex {
  let catalogue: Catalogue

  /// Where the page stands in the documentation's folder.
  static let path = "Operators.md"

  private static let introduction = """
    Each operator has a page with a picture, with what holds of it, and with what becomes of it when the streams that it
    observes complete, fail or are interrupted. At the prompt `:help merge` says the same in short. The names that other
    libraries have for an operator work too; they are listed [below](#by-other-names).
    """

  var markdown: String {
    let families = CatalogueEntry.Family.allCases.flatMap { family in
      let entries = catalogue.entries(of: family)
      let rows = entries.map { [link(to: $0), $0.summary] }
      return ["## \(family.title)", Markdown.table(["operator", "what it does"], rows)]
    }
    let parts =
      ["# Operators", Self.introduction] + families + ["## By other names", otherNames]
    return parts.joined(separator: "\n\n") + "\n"
  }

  private func link(to entry: CatalogueEntry, as text: String? = nil) -> String {
    Markdown.link(Markdown.code(text ?? entry.name), to: "Operators/\(entry.name).md")
  }

  /// The names of other libraries, in alphabetical order.
  private var otherNames: String {
    let names = catalogue.entries.flatMap { entry in entry.aliases.map { (alias: $0, entry: entry) } }
    let rows = names.sorted { $0.alias.name.lowercased() < $1.alias.name.lowercased() }.map { alias, entry in
      [
        Markdown.code(alias.name), alias.libraries.map(\.rawValue).joined(separator: ", "),
        link(to: entry, as: alias.meaning(of: entry.name)),
      ]
    }
    return Markdown.table(["name", "in", "here"], rows)
  }
}

extension CatalogueEntry.Family {
  /// What its operators do, as a heading.
  var title: String {
    switch self {
    case .make: "Making streams"
    case .transform: "Making other values"
    case .filter: "Letting some values through"
    case .combine: "Combining streams"
    case .flatten: "Flattening streams of streams"
    case .time: "Time"
    case .fail: "Failures"
    case .share: "Sharing, repeating, looking on"
    case .judge: "One answer about all values"
    }
  }
}
