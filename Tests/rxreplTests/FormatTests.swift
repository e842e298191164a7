import Foundation
import Testing

/// The code is formatted as `.swift-format` specifies.
@Suite struct FormatTests {
  private static var swift: String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").map { "\($0)/swift" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  @Test(.enabled(if: swift != nil, "there is no `swift` on the path"))
  func codeIsFormatted() throws {
    let swift = try #require(Self.swift)
    let environment = ProcessInfo.processInfo.environment
    var program = Program(environment: environment, folder: Package.root, seconds: 120)
    program.megabytes = 16 * 1024
    let outcome = try program.run(
      shell: "exec \"$@\"", [swift, "format", "lint", "--strict", "--recursive", "Sources", "Tests", "Package.swift"])
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    #expect(outcome.errors == "")
  }
}
