import MarbleSession

/// A private file that is removed when this object is released.
final class TemporaryFile {
  let path: String

  init(containing bytes: [UInt8], ending: String) throws(SystemFailure) {
    let folder = Environment.variable("TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    var path = "\(folder)/rxrepl-XXXXXX"
    let file = try FileDescriptor(unique: &path, ending: ending)
    self.path = path
    let (writing, closing) = (file.writeAll(bytes), file.closeFile())
    if let error = writing ?? closing { throw error.failure }
  }

  deinit {
    Platform.remove(path)
  }
}
