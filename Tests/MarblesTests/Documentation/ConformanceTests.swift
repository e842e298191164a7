import Foundation
import Testing

@testable import Marbles

/// Marble cases of other libraries, where they lie beside the package: all that use only what is there must hold.
struct ConformanceTests {
  private static let cases = packageRoot.deletingLastPathComponent().appendingPathComponent("shared/conformance/cases")

  private static var scripts: [URL] {
    let all = try? FileManager.default.contentsOfDirectory(at: cases, includingPropertiesForKeys: nil)
    return (all ?? []).filter { $0.pathExtension == "marble" }.sorted { $0.path < $1.path }
  }

  @Test(.enabled(if: !scripts.isEmpty), arguments: scripts.map(\.lastPathComponent))
  func casesHold(name: String) throws {
    let text = try String(contentsOf: Self.cases.appendingPathComponent(name), encoding: .utf8)
    for script in text.components(separatedBy: "\n\n") {
      let lines = script.split(separator: "\n").filter { !$0.hasPrefix("subscriptions") }
      let said = transcript(lines.joined(separator: "\n"))
      #expect(!said.contains("✗"), "\(script)\n\(said)")
    }
  }
}
