import Foundation
import Testing

@testable import Marbles

/// `Documentation/Errors.md` shows what is said of every mistake, by the name of its case in `Problem`.
///
/// `RECORD=1 swift test --filter ErrorDocumentationTests` writes what is said now, to be read and kept.
@Suite(.serialized) struct ErrorDocumentationTests {
  private static let page = packageRoot.appendingPathComponent("Documentation/Errors.md")

  /// An example, and the case under which it stands.
  private struct Example {
    let name: String
    let script: Fence
    let expected: Fence

    /// What is said, and the names of the cases that it comes from.
    func run() -> (text: String, problems: Set<String>) {
      let writer = AnswerWriter()
      let mode: Session.Mode = script.info.hasSuffix("prompt") ? .prompt : .script
      var said = ""
      var problems: Set<String> = []
      Session().evaluate(Source(name: "demo.marble", text: script.text), mode: mode) { answer in
        guard case .mistake(let diagnostic, _) = answer.asMistake else { return }
        said += writer.text(of: answer)?.text ?? ""
        problems.insert("\(diagnostic.problem)".prefix { $0 != "(" }.description)
      }
      return (said.trimmingCharacters(in: .newlines), problems)
    }
  }

  private static func text() throws -> String { try String(contentsOf: page, encoding: .utf8) }

  private static func examples(in text: String) -> [Example] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let all = fences(in: text)
    return zip(all, all.dropFirst()).compactMap { script, expected in
      guard script.info.hasPrefix("marble fails"), expected.info == "text" else { return nil }
      let heading = lines[..<script.line].last { $0.hasPrefix("### ") } ?? ""
      return Example(name: heading.filter { $0.isLetter || $0.isNumber }, script: script, expected: expected)
    }
  }

  @Test func whatIsSaidStandsInTheDocumentation() throws {
    let text = try Self.text()
    let examples = Self.examples(in: text)
    #expect(examples.count > 80)
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      for example in examples.reversed() {
        let first = example.expected.line
        let count = example.expected.text.split(separator: "\n", omittingEmptySubsequences: false).count
        lines.replaceSubrange(first..<first + count, with: [example.run().text])
      }
      return try Data(lines.joined(separator: "\n").utf8).write(to: Self.page)
    }
    for example in examples {
      let (said, problems) = example.run()
      let place = "Errors.md:\(example.script.line)"
      #expect(said == example.expected.text, "\(place)")
      #expect(problems.contains(example.name), "\(place) is about \(problems.sorted()), not \(example.name)")
    }
  }

  /// A case that is new fails here until it has its example.
  @Test func everyCaseHasItsExample() throws {
    let source = try String(
      contentsOf: packageRoot.appendingPathComponent("Sources/Marbles/Language/Problem.swift"), encoding: .utf8)
    let known = Set(Self.examples(in: try Self.text()).map(\.name))
    // Bytes that are no text cannot stand in a page of text.
    let elsewhere: Set = ["invalidUTF8"]
    let missing = Self.cases(in: source).filter { !known.contains($0) && !elsewhere.contains($0) }
    #expect(missing.isEmpty, "\(missing.sorted())")
    #expect(known.isSubset(of: Self.cases(in: source)))
  }

  /// The names of the cases of `Problem`, from its source: no enumeration with values can list them itself.
  private static func cases(in source: String) -> Set<String> {
    let lines = source.split(separator: "\n").drop { !$0.hasPrefix("public enum Problem") }.prefix { $0 != "}" }
    return Set(
      lines.filter { $0.hasPrefix("  case ") }.map { line in
        String(line.dropFirst("  case ".count).prefix { $0.isLetter || $0.isNumber })
      })
  }
}

extension Answer {
  /// A warning as the mistake that it may be.
  fileprivate var asMistake: Answer {
    if case .warning(let diagnostic, let source) = self { .mistake(diagnostic, source) } else { self }
  }
}
