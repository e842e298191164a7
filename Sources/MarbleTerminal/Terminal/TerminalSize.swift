import CLineEdit

/// The size of a terminal, in characters.
package struct TerminalSize: Equatable {
  package var columns: Int
  var rows: Int

  /// Returns the size of a terminal, or `nil` if the descriptor is not a terminal or has no known size.
  package static func of(_ descriptor: FileDescriptor) -> TerminalSize? {
    var columns: Int32 = 0
    var rows: Int32 = 0
    guard terminal_size(descriptor.number, &columns, &rows) else { return nil }
    return TerminalSize(columns: Int(columns), rows: Int(rows))
  }
}
