import Marbles

/// The format of a page: the lines that it has around scripts and drawings.
package enum PageFormat: Sendable {
  case markdown, swift, mdx, asciidoc, restructuredText, latex, typst

  /// The formats by the endings of names.
  private static let formats: [(ending: String, format: PageFormat)] = [
    (".md", .markdown), (".markdown", .markdown), (".mdx", .mdx), (".swift", .swift), (".adoc", .asciidoc),
    (".asciidoc", .asciidoc), (".rst", .restructuredText), (".tex", .latex), (".typ", .typst),
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
    case .markdown, .swift: "<!-- \(text) -->"
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
      let longest = lines.map { $0.drop { $0 == " " }.prefix { $0 == mark }.count }.max() ?? 0
      return String(repeating: mark, count: max(count, longest + 1))
    }
    switch self {
    case .markdown, .swift, .mdx: return [marks("`", atLeast: 3) + info] + lines + [marks("`", atLeast: 3)]
    case .typst: return [marks("`", atLeast: 3) + "text"] + lines + [marks("`", atLeast: 3)]
    case .asciidoc: return [marks(".", atLeast: 4)] + lines + [marks(".", atLeast: 4)]
    case .restructuredText: return ["::", ""] + lines.map { $0.isEmpty ? "" : "   " + $0 }
    case .latex: return ["\\begin{verbatim}"] + lines + ["\\end{verbatim}"]
    }
  }

  /// Returns the lines that show a picture, or `nil` for Markdown, whose links keep the text of the author.
  package func image(at path: String, _ text: String) -> [String]? {
    let text = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    let quoted = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    switch self {
    case .markdown, .swift, .mdx: return nil
    case .asciidoc: return ["image::\(path)[alt=\"\(text.replacing("\"", with: "\\\""))\"]"]
    case .restructuredText: return [".. image:: \(path)", "   :alt: \(text)"]
    // LaTeX takes the file with this name in a format that it reads, such as PDF.
    case .latex: return ["\\includegraphics{\(path.hasSuffix(".svg") ? String(path.dropLast(4)) : path)}"]
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
