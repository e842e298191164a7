/// The place of a call in the source of a test.
package struct CallSite: Sendable {
  package let fileID: String
  package let filePath: String
  package let line: Int

  init(_ fileID: String, _ filePath: String, _ line: Int) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
  }

  /// The place of a run that is not reported.
  static let none = CallSite("", "", 0)
}

extension CallSite: CustomStringConvertible {
  /// The place as reports show it.
  package var description: String { "\(fileID):\(line)" }
}
