/// The page of one operator: what the catalogue knows of it, and what runs of its example show.
struct OperatorPage {
  let entry: CatalogueEntry
  private let example: ExampleScript

  init(_ entry: CatalogueEntry) {
    self.entry = entry
    example = ExampleScript(entry.example)
  }

  /// Where the page stands in the documentation's folder.
  var path: String { Self.path(of: entry) }
  static func path(of entry: CatalogueEntry) -> String { "Operators/\(entry.name).md" }

  /// Where its picture stands.
  var picturePath: String { "Pictures/Operators/\(entry.name).svg" }

  /// The page.
  var markdown: String {
    let parts =
      [
        "# \(entry.name)", entry.summary,
        Markdown.fence("swift", entry.signatures.joined(separator: "\n")),
        drawn, entry.text,
        "## What holds", Markdown.fence("marble new", entry.example),
      ] + ends + otherNames + ["", "[All operators](../Operators.md)"]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  // MARK: The picture

  /// What is drawn: the first thing that the example says something of.
  private var script: String {
    guard let claim = example.claims.first else { return "" }
    return (claim.bindings.map(\.text) + [claim.text]).joined(separator: "\n")
  }

  private var diagrams: [Diagram] {
    var diagrams: [Diagram] = []
    Session().evaluate(Source(name: "demo.marble", text: script)) { answer in
      if case .drawing(let diagram) = answer { diagrams.append(diagram) }
    }
    return diagrams
  }

  /// The picture, as SVG.
  var picture: String { SVG().draw(diagrams) + "\n" }

  /// The script that is drawn, with its drawings beneath, as `rxrepl docs` writes them.
  private var drawn: String {
    let picture = "../" + picturePath
    return [
      Markdown.fence("marble svg=\(picture) text", script),
      "<!-- drawn -->\n![\(entry.name)](\(picture))\n<!-- /drawn -->",
      Markdown.fence("text drawn", DrawingStyle().draw(diagrams)),
    ].joined(separator: "\n\n")
  }

  // MARK: The sections

  private var ends: [String] {
    guard let claim = example.claims.first, !claim.sources.isEmpty else { return [] }
    let runs = EndRuns(of: claim).sources.flatMap { name, runs in
      ["When `\(name)` ends:", Markdown.fence("marble new", runs.map(\.script).joined(separator: "\n\n"))]
    }
    return ["## Ends"] + runs
  }

  private var otherNames: [String] {
    guard !entry.aliases.isEmpty else { return [] }
    let rows = entry.aliases.map { alias in
      [Markdown.code(alias.name), Markdown.code(alias.meaning(of: entry.name)), alias.note ?? ""]
    }
    return ["## Other names", Markdown.table(["elsewhere", "here", "what differs"], rows)]
  }
}
