import Marbles

/// The abilities of a terminal, from the system's database of terminals.
package struct TerminalDescription: Equatable {
  /// The number of colors.
  var colors: Int
  /// Whether the terminal understands the usual escape codes that move the cursor.
  package var movesCursor: Bool

  /// The terminal that `TERM` names.
  package static let current = TerminalDescription(environment: Environment.variable)

  /// Creates the description of the terminal that `TERM` names.
  ///
  /// A name that is not in the database is probably a new terminal, which has colors.
  init(environment: (String) -> String?) {
    let name = environment("TERM") ?? ""
    guard !name.isEmpty, name != "dumb" else {
      self.init(colors: 0, movesCursor: false)
      return
    }
    let entry = Self.folders(environment).lazy.compactMap { Self.entry(name, in: $0) }.first
    self = entry ?? TerminalDescription(colors: name.contains("256color") ? 256 : 8, movesCursor: true)
  }

  init(colors: Int, movesCursor: Bool) {
    self.colors = colors
    self.movesCursor = movesCursor
  }

  var depth: ColorDepth {
    switch colors {
    case 256...: .full
    case 8...: .eight
    default: .none
    }
  }

  // MARK: The database

  /// The folders of the database, in the order in which terminal libraries search them.
  private static func folders(_ environment: (String) -> String?) -> [String] {
    let own = [environment("TERMINFO"), environment("HOME").map { $0 + "/.terminfo" }].compactMap(\.self)
    let listed = environment("TERMINFO_DIRS")?.split(separator: ":").map(String.init) ?? []
    return own + listed + ["/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo", "/usr/local/share/terminfo"]
  }

  /// Reads an entry, whose file is in a folder for the first character of its name or for the number of that character.
  private static func entry(_ name: String, in folder: String) -> TerminalDescription? {
    guard let first = name.utf8.first, !name.contains("/") else { return nil }
    for part in [String(Unicode.Scalar(first)), String(first, radix: 16)] {
      guard let file = try? FileDescriptor("\(folder)/\(part)/\(name)", for: .reading) else { continue }
      defer { file.closeFile() }
      if let bytes = try? file.readAll(atMost: 1 << 16), let entry = TerminalDescription(compiled: bytes) {
        return entry
      }
    }
    return nil
  }

  /// Reads a compiled entry of terminfo(5).
  ///
  /// A header of six numbers is followed by names, flags, numbers, and the offsets of strings in a table.
  init?(compiled bytes: [UInt8]) {
    func number(at offset: Int, size: Int = 2) -> Int? {
      guard offset >= 0, offset + size <= bytes.count else { return nil }
      let value = bytes[offset..<offset + size].reversed().reduce(0) { $0 << 8 | Int($1) }
      // Negative numbers mean that the terminal lacks the ability.
      return value >> (8 * size - 1) == 0 ? value : nil
    }
    let header = (0..<6).compactMap { number(at: 2 * $0) }
    guard header.count == 6, header[0] == 0o432 || header[0] == 0o1036 else { return nil }
    let (size, flags) = (header[0] == 0o432 ? 2 : 4, 12 + header[1])
    // The numbers begin at an even offset.
    let numbers = (flags + header[2] + 1) / 2 * 2
    let strings = numbers + header[3] * size
    let table = strings + header[4] * 2
    colors = Self.maxColors < header[3] ? number(at: numbers + Self.maxColors * size, size: size) ?? 0 : 0
    let address = Self.cursorAddress < header[4] ? number(at: strings + 2 * Self.cursorAddress) : nil
    let code = address.map { bytes.dropFirst(table + $0).prefix { $0 != 0 } }
    movesCursor = code?.starts(with: "\u{1B}[".utf8) ?? false
  }

  /// The index of `max_colors` among the numbers, and of `cursor_address` among the strings.
  private static let (maxColors, cursorAddress) = (13, 10)
}
