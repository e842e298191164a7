import Foundation
import MarbleLanguage
import MarbleSession
import MarbleTools
import Marbles
import TestSupport
import Testing

/// Correct scripts, which have no warnings about text that may be meant otherwise.
struct WarningTests {
  /// Returns the warnings about text that is read as something else, with the words that they mark.
  private static func warnings(
    about script: String, named name: String = "demo.marble", mode: Session.Mode = .script
  ) -> [String] {
    let session = Session()
    session.options.runsStatements = false
    var found: [String] = []
    let answer = { (answer: Answer) in
      guard case .warning(let diagnostic, let source) = answer, isAboutMistake(diagnostic.problem) else { return }
      found.append(
        "\(diagnostic.problem.message): \(source.text(of: source.line(containing: diagnostic.span.lowerBound)))")
    }
    if name.hasSuffix(".marble") {
      session.evaluate(Source(name: name, text: script), mode: mode, answer: answer)
    } else {
      _ = try? Document(name: name, bytes: Array(script.utf8)).run(in: { session }) { given in
        answer(given)
        return true
      }
    }
    return found
  }

  private static func isAboutMistake(_ problem: any Problem) -> Bool {
    switch problem {
    case LanguageProblem.wordsAsTimeline, LanguageProblem.operatorAsName, ProgramProblem.numberInQuotes,
      ProgramProblem.keywordInQuotes, ProgramProblem.parameterInString, ProgramProblem.streamAsValue:
      true
    default: false
    }
  }

  /// Returns the string of a statement that is only a string and a window, if the string is a timeline.
  private static func timelineInQuotes(_ statement: Substring) -> String? {
    let parts = statement.split(separator: "\"", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].isEmpty, parts[1].count > 1, parts[2].isEmpty || parts[2].hasPrefix(" during "),
      parts[1].hasPrefix("--") || parts[1].contains("-") && parts[1].hasSuffix("|")
    else { return nil }
    return "\"\(parts[1])\""
  }

  @Test func mistakesAreFound() {
    #expect(Self.warnings(about: "a = --1|\na + a\n").count == 1)
    #expect(Self.warnings(about: "```marble\na = --1|\na.take(\"2\")\n```\n", named: "page.md").count == 1)
  }

  /// A drawn lane is never taken for words, whatever its values and the names of the streams are.
  @Test func printedTimelinesHaveNoWarning() {
    let names = ["a", "b", "c", "x", "y", "ab", "letters", "numbers", "hot"]
    let bound = names.map { "\($0) = --1--|\n" }.joined()
    var random = RandomTimelines(seed: 1)
    for _ in 0..<200 {
      var script = bound
      for form in ["", "x = ", "x = cold ", "x = raw ", "letters == ", "check "] {
        let timeline = random.timeline(isLawful: form != "x = raw " && form != "check ")
        if timeline.hasOrigin, form != "", form != "x = " { continue }
        script += form + TimelinePrinter.text(of: timeline) + "\n"
      }
      let found = Self.warnings(about: script)
      #expect(found.isEmpty, "\(found)\n\(script)")
    }
  }

  @Test func randomProgramsHaveNoWarning() {
    var strings = 0
    for seed in 0..<500 as Range<UInt64> {
      var programs = RandomPrograms(seed: seed)
      let program = programs.program()
      // A statement that is only a string is rightly reported as a single value.
      let expected = program.split(separator: "\n").compactMap { line in
        Self.timelineInQuotes(line).map { "`\($0)` is a single value here: \(line)" }
      }
      strings += expected.count
      #expect(Self.warnings(about: program) == expected, "\(program)")
      #expect(Self.warnings(about: program, mode: .prompt) == expected, "\(program)")
    }
    #expect(strings > 0)
  }

  /// The examples and the pages.
  static let documents =
    files(under: "examples", ending: "marble") + files(under: "Documentation", ending: "md")
    + files(under: "Sources", ending: "md")

  @Test(arguments: documents)
  func documentHasNoWarning(file: URL) throws {
    let text = try String(contentsOf: file, encoding: .utf8)
    let found = Self.warnings(about: text, named: file.lastPathComponent)
    // The exercises have these errors as wrong answers.
    let errors = [
      "04-a-stream-for-each-value.marble": "`$0` is plain text", "01-a-value.marble": "`\"--x\"` is a single",
    ]
    #expect(found.allSatisfy { $0.hasPrefix(errors[file.lastPathComponent] ?? "no warning") }, "\(found)")
  }

  @Test(arguments: [
    "hot-1-|", ".hot --1--|", "hot", "h o t --1--|", "cold ab", "a.-b-|", "a..b|", "a.b.c-|", "a[12]-|", "a[1]b|",
    "a+b-|", "a - b|", "a -- b", "--ab", "-- ab", "-- 1 2 3", "(ab)", "[1,2]", "[a]", "\"a\"", "\"12\"", "1...2-",
    "1 2 3", "a b c", "merge-|", "last|", "a:-|", "a:b", "take 5t x|", "hot 5t x|", "hot @9 x|", "'a'", "$-|", "%|",
    "a?b|", "a.map { \"\\u{24}0\" }", "a.map { \"$5\" }", "a.map { n in \"$0\" }", "a.map { \"$\" }",
    "a.map { \"$x\" }", "merge(a, \"1\")", "merge(a, \"b-\")", "a.prefix(\"2\")", "a.take(until: \"2\")",
    "just(\"b\")", "a.map { \"b\" }", "check --a", "check a", "check \"vvc\"", "check vv-", "check a.map { $0 }",
  ])
  func textThatOnlyLooksLikeAMistakeHasNoWarning(statement: String) {
    let script = "a = --1--|\nb = --2--|\n\(statement)\n"
    #expect(Self.warnings(about: script).isEmpty)
    #expect(Self.warnings(about: script, mode: .prompt).isEmpty)
  }
}
