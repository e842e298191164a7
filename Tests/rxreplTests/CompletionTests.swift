import Testing

@testable import rxrepl

@Suite struct CompletionTests {
  @Test func singleCandidateIsInserted() {
    let completion = Completion(candidates: ["merge"], replaced: 2..<4)
    #expect(completion.step(in: "a.me(x)") == .init(insertion: "merge", range: 2..<4, choices: []))
  }

  @Test func severalCandidatesInsertTheirCommonPrefixAndAreListed() {
    let completion = Completion(candidates: ["mapError", "map", "mapError"], replaced: 0..<1)
    #expect(completion.step(in: "m") == .init(insertion: "map", range: 0..<1, choices: ["map", "mapError"]))
  }

  @Test func lineIsUnchangedWithoutProgress() {
    let completion = Completion(candidates: ["map", "merge"], replaced: 0..<1)
    #expect(completion.step(in: "m") == .init(insertion: nil, range: 0..<1, choices: ["map", "merge"]))
    let finished = Completion(candidates: ["map"], replaced: 0..<3)
    #expect(finished.step(in: "map") == .init(insertion: nil, range: 0..<3, choices: []))
  }

  @Test func candidatesWithAnotherPrefixDoNotShortenTheLine() {
    let completion = Completion(candidates: ["map", "filter"], replaced: 0..<3)
    #expect(completion.step(in: "mpa")?.insertion == nil)
  }

  @Test func byteOffsetsAreConvertedToScalarOffsets() {
    // "é漢" has five bytes and two scalars.
    let completion = Completion(candidates: ["été"], replaced: 6..<8)
    #expect(completion.step(in: "é漢 é") == .init(insertion: "été", range: 3..<4, choices: []))
  }

  @Test func commonPrefixEndsBetweenCharacters() {
    let completion = Completion(candidates: ["e\u{301}a", "e\u{302}a"], replaced: 0..<0)
    #expect(completion.step(in: "")?.insertion == nil)
  }

  @Test(arguments: [3..<9, 1..<2, -1..<1])
  func invalidRangeIsIgnored(replaced: Range<Int>) {
    #expect(Completion(candidates: ["x"], replaced: replaced).step(in: "éa") == nil)
  }

  @Test func emptyCompletionHasNoStep() {
    #expect(Completion.none.step(in: "abc") == nil)
  }
}

@Suite struct ColumnLayoutTests {
  @Test func wordsAreArrangedDownThenAcross() {
    let columns = ColumnLayout(words: ["a", "bb", "c", "dd", "e"], width: 11, rows: 9)
    #expect(columns.text == "a   c   e\nbb  dd\n")
  }

  @Test func narrowTerminalHasOneColumn() {
    #expect(ColumnLayout(words: ["alpha", "beta"], width: 4, rows: 9).text == "alpha\nbeta\n")
  }

  @Test func hiddenWordsAreCounted() {
    let columns = ColumnLayout(words: (1...9).map(String.init), width: 4, rows: 2)
    #expect(columns.text == "1\n2\n… and 7 more\n")
  }
}

@Suite struct PromptTests {
  @Test(arguments: [
    ("rx> ", "rx> "),
    ("\u{1B}[1mrx>\u{1B}[0m ", "\u{1}\u{1B}[1m\u{1}rx>\u{1}\u{1B}[0m\u{1} "),
    ("\u{1B}[1m\u{1B}[32mx\u{1B}[0m ", "\u{1}\u{1B}[1m\u{1B}[32m\u{1}x\u{1}\u{1B}[0m\u{1} "),
    ("\u{1B}[1mrx>\u{1B}[0m", "\u{1}\u{1B}[1m\u{1}rx\u{1}\u{1B}[0m\u{1}>"),
    ("\u{1B}[1mx\u{1B}[0m", "\u{1}\u{1B}[1m\u{1B}[0m\u{1}x"),
    ("\u{1B}[1m", ""),
    ("", ""),
  ])
  func escapeCodesAreEnclosedInMarks(prompt: String, marked: String) {
    #expect(Prompt.marked(prompt) == marked)
  }
}
