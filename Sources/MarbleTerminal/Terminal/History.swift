/// The entries of this session and of earlier ones.
///
/// An entry is appended to the file by a single write, so that concurrent sessions do not lose each other's entries.
final class History {
  /// The maximum number of entries loaded from earlier sessions.
  static let limit = 1_000

  /// The entries, the oldest first.
  private(set) var entries: [String]
  private let file: HistoryFile?

  /// Loads the entries of earlier sessions.
  ///
  /// Without a path, nothing is loaded or saved.
  init(path: String?) {
    file = path.map(HistoryFile.init)
    entries = file?.lines(last: Self.limit).map(Self.unescaped) ?? []
  }

  /// Adds an entry, unless it is empty or equal to the last one.
  ///
  /// Errors of the file are ignored: the entry is then available only in this session.
  ///
  /// - Returns: Whether the entry was added.
  @discardableResult
  func append(_ entry: String) -> Bool {
    guard !entry.allSatisfy(\.isWhitespace), entry != entries.last else { return false }
    entries.append(entry)
    file?.append(line: Self.escaped(entry))
    return true
  }

  /// Returns the newest entry that begins with a string and is longer, or `nil` if the string is empty.
  func newest(beginningWith text: String) -> String? {
    guard !text.isEmpty else { return nil }
    return entries.last { $0.utf8.count > text.utf8.count && $0.utf8.starts(with: text.utf8) }
  }

  /// Returns an entry as one line.
  static func escaped(_ entry: String) -> String {
    var line = ""
    for scalar in entry.unicodeScalars {
      switch scalar {
      case "\\": line += "\\\\"
      case "\n": line += "\\n"
      case "\r": line += "\\r"
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line
  }

  /// Returns the entry of a line.
  ///
  /// Unknown escapes are kept as they are.
  static func unescaped(_ line: String) -> String {
    // Most entries are one line, and the first prompt waits for a thousand of them.
    guard line.utf8.contains(UInt8(ascii: "\\")) else { return line }
    var entry = String.UnicodeScalarView()
    var rest = line.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\\", let escape = rest.first, let meaning = escapes[escape] else {
        entry.append(scalar)
        continue
      }
      rest.removeFirst()
      entry.append(meaning)
    }
    return String(entry)
  }

  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = ["\\": "\\", "n": "\n", "r": "\r"]
}
