import Marbles

/// A scanner for JavaScript in MDX: a module, which ends at a blank line outside of a template literal, or an expression
/// or attribute with a template literal over several lines.
struct MDXModule {
  /// Whether the next line is in a template literal.
  private(set) var isInTemplate = false
  private var isExpression = false

  /// Whether the JavaScript does not go on in the next line.
  var hasEnded: Bool { isExpression && !isInTemplate }

  /// Creates the scanner after the first line, or returns `nil` if a line does not begin JavaScript.
  init?(_ line: ArraySlice<UInt8>) {
    guard line.starts(with: "import ".utf8) || line.starts(with: "export ".utf8) else { return nil }
    read(line)
  }

  /// Creates the scanner after a line in which an expression begins a template literal, or returns `nil` for another line.
  init?(expressionIn line: ArraySlice<UInt8>) {
    let brace = line.indices.last { line[$0] == UInt8(ascii: "{") && line[($0 + 1)...].first == UInt8(ascii: "`") }
    // In inline code, a brace is text.
    guard let brace, line[..<brace].count(where: { $0 == UInt8(ascii: "`") }) % 2 == 0 else { return nil }
    isExpression = true
    read(line[(brace + 1)...])
    if hasEnded { return nil }
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
