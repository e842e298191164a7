import MarbleLanguage
import MarbleSession
import Marbles

/// A trace that a program is still writing, of which only the end is read if it is large.
package final class GrowingFile: Sendable {
  private let path: String
  private let capacity: Int
  /// The status when the file was last read, or `nil` before that.
  private let status = Mutex<FileStatus??>(nil)

  /// - Parameter capacity: The number of bytes that are read.
  package init(_ path: String, capacity: Int) {
    (self.path, self.capacity) = (path, capacity)
  }

  /// Returns the header and the last lines, and whether they are the whole file, or `nil` if the file has not changed
  /// since the last call.
  package func change() throws(SystemFailure) -> (bytes: [UInt8], isWhole: Bool)? {
    let current = FileStatus(of: path)
    let isKnown = status.withLock { status in
      defer { status = .some(current) }
      return status == .some(current)
    }
    if isKnown { return nil }
    if let current, current.kind != .file { throw SystemFailure(reason: "this is not a file") }
    let file = try FileDescriptor(path, for: .reading)
    defer { file.closeFile() }
    let size = file.seekToEnd()
    file.seek(to: 0)
    if size <= capacity { return (try file.readAll(), true) }
    let start = try file.readSome() ?? []
    file.seek(to: size - capacity)
    // The first line is incomplete.
    let end = try file.readAll().drop { $0 != ASCII.newline }
    return ((TraceFile.beginsWithHeader(start) ? start.prefix { $0 != ASCII.newline } : []) + end, false)
  }
}
