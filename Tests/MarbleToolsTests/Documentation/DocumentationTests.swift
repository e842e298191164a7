import Foundation
import MarbleSession
import MarbleTools
import Marbles
import TestSupport
import Testing

/// The examples in the documentation of the code.
///
/// The program itself checks the pages.
struct DocumentationTests {
  /// Every diagram in the documentation of the sources is a script with passing assertions, and each drawing there is
  /// up to date.
  @Test(arguments: files(under: "Sources", ending: "swift").map { String($0.path.dropFirst(packageRoot.path.count)) })
  func diagramsOfTheSourcesPass(path: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: packageRoot.path + path))
    let document = try Document(name: path, bytes: Array(data))
    var runner = FenceRunner(document) { Session() }
    for passage in document.passages {
      var answers: [Answer] = []
      runner.run(passage) { result in
        answers.append(result.answer)
        return true
      }
      let said = answers.compactMap { AnswerWriter().text(of: $0)?.text }.joined()
      #expect(!answers.isEmpty, "\(path):\(passage.fence?.lineNumber ?? 0) draws and asserts nothing")
      #expect(
        !answers.contains { if case .failed = $0 { true } else if case .error = $0 { true } else { false } }, "\(said)")
    }
    if document.passages.isEmpty { return }
    let rendered = DocumentRenderer.render(document, readFile: { _ throws(SystemFailure) in [] }) { _ in }
    #expect(rendered.changes.isEmpty, "to update it, run `.build/debug/rxrepl docs Sources`")
  }

  /// `Documentation/README.md` lists every page, except those of the operators, which `Operators.md` lists.
  @Test func everyPageIsListed() throws {
    let folder = packageRoot.appendingPathComponent("Documentation")
    let list = try String(contentsOf: folder.appendingPathComponent("README.md"), encoding: .utf8)
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where path.hasSuffix(".md") && path != "README.md" {
      #expect(list.contains("](\(path))"), "\(path)")
    }
  }

  /// Every symbol that an article links is declared.
  @Test func linkedSymbolsExist() throws {
    let declaration = /\b(?:struct|enum|class|protocol|func|typealias|var|let|case) `?(\w+)/
    let code = try files(under: "Sources", ending: "swift").map { try String(contentsOf: $0, encoding: .utf8) }
    let declared = Set(code.flatMap { $0.matches(of: declaration).map { String($0.1) } }).union(
      ["init", "subscript", "Reactive", "Marbles"])
    for article in files(under: "Sources", ending: "md") {
      for link in try String(contentsOf: article, encoding: .utf8).matches(of: /``([^`\n]+)``/) {
        for part in link.1.split(separator: "/") {
          let name = String(part.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
          #expect(name.isEmpty || declared.contains(name), "\(article.lastPathComponent): \(link.1)")
        }
      }
    }
  }

  /// Every listing of Swift code in the documentation is part of a compiled test file.
  @Test(arguments: Self.pagesWithListings)
  func listingsArePartOfATestFile(path: String) throws {
    let text = try String(contentsOf: packageRoot.appendingPathComponent(path), encoding: .utf8)
    for listing in fences(in: path.hasSuffix(".md") ? text : documentation(of: text)) where listing.info == "swift" {
      let lines = Self.normalized(listing.text)
      #expect(Self.testFiles.contains { $0.firstRange(of: lines) != nil }, "\(path):\(listing.line)")
    }
  }

  private static let pagesWithListings: [String] =
    ["README.md", "Documentation/Recording.md"]
    + ["swift", "md"].flatMap { files(under: "Sources", ending: $0) }.map(\.path)
    .filter { (try? String(contentsOfFile: $0, encoding: .utf8))?.contains("```swift") == true }
    .map { String($0.dropFirst(packageRoot.path.count).drop { $0 == "/" }) }

  private static let testFiles: [[String]] = [
    "Tests/MarblesTests/Testing/WorkedExampleTests.swift", "Tests/ReactiveTests/Examples/ListingTests.swift",
    "Tests/MarblesTests/Recorder/RecorderExampleTests.swift", "Tests/MarblesTests/Testing/SequenceExampleTests.swift",
    "Tests/AsyncTests/TimingTests.swift", "Tests/AsyncTests/GroupingTests.swift",
  ].map { path in
    normalized((try? String(contentsOf: packageRoot.appendingPathComponent(path), encoding: .utf8)) ?? "")
  }

  /// Returns the lines with single spaces between words, and no empty lines.
  private static func normalized(_ text: String) -> [String] {
    text.split(separator: "\n").map { line in line.split(separator: " ").joined(separator: " ") }
      .filter { !$0.isEmpty }
  }
}
