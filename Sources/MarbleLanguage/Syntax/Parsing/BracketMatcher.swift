/// Finds the closing bracket or the end of a statement without parsing.
///
/// The search stops at a blank line and at a maximum depth. Otherwise every unclosed bracket would cost a scan of the
/// rest of the script.
struct BracketMatcher {
  private static let maxDepth = 100

  private let bytes: SourceBytes
  private var position: Int
  /// The closing bytes of the open brackets.
  ///
  /// For a string, this is a quote.
  private var open: [UInt8] = []
  private var unclosedComment: Int?

  private init(_ bytes: SourceBytes, at offset: Int) {
    self.bytes = bytes
    position = offset
  }

  /// Returns the offset after the bracket or string that begins at an offset, or `nil` if it is never closed.
  static func end(ofBracketAt offset: Int, in bytes: SourceBytes) -> Int? {
    var matcher = BracketMatcher(bytes, at: offset)
    repeat {
      guard matcher.step(acrossLines: true) else { return nil }
    } while !matcher.open.isEmpty
    return matcher.position
  }

  /// Returns the offset of the `;` or line end after the statement, or `nil` if its brackets do not match.
  ///
  /// An unclosed comment is an end too. The parser reports it there.
  static func statementEnd(at offset: Int, in bytes: SourceBytes, acrossLines: Bool) -> Int? {
    var matcher = BracketMatcher(bytes, at: offset)
    while true {
      if matcher.open.isEmpty {
        switch bytes[matcher.position] {
        case nil, ASCII.newline, ASCII.semicolon: return matcher.position
        default: break
        }
      }
      guard matcher.step(acrossLines: acrossLines) else { return matcher.unclosedComment }
    }
  }

  /// Skips one byte, escape or comment.
  ///
  /// Returns `false` if the brackets cannot match any more.
  private mutating func step(acrossLines: Bool) -> Bool {
    guard let byte = bytes[position] else { return false }
    let isInString = open.last == ASCII.quote
    switch byte {
    case ASCII.newline:
      guard !isInString, acrossLines, let next = bytes.continuation(afterLineEnd: position) else { return false }
      position = next
    case ASCII.backslash where isInString && bytes[position + 1] == ASCII.openParenthesis:
      position += 1
      return push(ASCII.closeParenthesis)
    case ASCII.backslash:
      position += isInString && bytes[position + 1] == ASCII.newline ? 1 : 2
    case ASCII.quote where isInString:
      open.removeLast()
      position += 1
    case _ where isInString:
      position += 1
    case ASCII.quote: return push(ASCII.quote)
    case ASCII.openParenthesis: return push(ASCII.closeParenthesis)
    case ASCII.openSquare: return push(ASCII.closeSquare)
    case ASCII.openBrace: return push(ASCII.closeBrace)
    case ASCII.closeParenthesis, ASCII.closeSquare, ASCII.closeBrace:
      guard open.popLast() == byte else { return false }
      position += 1
    // A comment cannot begin in square brackets, because a timeline can contain `[//]`.
    case ASCII.slash where open.last != ASCII.closeSquare:
      switch bytes.skipTrivia(at: position) {
      case .to(let end):
        position = max(end, position + 1)
      case .unclosedComment(let start):
        unclosedComment = start
        return false
      }
    default:
      position += 1
    }
    return true
  }

  private mutating func push(_ closing: UInt8) -> Bool {
    guard open.count < Self.maxDepth else { return false }
    open.append(closing)
    position += 1
    return true
  }
}
