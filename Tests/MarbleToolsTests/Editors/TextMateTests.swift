import Foundation
@testable import MarbleSession
@testable import MarbleTools
import Marbles
import TestSupport
import Testing

/// The TextMate grammar, compared with the language for every character.
@Suite struct TextMateTests {
  private static let folder = packageRoot.appendingPathComponent("Editors")

  private func grammar() throws -> TextMateGrammar {
    try TextMateGrammar(contentsOf: Self.folder.appendingPathComponent("marble.tmLanguage.json"))
  }

  private func markdown() throws -> TextMateGrammar {
    let file = Self.folder.appendingPathComponent("marble-markdown.tmLanguage.json")
    return try TextMateGrammar(contentsOf: file, including: [grammar()])
  }

  @Test func everyCharacterHasTheKindOfTheLanguage() throws {
    let grammar = try grammar()
    for text in EditorText.all {
      let reader = TextMateReader(text.text, by: grammar)
      #expect(reader.standstills == [], "\(text)")
      #expect(GrammarDeviation.unknown(in: text) { _, unit in ScopeKinds.kind(of: reader.scopes[unit]) } == [])
    }
  }

  @Test func grammarMakesProgressOnRandomText() throws {
    let grammar = try grammar()
    let pieces = [
      "a", "b.", "merge(", ")", "{", "}", "[", "]", "\"", "\\(", "--1", "|", "#", "<", ">", "^", "@4", "9ms", " ", "\n",
      ";", "==", "=", "during ", "where", "where x = ", ":help ", ":play ", "cold ", "at", "//", "/*", "*/", "$0", "é",
      "👨‍👩‍👧", "─", "┤", "\u{301}", "in ", ",", "\\", "    0 5\n",
    ]
    for seed in 0..<300 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let text = (0..<Int.random(in: 1...12, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined()
      #expect(TextMateReader(text, by: grammar).standstills == [], "seed \(seed): \(text)")
    }
  }

  @Test(arguments: [
    "-1", "a", "[", "[1]", "(", "{", "<", "{a}*9 ", "\"", "a.map { ", "merge(", "!a", "#[", "12", "/*", "x;", "\"\\(",
    "1 ",
    "a,", "a b", ".",
  ])
  func longLinesAreReadToTheEnd(piece: String) throws {
    // An expression that tries all combinations would not finish on this line.
    let line = String(repeating: piece, count: 200 / piece.utf8.count)
    #expect(try TextMateReader(line, by: grammar()).scopes.count == line.utf16.count + 1)
  }

  /// Fences are colored like scripts, and the text after them is not colored.
  @Test func fencesOfMarkdownAreColored() throws {
    let markdown = try markdown()
    #expect(markdown.injectionSelector == "L:text.html.markdown")
    let script = TextMateReader(MarkdownPage.script, by: try grammar()).scopes
    let page = TextMateReader(MarkdownPage.text, by: markdown).scopes
    for (place, offset) in MarkdownPage.places.enumerated() {
      let around = offset == nil ? [] : ["markup.fenced_code.block.markdown", "meta.embedded.block.marble"]
      let isMark = offset == nil && page[place].first == "markup.fenced_code.block.markdown"
      #expect(isMark || page[place] == around + (offset.map { script[$0] } ?? []), "character \(place)")
    }
  }

  /// The commands that take an expression are recognized by every unambiguous prefix of their names.
  @Test func commandsWithExpressionsAreRecognized() throws {
    let grammar = try grammar()
    for command in Command.all {
      for count in 1...command.name.count {
        let name = String(command.name.prefix(count))
        guard Command.named(name)?.name == command.name else { continue }
        let text = EditorText(place: ":\(name)", text: ":\(name) merge(a, b)")
        let reader = TextMateReader(text.text, by: grammar)
        #expect(GrammarDeviation.unknown(in: text) { _, unit in ScopeKinds.kind(of: reader.scopes[unit]) } == [])
      }
    }
  }

  /// The expressions mean the same in Oniguruma, which editors use, and in ICU, which these tests use.
  @Test func expressionsMeanTheSameInBothEngines() throws {
    for expression in try markdown().expressions.keys {
      // `\h` is a space in ICU and a hexadecimal digit in Oniguruma. A `[` or `&&` in a set starts another set in ICU.
      #expect(expression.firstMatch(of: /\\[hHRXKkgzZA]|\(\?<[a-zA-Z]|\(\?[a-z]|\(\?>/) == nil, "\(expression)")
      for set in expression.matches(of: /(?:^|[^\\])\[\^?((?:\\.|[^\]\\])*)\]/) {
        #expect(!set.1.replacing(/\\./, with: "").contains("["), "\(expression)")
        #expect(!set.1.contains("&&"), "\(expression)")
      }
    }
  }

  /// The files that the extension names exist.
  @Test func extensionIsComplete() throws {
    let folder = Self.folder.appendingPathComponent("vscode")
    func json(_ name: String) throws -> [String: Any] {
      let data = try Data(contentsOf: folder.appendingPathComponent(name))
      return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }
    let contributes = try #require(try json("package.json")["contributes"] as? [String: Any])
    let grammars = try #require(contributes["grammars"] as? [[String: Any]])
    #expect(grammars.count == 2)
    for entry in grammars {
      let file = folder.appendingPathComponent(try #require(entry["path"] as? String))
      #expect(try TextMateGrammar(contentsOf: file, including: [grammar()]).scopeName == entry["scopeName"] as? String)
    }
    let language = try #require((contributes["languages"] as? [[String: Any]])?.first)
    #expect(language["extensions"] as? [String] == (try grammar()).fileTypes.map { ".\($0)" })
    let configuration = try json(try #require(language["configuration"] as? String))
    #expect((configuration["comments"] as? [String: Any])?["lineComment"] as? String == "//")
  }
}
