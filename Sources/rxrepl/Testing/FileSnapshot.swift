import MarbleTerminal

/// The status of files at the time they were read, used to detect changes.
final class FileSnapshot: Sendable {
  private let statuses = Monitor<[String: FileStatus?]>([:])

  /// Records the status of a file.
  ///
  /// Must be called before the file is read.
  func record(_ path: String) {
    let status = FileStatus(of: path)
    statuses.change { if $0[path] == nil { $0[path] = .some(status) } }
  }

  /// Whether one of the files has been changed, created or removed.
  var areOutdated: Bool {
    statuses.change { $0.contains { path, status in status != FileStatus(of: path) } }
  }
}
