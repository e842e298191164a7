import Foundation
import Marbles
import TestSupport
import Testing

/// The ranges to which a selection grows.
@Suite struct SelectionRangeTests {
  private struct Place: Decodable {
    let line, character: Int
  }

  private final class Selection: Decodable {
    struct Range: Decodable {
      let start, end: Place
    }

    let range: Range
    let parent: Selection?
  }

  private static let address = "file:///w/a.md"
  private let client = HarnessClient()

  /// Returns the selections at a position, the innermost first.
  private func selections(in text: String, at line: Int, _ character: Int) throws -> [String] {
    client.open(text, at: Self.address)
    let positions = #","positions":[{"line":\#(line),"character":\#(character)}]"#
    let answer = client.ask("selectionRange", in: Self.address, positions)
    var next = try JSONDecoder().decode([Selection].self, from: Data(answer.utf8)).first
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.utf16) }
    func offset(_ place: Place) -> Int { lines[..<place.line].map { $0.count + 1 }.reduce(place.character, +) }
    var texts: [String] = []
    var last: Range<Int>?
    while let selection = next {
      let range = offset(selection.range.start)..<offset(selection.range.end)
      if let last { #expect(range != last && range.contains(last)) }
      last = range
      texts.append(String(decoding: Array(text.utf16)[range], as: UTF16.self))
      next = selection.parent
    }
    return texts
  }

  private func page(_ script: String) -> String { "# Page\n\n```marble\n\(script)\n```\n" }

  @Test func selectionGrowsFromAWordToTheDocument() throws {
    let script = "a = --1|\nmerge(a, b.delay(2 + 1)).map { $0 } == --(xy)|"
    let text = page(script)
    let statement = "merge(a, b.delay(2 + 1)).map { $0 } == --(xy)|"
    let around = [statement, script + "\n", text]
    let call = ["merge(a, b.delay(2 + 1))", "merge(a, b.delay(2 + 1)).map { $0 }"]
    #expect(
      try selections(in: text, at: 4, 18)
        == ["2", "2 + 1", "(2 + 1)", ".delay(2 + 1)", "b.delay(2 + 1)", "(a, b.delay(2 + 1))"] + call + around)
    // Directly after a name.
    #expect(try selections(in: text, at: 4, 5) == ["merge"] + call + around)
    // A marble, its group and its timeline.
    #expect(try selections(in: text, at: 4, 42) == ["x", "(xy)", "--(xy)|"] + around)
    #expect(try selections(in: text, at: 4, 46) == ["|", "--(xy)|"] + around)
    #expect(try selections(in: text, at: 3, 0) == ["a", "a = --1|", script + "\n", text])
    #expect(try selections(in: text, at: 0, 3) == [text])
    #expect(try selections(in: text, at: 90, 7) == [text])
  }

  @Test func commentIsSelected() throws {
    let script = "// one\na = /* two */ --1|"
    #expect(try selections(in: page(script), at: 3, 4) == ["// one", script + "\n", page(script)])
    #expect(
      try selections(in: page(script), at: 4, 8)
        == ["/* two */", "a = /* two */ --1|", script + "\n", page(script)])
  }

  @Test func rangesContainEachOther() throws {
    let words = ["merge(", "where ", "forall a: ", "// ", "cold ", "``` "]
    let pieces = "abx 12()[]{}<>\"\\.,:;=-|#^!*?$@é👍\n/".map(String.init) + words
    var random = SeededGenerator(seed: 1)
    for _ in 0..<300 {
      let count = Int.random(in: 0...30, using: &random)
      let text = page((0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined())
      let line = Int.random(in: 2...5, using: &random)
      #expect(try selections(in: text, at: line, Int.random(in: 0...20, using: &random)).last == text)
    }
  }
}
