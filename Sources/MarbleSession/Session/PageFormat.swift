import Marbles

/// The format of a page: the lines that it has around scripts and drawings.
package enum PageFormat: Sendable {
  case markdown, swift, mdx, asciidoc, restructuredText, latex, typst, notebook

  /// The formats by the endings of names.
  private static let formats: [(ending: String, format: PageFormat)] = [
    (".md", .markdown), (".markdown", .markdown), (".mdx", .mdx), (".swift", .swift), (".adoc", .asciidoc),
    (".asciidoc", .asciidoc), (".rst", .restructuredText), (".tex", .latex), (".typ", .typst), (".ipynb", .notebook),
  ]
  package static let endings = formats.map(\.ending)

  /// Creates the format of a file, or `nil` for a script.
  package init?(path: String) {
    guard let known = Self.formats.first(where: { path.hasSuffix($0.ending) }) else { return nil }
    self = known.format
  }

  /// Whether the rules of Markdown decide what a fence is.
  package var isMarkdown: Bool { [.markdown, .swift, .mdx].contains(self) }

  /// Returns a line that readers of the page do not see.
  package func comment(_ text: String) -> String {
    switch self {
    case .markdown, .swift, .notebook: "<!-- \(text) -->"
    case .mdx: "{/* \(text) */}"
    case .asciidoc, .typst: "// \(text)"
    case .restructuredText: ".. \(text)"
    case .latex: "% \(text)"
    }
  }

  /// Returns the lines that show text as it is.
  ///
  /// - Parameter info: The first line of a fence around it in Markdown.
  package func literal(_ lines: [String], info: String) -> [String] {
    /// Returns marks that are longer than those in the text.
    func marks(_ mark: Character, atLeast count: Int) -> String {
      // In Typst, marks end the text wherever they are in a line.
      let longest =
        lines.flatMap { self == .typst ? $0.split { $0 != mark } : [$0.drop { $0 == " " }.prefix { $0 == mark }] }
        .map(\.count).max() ?? 0
      return String(repeating: mark, count: max(count, longest + 1))
    }
    switch self {
    case .markdown, .swift, .mdx, .notebook: return [marks("`", atLeast: 3) + info] + lines + [marks("`", atLeast: 3)]
    case .typst: return [marks("`", atLeast: 3) + "text"] + lines + [marks("`", atLeast: 3)]
    case .asciidoc: return [marks(".", atLeast: 4)] + lines + [marks(".", atLeast: 4)]
    case .restructuredText: return ["::", ""] + lines.map { $0.isEmpty ? "" : "   " + $0 }
    case .latex:
      let end = "\\end{verbatim}"
      return ["\\begin{verbatim}"] + lines.map { $0.replacing(end, with: "\\end {verbatim}") } + [end]
    }
  }

  /// Returns the lines that an author has edited around a picture, with another path, or `nil` if they show none.
  package func image(at path: String, replacing old: [String]) -> [String]? {
    // The drawing as text follows the picture.
    let end = self == .typst ? "```" : literal([], info: "")[0]
    var lines = Array(old.prefix { !$0.hasPrefix(end) && $0 != "+" }.drop(while: \.isEmpty))
    while lines.last?.isEmpty ?? false { lines.removeLast() }
    let (opening, closing): (String, Character) =
      switch self {
      case .markdown, .swift, .mdx, .notebook: ("src=\"", "\"")
      case .asciidoc: ("image::", "[")
      case .restructuredText: (lines.contains { $0.contains("figure::") } ? "figure:: " : "image:: ", "\n")
      case .latex: ("{", "}")
      case .typst: ("image(\"", "\"")
      }
    for index in lines.indices {
      guard let start = lines[index].firstRange(of: opening)?.upperBound,
        isMarkdown ? lines[index].contains("<img") : self != .latex || lines[index].contains("\\includegraphics")
      else { continue }
      let name = lines[index][start...].prefix { $0 != closing }
      lines[index].replaceSubrange(name.startIndex..<name.endIndex, with: written(path))
      return lines
    }
    return nil
  }

  /// A path in the form of the format.
  private func written(_ path: String) -> String {
    switch self {
    // LaTeX takes the file with this name in a format that it reads, such as PDF.
    case .latex: path.hasSuffix(".svg") ? String(path.dropLast(4)) : path
    case .markdown, .swift, .mdx, .notebook: path.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
    case .asciidoc, .restructuredText, .typst: path
    }
  }

  /// Returns the lines that show a picture, or `nil` for Markdown, whose links keep the text of the author.
  package func image(at path: String, _ text: String) -> [String]? {
    let text = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    let quoted = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    switch self {
    case .markdown, .swift, .mdx, .notebook: return nil
    case .asciidoc: return ["image::\(path)[alt=\"\(text.replacing("\"", with: "\\\""))\"]"]
    case .restructuredText: return [".. image:: \(path)", "   :alt: \(text)"]
    case .latex: return ["\\includegraphics{\(written(path))}"]
    case .typst: return ["#image(\"\(path)\", alt: \"\(quoted)\")"]
    }
  }
}

extension String {
  /// Whether a file with this path is a Markdown page, and not a script.
  package var isMarkdownPath: Bool { PageFormat(path: self) == .markdown || PageFormat(path: self) == .mdx }

  /// Whether a file with this path is a Swift source.
  package var isSwiftPath: Bool { hasSuffix(".swift") }

  /// Whether a file with this path has scripts in fences.
  package var isPagePath: Bool { PageFormat(path: self) != nil }
}
