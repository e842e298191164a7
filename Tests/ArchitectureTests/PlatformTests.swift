import Foundation
import Testing

/// The platforms that the package declares: the systems of Apple that have `Synchronization`.
///
/// Only the tests on Linux run for each change, so nothing else notices an interface of a newer system.
@Suite struct PlatformTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let libraries = [
    "Reactive", "JSONWriting", "ReactiveRecorder", "ReactiveFoundation", "ReactiveSwiftCompatibility", "MarbleLanguage",
    "MarbleEvaluation",
    "MarbleDrawing", "MarbleReasons", "MarbleSearch", "Marbles", "MarblesTesting",
  ]
  /// Interfaces that came after the systems of 2024.
  private static let newer = [
    "InlineArray", "Observations", "UTF8Span", "RawSpan", "MutableSpan", "weak let", "Task.immediate", "Task(name:",
    "#available", "@available(macOS", "@available(iOS",
  ]

  @Test func `the package declares all platforms of the same year`() throws {
    let manifest = try String(contentsOf: Self.root.appendingPathComponent("Package.swift"), encoding: .utf8)
    #expect(
      manifest.contains("platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)]"))
  }

  @Test(arguments: libraries) func `a library uses no interface of a newer system`(library: String) throws {
    let sources = Self.root.appendingPathComponent("Sources/\(library)").path
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources).filter { $0.hasSuffix(".swift") }
    #expect(!files.isEmpty)
    for file in files {
      let lines = try String(contentsOfFile: "\(sources)/\(file)", encoding: .utf8).split(separator: "\n")
      for line in lines where !line.drop(while: { $0 == " " }).hasPrefix("//") {
        #expect(!Self.newer.contains { line.contains($0) }, "\(file): \(line)")
      }
    }
  }
}
