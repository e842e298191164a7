/// A private file of lines to which lines are only appended.
struct HistoryFile {
  let path: String

  /// The number of bytes that are read from the end of a long file.
  private static let window = 1 << 20

  /// Returns the last lines of the file, the oldest first, or none if the file cannot be read.
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

  /// Appends a line by a single write, so that lines of other sessions cannot get into it.
  func append(line: String) {
    Platform.makeFolders(of: path, isPrivate: true)
    guard let file = try? FileDescriptor(path, for: .appending) else { return }
    defer { file.closeFile() }
    // If a full disk has truncated the last line, the new one must not be appended to it.
    let begin = endsWithinLine(file) ? "\n" : ""
    _ = file.writeAll(Array((begin + line + "\n").utf8))
  }

  private func endsWithinLine(_ file: FileDescriptor) -> Bool {
    let size = file.seekToEnd()
    guard size > 0 else { return false }
    file.seek(to: size - 1)
    // Reading moves the offset, but appended bytes always go to the end.
    return (try? file.readSome(atMost: 1))?.first != UInt8(ascii: "\n")
  }
}
