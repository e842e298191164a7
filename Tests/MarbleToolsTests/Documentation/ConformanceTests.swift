import Foundation
import Marbles
import TestSupport
import Testing

/// The marble cases of other libraries, if their folder is next to the package.
struct ConformanceTests {
  private static let cases = packageRoot.deletingLastPathComponent().appendingPathComponent("shared/conformance/cases")

  private static var scripts: [URL] {
    let all = try? FileManager.default.contentsOfDirectory(at: cases, includingPropertiesForKeys: nil)
    return (all ?? []).filter { $0.pathExtension == "marble" }.sorted { $0.path < $1.path }
  }

  @Test(.enabled(if: !scripts.isEmpty), arguments: scripts.map(\.lastPathComponent))
  func assertionsOfTheCasesPass(name: String) throws {
    let text = try String(contentsOf: Self.cases.appendingPathComponent(name), encoding: .utf8)
    for script in text.components(separatedBy: "\n\n") {
      let said = transcript(script)
      #expect(!said.contains("✗") && !said.contains("error: "), "\(script)\n\(said)")
    }
  }
}
