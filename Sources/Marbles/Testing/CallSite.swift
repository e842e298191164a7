import MarbleLanguage

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

extension CallSite {
  /// Performs the body of a call, and adds this place to errors about its arguments.
  ///
  /// A test framework shows a thrown error at the beginning of the test.
  func locatingErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as RunError {
      throw LocatedRunError(error: error, location: self)
    } catch let error as TimelineParseError {
      throw error.located(at: description)
    }
  }
}

/// An error about the arguments of a run, with the place of the run.
private struct LocatedRunError: Error, CustomStringConvertible {
  let error: RunError
  let location: CallSite

  var description: String { "\(location): \(error)" }
}

extension CallSite: CustomStringConvertible {
  /// The place as reports show it.
  package var description: String { "\(fileID):\(line)" }
}
