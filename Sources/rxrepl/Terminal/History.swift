/// What was entered at the prompt, in this session and in earlier ones.
///
/// Entries are only ever appended to the file, each by one write, so sessions that run at the same time add to it
/// without losing anything of each other.
final class History {
  /// How many entries of earlier sessions come back.
  static let limit = 1_000

  /// The oldest first.
  private(set) var entries: [String]
  private let file: HistoryFile?

  /// Loads the entries of earlier sessions; without a path nothing is loaded and nothing is kept.
  init(path: String?) {
    file = path.map(HistoryFile.init)
    entries = file?.lines(last: Self.limit).map(Self.unescaped) ?? []
  }

  /// Adds an entry, and says whether it was worth it: blank ones and immediate repetitions are not.
  ///
  /// A file that cannot be written is no reason to disturb a session; the entry then lives as long as the session.
  @discardableResult
  func append(_ entry: String) -> Bool {
    guard !entry.allSatisfy(\.isWhitespace), entry != entries.last else { return false }
    entries.append(entry)
    file?.append(line: Self.escaped(entry))
    return true
  }

  /// The newest entry that begins with a text and goes on behind it; of no text, none.
  func newest(beginningWith text: String) -> String? {
    guard !text.isEmpty else { return nil }
    return entries.last { $0.utf8.count > text.utf8.count && $0.utf8.starts(with: text.utf8) }
  }

  /// One line for an entry of any number of lines.
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

  /// The entry of a line; an escape that nobody writes stands for itself.
  static func unescaped(_ line: String) -> String {
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
