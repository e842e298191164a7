import Foundation
import Testing

@testable import Marbles

/// `Documentation/Operators.md`, the pages and the pictures that it leads to are made of the catalogue.
///
/// `RECORD=1 swift test --filter OperatorPageTests` writes what is made now, to be read and kept.
@Suite(.serialized) struct OperatorPageTests {
  private static let folder = packageRoot.appendingPathComponent("Documentation")
  private static let files = Reference.files
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD"] == "1"

  /// The files that lie in the reference's folders.
  private static func present() -> Set<String> {
    Set(
      Reference.folders.flatMap { sub in
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(sub).path)
        return (names ?? []).map { "\(sub)/\($0)" }
      })
  }

  @Test func pagesAreMadeOfTheCatalogue() throws {
    for file in Self.files {
      let url = Self.folder.appendingPathComponent(file.path)
      if Self.isRecording {
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(file.bytes).write(to: url)
      } else {
        let isSame = (try? Data(contentsOf: url)) == Data(file.bytes)
        #expect(isSame, "\(file.path) is not what the catalogue makes")
      }
    }
  }

  /// A page or a picture of an operator that is gone fails here.
  @Test func nothingIsLeftOver() throws {
    let orphans = Self.present().subtracting(Self.files.map(\.path))
    if Self.isRecording {
      for path in orphans { try FileManager.default.removeItem(at: Self.folder.appendingPathComponent(path)) }
    } else {
      #expect(orphans.isEmpty, "\(orphans.sorted())")
    }
  }
}
