/// Finds where brackets close and statements end without understanding what is written.
///
/// It keeps its own stack, gives up at a depth that nobody writes, and at a blank line, so that what was never closed
/// is not looked for in all the rest of a script again and again.
struct Skimmer {
  private static let deepest = 100

  private let bytes: SourceBytes
  private var position: Int
  private var open: [Opened] = []
  private var unclosedComment: Int?

  private enum Opened {
    case bracket(closedBy: UInt8)
    case interpolation
    case text
  }

  init(_ bytes: SourceBytes, at offset: Int) {
    self.bytes = bytes
    position = offset
  }

  /// The offset behind the bracket or text that begins at an offset, `nil` if it is never closed.
  static func end(ofBracketAt offset: Int, in bytes: SourceBytes) -> Int? {
    var skimmer = Skimmer(bytes, at: offset)
    repeat {
      guard skimmer.step(acrossLines: true) else { return nil }
    } while !skimmer.open.isEmpty
    return skimmer.position
  }

  /// The `;` or line end that ends the statement at an offset, `nil` if brackets are left open or closed in excess.
  ///
  /// A comment that never ends is an end, too; whoever reads on there finds it.
  static func statementEnd(at offset: Int, in bytes: SourceBytes, acrossLines: Bool) -> Int? {
    var skimmer = Skimmer(bytes, at: offset)
    while true {
      if skimmer.open.isEmpty {
        switch bytes[skimmer.position] {
        case nil, ASCII.newline, ASCII.semicolon: return skimmer.position
        default: break
        }
      }
      guard skimmer.step(acrossLines: acrossLines) else { return skimmer.unclosedComment }
    }
  }

  /// Steps over one byte, escape or comment; false where nothing sensible can follow.
  private mutating func step(acrossLines: Bool) -> Bool {
    guard let byte = bytes[position] else { return false }
    if case .text = open.last { return stepInText(byte) }
    switch byte {
    case ASCII.newline:
      guard acrossLines, let next = bytes.continuation(afterLineEnd: position) else { return false }
      position = next
      return true
    case ASCII.quote: return push(.text)
    case ASCII.openParenthesis: return push(.bracket(closedBy: ASCII.closeParenthesis))
    case ASCII.openSquare: return push(.bracket(closedBy: ASCII.closeSquare))
    case ASCII.openBrace: return push(.bracket(closedBy: ASCII.closeBrace))
    case ASCII.closeParenthesis, ASCII.closeSquare, ASCII.closeBrace:
      switch open.popLast() {
      case .bracket(closedBy: byte): break
      case .interpolation where byte == ASCII.closeParenthesis: break
      default: return false
      }
      position += 1
    case ASCII.backslash:
      position += 2
    case ASCII.slash where !isInSquare:
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

  /// Whether the innermost bracket is square; no comment begins in there, since a timeline may hold `[//]`.
  private var isInSquare: Bool {
    if case .bracket(closedBy: ASCII.closeSquare) = open.last { true } else { false }
  }

  private mutating func stepInText(_ byte: UInt8) -> Bool {
    switch byte {
    case ASCII.newline:
      return false
    case ASCII.quote:
      open.removeLast()
      position += 1
    case ASCII.backslash where bytes[position + 1] == ASCII.openParenthesis:
      position += 1
      return push(.interpolation)
    case ASCII.backslash:
      position += bytes[position + 1] == ASCII.newline ? 1 : 2
    default:
      position += 1
    }
    return true
  }

  private mutating func push(_ opened: Opened) -> Bool {
    guard open.count < Self.deepest else { return false }
    open.append(opened)
    position += 1
    return true
  }
}
