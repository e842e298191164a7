import Foundation
import Testing

/// The imports of the core.
struct ImportTests {
  @Test func `one file imports the C library, and none imports Foundation`() throws {
    let folder = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../Sources/Reactive").standardizedFileURL
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var importers: [String: Set<String>] = [:]
    for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /(?m)^\s*(?:@\w+ )?import (?<module>\w+)/) {
        importers[String(match.output.module), default: []].insert(file.lastPathComponent)
      }
    }
    for library in ["Glibc", "Darwin", "Musl"] { #expect(importers[library] == ["Platform.swift"]) }
    #expect(!importers.keys.contains { $0.hasPrefix("Foundation") })
  }
}
