import Foundation
import Testing

/// The words of the documentation, the comments and the program's strings; `CONTRIBUTING.md` lists them.
struct WordingTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Phrases in which a word of the list is right, each with its reason.
  private static let exceptions: [(phrase: String, reason: String)] = [
    ("blank line", "editors and Markdown call a line without characters so"),
    ("texts(of:", "a call inside a string"),
    ("a text drawing", "a drawing made of text"),
    ("alternative text", "HTML calls it so"),
    ("stands for", "a name stands for what it means"),
    ("stand for", "a name stands for what it means"),
    ("there is no", "“there is no value” is plain"),
    ("there are no", "“there are no values” is plain"),
    ("is no longer", "“no longer” belongs together"),
    ("are no longer", "“no longer” belongs together"),
    ("your own operators", "the operators of a reader's Swift project"),
  ]

  /// The words that a doc comment does not begin with.
  private static let openings: Set = ["What", "Who", "Whose", "How", "Where", "That"]

  @Test func proseUsesPlainWords() throws {
    let words = try Self.forbiddenWords()
    #expect(words.count > 30)
    let patterns = try words.map {
      (word: $0, pattern: try Regex("\\b\(NSRegularExpression.escapedPattern(for: $0))\\b"))
    }
    for (path, prose) in try Self.allProse.get() {
      for line in prose.lines {
        let whole = line.text.lowercased()
        let possible = patterns.filter { whole.contains($0.word) }
        if possible.isEmpty { continue }
        let text = Self.exceptions.reduce(whole) { $0.replacingOccurrences(of: $1.phrase, with: "") }
        for (word, pattern) in possible where text.contains(pattern) {
          Issue.record("\(path):\(line.number): “\(word)” in “\(line.text)”")
        }
      }
    }
  }

  @Test func largeNumbersHaveCommas() throws {
    let pattern = /\b[1-9]\d{0,2} \d{3}\b/
    for (path, prose) in try Self.allProse.get() {
      for line in prose.lines where line.text.contains(pattern) {
        Issue.record("\(path):\(line.number): “\(line.text)”")
      }
    }
  }

  @Test func docCommentsBeginWithANounOrAVerb() throws {
    for (path, prose) in try Self.allProse.get() {
      for line in prose.lines where line.opensDocComment {
        let first = line.text.prefix { $0.isLetter }
        if Self.openings.contains(String(first)) {
          Issue.record("\(path):\(line.number): a doc comment begins with “\(first)”: “\(line.text)”")
        }
      }
    }
  }

  /// The words in the last column of the table.
  private static func forbiddenWords() throws -> [String] {
    let page = try String(contentsOf: root.appendingPathComponent("CONTRIBUTING.md"), encoding: .utf8)
    let rows = page.components(separatedBy: "\n").drop { !$0.hasPrefix("| for | write |") }.dropFirst(2)
      .prefix { $0.hasPrefix("|") }
    return rows.flatMap { row in
      let cells = row.split(separator: "|", omittingEmptySubsequences: false)
      return cells.count > 3
        ? cells[3].split(separator: "`").map(String.init).filter { $0.contains(where: \.isLetter) } : []
    }
  }

  /// The sentences of all files, which both tests check.
  private static let allProse = Result { try readProse() }

  private static func readProse() throws -> [(path: String, prose: Prose)] {
    let folders = ["Documentation", "Sources", "Tests", "Benchmarks", "Scripts", "Site", "Editors", "examples"]
    let pages = ["README.md", "SECURITY.md", "CHANGELOG.md", "CONTRIBUTING.md", "Makefile", "Package.swift"]
    let inFolders = try folders.flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: root.appendingPathComponent(folder).path).sorted()
        .map { "\(folder)/\($0)" }
    }
    return try (pages + inFolders).compactMap { path in
      guard !path.contains("/BadInputs/"), !path.contains("/Goldens/"), !path.contains("/.build") else { return nil }
      guard let kind = Prose.Kind(path: path) else { return nil }
      let text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
      return (path, Prose(of: text, kind))
    }
  }
}
