import Foundation
import MarbleSession
import MarbleTools
import Marbles
import TestSupport
import Testing

/// `Documentation/Operators.md` and the pages of the operators on the site, which are generated from the catalog.
///
/// `RECORD=1 Scripts/test OperatorPageTests` writes the current index. Check it before you commit it.
@Suite struct OperatorPageTests {
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD"] == "1"

  @Test func indexIsUpToDate() throws {
    let index = Reference.index
    let url = packageRoot.appendingPathComponent("Documentation").appendingPathComponent(index.path)
    if Self.isRecording { try Data(index.bytes).write(to: url) }
    let isSame = (try? Data(contentsOf: url)) == Data(index.bytes)
    #expect(isSame, "\(index.path) is not what the catalog makes")
  }

  @Test func everyOperatorHasASectionAndAPage() {
    let lines = Set(String(decoding: Reference.index.bytes, as: UTF8.self).split(separator: "\n"))
    let paths = Set(Reference.pages.map(\.path))
    for name in Catalog.standard.entries.map(\.name) {
      #expect(lines.contains("### \(name)"))
      #expect(paths.contains("Operators/\(name).md") && paths.contains("Pictures/Operators/\(name).svg"), "\(name)")
    }
    #expect(Reference.page(of: "startWith")?.path == Reference.page(of: "prefix")?.path)
  }
}
