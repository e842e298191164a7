import Foundation
import MarbleLanguage
import MarbleSession
import MarbleTools
import Marbles
import TestSupport
import Testing

/// An example of every error under the name of its case, in `Goldens/Errors.md`, with the expected output.
///
/// `RECORD=1 Scripts/test ErrorDocumentationTests` writes the output, which must then be reviewed. The page of errors
/// on the site is made from this file, with messages as headings.
@Suite(.serialized) struct ErrorDocumentationTests {
  static let page = packageRoot.appendingPathComponent("Tests/MarbleToolsTests/Documentation/Goldens/Errors.md")

  /// An example and the case of its heading.
  private struct Example {
    let name: String
    let fence: MarkdownFence
    let expected: MarkdownFence

    /// The problems that only `rxrepl lint` reports.
    private static let namesOfHazards: Set = ["hazard", "ignoredWithoutReason", "unknownHazard", "unusedIgnore"]

    var isPage: Bool { fence.info == "markdown" }
    var isExercise: Bool { fence.info == "exercise" }

    /// Runs the example and returns its output and the names of the reported cases.
    func run() -> (text: String, problems: Set<String>) {
      var said = ""
      var problems: Set<String> = []
      func take(_ answer: Answer) {
        guard case .error(let diagnostic, _) = answer.asError else { return }
        said += AnswerWriter().text(of: answer)?.text ?? ""
        problems.insert(diagnostic.problem.name)
      }
      if isPage {
        do throws(Document.ParseError) {
          let page = try Document(name: "page.md", bytes: Array(fence.text.utf8))
          _ = DocumentRenderer.render(
            page,
            readFile: { path throws(SystemFailure) in
              if path.hasSuffix(".svg") { throw SystemFailure(reason: "missing", cause: .missing) }
              return Array("a = --1|\n```\n".utf8)
            }, answer: take)
        } catch {
          take(.error(error.diagnostic, error.source))
        }
      } else if isExercise {
        let file = try? Document(name: "demo.marble", bytes: Array(fence.text.utf8))
        file?.run(in: { Session() }) { answer in
          take(answer)
          return true
        }
      } else {
        let mode: Session.Mode = fence.info.hasSuffix("prompt") ? .prompt : .script
        let session = Session()
        session.options.findsHazards = Self.namesOfHazards.contains(name)
        session.evaluate(Source(name: "demo.marble", text: fence.text), mode: mode, answer: take)
      }
      return (said.trimmingCharacters(in: .newlines), problems)
    }
  }

  private static func text() throws -> String { try String(contentsOf: page, encoding: .utf8) }

