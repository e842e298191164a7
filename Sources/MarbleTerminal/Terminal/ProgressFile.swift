import MarbleSession

/// A private file with the progress in the tutorial and the exercises.
struct ProgressFile {
  let path: String

  /// The bytes, or `nil` if the file does not exist.
  var bytes: [UInt8]? { try? readFile(at: path) }

  /// Replaces the file.
  ///
  /// Errors are ignored: the next session then starts where the file was saved last.
  func save(_ bytes: [UInt8]) {
    Platform.makeFolders(of: path, isPrivate: true)
    try? writeFile(at: path, bytes, isPrivate: true)
  }
}

extension SessionEnvironment {
  /// Reads and saves the progress in the user's file.
  package mutating func useSavedProgress() {
    guard let file = Environment.exercises(Environment.variable).map(ProgressFile.init) else { return }
    savedProgress = { file.bytes }
    saveProgress = file.save
  }
}
