import Marbles

/// The format of a page: the lines that it has around scripts and drawings.
package enum PageFormat: Sendable {
  case markdown, swift, mdx, asciidoc, restructuredText, latex, typst, notebook

  /// The formats by the endings of names.
  private static let formats: [(ending: String, format: PageFormat)] = [
    (".md", .markdown), (".markdown", .markdown), (".qmd", .markdown), (".mdx", .mdx), (".swift", .swift),
    (".adoc", .asciidoc), (".asciidoc", .asciidoc), (".rst", .restructuredText), (".tex", .latex), (".typ", .typst),
    (".ipynb", .notebook),
  ]
  package static let endings = formats.map(\.ending)

  /// Creates the format of a file, or `nil` for a script.
  package init?(path: String) {
    let path = path.lowercased()
    guard let known = Self.formats.first(where: { path.hasSuffix($0.ending) }) else { return nil }
    self = known.format
  }

  /// Whether the rules of Markdown decide what a fence is.
  package var isMarkdown: Bool { [.markdown, .swift, .mdx].contains(self) }

  /// The beginning of scripts in pages of this format, as the end of a sentence about them.
  package var scriptStart: String {
    switch self {
    case .markdown, .mdx: "in Markdown begins with ```marble"
    case .swift: "in a doc comment begins with ```marble"
    case .asciidoc: "in AsciiDoc begins with [source,marble]"
    case .restructuredText: "in reStructuredText begins with .. code-block:: marble"
    case .latex: "in LaTeX begins with \\begin{marble}"
    case .typst: "in Typst begins with ```marble"
    case .notebook: "in a cell begins with %%marble"
    }
  }

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

  // MARK: Pictures

  /// Returns the lines that an author has edited around a picture, with another path, or `nil` if they show none.
  package func image(at path: String, replacing old: [String]) -> [String]? {
    // The drawing as text follows the picture.
    let end = self == .typst ? "```" : literal([], info: "")[0]
    var lines = Array(old.drop { $0.isEmpty || $0 == "+" }.prefix { !$0.hasPrefix(end) && $0 != "+" })
    // A merge of two versions of a page can leave several pictures, of which the first one stays.
    let images = lines.indices.filter { lines[$0].hasPrefix(imageMark) }
    if images.count > 1 { lines.removeSubrange(images[1]...) }
    while lines.last?.isEmpty ?? false { lines.removeLast() }
    var text = lines.joined(separator: "\n")
    if isMarkdown || self == .notebook, let place = text.pathOfMarkdownPicture {
      text.replaceSubrange(place, with: markdownDestination(path))
      // Earlier versions wrote these.
      text = text.replacing("\\<", with: "&lt;").replacing("\\&", with: "&amp;")
    } else if let place = self.place(ofPathIn: text) {
      text.replaceSubrange(place, with: written(path))
    } else {
      return nil
    }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The beginning of a line that shows a picture.
  private var imageMark: String {
    switch self {
    case .markdown, .swift, .mdx, .notebook: "!["
    case .asciidoc: "image::"
    case .restructuredText: ".. image::"
    case .latex: "\\includegraphics"
    case .typst: "#image("
    }
  }

  /// Returns the range of the path of the first picture in some lines.
  private func place(ofPathIn text: String) -> Range<String.Index>? {
    func rest(after word: String) -> Substring? { text.firstRange(of: word).map { text[$0.upperBound...] } }
    func quoted(_ rest: Substring) -> Range<String.Index>? {
      guard let mark = rest.first, mark == "\"" || mark == "'" else { return nil }
      let path = rest.dropFirst()
      return path.firstIndex(unescaped: { $0 == mark }).map { path.startIndex..<$0 }
    }
    switch self {
    case .markdown, .swift, .mdx, .notebook:
      guard let tag = rest(after: "<img"), let source = tag.firstRange(of: "src=") else { return nil }
      return quoted(tag[source.upperBound...])
    case .asciidoc:
      let path = rest(after: "image:")?.drop { $0 == ":" }
      return path.flatMap { path in path.firstIndex(of: "[").map { path.startIndex..<$0 } }
    case .restructuredText:
      let path = (rest(after: "figure:: ") ?? rest(after: "image:: "))?.prefix { $0 != "\n" }
      return path.map { $0.startIndex..<$0.endIndex }
    case .latex:
      guard var path = rest(after: "\\includegraphics")?.drop(while: { $0 == "*" }) else { return nil }
      if path.first == "[" { path = path.drop { $0 != "]" }.dropFirst() }
      guard path.first == "{", let end = path.firstIndex(of: "}") else { return nil }
      return path.index(after: path.startIndex)..<end
    case .typst: return rest(after: "image(").flatMap { quoted($0.drop(while: \.isWhitespace)) }
    }
  }

  /// A path in the form of the format.
  private func written(_ path: String) -> String {
    switch self {
    // LaTeX takes the file with this name in a format that it reads, such as PDF.
    case .latex: path.isPicturePath ? String(path.dropLast(4)) : path
    case .markdown, .swift, .mdx, .notebook: XML.escaped(path.percentEncoding(reserved + "'"))
    case .asciidoc: path.percentEncoding(reserved)
    case .restructuredText: path.map { $0.isWhitespace || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
    case .typst: path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
  }

  /// The characters of a path that have another meaning in the addresses of the format.
  private var reserved: String {
    switch self {
    case .asciidoc: "%#?`\\[]{}<>\""
    case .mdx: "%#?`\\{}"
    default: "%#?`\\"
    }
  }

  /// The first character of a path that the format cannot express, or `nil` if there is none.
  package func unfitCharacter(in path: String) -> Character? {
    self == .latex ? path.first { "#%{}\\~".contains($0) } : nil
  }

  /// A path in the parentheses of a Markdown link.
  private func markdownDestination(_ path: String) -> String {
    let path = path.percentEncoding(reserved)
    if path.allSatisfy({ !" ()<>\t".contains($0) }) { return path }
    return "<\(path.map { "<>".contains($0) ? "\\\($0)" : "\($0)" }.joined())>"
  }

  /// Returns the lines that show a picture.
  package func image(at path: String, _ text: String) -> [String] {
    let text = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    let quoted = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    switch self {
    case .markdown, .swift, .mdx, .notebook:
      let marks = self == .mdx ? "\\[]*_`{}" : "\\[]*_`"
      // In Python-Markdown, a backslash before these two is text.
      let label = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        .map { marks.contains($0) ? "\\\($0)" : "\($0)" }.joined()
      return ["\(imageMark)\(label)](\(markdownDestination(path)))"]
    case .asciidoc: return ["\(imageMark)\(written(path))[alt=\"\(text.replacing("\"", with: "\\\""))\"]"]
    case .restructuredText: return ["\(imageMark) \(written(path))", "   :alt: \(text)"]
    case .latex: return ["\(imageMark){\(written(path))}"]
    case .typst: return ["\(imageMark)\"\(written(path))\", alt: \"\(quoted)\")"]
    }
  }
}

extension String {
  /// The text with `%` and two digits in place of some ASCII characters.
  fileprivate func percentEncoding(_ characters: String) -> String {
    map { character in
      guard characters.contains(character), let byte = character.asciiValue else { return "\(character)" }
      return "%" + String(byte, radix: 16, uppercase: true)
    }.joined()
  }

  /// The range of the path of the first link to a picture, with the marks `<` and `>` around it.
  fileprivate var pathOfMarkdownPicture: Range<String.Index>? {
    guard let start = firstRange(of: "![")?.upperBound else { return nil }
    var depth = 0
    let label = self[start...].firstIndex(unescaped: { character in
      if character == "[" { depth += 1 }
      if character == "]" { depth -= 1 }
      return depth < 0
    })
    guard let label, self[label...].hasPrefix("](") else { return nil }
    let path = self[label...].dropFirst(2).drop(while: \.isWhitespace)
    if path.first == "<" {
      return path.dropFirst().firstIndex(unescaped: { $0 == ">" }).map { path.startIndex..<index(after: $0) }
    }
    depth = 0
    let end = path.firstIndex(unescaped: { character in
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      return depth < 0 || character.isWhitespace
    })
    return end.map { path.startIndex..<$0 }
  }
}

extension Substring {
  /// Returns the position of the first character that meets a condition and has no backslash before it.
  fileprivate func firstIndex(unescaped isMet: (Character) -> Bool) -> Index? {
    var index = startIndex
    while index < endIndex {
      if self[index] == "\\" {
        index = self.index(after: index)
        if index == endIndex { return nil }
      } else if isMet(self[index]) {
        return index
      }
      index = self.index(after: index)
    }
    return nil
  }
}

extension String {
  /// Whether a file with this path is a Markdown page, and not a script.
  package var isMarkdownPath: Bool { PageFormat(path: self) == .markdown || PageFormat(path: self) == .mdx }

  /// Whether a file with this path is a Swift source.
  package var isSwiftPath: Bool { PageFormat(path: self) == .swift }

  /// Whether a file with this path is a script.
  package var isScriptPath: Bool { lowercased().hasSuffix(".marble") }

  /// The path without the ending of a script.
  package var withoutScriptEnding: String { isScriptPath ? String(dropLast(".marble".count)) : self }

  /// Whether a file with this path has scripts in fences.
  package var isPagePath: Bool { PageFormat(path: self) != nil }
}

extension Source {
  /// The text between the path of a notebook and the number of a cell in the names of sources.
  static let cellMark = ":cell "

  /// The path of the file, and the number of the cell if the file is a notebook.
  package var place: (file: String, cell: Int?) {
    guard let mark = name.lastIndex(of: ":"), name[mark...].hasPrefix(Self.cellMark),
      let cell = Int(name[mark...].dropFirst(Self.cellMark.count)),
      PageFormat(path: String(name[..<mark])) == .notebook
    else { return (name, nil) }
    return (String(name[..<mark]), cell)
  }
}
