/// A private file of lines that is only ever appended to.
struct HistoryFile {
  let path: String

  /// How much of a long file is looked at, from its end.
  private static let window = 1 << 20

  /// The last lines of the file, the oldest first; none when it cannot be read.
  func lines(last limit: Int) -> [String] {
    guard let file = try? FileDescriptor(path, for: .reading) else { return [] }
    defer { file.closeFile() }
    let size = file.seekToEnd()
    let start = max(0, size - Self.window)
    file.seek(to: start)
    var lines = ((try? file.readAll()) ?? []).split(separator: UInt8(ascii: "\n"))
    // The window may begin in the middle of a line.
    if start > 0, !lines.isEmpty { lines.removeFirst() }
    return lines.suffix(limit).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Adds a line in one write, which other sessions cannot come between.
  func append(line: String) {
    Platform.makeFolders(of: path, isPrivate: true)
    guard let file = try? FileDescriptor(path, for: .appending) else { return }
    defer { file.closeFile() }
    // A write that a full disk cut short must not take this line with it.
    let begin = endsWithinLine(file) ? "\n" : ""
    _ = file.writeAll(Array((begin + line + "\n").utf8))
  }

  private func endsWithinLine(_ file: FileDescriptor) -> Bool {
    let size = file.seekToEnd()
    guard size > 0 else { return false }
    file.seek(to: size - 1)
    // What is appended goes to the end wherever it was read.
    return (try? file.readSome(atMost: 1))?.first != UInt8(ascii: "\n")
  }
}
