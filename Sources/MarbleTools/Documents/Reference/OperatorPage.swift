import MarbleSession
import Marbles

/// The page of one operator: its catalog entry, and runs of its example.
struct OperatorPage {
  let entry: CatalogEntry
  private let example: ExampleScript

  init(_ entry: CatalogEntry) {
    self.entry = entry
    example = ExampleScript(entry.example)
  }

  /// The path of the page in the documentation folder.
  private var path: String { "Operators/\(entry.name).md" }

  /// The path of its picture in the documentation folder.
  private var picturePath: String { "Pictures/Operators/\(entry.name).svg" }

  /// The rendered page, and its picture.
  var files: [Reference.File] {
    let draft = Reference.File(path, markdown)
    guard let document = try? Document(name: path, bytes: draft.bytes) else { return [draft] }
    let rendered = DocumentRenderer.render(
      document,
      readFile: { path throws(SystemFailure) in
        throw SystemFailure(reason: "\(path) is not part of the reference")
      },
      answer: { _ in })
    return [Reference.File(path, rendered.bytes)]
      + rendered.pictures.prefix(1).map { Reference.File(picturePath, $0.bytes) }
  }

  // MARK: Text

  /// The page without the drawing as text.
  private var markdown: String {
    let parts =
      [
        "# \(entry.name)", entry.summary, Markdown.fence("swift", entry.signatures.joined(separator: "\n")), drawn,
        entry.text, "## Examples", Markdown.fence("marble new", entry.example),
      ] + ends + otherNames + related
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  /// The script to draw: the first asserted expression of the example, with its bindings.
  private var script: String {
    example.assertions.first.map { ($0.bindings.map(\.text) + [$0.text]).joined(separator: "\n") } ?? ""
  }

  /// The drawing as text, without a line end.
  var drawing: String {
    var lines: [Substring] = []
    Session().evaluate(Source(name: path, text: script)) { answer in
      if case .drawing = answer, let drawing = AnswerWriter().text(of: answer) {
        lines += drawing.text.split(separator: "\n")
      }
    }
    return lines.joined(separator: "\n")
  }

  private var drawn: String {
    if script.isEmpty { return "" }
    let picture = "../" + picturePath
    return [
      Markdown.fence("marble svg=\(picture) text", script),
      Markdown.picture("\(entry.name): \(entry.summary)", at: picture),
    ].joined(separator: "\n\n")
  }

  private var ends: [String] {
    if entry.terminationRules.isEmpty { return [] }
    let rows = entry.terminationRules.map { ends in
      let call = ends.label.map { ", with " + Markdown.code("\($0):") } ?? ""
      return [ends.stream + call] + [ends.completed, ends.failed, ends.interrupted].map(\.text)
    }
    return ["## Terminal events", Markdown.table(["stream", "completion", "failure", "interruption"], rows)]
      + terminationExamples
  }

  /// The examples for each end of the sources in the drawing, and for the other rules.
  private var terminationExamples: [String] {
    var shown: Set<String> = []
    var runs: [TerminationExamples] = []
    for (index, assertion) in example.assertions.enumerated() {
      let rules = assertion.rules(of: entry)
      for source in index == 0 ? assertion.sources : rules.map(\.source) {
        let rule = rules.first { $0.source.name == source.name }?.rule.name
        guard rule.map({ shown.insert($0).inserted }) ?? true || index == 0 else { continue }
        runs.append(TerminationExamples(of: source, in: assertion))
      }
    }
    return runs.flatMap { runs in
      ["Each terminal event of `\(runs.source)` in `\(runs.expression)`:", Markdown.fence("marble new", runs.script)]
    }
  }

  private var otherNames: [String] {
    if entry.aliases.isEmpty { return [] }
    let differs = entry.aliases.contains { $0.note != nil }
    let rows = entry.aliases.map { alias in
      let names = [Markdown.code(alias.name), alias.libraryNames, Markdown.code(alias.meaning(of: entry.name))]
      return names + (differs ? [alias.note ?? ""] : [])
    }
    let header = ["name", "library", "here"] + (differs ? ["difference"] : [])
    return ["## Names in other libraries", Markdown.table(header, rows)]
  }

  private var related: [String] {
    let links = entry.related.map { Markdown.link(Markdown.code($0), to: "\($0).md") }
    return [
      "## Related operators", (links + [Markdown.link("all operators", to: "../Operators.md")]).joined(separator: ", "),
    ]
  }
}
