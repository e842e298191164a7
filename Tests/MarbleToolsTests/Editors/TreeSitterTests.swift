import Foundation
@testable import MarbleLanguage
@testable import MarbleSession
import MarbleTools
import Marbles
import TestSupport
import Testing

/// The Tree-sitter grammar, compared with the language.
@Suite(.enabled(if: TreeSitter.here != nil, "there is no Neovim, or no C compiler")) struct TreeSitterTests {
  private func readings(of texts: [String]) throws -> [TreeSitter.Reading] {
    try #require(TreeSitter.here).readings(of: texts)
  }

  @Test func everyCharacterHasTheKindOfTheLanguage() throws {
    let texts = EditorText.all.filter { Self.isReadable($0.text) }
    for (text, reading) in zip(texts, try readings(of: texts.map(\.text))) {
      let kinds = reading.captures.map(Self.kind)
      #expect(GrammarDeviation.unknown(in: text, known: Self.known) { offset, _ in kinds[offset] } == [])
    }
  }

  /// The lines that the grammar reads in another way, and the reasons.
  private static let known = [
    "during ^!": "only the prompt reads a statement that begins with `during`",
    "--2--|": "a row without a name is read as a timeline, not as a part of the row above",
  ]

  @Test func scriptsHaveErrorsWhereTheLanguageHasSome() throws {
    let folder = packageRoot.appendingPathComponent("Tests/rxreplTests/BadInputs")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    let inputs = files.filter { $0.pathExtension == "marble" }.compactMap { file in
      (try? String(contentsOf: file, encoding: .utf8)).map { EditorText(place: file.lastPathComponent, text: $0) }
    }
    let texts = EditorText.all + inputs
    for (text, reading) in zip(texts, try readings(of: texts.map(\.text))) {
      if Self.isReadable(text.text) {
        #expect(reading.error == nil, "\(text)")
      } else if text.place.hasSuffix(".marble"), !Self.meanings.contains(text.place) {
        #expect(reading.error != nil, "\(text)")
      }
    }
  }

  /// Scripts whose errors are about names, numbers and invisible characters, which a grammar does not know.
  private static let meanings: Set = [
    "closure-types-2.marble", "closure-types-3.marble", "closure-types-4.marble", "comparisons-2.marble", "crlf.marble",
    "deep-names.marble", "insight.marble", "lone-cr.marble", "operators-4.marble", "settings.marble", "time-2.marble",
  ]

  /// Whether the language can parse all statements of a script.
  private static func isReadable(_ text: String) -> Bool {
    let session = Session()
    var parser = Parser(Source(name: "", text: text), bindings: session.scope.bindings)
    return withExtendedLifetime(session) {
      while let statement = parser.next() {
        if case .failure = statement { return false }
      }
      return true
    }
  }

  private static func kind(of capture: String) -> Highlight.Kind? {
    switch capture {
    case "comment": .comment
    case "punctuation.delimiter", "constant.numeric.time": .tick
    case "constant.character": .value
    case "constant.numeric": .number
    case "keyword.control.end": .end
    case "string", "constant.character.escape": .string
    case "variable": .name
    case "function": .operator
    case "label": .label
    case "keyword", "constant.builtin": .keyword
    case "keyword.directive": .command
    case "string.special": .argument
    case "operator": .punctuation
    default: capture.hasPrefix("punctuation.") ? .punctuation : nil
    }
  }
}
