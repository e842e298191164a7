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

  /// Every listing about testing with marbles is part of a compiled test file.
  @Test(arguments: [("Sources/Marbles/Marbles.docc/TestingWithMarbles.md", 8), ("README.md", 1)])
  func listingsArePartOfATestFile(path: String, count: Int) throws {
    func unindented(_ text: String) -> [Substring] {
      text.split(separator: "\n").map { $0.drop { $0 == " " } }
    }
    let example = packageRoot.appendingPathComponent("Tests/MarblesTests/Testing/WorkedExampleTests.swift")
    let tested = unindented(try String(contentsOf: example, encoding: .utf8))
    let text = try String(contentsOf: packageRoot.appendingPathComponent(path), encoding: .utf8)
    let listings = fences(in: text).filter { $0.info == "swift" }
    #expect(listings.count == count)
    for listing in listings {
      #expect(tested.firstRange(of: unindented(listing.text)) != nil, "\(path):\(listing.line)")
    }
  }
}
