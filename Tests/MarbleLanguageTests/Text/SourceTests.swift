import MarbleLanguage
import Testing

@Suite struct SourceTests {
  @Test(arguments: [
    (0, 1, 1), (2, 1, 3), (3, 1, 4), (4, 2, 1), (7, 2, 2), (8, 2, 3), (9, 3, 1), (99, 3, 1), (-1, 1, 1),
  ])
  func `a position has a line and a column counted in graphemes`(offset: Int, line: Int, column: Int) {
    let source = Source(name: "", text: "a-b\n日c\n")
    let position = source.position(of: offset)
    #expect(position.line == line)
    #expect(position.column == column)
  }

  @Test func `a line excludes its line break`() {
    let source = Source(name: "", text: "one\r\ntwo\n")
    #expect(source.text(of: source.line(containing: 1)) == "one")
    #expect(source.text(of: source.line(containing: 6)) == "two")
    #expect(source.text(of: source.line(containing: 9)) == "")
  }

  @Test func `an invalid byte is shown at its position`() {
    let source = Source(name: "lane", bytes: Array("--é\n--a".utf8) + [0xC3] + Array("(--".utf8))
    do throws(Diagnostic) {
      try source.checkEncoding()
      Issue.record("0xC3 in front of a bracket is no UTF-8")
    } catch {
      let text = DiagnosticRenderer(source).text(of: error)
      #expect(
        text == """
          lane:2:4: error: this byte is not valid UTF-8
            --a\u{FFFD}(--
               ^
            help: save the file as UTF-8
          """)
    }
  }

  @Test(
    arguments: [
      [0xFF], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x94], [0x80],
    ] as [[UInt8]])
  func `byte sequences that Unicode forbids are invalid`(bytes: [UInt8]) {
    #expect(throws: Diagnostic(.invalidUTF8, at: 1..<2)) {
      try Source(name: "", bytes: [0x61] + bytes).checkEncoding()
    }
  }

  @Test func `a byte order mark is removed`() throws {
    let source = Source(name: "", bytes: [0xEF, 0xBB, 0xBF, 0x61])
    #expect(source.bytes == [0x61])
    try source.checkEncoding()
    try Source(name: "", text: "é日👨‍👩‍👧\u{FFFD}").checkEncoding()
  }

  @Test func `a long line is clipped around the error`() {
    let silence = String(repeating: "-", count: 300)
    let source = Source(name: "lane", text: silence + "|-a" + silence)
    let text = DiagnosticRenderer(source).text(of: Diagnostic(.repeatedOrigin, at: 302..<303, related: 300..<301))
    #expect(
      text == """
        lane:1:303: error: unexpected second `^`
          …------------------------------------------------|-a-------------------------------------------------…
                                                           ~ ^
          help: delete it: `^` marks tick 0, and a timeline has only one
        """)
  }

  /// The source contains the marks: `‹` and `›` around the span, `«` and `»` around the related span.
  @Test(arguments: [
    ("--«|»--‹a›", "--|--a", "  ~  ^"), ("日本-«|»-‹語›", "日本-|-語", "     ~ ^^"),
    ("\t--‹a›", "\t--a", "\t  ^"), ("a\tb\t‹c›\td", "a\tb\tc\td", " \t \t^"), ("👨‍👩‍👧🇩🇪‹x›", "👨‍👩‍👧🇩🇪x", "    ^"),
    ("e\u{301}e\u{301}‹x›", "e\u{301}e\u{301}x", "  ^"), ("--a‹›", "--a", "   ^"), ("‹--a›", "--a", "^^^"),
    ("\u{1B}[2J‹x›", "␛[2Jx", "    ^"), ("\u{202E}‹x›", "\u{FFFD}x", " ^"), ("a\r‹b›", "a␍b", "  ^"),
  ])
  func `carets point at the cause`(marked: String, line: String, marks: String) throws {
    var bytes: [UInt8] = []
    var places: [Character: Int] = [:]
    for character in marked {
      if "‹›«»".contains(character) { places[character] = bytes.count } else { bytes += String(character).utf8 }
    }
    let start = try #require(places["‹"])
    let end = try #require(places["›"])
    let related = places["«"].flatMap { first in places["»"].map { first..<$0 } }
    // The result is the same with every line ending and with other lines around it.
    for (before, after) in [("", ""), ("--1\n", "\n--2"), ("--1\r\n", "\r\n--2"), ("\n\n", "\n")] {
      let source = Source(name: "lane", bytes: Array(before.utf8) + bytes + Array(after.utf8))
      let shift = before.utf8.count
      let diagnostic = Diagnostic(
        .repeatedOrigin, at: start + shift..<end + shift,
        related: related.map { $0.lowerBound + shift..<$0.upperBound + shift })
      let lines = DiagnosticRenderer(source).text(of: diagnostic).split(separator: "\n").map(String.init)
      #expect(lines[1] == "  " + line)
      #expect(lines[2] == "  " + marks)
      let column = source.text(of: shift..<start + shift).count + 1
      #expect(lines[0].hasPrefix("lane:\(before.filter(\.isNewline).count + 1):\(column): "))
    }
  }

  @Test func `a caret is aligned after wide and invisible characters`() {
    let source = Source(name: "lane", text: "日\u{1B}e\u{301}👨‍👩‍👧a")
    let end = source.bytes.count
    let text = DiagnosticRenderer(source).text(of: Diagnostic(.repeatedOrigin, at: end - 1..<end))
    let lines = text.split(separator: "\n")
    #expect(lines[1] == "  日␛e\u{301}👨‍👩‍👧a")
    #expect(lines[2] == "        ^")
  }
}
