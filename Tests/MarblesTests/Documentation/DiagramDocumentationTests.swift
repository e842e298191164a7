import Foundation
import Testing

@testable import Marbles

/// The drawings of `Documentation/Diagrams.md` are what the scripts before them draw.
///
/// `RECORD=1 swift test --filter DiagramDocumentationTests` writes what is drawn now, to be read and kept.
@Suite struct DiagramDocumentationTests {
  private static let page = packageRoot.appendingPathComponent("Documentation/Diagrams.md")

  private func drawings(of script: String) -> String {
    var drawings: [String] = []
    Session().evaluate(Source(name: "demo.marble", text: script)) { answer in
      if case .drawing(let diagram) = answer { drawings.append(UnicodeText(width: 80).draw(diagram)) }
    }
    return drawings.joined(separator: "\n\n")
  }

  @Test func `drawings are made by the program`() throws {
    var text = try String(contentsOf: Self.page, encoding: .utf8)
    let all = fences(in: text)
    var count = 0
    for (script, drawing) in zip(all, all.dropFirst()) where script.info == "marble" && drawing.info == "text" {
      count += 1
      let drawn = drawings(of: script.text)
      #expect(!drawn.isEmpty, "Documentation/Diagrams.md:\(script.line)")
      if ProcessInfo.processInfo.environment["RECORD"] != nil {
        let before = "```marble\n\(script.text)\n```\n\n```text\n"
        let old = drawing.text.isEmpty ? "" : drawing.text + "\n"
        text = text.replacingOccurrences(of: before + old + "```", with: before + drawn + "\n```")
      } else {
        #expect(drawn == drawing.text, "Documentation/Diagrams.md:\(drawing.line)")
      }
    }
    #expect(count > 3)
    if ProcessInfo.processInfo.environment["RECORD"] != nil {
      try text.write(to: Self.page, atomically: true, encoding: .utf8)
    }
  }
}
