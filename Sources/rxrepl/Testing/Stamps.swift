import Glibc

/// What files were like when they were read, to see when they change.
final class Stamps: Sendable {
  private struct Stamp: Equatable {
    let device: dev_t
    let inode: ino_t
    let size: off_t
    let modified: Int
    let changed: Int

    /// `nil` where nothing is.
    init?(of path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      (device, inode, size) = (status.st_dev, status.st_ino, status.st_size)
      modified = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
      changed = status.st_ctim.tv_sec * 1_000_000_000 + status.st_ctim.tv_nsec
    }
  }

  private let stamps = Monitor<[String: Stamp?]>([:])

  /// Notes what a file is like now; to be said before it is read.
  func note(_ path: String) {
    let stamp = Stamp(of: path)
    stamps.change { if $0[path] == nil { $0[path] = .some(stamp) } }
  }

  /// Whether one of the files is another now, or there is none any more, or now there is one.
  var areOld: Bool {
    stamps.change { $0.contains { path, stamp in stamp != Stamp(of: path) } }
  }
}