  private static func examples(in text: String) -> [Example] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let all = fences(in: text)
    return zip(all, all.dropFirst()).compactMap { fence, expected in
      guard fence.info != "text" else { return nil }
      let heading = lines[..<fence.line].last { $0.hasPrefix("### ") } ?? ""
      return Example(name: heading.filter { $0.isLetter || $0.isNumber }, fence: fence, expected: expected)
    }
  }

  @Test func everyExampleReportsItsCase() throws {
    let examples = Self.examples(in: try Self.text())
    #expect(examples.count > 80)
    for example in examples {
      let problems = example.run().problems
      let place = "Errors.md:\(example.fence.line)"
      #expect(problems.contains(example.name), "\(place) is about \(problems.sorted()), not \(example.name)")
    }
  }

  /// Problems with an example whose help names no change that the text determines: the user must choose a name, a value,
  /// an event or another expression.
  static let problemsWithoutFix: Set = [
    "boxDrawing", "cannotPlay", "conditionDiscards", "conditionDiscardsInputs", "divisionByZero",
    "exerciseNeedsPrompt", "expectedExpression", "expectedLawParameter", "foreignMethod", "invalidScalar",
    "lawWithoutExpression", "longRenamingKey", "malformedTick", "malformedUnicodeEscape", "misplacedHole",
    "missingEvent", "missingExpression", "missingStream", "nestedTooDeep", "nestedTooDeeply",
    "noSuchPrefix", "notInTutorial", "nothingDrawn", "nothingHasRun", "nothingToChoose", "nothingToEdit",
    "noTrace", "nothingToSave", "nothingToUndo", "operatorAsName", "operatorInCondition", "otherSubscription",
    "overflow", "recursiveOperator",
    "renamingKeyExpected", "renamingValueExpected", "searchTooLong", "searchWithoutEvents", "searchWithoutStreams",
    "severalExpressionsInClosure", "stretchedDrawing", "stringNotTimeline", "subscriptionsNeedName", "tickTooLarge",
    "tooManyHoles", "tooManyOperators", "tutorialNeedsPrompt", "unexpectedStrategy", "unexpectedThrow",
    "unfitChoice", "unknownDefinition", "valueInSearch", "wrongKind", "wrongLaneCount",
  ]

  /// `SuggestionTests` applies the fixes.
  @Test func everyOtherProblemHasAFix() throws {
    var count = 0
    var withoutFix: Set<String> = []
    for example in Self.examples(in: try Self.text()) where !example.isPage {
      let source = Source(name: "demo.marble", text: example.fence.text)
      Session().evaluate(source) { answer in
        guard case .error(let diagnostic, let place) = answer.asError, place.name == source.name else { return }
        let fixes = diagnostic.fixes(in: source)
        count += fixes.count
        if fixes.isEmpty, diagnostic.problem.help != nil { withoutFix.insert(diagnostic.problem.name) }
      }
    }
    #expect(count > 120)
    #expect(withoutFix == Self.problemsWithoutFix, "\(withoutFix.symmetricDifference(Self.problemsWithoutFix))")
  }

  @Test func outputIsAsExpected() throws {
    let text = try Self.text()
    let examples = Self.examples(in: text)
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      for example in examples.reversed() {
        let first = example.expected.line
        let end = lines[first...].firstIndex(of: "```") ?? first
        lines.replaceSubrange(first..<end, with: [example.run().text])
      }
      return try Data(lines.joined(separator: "\n").utf8).write(to: Self.page)
    }
    for example in examples {
      #expect(example.run().text == example.expected.text, "Errors.md:\(example.fence.line)")
    }
  }

  /// A new case fails here until it has an example.
  @Test func everyCaseHasAnExample() throws {
    let cases = try [
      "MarbleLanguage/Problems/Language", "MarbleEvaluation/Problems/Program", "MarbleSession/Problems/Session",
      "MarbleSession/Problems/Exercise",
    ]
    .reduce(into: Set()) { $0.formUnion(try Self.cases(ofProblem: $1)) }
    let known = Set(Self.examples(in: try Self.text()).map(\.name))
    // A page cannot contain invalid UTF-8, `language` wraps problems that have their own examples, examples of
    // `moreErrors` and `moreWarnings` would begin with many others, a page cannot read JSON or traces or write files, or be a
    // notebook, only tests report `openSearch`, only scripts that are not trusted have limits, only Swift has comments
    // that a drawing could end, only Typst has code around a script, only LaTeX has paths that it cannot express, only
    // reStructuredText has directives for code, and only a course has two exercises.
    let elsewhere: Set = [
      "invalidUTF8", "language", "moreErrors", "moreWarnings", "notADrawing", "invalidTrace", "unknownOption",
      "fileAfterOptions", "reversedTimes",
      "notANotebook",
      "foreignFile", "openSearch", "unansweredSearch", "drawingEndsComment", "drawingInLine", "unfitPictureName",
      "repeatedName", "limitTooHigh", "exceeded", "cannotUseFiles", "foreignDirectiveOption",
    ]
    let missing = cases.filter { !known.contains($0) && !elsewhere.contains($0) }
    #expect(missing.isEmpty, "\(missing.sorted())")
    #expect(known.isSubset(of: cases))
  }

  /// Returns the names of the cases of a module's problem, read from its source.
  ///
  /// An enumeration with associated values cannot list its cases.
  private static func cases(ofProblem path: String) throws -> Set<String> {
    let file = packageRoot.appendingPathComponent("Sources/\(path)Problem.swift")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .drop { !$0.hasPrefix("package enum") && !$0.hasPrefix("enum") }.prefix { $0 != "}" }
    return Set(
      lines.filter { $0.hasPrefix("  case ") }.map { line in
        String(line.dropFirst("  case ".count).prefix { $0.isLetter || $0.isNumber })
      })
  }
}

extension Answer {
  /// The answer, with a warning turned into an error.
  fileprivate var asError: Answer {
    if case .warning(let diagnostic, let source) = self { .error(diagnostic, source) } else { self }
  }
}
