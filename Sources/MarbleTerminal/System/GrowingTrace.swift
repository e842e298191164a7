import MarbleLanguage
import MarbleSession
import Marbles

/// Returns a function that reads a trace which a program is still writing: the header and the last lines, and whether
/// they are the whole file, or `nil` if the file has not changed since the last call.
///
/// - Parameter capacity: The number of bytes that are read.
package func readerOfChanges(
  at path: String, capacity: Int
) -> @Sendable () throws(SystemFailure) -> (bytes: [UInt8], isWhole: Bool)? {
  let last = Mutex<FileStatus??>(nil)
  return { () throws(SystemFailure) in
    let status = FileStatus(of: path)
    let isKnown = last.withLock { last in
      defer { last = .some(status) }
      return last == .some(status)
    }
    if isKnown { return nil }
    if let status, status.kind != .file { throw SystemFailure(reason: "this is not a file") }
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
