import MarbleTools
import Marbles

/// The bytes of a file.
@Sendable
func readFile(at path: String) throws(SystemFailure) -> [UInt8] {
  let file = try FileDescriptor(path, for: .reading)
  defer { file.closeFile() }
  return try file.readAll(atMost: maxFileSize)
}

/// What comes in.
func readStandardInput() throws(SystemFailure) -> [UInt8] { try FileDescriptor.input.readAll(atMost: maxFileSize) }

/// The most bytes that are read of a file, 64 MB: a script takes many times its size in memory once it is parsed.
private let maxFileSize = 64 << 20

/// Whether a file is there and holds just these bytes; what is no file, such as a device, is not read.
func holds(_ bytes: [UInt8], at path: String) -> Bool {
  guard let status = FileStatus(of: path), status.kind == .file, status.size == bytes.count else { return false }
  return (try? readFile(at: path)) == bytes
}

/// Writes a file: all of it or nothing, so that whoever reads it meanwhile finds it whole.
///
/// A new one may be for the user's eyes only; one that is there keeps its permissions.
@Sendable
func writeFile(at path: String, _ bytes: [UInt8], isPrivate: Bool) throws(SystemFailure) {
  let status = FileStatus(of: path)
  // What is no file, such as a pipe or a terminal, can only be written where it is.
  if let status, status.kind != .file {
    let device = try FileDescriptor(path, for: .writing)
    defer { device.closeFile() }
    if let error = device.writeAll(bytes) { throw error.failure }
    return
  }
  // A link goes on pointing at the file that it points at.
  let target = Platform.resolved(path) ?? path
  let temporary = "\(target).\(Platform.processID).tmp"
  let file = try FileDescriptor(temporary, for: .creating(isPrivate: isPrivate))
  status?.copyPermissions(to: file)
  let (writing, closing) = (file.writeAll(bytes), file.closeFile())
  if let error = writing ?? closing ?? Platform.move(temporary, to: target) {
    Platform.remove(temporary)
    throw error.failure
  }
}

/// Writes a file anew that was read before, unless somebody has changed it since.
func replaceFile(
  at path: String, holding original: [UInt8], with bytes: [UInt8]
) throws(SystemFailure) {
  guard try readFile(at: path) == original else {
    throw SystemFailure(reason: "the file was changed by another program, so nothing was written")
  }
  do throws(SystemFailure) {
    try writeFile(at: path, bytes, isPrivate: false)
  } catch {
    // The same reason could be one why it cannot be read.
    throw SystemFailure(reason: "cannot write the file: \(error.reason)")
  }
}

/// The names in a folder, those of folders with a slash after them; none if it cannot be read.
@Sendable
func listFolder(at path: String) -> [String] {
  let names = (try? Platform.names(inFolder: path)) ?? []
  return names.map { FileStatus(of: "\(path)/\($0)")?.kind == .folder ? $0 + "/" : $0 }
}

extension SessionEnvironment {
  /// The files of the system.
  static var system: SessionEnvironment {
    var environment = SessionEnvironment()
    environment.readFile = rxrepl.readFile
    environment.writeFile = rxrepl.writeFile
    environment.listFolder = rxrepl.listFolder
    return environment
  }
}
