import CLineEdit

/// How many characters a terminal shows.
struct TerminalSize: Equatable {
  var columns: Int
  var rows: Int

  /// The size of a terminal, or nil when that is no terminal or does not know it.
  static func of(_ descriptor: FileDescriptor) -> TerminalSize? {
    var columns: Int32 = 0
    var rows: Int32 = 0
    guard terminal_size(descriptor.number, &columns, &rows) else { return nil }
    return TerminalSize(columns: Int(columns), rows: Int(rows))
  }
}
