import Foundation
import MarbleImporting
import MarbleSession
import Marbles
import TestSupport
import Testing

/// The examples in `Documentation/Importing.md`.
///
/// The script below each example is its conversion, and its assertions pass. The Swift test is compared only.
@Suite struct ImportDocumentationTests {
  @Test func examplesAreConverted() throws {
    let file = packageRoot.appendingPathComponent("Documentation/Importing.md")
    let all = fences(in: try String(contentsOf: file, encoding: .utf8))
    var converted = 0
    for (theirs, ours) in zip(all, all.dropFirst()) {
      guard let notation = ForeignNotation(rawValue: theirs.info) else { continue }
      let place = ours.text.split(separator: "\n").first { $0.contains("// ") } ?? ""
      let name = String(place.drop { $0 == " " }.dropFirst(3).prefix { $0 != ":" })
      if ours.info == "swift" {
        let result = notation.convert(Source(name: name, text: theirs.text), to: .swift)
        #expect(result.diagnostics == [])
        #expect((ImportTarget.swift.header ?? "") + "\n" + result.script == ours.text + "\n")
        converted += 1
        continue
      }
      let found = imported(theirs.text, from: notation, name: name)
      #expect(found.diagnostics == [])
      #expect(found.script == ours.text + "\n")
      #expect(verdicts(of: found.script).allSatisfy { $0.hasPrefix("✓") })
      #expect(!verdicts(of: found.script).isEmpty)
      converted += 1
    }
    #expect(converted == ForeignNotation.allCases.count + 1)
  }
}
