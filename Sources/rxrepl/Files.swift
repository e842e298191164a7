import Glibc
import Marbles

extension Session.UnreadableFile {
  /// What the system has just said.
  fileprivate static var current: Self { Self(reason: String(cString: strerror(errno))) }
}

/// The bytes of a file.
@Sendable
func readFile(at path: String) throws(Session.UnreadableFile) -> [UInt8] {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw .current }
  defer { close(descriptor) }
  return try readAll(descriptor)
}

/// Everything that can be read from a descriptor.
func readAll(_ descriptor: Int32) throws(Session.UnreadableFile) -> [UInt8] {
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    if count == 0 { return bytes }
    if count > 0 {
      bytes += chunk[..<count]
    } else if errno != EINTR {
      throw .current
    }
  }
}
