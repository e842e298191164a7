import Foundation
import Marbles
import TestSupport
import Testing

/// The examples in the documentation of the code.
///
/// The program itself checks the pages.
struct DocumentationTests {
  /// Every diagram in the documentation of `Reactive` is a script with passing assertions.
  @Test(arguments: files(under: "Sources/Reactive", ending: "swift").map(\.lastPathComponent))
  func diagramsOfTheCorePass(name: String) throws {
    let file = try #require(files(under: "Sources/Reactive", ending: "swift").first { $0.lastPathComponent == name })
    let text = try String(contentsOf: file, encoding: .utf8)
    for fence in fences(in: documentation(of: text)) where fence.info == "marble" {
      let said = transcript(fence.text)
      #expect(!said.isEmpty, "\(name):\(fence.line) asserts nothing")
      let allHold = said.split(separator: "\n").allSatisfy { $0.hasPrefix("✓") }
      #expect(allHold, "\(name):\(fence.line)\n\(said)")
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
    ["README.md"]
    + ["swift", "md"].flatMap { files(under: "Sources", ending: $0) }.map(\.path)
    .filter { (try? String(contentsOfFile: $0, encoding: .utf8))?.contains("```swift") == true }
    .map { String($0.dropFirst(packageRoot.path.count).drop { $0 == "/" }) }

  private static let testFiles: [[String]] = [
    "Tests/MarblesTests/Testing/WorkedExampleTests.swift", "Tests/ReactiveTests/Examples/ListingTests.swift",
  ].map { path in
    normalized((try? String(contentsOf: packageRoot.appendingPathComponent(path), encoding: .utf8)) ?? "")
  }

  /// Returns the lines with single spaces between words, and no empty lines.
  private static func normalized(_ text: String) -> [String] {
    text.split(separator: "\n").map { line in line.split(separator: " ").joined(separator: " ") }
      .filter { !$0.isEmpty }
  }
}
