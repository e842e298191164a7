import MarbleSession
import Marbles

/// Text in Markdown syntax.
enum Markdown {
  /// Returns a fence with an info string.
  static func fence(_ info: String, _ text: String) -> String {
    "```\(info)\n\(text)\n```"
  }

  /// Returns a link to a picture between the comments that `rxrepl docs` recognizes.
  static func picture(_ text: String, at path: String) -> String {
    let (begins, ends) = (MarkdownScanner.DrawnMark.begins, MarkdownScanner.DrawnMark.ends)
    let lines = PageFormat.markdown.image(at: path, text)
    return ([begins.text(in: .markdown)] + lines + [ends.text(in: .markdown)]).joined(separator: "\n")
  }

  /// Returns a table with Markdown cells.
  static func table(_ header: [String], _ rows: [[String]]) -> String {
    ([header, header.map { _ in "---" }] + rows).map { cells in
      "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
    }.joined(separator: "\n")
  }

  static func code(_ text: String) -> String { "`\(text)`" }

  static func link(_ text: String, to path: String) -> String { "[\(text)](\(path))" }
}
