/// The sentences of a file: the text of a page, or the comments and strings of a source.
struct Prose {
  struct Line {
    /// Counted from 1.
    let number: Int
    let text: String
    /// Whether it is the first line of a doc comment.
    var opensDocComment = false
  }

  enum Kind {
    case markdown
    /// Swift, with its strings if users read them.
    case swift(strings: Bool)
    /// A script whose comments begin with these characters.
    case script(String)

    init?(path: String) {
      let name = path.split(separator: "/").last ?? ""
      switch name.split(separator: ".").dropFirst().last {
      case "md": self = .markdown
      case "swift": self = .swift(strings: path.hasPrefix("Sources/"))
      case "c", "h", "marble": self = .script("//")
      case nil where path.hasPrefix("Scripts/") || path == "Makefile" || path == "Site/build": self = .script("#")
      default: return nil
      }
    }
  }

  // A literal in a function would be compiled for each line.
  private nonisolated(unsafe) static let codeSpan = /`[^`]*`/
  private nonisolated(unsafe) static let linkTarget = /\]\([^)]*\)/
  private nonisolated(unsafe) static let stringLiteral = /"((?:[^"\\]|\\.)*)"/
  private nonisolated(unsafe) static let interpolation = /\\\((?:[^()]|\([^()]*\))*\)/

  private(set) var lines: [Line] = []

  init(of text: String, _ kind: Kind) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    switch kind {
    case .markdown: readMarkdown(lines)
    case .swift(let strings): readSwift(lines, strings: strings)
    case .script(let mark):
      for (index, line) in lines.enumerated() where line.drop(while: \.isWhitespace).hasPrefix(mark) {
        add(line, index)
      }
    }
  }

  private mutating func add(_ text: some StringProtocol, _ index: Int, opensDocComment: Bool = false) {
    let text = String(text).replacing(Self.codeSpan, with: "`")
    self.lines.append(
      Line(
        number: index + 1, text: text.trimmingPrefix(while: { $0.isWhitespace || $0 == "/" }).description,
        opensDocComment: opensDocComment))
  }

  /// Text outside of fences and code spans; of a table in `CONTRIBUTING.md`, code spans are left out as well.
  private mutating func readMarkdown(_ lines: [Substring]) {
    var fence: Substring?
    for (index, line) in lines.enumerated() {
      let start = line.drop { $0 == " " || $0 == ">" }
      if let open = fence {
        if start.hasPrefix(open) { fence = nil }
      } else if start.hasPrefix("```") {
        fence = start.prefix { $0 == "`" }
      } else {
        add(line.replacing(Self.linkTarget, with: "]"), index)
      }
    }
  }

  private mutating func readSwift(_ lines: [Substring], strings: Bool) {
    var isInString = false
    var isInDocComment = false
    var isInFence = false
    for (index, line) in lines.enumerated() {
      let code = line.drop(while: \.isWhitespace)
      if isInString {
        if code.hasPrefix("\"\"\"") { isInString = false } else if strings { add(Self.withoutCode(code), index) }
        continue
      }
      if code.hasPrefix("///") {
        let text = code.dropFirst(3).drop(while: \.isWhitespace)
        if text.hasPrefix("```") {
          isInFence.toggle()
        } else if !isInFence {
          add(text, index, opensDocComment: !isInDocComment)
        }
        isInDocComment = true
        continue
      }
      (isInDocComment, isInFence) = (false, false)
      if code.hasPrefix("//") {
        add(code, index)
        continue
      }
      if code.hasSuffix("\"\"\"") {
        isInString = true
        continue
      }
      if let comment = code.firstRange(of: " // ") { add(code[comment.upperBound...], index) }
      guard strings else { continue }
      for match in code.matches(of: Self.stringLiteral) { add(Self.withoutCode(match.1), index) }
    }
  }

  /// A string literal without its interpolations.
  private static func withoutCode(_ text: Substring) -> String {
    String(text).replacing(Self.interpolation, with: "")
  }
}
