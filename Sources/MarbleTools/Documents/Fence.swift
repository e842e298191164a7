import Marbles

/// A fenced block of Markdown: its lines between two rows of backticks or tildes.
package struct Fence: Sendable {
  /// What stands behind the opening marks, without the blanks around it: `marble svg=merge.svg`.
  package let info: String
  /// What that says, word by word.
  package let attributes: FenceAttributes
  /// Where that begins.
  let infoStart: Int
  /// Its opening marks.
  let marks: OpenFence.Marks
  /// The number of the line of its opening marks, from 1.
  package let lineNumber: Int
  /// The line of its opening marks, from its first byte to behind its line end.
  package let opening: Span
  /// The same line, without its line end and without a byte order mark.
  let openingText: Span
  /// Its lines, each where it is written.
  package let lines: [Line]
  /// The line of its closing marks, from its first byte to behind its line end.
  package let closing: Span
  /// What its list items and quotes put in front of each line, and its own indentation.
  let prefix: [UInt8]
  /// The list item or quote that it stands in, the innermost; 0 for none.
  let container: Int
  /// Whether it stands in an HTML comment, where no reader sees it.
  let isInComment: Bool

  /// A line in it.
  package struct Line: Sendable {
    /// What belongs to the fence, without what lists and quotes put in front of it, and without its line end.
    package let content: Span
    /// How many graphemes stand in front of it.
    let indentation: Int
  }

  /// Whether its first word says that it is of this language.
  var isMarble: Bool { attributes.language == "marble" }

  /// Whose text it is to be taken for.
  var mode: Session.Mode { attributes.has(.prompt) ? .prompt : .script }

  /// Its text as a source of its own, with the places of the Markdown that it stands in.
  func source(in bytes: [UInt8], named name: String) -> Source {
    var text: [UInt8] = []
    for line in lines { text += bytes[line.content] + [UInt8(ascii: "\n")] }
    let places = lines.map { Source.Embedding.Line(start: $0.content.lowerBound, indentation: $0.indentation) }
    let end = Source.Embedding.Line(start: closing.lowerBound)
    return Source(name: name, bytes: text, at: Source.Embedding(firstLine: lineNumber + 1, lines: places + [end]))
  }
}
