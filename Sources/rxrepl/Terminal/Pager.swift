import CLineEdit
import MarbleLanguage

/// A program in which one reads what is too long for the screen.
struct Pager: Equatable {
  let command: String

  /// What `PAGER` names, or `less`; `nil` where it names none.
  init?(environment: (String) -> String?) {
    let command = environment("PAGER") ?? "less"
    guard !command.allSatisfy(\.isWhitespace), command != "cat" else { return nil }
    self.command = command
  }

  /// Shows bytes, and comes back when the reader does; whether that was possible.
  func show(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { all in
      all.baseAddress.map { pager_show(command, $0, all.count) } ?? false
    }
  }

  /// Whether a text takes more than so many rows of a terminal.
  static func needs(_ bytes: [UInt8], _ size: TerminalSize) -> Bool {
    var rows = 0
    var column = 0
    var isCode = false
    for character in String(decoding: bytes, as: UTF8.self) {
      switch character {
      case "\n":
        rows += 1
        column = 0
      case "\u{1B}": isCode = true
      case _ where isCode: isCode = !character.isLetter
      default:
        let width = displayWidth(of: character)
        if column + width > size.columns {
          rows += 1
          column = 0
        }
        column += width
      }
      // One row is the prompt's.
      if rows >= size.rows { return true }
    }
    return false
  }
}
