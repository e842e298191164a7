import Foundation
import MarbleLanguage
import MarbleSession
import MarbleTools
import Marbles
import TestSupport
import Testing

/// The pictures of all examples, compared with `Goldens/<example>.svg`.
///
/// `RECORD=1 Scripts/test SVGGoldenTests` writes the current pictures. Check them before you commit them.
@Suite struct SVGGoldenTests {
  private static let folder = packageRoot.appendingPathComponent("Tests/MarblesTests/Drawing/Goldens")
  private static let examples: [String] = {
    let files = try? FileManager.default.contentsOfDirectory(
      atPath: packageRoot.appendingPathComponent("examples").path)
    return (files ?? []).filter { $0.hasSuffix(".marble") }.sorted()
  }()

  @Test func examplesAreFound() {
    #expect(Self.examples.count > 10)
  }

  @Test(arguments: examples)
  func exampleMatchesItsRecordedPicture(name: String) throws {
    let url = packageRoot.appendingPathComponent("examples/\(name)")
    let session = Session()
    session.options.style.format = .svg
    var report = Report()
    session.evaluate(Source(name: name, text: try String(contentsOf: url, encoding: .utf8))) { answer in
      _ = report.text(of: answer, style: session.options.style)
    }
    // An example with only grammar checks has no picture.
    guard let picture = report.end(style: session.options.style, status: 0)?.text else { return }
    #expect(XMLTree(picture).parseError == nil)
    let golden = Self.folder.appendingPathComponent(name.replacingOccurrences(of: ".marble", with: ".svg"))
    if ProcessInfo.processInfo.environment["RECORD"] != nil {
      try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
      try picture.write(to: golden, atomically: true, encoding: .utf8)
    } else {
      #expect(try picture == String(contentsOf: golden, encoding: .utf8), "\(golden.path) is another picture")
    }
  }
}
