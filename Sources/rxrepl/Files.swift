import Glibc
import Marbles

extension Session.SystemFailure {
  /// What the system has just said.
  static var current: Self { Self(number: errno) }

  init(number: Int32) { self.init(reason: String(cString: strerror(number))) }
}

/// The bytes of a file.
@Sendable
func readFile(at path: String) throws(Session.SystemFailure) -> [UInt8] {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw .current }
  defer { close(descriptor) }
  return try readAll(descriptor)
}

/// How many megabytes of text are read at most; a script takes many times its size once it is understood.
private let mostMegabytes = 64

/// Everything that can be read from a descriptor, unless that is more than anybody writes.
func readAll(_ descriptor: Int32) throws(Session.SystemFailure) -> [UInt8] {
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    if count == 0 { return bytes }
    if count > 0 {
      bytes += chunk[..<count]
      guard bytes.count <= mostMegabytes << 20 else {
        throw Session.SystemFailure(reason: "it is larger than \(mostMegabytes) MB")
      }
    } else if errno != EINTR {
      throw .current
    }
  }
}

/// Whether a file is there and holds just these bytes; what is no file, such as a device, is not read.
func holds(_ bytes: [UInt8], at path: String) -> Bool {
  var status = stat()
  guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) == bytes.count else {
    return false
  }
  return (try? readFile(at: path)) == bytes
}

/// Writes a file: all of it or nothing, so that whoever reads it meanwhile finds it whole.
///
/// A new one may be for the user's eyes only; one that is there keeps its permissions.
@Sendable
func writeFile(at path: String, _ bytes: [UInt8], isPrivate: Bool) throws(Session.SystemFailure) {
  var status = stat()
  let exists = stat(path, &status) == 0
  // What is no file, such as a pipe or a terminal, can only be written where it is.
  if exists, status.st_mode & S_IFMT != S_IFREG {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .current }
    defer { close(descriptor) }
    if let failure = writeAll(bytes, to: descriptor) { throw Session.SystemFailure(number: failure) }
    return
  }
  // A link goes on pointing at the file that it points at.
  let target = realPath(path) ?? path
  let temporary = "\(target).\(getpid()).tmp"
  let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, isPrivate ? 0o600 : 0o666)
  guard descriptor >= 0 else { throw .current }
  if exists {
    // Only the system's own user can give a file to another; its mode comes last, because that takes bits away.
    _ = fchown(descriptor, status.st_uid, status.st_gid)
    fchmod(descriptor, status.st_mode & 0o7777)
  }
  var failure = writeAll(bytes, to: descriptor)
  if close(descriptor) != 0, failure == nil { failure = errno }
  if failure == nil, rename(temporary, target) != 0 { failure = errno }
  if let failure {
    unlink(temporary)
    throw Session.SystemFailure(number: failure)
  }
}

/// Writes a file anew that was read before, unless somebody has changed it since.
func replaceFile(
  at path: String, holding original: [UInt8], with bytes: [UInt8]
) throws(Session.SystemFailure) {
  guard try readFile(at: path) == original else {
    throw Session.SystemFailure(reason: "it was changed meanwhile, so nothing is written")
  }
  do throws(Session.SystemFailure) {
    try writeFile(at: path, bytes, isPrivate: false)
  } catch {
    // The same reason could be one why it cannot be read.
    throw Session.SystemFailure(reason: "it cannot be written: \(error.reason)")
  }
}

/// The names in a folder, those of folders with a slash behind; none if it cannot be read.
@Sendable
func listFolder(at path: String) -> [String] {
  guard let folder = opendir(path) else { return [] }
  defer { closedir(folder) }
  var names: [String] = []
  while let entry = readdir(folder) {
    let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    if name == "." || name == ".." { continue }
    var status = stat()
    let isFolder = stat("\(path)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    names.append(isFolder ? name + "/" : name)
  }
  return names
}

/// A path without links; `nil` where nothing is.
private func realPath(_ path: String) -> String? {
  guard let resolved = realpath(path, nil) else { return nil }
  defer { free(resolved) }
  return String(cString: resolved)
}

/// Writes all bytes; gives the error number if that is not possible.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
  bytes.withUnsafeBytes { all in
    var rest = all[...]
    while !rest.isEmpty {
      let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }
}
