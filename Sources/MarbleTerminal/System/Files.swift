import MarbleSession
import Marbles

/// Returns the bytes of a file.
@Sendable
package func readFile(at path: String) throws(SystemFailure) -> [UInt8] {
  let file = try FileDescriptor(path, for: .reading)
  defer { file.closeFile() }
  return try file.readAll(atMost: Source.isTrace(named: path) ? maxTraceSize : maxFileSize)
}

/// Returns the bytes of a script or a page.
package func readScript(at path: String) throws(SystemFailure) -> [UInt8] {
  let bytes = try readFile(at: path)
  guard !path.isPagePath, let language = path.programmingLanguage else { return bytes }
  throw SystemFailure(reason: "`rxrepl` does not read \(language)")
}

/// Returns the bytes of standard input.
package func readStandardInput() throws(SystemFailure) -> [UInt8] {
  try FileDescriptor.input.readAll(atMost: maxFileSize)
}

/// The maximum size of a file that is read, 64 MB.
///
/// A parsed script takes many times its size in memory.
private let maxFileSize = 64 << 20

/// The maximum size of a trace, 512 MB.
private let maxTraceSize = 512 << 20

/// Whether a file exists and has exactly these bytes.
///
/// Only regular files are read, no devices.
package func holds(_ bytes: [UInt8], at path: String) -> Bool {
  guard let status = FileStatus(of: path), status.kind == .file, status.size == bytes.count else { return false }
  return (try? readFile(at: path)) == bytes
}

/// Writes a file, either completely or not at all, so that concurrent readers never see half of it.
///
/// `isPrivate` applies to new files. An existing file keeps its permissions, and is not replaced if it is read-only.
package func writeFile(at path: String, _ bytes: [UInt8], isPrivate: Bool) throws(SystemFailure) {
  let status = FileStatus(of: path)
  // A pipe or a terminal cannot be replaced, so it is written directly.
  if let status, status.kind != .file {
    let device = try FileDescriptor(path, for: .writing)
    defer { device.closeFile() }
    if let error = device.writeAll(bytes) { throw error.failure }
    return
  }
  if let status, status.isReadOnly { throw SystemFailure(reason: "the file is read-only") }
  // If the path is a link, the target is replaced and the link stays.
  try Replacement(of: Platform.resolved(path) ?? path).write(bytes, isPrivate: isPrivate, permissions: status)
}

/// Replaces the contents of a file, unless they have changed since the file was read.
package func replaceFile(
  at path: String, holding original: [UInt8], with bytes: [UInt8]
) throws(SystemFailure) {
  guard try readFile(at: path) == original else {
    throw SystemFailure(reason: "the file was changed by another program, so nothing was written")
  }
  do throws(SystemFailure) {
    try writeFile(at: path, bytes, isPrivate: false)
  } catch {
    // The prefix is needed because reading can fail for the same reason.
    throw SystemFailure(reason: "cannot write the file: \(error.reason)")
  }
}

/// Returns the names in a folder, or none if the folder cannot be read.
///
/// Names of folders end in a slash.
@Sendable
package func listFolder(at path: String) -> [String] {
  let names = (try? Platform.names(inFolder: path)) ?? []
  return names.map { FileStatus(of: "\(path)/\($0)")?.kind == .folder ? $0 + "/" : $0 }
}

extension SessionEnvironment {
  /// Creates the environment of scripts, which cannot use files unless they are trusted.
  ///
  /// - Parameter refusal: The reason why they cannot.
  package init(for options: SessionOptions, refusal: SystemFailure = .unsafe) {
    self = options.isSafe ? SessionEnvironment(safeWithin: processorTime, refusal: refusal) : .system
  }

  /// The environment that uses the files of the system.
  package static var system: SessionEnvironment {
    var environment = SessionEnvironment()
    environment.readFile = MarbleTerminal.readFile
    environment.existingFile = { path in FileStatus(of: path).map { ExistingFile(kind: $0.kind, size: $0.size) } }
    environment.writeFile = { path, bytes throws(SystemFailure) in
      try MarbleTerminal.writeFile(at: path, bytes, isPrivate: false)
    }
    environment.listFolder = MarbleTerminal.listFolder
    return environment
  }
}
