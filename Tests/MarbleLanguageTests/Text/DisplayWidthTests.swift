import MarbleLanguage
import Testing

@Suite struct DisplayWidthTests {
  @Test(arguments: [
    ("a", 1), (" ", 1), ("─", 1), ("┤", 1), ("…", 1), ("é", 1), ("e\u{301}", 1), ("ß", 1), ("я", 1),
    ("日", 2), ("ｱ", 1), ("Ａ", 2), ("가", 2), ("\u{1100}\u{1161}", 2), ("क्षि", 1),
    ("😀", 2), ("👍🏽", 2), ("👨‍👩‍👧", 2), ("🇩🇪", 2), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2),
    ("#\u{FE0F}\u{20E3}", 2), ("❤", 1), ("❤\u{FE0F}", 2), ("⌚", 2), ("⌚\u{FE0E}", 1), ("©", 1), ("©\u{FE0F}", 2),
    ("\u{301}", 0), ("\u{200B}", 0), ("\u{200D}", 0), ("\n", 0), ("\u{7F}", 0), ("\r\n", 0),
  ])
  func `a grapheme is zero, one or two columns wide`(text: String, width: Int) {
    #expect(displayWidth(of: Character(text)) == width)
  }

  @Test func `the width of a string is the sum of its graphemes`() {
    #expect(displayWidth(of: "--日本語|") == 9)
    #expect(displayWidth(of: "") == 0)
  }
}
