import Glibc

/// A private file of lines that is only ever appended to.
struct HistoryFile {
  let path: String

  /// How much of a long file is looked at, from its end.
  private static let window = 1 << 20

  /// The last lines of the file, the oldest first; none when it cannot be read.
  func lines(last limit: Int) -> [String] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    let size = Int(lseek(descriptor, 0, SEEK_END))
    let start = max(0, size - Self.window)
    lseek(descriptor, off_t(start), SEEK_SET)
    var lines = readAll(descriptor).split(separator: UInt8(ascii: "\n"))
    // The window may begin in the middle of a line.
    if start > 0, !lines.isEmpty { lines.removeFirst() }
    return lines.suffix(limit).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Adds a line in one write, which other sessions cannot come between.
  func append(line: String) {
    makeDirectory()
    let descriptor = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    // A write that a full disk cut short must not take this line with it.
    let begin = endsWithinLine(descriptor) ? "\n" : ""
    let bytes = Array((begin + line + "\n").utf8)
    _ = write(descriptor, bytes, bytes.count)
  }

  private func endsWithinLine(_ descriptor: Int32) -> Bool {
    let size = lseek(descriptor, 0, SEEK_END)
    var last = UInt8(ascii: "\n")
    return size > 0 && pread(descriptor, &last, 1, size - 1) == 1 && last != UInt8(ascii: "\n")
  }

  private func readAll(_ descriptor: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
    }
  }

  /// Makes what is missing of the path, for the user's eyes only.
  private func makeDirectory() {
    var index = path.startIndex
    while let slash = path[index...].dropFirst().firstIndex(of: "/") {
      mkdir(String(path[..<slash]), 0o700)
      index = slash
    }
  }
}
