import Foundation
import MarbleLanguage
import MarbleSession
import MarbleTools
import Marbles
import TestSupport
import Testing

/// The properties of every formatted script.
struct RandomFormattingTests {
  @Test func formattingKeepsTheMeaningOfRandomScripts() throws {
    var readable = 0
    for seed in 0..<1_500 as Range<UInt64> {
      var scripts = RandomScripts(seed: seed)
      let script = scripts.script()
      guard (try? document(script).formatted()) != nil else { continue }
      readable += 1
      try check(script, named: "seed \(seed)")
    }
    #expect(readable > 1_000)
  }

  /// The project's examples, and the shared conformance cases if they exist.
  static let scripts =
    files(under: "examples", ending: "marble") + files(under: "../shared/conformance/cases", ending: "marble")

  @Test func formattingKeepsTheMeaningOfExamples() throws {
    #expect(Self.scripts.count > 10)
    for file in Self.scripts {
      let text = try String(contentsOf: file, encoding: .utf8)
      try check(text, named: file.lastPathComponent)
      // The same with the line endings of Windows.
      try check(text.replacing("\n", with: "\r\n"), named: file.lastPathComponent + " with CRLF")
    }
  }

  private func check(_ script: String, named name: String) throws {
    let text = String(decoding: try document(script).formatted(), as: UTF8.self)
    let (old, new) = (meaning(of: script), meaning(of: text))
    #expect(new.statements == old.statements, "\(name):\n\(script)\nbecame\n\(text)")
    // Dots between ticks can make a warning about their values unnecessary.
    #expect(new.warnings <= old.warnings, "\(name):\n\(script)\nbecame\n\(text)")
    let again = try document(text).formatted()
    #expect(String(decoding: again, as: UTF8.self) == text, "\(name):\n\(script)")
    // Drawings are not changed, so they can have spaces at the ends of lines.
    if script.contains(RandomScripts.drawing) { return }
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"))
    #expect(!lines.contains { $0.last == UInt8(ascii: " ") }, "\(name):\n\(text)")
  }

  private func document(_ script: String) throws -> Document {
    try Document(name: "s.marble", bytes: Array(script.utf8))
  }

  /// Returns each statement as the parser reads it, and the number of warnings.
  private func meaning(of script: String) -> (statements: [String], warnings: Int) {
    var parser = Parser(Source(name: "s", text: script), bindings: .init(isBound: { $0.count > 1 }))
    var statements: [String] = []
    while let next = parser.next() {
      switch next {
      case .failure(let diagnostic): statements.append("\(diagnostic.problem)")
      case .success(let statement): statements.append(dump(statement) + literals(of: statement).map(text).joined())
      }
    }
    return (statements, parser.warnings.count)
  }

  private func text(of literal: TimelineLiteral) -> String {
    let timeline = literal.timeline
    return " \(TimelinePrinter.text(of: timeline)) \(timeline.end) \(timeline.continues) \(timeline.hasOrigin)"
  }

  private func literals(of statement: Statement) -> [TimelineLiteral] {
    func literals(of definition: Definition) -> [TimelineLiteral] {
      switch definition {
      case .pipe(let literal), .raw(let literal): [literal]
      case .cold(let literals): literals
      case .expression: []
      }
    }
    switch statement.kind {
    case .bind(_, let definition), .show(.definition(let definition), _): return literals(of: definition)
    case .assert(_, _, .timelines(let literals)): return literals
    case .check(.timeline(let literal)): return [literal]
    default: return []
    }
  }
}
