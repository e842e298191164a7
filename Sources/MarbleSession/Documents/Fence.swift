import Marbles

/// A fenced block of Markdown or of a doc comment: the lines between two rows of backticks or tildes.
package struct Fence: Sendable {
  /// The info string after the opening marks, without surrounding whitespace: `marble svg=merge.svg`.
  package let info: String
  package let attributes: FenceAttributes
  /// The offset of the info string.
  let infoStart: Int
  let marks: OpenFence.Marks
  /// The number of the opening line, counted from 1.
  package let lineNumber: Int
  /// The number of the first line of the content.
  let firstLine: Int
  /// The opening line, including its line end.
  package let opening: Span
  /// The opening line without its line end and without a byte order mark.
  let openingText: Span
  /// The lines of the content.
  package let lines: [Line]
  /// The closing line, including its line end.
  package let closing: Span
  /// The prefix of each line: the mark of its comment, the marks of its list items and quotes, and its own
  /// indentation.
  package let prefix: [UInt8]
  /// The number of the innermost list item or quote around the fence, or 0 if there is none.
  package let container: Int
  /// Whether the fence is inside an HTML comment, and therefore invisible to readers.
  package let isInComment: Bool
  /// Whether lines that begin with a colon, directly below the opening line, are options.
  package var hasOptions = false
  /// Whether the innermost container is an item of a list without blank lines between its items or in them.
  ///
  /// Such a list is displayed with less space, which a blank line would change. In AsciiDoc, a line `+` attaches the fence
  /// to an item, which a blank line would end.
  package var isInTightList = false
  /// Whether Python-Markdown reads the page, which has words after the name of a language only in braces.
  ///
  /// The page has one of its blocks, or is one of MkDocs.
  package var isInPythonMarkdown = false
  /// Whether other text follows the closing marks on their line, so that no drawing can be below them.
  package var endsInLine = false
  /// Whether the fence is the first script of a doc comment, which starts without the names bound above it.
  package var beginsSession = false

  /// A line of the content.
  package struct Line: Sendable {
    /// The part that belongs to the fence, without the prefix of lists and quotes, and without the line end.
    package let content: Span
    /// The number of graphemes before the content.
    let indentation: Int
  }

  /// The info string of a fence with a generated drawing below this fence, in the same form as that of this fence.
  ///
  /// MyST, which has `{marble}`, knows no braces with a dot.
  package var drawnInfo: String {
    Self.drawnInfos[isInPythonMarkdown || info.hasPrefix("{") && !Self.isDirective(info) ? 1 : 0]
  }

  /// The name of the directive of reStructuredText.
  static let directive = "marble::"

  /// Whether an info string is that of a directive of MyST or Sphinx, which can have options below it.
  static func isDirective(_ info: String) -> Bool {
    let info = info.lowercased()
    return [directive, "{marble}", "{code-block}", "{code}", "{sourcecode}"].contains { info.hasPrefix($0) }
  }

  private static let drawnInfos = ["text drawn", "{.text .drawn}"]

  /// Whether an info string is that of a generated drawing.
  package static func isDrawn(_ info: String) -> Bool { drawnInfos.contains(info) }

  package var isMarble: Bool { attributes.isMarble }

  /// Whether nothing is written below the fence: it is hidden, or the extension of Sphinx draws it.
  package var hasNoDrawing: Bool { attributes.has(.hidden) || info.lowercased().hasPrefix(Self.directive) }

  package var mode: Session.Mode { attributes.has(.prompt) ? .prompt : .script }

  /// Returns the content as a source, with positions in the Markdown document.
  func source(in bytes: [UInt8], named name: String) -> Source {
    var text: [UInt8] = []
    for line in lines { text += bytes[line.content] + [UInt8(ascii: "\n")] }
    let places = lines.map { Source.Embedding.Line(start: $0.content.lowerBound, indentation: $0.indentation) }
    let end = Source.Embedding.Line(start: closing.lowerBound)
    return Source(name: name, bytes: text, at: Source.Embedding(firstLine: firstLine, lines: places + [end]))
  }
}
