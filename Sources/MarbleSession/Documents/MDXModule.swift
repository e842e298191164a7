import Marbles

/// A scanner for JavaScript in MDX, which ends at a blank line outside of a template literal.
struct MDXModule {
  /// Whether the next line is in a template literal.
  private(set) var isInTemplate = false

  /// Creates the scanner after the first line, or returns `nil` if a line does not begin JavaScript.
  init?(_ line: ArraySlice<UInt8>) {
    guard line.starts(with: "import ".utf8) || line.starts(with: "export ".utf8) else { return nil }
    read(line)
  }

  /// Reads a line.
  mutating func read(_ line: ArraySlice<UInt8>) {
    var quote: UInt8?
    var rest = line
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\") {
        rest = rest.dropFirst()
      } else if isInTemplate {
        isInTemplate = byte != UInt8(ascii: "`")
      } else if quote != nil {
        if byte == quote { quote = nil }
      } else if byte == UInt8(ascii: "`") {
        isInTemplate = true
      } else if byte == UInt8(ascii: "/"), rest.first == byte {
        return
      } else if "\"'".utf8.contains(byte) {
        quote = byte
      }
    }
  }
}
