import Marbles

/// Text in the form of Markdown.
enum Markdown {
  /// A fence of some language.
  static func fence(_ info: String, _ text: String) -> String {
    "```\(info)\n\(text)\n```"
  }

  /// A link to a picture, where `rxrepl docs` looks for it.
  static func picture(_ text: String, at path: String) -> String {
    let link = PictureLink(replacing: nil, text: text, path: path).text
    return [MarkdownScanner.DrawnMark.begins.rawValue, link, MarkdownScanner.DrawnMark.ends.rawValue]
      .joined(separator: "\n")
  }

  /// A table; what its cells hold is Markdown.
  static func table(_ header: [String], _ rows: [[String]]) -> String {
    ([header, header.map { _ in "---" }] + rows).map { cells in
      "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
    }.joined(separator: "\n")
  }

  /// A text that is code.
  static func code(_ text: String) -> String { "`\(text)`" }

  static func link(_ text: String, to path: String) -> String { "[\(text)](\(path))" }
}
