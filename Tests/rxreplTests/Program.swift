import Foundation

/// The built program, run from a shell with limits of time and memory.
struct Program {
  /// The standard input, empty by default.
  var input: [UInt8] = []
  var environment: [String: String] = [:]
  /// The working directory.
  var folder: String = NSTemporaryDirectory()
  /// The maximum processor time in seconds.
  ///
  /// Unlike elapsed time, it does not depend on the load of the machine.
  var seconds = 20
  var megabytes = 2048

  /// The outcome of a run.
  struct Outcome: Sendable {
    let standardOutput: [UInt8]
    let standardError: [UInt8]
    let end: End

    var output: String { String(decoding: standardOutput, as: UTF8.self) }
    var errors: String { String(decoding: standardError, as: UTF8.self) }
    /// The exit status, or `nil` if a signal ended the program.
    var status: Int32? { if case .status(let status) = end { status } else { nil } }
  }

  enum End: Sendable, Equatable, CustomStringConvertible {
    case status(Int32)
    /// A signal: a crash, or a limit of time or memory was exceeded.
    case signal(Int32)

    var description: String {
      switch self {
      case .status(let status): "status \(status)"
      case .signal(SIGXCPU), .signal(SIGKILL): "killed: out of time"
      case .signal(let signal): "killed by signal \(signal): a crash, or out of memory"
      }
    }
  }

  struct NotBuilt: Error, CustomStringConvertible {
    let path: String
    var description: String { "there is no program at \(path): build the product rxrepl first" }
  }

  /// The path of the program, which is in the same folder as the test bundle.
  static var path: String {
    get throws {
      let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") || $0.contains(".xctest/") }
      var folder = URL(fileURLWithPath: bundle ?? CommandLine.arguments[0]).deletingLastPathComponent()
      // On macOS the bundle is a folder, and the test binary is deep inside it.
      while folder.path.contains(".xctest") { folder.deleteLastPathComponent() }
      let path = folder.appendingPathComponent("rxrepl").path
      guard FileManager.default.isExecutableFile(atPath: path) else { throw NotBuilt(path: path) }
      return path
    }
  }

  /// Runs the program with arguments.
  func run(_ arguments: String...) throws -> Outcome { try run(arguments) }

  func run(_ arguments: [String]) throws -> Outcome {
    try run(shell: "exec \"$@\"", [try Self.path] + arguments)
  }

  /// Runs a shell command.
  ///
  /// Its first argument, `$1`, is usually the program.
  func run(shell line: String, _ arguments: [String]) throws -> Outcome {
    let scratch = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let limits = "ulimit -c 0; ulimit -t \(seconds); ulimit -v \(megabytes * 1024)"
    process.arguments = ["-c", "\(limits); \(line)", "sh"] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = ["PATH": "/usr/bin:/bin", "TERM": "xterm-256color"].merging(environment) { $1 }
    // Files instead of pipes, because a full pipe would block the program.
    let files = [try scratch.file("input", containing: input), try scratch.file("output"), try scratch.file("errors")]
    defer { for file in files { try? file.close() } }
    process.standardInput = files[0]
    process.standardOutput = files[1]
    process.standardError = files[2]
    try process.run()
    // A program that waits forever uses no processor time.
    let guardian = Guardian(of: process, seconds: seconds * 10, signal: SIGKILL)
    process.waitUntilExit()
    guardian.cancel()
    return Outcome(
      standardOutput: try scratch.bytes("output"), standardError: try scratch.bytes("errors"),
      end: process.terminationReason == .exit ? .status(process.terminationStatus) : .signal(process.terminationStatus))
  }
}

/// Ends a process after a time, unless it is canceled.
final class Guardian {
  private let work: DispatchWorkItem

  init(of process: Process, seconds: Int, signal: Int32) {
    // The queue keeps the work until then even if it is canceled, and with it would keep the files of the process.
    let identifier = process.processIdentifier
    work = DispatchWorkItem { kill(identifier, signal) }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds), execute: work)
  }

  func cancel() { work.cancel() }
}

/// A temporary folder for one test, removed when this object is released.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "rxrepl-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  func file(_ name: String, containing bytes: [UInt8] = []) throws -> FileHandle {
    try write(bytes, to: name)
    return try FileHandle(forUpdating: URL(fileURLWithPath: path + "/" + name))
  }

  /// Writes a file without waiting for the disk, for which `Data.write(to:)` would wait.
  func write(_ bytes: [UInt8], to name: String) throws {
    guard let file = fopen(path + "/" + name, "w") else { throw CocoaError(.fileWriteUnknown) }
    defer { fclose(file) }
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw CocoaError(.fileWriteUnknown) }
  }

  func write(_ text: String, to name: String) throws {
    try write(Array(text.utf8), to: name)
  }

  func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)))
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}

/// Paths in the package.
enum Package {
  /// The folder of these tests.
  static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
  static let root = URL(fileURLWithPath: tests).deletingLastPathComponent().deletingLastPathComponent().path

  /// Returns the files with a given ending in a folder and its subfolders, in alphabetical order.
  ///
  /// Returns none if the folder does not exist.
  static func files(in folder: String, endingIn ending: String) -> [String] {
    let found = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return found.filter { $0.hasSuffix(ending) }.sorted().map { folder + "/" + $0 }
  }

  static func name(of path: String) -> String {
    URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
  }
}
