import Testing

@testable import rxrepl

@Suite struct CompletionTests {
  @Test func oneCandidateIsInserted() {
    let completion = Completion(candidates: ["merge"], replaced: 2..<4)
    #expect(completion.step(in: "a.me(x)") == .init(insertion: "merge", range: 2..<4, choices: []))
  }

  @Test func severalCandidatesInsertTheirCommonPrefixAndAreShown() {
    let completion = Completion(candidates: ["mapError", "map", "mapError"], replaced: 0..<1)
    #expect(completion.step(in: "m") == .init(insertion: "map", range: 0..<1, choices: ["map", "mapError"]))
  }

  @Test func withoutProgressTheLineStays() {
    let completion = Completion(candidates: ["map", "merge"], replaced: 0..<1)
    #expect(completion.step(in: "m") == .init(insertion: nil, range: 0..<1, choices: ["map", "merge"]))
    let finished = Completion(candidates: ["map"], replaced: 0..<3)
    #expect(finished.step(in: "map") == .init(insertion: nil, range: 0..<3, choices: []))
  }

  @Test func candidatesThatBeginOtherwiseDoNotShortenTheLine() {
    let completion = Completion(candidates: ["map", "filter"], replaced: 0..<3)
    #expect(completion.step(in: "mpa")?.insertion == nil)
  }

  @Test func bytesBecomeScalars() {
    // "é漢" takes five bytes and two scalars.
    let completion = Completion(candidates: ["été"], replaced: 6..<8)
    #expect(completion.step(in: "é漢 é") == .init(insertion: "été", range: 3..<4, choices: []))
  }

  @Test func aPrefixEndsBetweenWholeCharacters() {
    let completion = Completion(candidates: ["e\u{301}a", "e\u{302}a"], replaced: 0..<0)
    #expect(completion.step(in: "")?.insertion == nil)
  }

  @Test(arguments: [3..<9, 1..<2, -1..<1])
  func aPartThatIsNoneIsIgnored(replaced: Range<Int>) {
    #expect(Completion(candidates: ["x"], replaced: replaced).step(in: "éa") == nil)
  }

  @Test func nothingFits() {
    #expect(Completion.none.step(in: "abc") == nil)
  }
}

@Suite struct ColumnLayoutTests {
  @Test func wordsGoDownThenAcross() {
    let columns = ColumnLayout(words: ["a", "bb", "c", "dd", "e"], width: 11, rows: 9)
    #expect(columns.text == "a   c   e\nbb  dd\n")
  }

  @Test func aNarrowTerminalHasOneColumn() {
    #expect(ColumnLayout(words: ["alpha", "beta"], width: 4, rows: 9).text == "alpha\nbeta\n")
  }

  @Test func whatDoesNotFitIsCounted() {
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
  func codesStandBetweenMarks(prompt: String, marked: String) {
    #expect(Prompt.marked(prompt) == marked)
  }
}
