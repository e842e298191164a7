import MarbleLanguage
import Testing

/// Line breaks in the text of the prompt.
@Suite struct WrappingTests {
  @Test(arguments: [
    ("one two three", "one two\nthree"), ("one `two three`", "one\n`two three`"),
    ("  one two three", "  one two three"),
    ("one two  three", "one two  three"),
    // The last column of a table.
    ("  a  one two three", "  a  one\n     two\n     three"),
    ("  one two  three", "  one two\n    three"),
  ])
  func linesAreBroken(text: String, expected: String) {
    #expect(wrapped(text, to: 10) == expected)
  }
}
