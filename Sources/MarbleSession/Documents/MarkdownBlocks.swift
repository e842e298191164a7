import Marbles

/// The blocks of Markdown that matter for scripts.
extension MarkdownScanner {
  /// A block that the scanner reports.
  package enum Block {
    case fence(Fence)
    /// A fence that does not run, because readers see it as code.
    case skipped(Fence)
    /// A line `<!-- drawn -->` or `<!-- /drawn -->`, with the number of its container.
    case mark(DrawnMark, line: Span, container: Int)

    /// The fence, if it is a script.
    package var script: Fence? {
      switch self {
      case .fence(let fence): fence.isMarble ? fence : nil
      case .skipped(let fence): fence
      case .mark: nil
      }
    }
  }

  /// A comment that begins or ends generated content.
  package enum DrawnMark: String {
    case begins = "drawn"
    case ends = "/drawn"

    package func text(in format: PageFormat) -> String { format.comment(rawValue) }

    /// Creates the mark that the text of a line is, or returns `nil` if it is another text.
    init?(_ text: String, in format: PageFormat) {
      guard let mark = [Self.begins, .ends].first(where: { $0.text(in: format) == text }) else { return nil }
      self = mark
    }
  }

  /// An open quote or list item.
  struct Container {
    enum Kind {
      case quote
      /// A list item, with the indentation of its content and the last byte of its mark, which all items of a list
      /// share.
      case item(indentation: Int, mark: UInt8?)
      /// A block of other tools than CommonMark, with the indentation of its content.
      case block(MarkdownExtension, indentation: Int)
    }

    let kind: Kind
    let number: Int
    var isQuote: Bool { if case .quote = kind { true } else { false } }
    /// Whether the container has no content yet, in which case a list item ends at a blank line.
    var isEmpty = true
  }

  /// The kind of block that the current lines belong to, inside the innermost container.
  enum Leaf {
    case none
    case paragraph
    case indentedCode
    case html(HTMLBlock)
    /// JavaScript in MDX that begins with `import` or `export`.
    case module(MDXModule)
    case fence

    var isParagraph: Bool { if case .paragraph = self { true } else { false } }
  }
}
