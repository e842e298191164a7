import Marbles
import Testing

#if canImport(Darwin) && canImport(XCTest)
  import XCTest
#endif

/// An error with a picture, which a test framework can show.
protocol PicturedFailure: Error, CustomStringConvertible {
  var svg: String { get }
  var location: CallSite { get }
}

extension Mismatch: PicturedFailure {}
extension LawFailure: PicturedFailure {}

extension PicturedFailure {
  /// Attaches the picture to the current test and records an issue, or throws the error outside Swift Testing.
  func report() throws {
    guard Test.current != nil else {
      attachToActivity()
      throw self
    }
    let place = SourceLocation(
      fileID: location.fileID, filePath: location.filePath, line: location.line, column: 1)
    Attachment.record(svg, named: "marbles.svg", sourceLocation: place)
    Attachment.record(description, named: "marbles.txt", sourceLocation: place)
    Issue.record(Comment(rawValue: description), sourceLocation: place)
  }

  /// Attaches the picture to the test case of XCTest, which is possible only on Apple platforms.
  private func attachToActivity() {
    #if canImport(Darwin) && canImport(XCTest)
      let attachments = [
        (XCTAttachment(data: Data(svg.utf8), uniformTypeIdentifier: "public.svg-image"), "marbles.svg"),
        (XCTAttachment(string: description), "marbles.txt"),
      ]
      XCTContext.runActivity(named: "Marbles") { activity in
        for (attachment, name) in attachments {
          attachment.name = name
          activity.add(attachment)
        }
      }
    #endif
  }
}
