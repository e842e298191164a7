import Foundation
import Testing

@testable import Marbles

/// The TextMate grammar says of every character what the language says.
@Suite struct TextMateTests {
  private func grammar() throws -> TextMateGrammar {
    try TextMateGrammar(contentsOf: packageRoot.appendingPathComponent("Editors/marble.tmLanguage.json"))
  }

  @Test func everyCharacterIsWhatTheLanguageSays() throws {
    let grammar = try grammar()
    for text in EditorText.all {
      let reader = TextMateReader(text.text, by: grammar)
      #expect(reader.standstills == [], "\(text)")
      #expect(Departure.unknown(in: text) { _, unit in ScopeKinds.kind(of: reader.scopes[unit]) } == [])
    }
  }
}
