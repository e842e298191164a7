import MarbleSession
import Marbles

/// The replacement of a file by a temporary file beside it, named `demo.marble.123.tmp` with the number of the process.
struct Replacement {
  private let target: String
  /// Held while the temporary file exists, because all threads use the same name for it.
  private static let lock = Mutex(())

  /// Creates the replacement of a file at a path without links.
  init(of target: String) { self.target = target }

  /// Writes the temporary file and moves it to the target.
  ///
  /// - Parameter permissions: The status of the old file, whose permissions are kept.
  func write(_ bytes: [UInt8], isPrivate: Bool, permissions: FileStatus?) throws(SystemFailure) {
    try Self.lock.withLock { _ throws(SystemFailure) in
      removeAbandoned()
      let temporary = "\(target).\(Platform.processID).tmp"
      let file = try FileDescriptor(temporary, for: .creating(isPrivate: isPrivate))
      permissions?.copyPermissions(to: file)
      let (writing, closing) = (file.writeAll(bytes), file.closeFile())
      if let error = writing ?? closing ?? Platform.move(temporary, to: target) {
        Platform.remove(temporary)
        throw error.failure
      }
    }
  }

  /// Removes the temporary files of processes that were killed before they could move them to the target.
  private func removeAbandoned() {
    let slash = target.lastIndex(of: "/")
    let folder = slash.map { String(target[...$0]) } ?? "./"
    let prefix = (slash.map { String(target[target.index(after: $0)...]) } ?? target) + "."
    for name in (try? Platform.names(inFolder: folder)) ?? [] where name.hasPrefix(prefix) && name.hasSuffix(".tmp") {
      guard let process = Int32(name.dropFirst(prefix.count).dropLast(4)), process > 0 else { continue }
      // A file with this process's number is from an earlier process, since this one has not created it yet.
      if process == Platform.processID || !Platform.isRunning(process) { Platform.remove(folder + name) }
    }
  }
}
