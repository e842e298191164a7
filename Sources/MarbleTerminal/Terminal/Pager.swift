import CLineEdit
import MarbleLanguage

/// A program that shows output that is too long for the screen.
struct Pager: Equatable {
  let command: String

  /// Creates a pager from `PAGER`, or with `less` if it is not set.
  ///
  /// Returns `nil` if `PAGER` is empty or `cat`.
  init?(environment: (String) -> String?) {
    let command = environment("PAGER") ?? "less"
    guard !command.allSatisfy(\.isWhitespace), command != "cat" else { return nil }
    self.command = command
  }

  /// Shows bytes until the user leaves the pager.
  ///
  /// - Returns: Whether the pager could be started.
  func show(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { all in
      all.baseAddress.map { pager_show(command, $0, all.count) } ?? false
    }
  }

  /// Whether a string is too long for the screen.
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
      // One row is reserved for the prompt.
      if rows >= size.rows { return true }
    }
    return false
  }
}
