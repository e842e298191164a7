import Foundation
import Testing

@testable import Marbles

/// What the documentation shows is what the program says.
struct DocumentationTests {
  /// A `text` fence behind a `marble` fence holds exactly what that prints.
  @Test(arguments: ["README.md"])
  func picturesAreMadeByTheProgram(path: String) throws {
    let text = try String(contentsOf: packageRoot.appendingPathComponent(path), encoding: .utf8)
    let all = fences(in: text)
    var pictures = 0
    for (script, picture) in zip(all, all.dropFirst()) where script.info.hasPrefix("marble") && picture.info == "text" {
      pictures += 1
      let said = transcript(script.text).trimmingCharacters(in: .newlines)
      #expect(said == picture.text, "\(path):\(picture.line)")
    }
    #expect(pictures > 0)
  }

  /// A link to a picture behind a `marble` fence leads to what that draws; `RECORD=1` writes what it draws now.
  @Test(arguments: ["README.md", "Documentation/Diagrams.md"])
  func linkedPicturesAreMadeByTheProgram(path: String) throws {
    let page = packageRoot.appendingPathComponent(path)
    let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    var pictures = 0
    for script in fences(in: lines.joined(separator: "\n")) where script.info == "marble" {
      // Behind the fence's end and an empty line.
      let place = script.line + script.text.split(separator: "\n", omittingEmptySubsequences: false).count + 2
      guard place < lines.count, let link = lines[place].firstMatch(of: /^!\[.*\]\((.*\.svg)\)$/) else { continue }
      pictures += 1
      let session = Session()
      var diagrams: [Diagram] = []
      session.evaluate(Source(name: "demo.marble", text: script.text)) { answer in
        if case .drawing(let diagram) = answer { diagrams.append(diagram) }
      }
      let drawn = SVG(session.style).draw(diagrams) + "\n"
      let file = page.deletingLastPathComponent().appendingPathComponent(String(link.1))
      if ProcessInfo.processInfo.environment["RECORD"] != nil {
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try drawn.write(to: file, atomically: true, encoding: .utf8)
      } else {
        #expect(try drawn == String(contentsOf: file, encoding: .utf8), "\(file.path) is another picture")
      }
    }
    #expect(pictures > 0)
  }

  /// Every diagram of the core's documentation is a script whose assertions hold.
  @Test(arguments: files(beneath: "Sources/Reactive", ending: "swift").map(\.lastPathComponent))
  func diagramsOfTheCoreHold(name: String) throws {
    let file = try #require(files(beneath: "Sources/Reactive", ending: "swift").first { $0.lastPathComponent == name })
    let text = try String(contentsOf: file, encoding: .utf8)
    for fence in fences(in: documentation(of: text)) where fence.info == "marble" {
      let said = transcript(fence.text)
      #expect(!said.isEmpty, "\(name):\(fence.line) asserts nothing")
      let allHold = said.split(separator: "\n").allSatisfy { $0.hasPrefix("✓") }
      #expect(allHold, "\(name):\(fence.line)\n\(said)")
    }
  }

  /// Every listing on testing with marbles is part of a file that is compiled and run.
  @Test(arguments: [("Sources/Marbles/Marbles.docc/TestingWithMarbles.md", 8), ("README.md", 1)])
  func listingsAreTested(path: String, count: Int) throws {
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
