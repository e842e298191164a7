import Foundation
import MarbleSession
import MarbleTools
import Marbles
import TestSupport
import Testing

/// The Vim syntax file, compared with the language for every character.
@Suite(.enabled(if: Vim.here != nil, "there is no Vim")) struct VimTests {
  private func vim() throws -> Vim { try #require(Vim.here) }

  @Test func everyCharacterHasTheKindOfTheLanguage() throws {
    let texts = Dictionary(uniqueKeysWithValues: EditorText.all.enumerated().map { ("\($0).marble", $1) })
    let groups = try vim().groups(of: texts.mapValues(\.text))
    for (name, text) in texts {
      let groups = try #require(groups[name])
      try #require(groups.count >= text.text.utf8.count, "\(text)")
      #expect(GrammarDeviation.unknown(in: text) { offset, _ in VimGroups.kind(of: groups[offset]) } == [])
    }
  }

  /// Fences are colored like scripts, and the text after them is not colored.
  @Test func fencesOfMarkdownAreColored() throws {
    let setup = "let g:markdown_fenced_languages = ['marble']"
    let groups = try vim().groups(
      of: ["page.md": MarkdownPage.text, "script.marble": MarkdownPage.script], saying: setup)
    let page = try #require(groups["page.md"])
    let script = try #require(groups["script.marble"])
    for (place, offset) in MarkdownPage.places.enumerated() {
      let said = offset.map { script[$0] } ?? ""
      let group = page[place]
      #expect(group.hasPrefix("marble") ? group == said : said.isEmpty, "byte \(place): \(group), \(said)")
    }
  }

  @Test func scriptsAreRecognizedByTheirFileName() throws {
    let said = try vim().run(
      """
      filetype plugin on
      edit demo.marble
      let g:rows = [&filetype, &commentstring, &makeprg, b:undo_ftplugin]
      """, on: ["demo.marble": ""])
    #expect(said.prefix(3) == ["marble", "// %s", "rxrepl test %:S"])
  }

  /// Vim finds each error, warning and failed assertion in the output of the program.
  @Test(arguments: [false, true])
  func errorsAndFailuresAreInTheQuickfixList(inASCII: Bool) throws {
    let session = Session()
    session.options.style.isASCII = inASCII
    let script = """
      a = --1--|--2
      // twice
      b = -1|
      b.map { $0 * 2 } == -3|
      x = --12|
      subscriptions b == ^!
      foo(b)

      """
    let said = session.transcript(script, name: "demo file.marble", mode: .script)
    let places = try vim().run(
      """
      filetype plugin on
      edit demo\\ file.marble
      cgetfile said
      for s:entry in filter(getqflist(), 'v:val.valid')
        call add(g:rows, join([bufname(s:entry.bufnr), s:entry.lnum, s:entry.col, s:entry.type, s:entry.text], '|'))
      endfor
      """, on: ["demo file.marble": script, "said": said])
    #expect(
      places == [
        "demo file.marble|1|13|e|unexpected value after the completion",
        "demo file.marble|5|7|w|`12` is two values",
        "demo file.marble|7|1|e|there is no operator named `foo`",
        "demo file.marble|4|0||b.map { $0 * 2 }      1 difference",
        "demo file.marble|6|0||subscriptions b      1 difference",
      ])
  }
}
