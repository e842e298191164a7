import Foundation

/// A program that reads this package's files for an editor.
enum EditorProcess {
  struct Failure: Error {
    let said: String
  }

  /// Runs a program in a folder, and returns what it wrote.
  static func run(_ program: String, _ arguments: [String], in folder: URL) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(said: said) }
    return said
  }
}
