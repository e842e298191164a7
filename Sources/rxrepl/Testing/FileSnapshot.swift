/// What files were like when they were read, to see when they change.
final class FileSnapshot: Sendable {
  private let statuses = Monitor<[String: FileStatus?]>([:])

  /// Notes what a file is like now; to be said before it is read.
  func note(_ path: String) {
    let status = FileStatus(of: path)
    statuses.change { if $0[path] == nil { $0[path] = .some(status) } }
  }

  /// Whether one of the files is another now, or there is none any more, or now there is one.
  var areOutdated: Bool {
    statuses.change { $0.contains { path, status in status != FileStatus(of: path) } }
  }
}
