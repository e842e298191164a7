/// A private file with the step of the tutorial at which a session has stopped.
struct TutorialFile {
  let path: String

  /// The step, or `nil` if the file does not exist or has other contents.
  var step: Int? {
    guard let bytes = try? readFile(at: path) else { return nil }
    return Int(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }

  /// Saves a step, or removes the file.
  ///
  /// Errors are ignored: the next session then starts the tutorial from the beginning.
  func save(_ step: Int?) {
    guard let step else { return Platform.remove(path) }
    Platform.makeFolders(of: path, isPrivate: true)
    try? writeFile(at: path, Array("\(step)\n".utf8), isPrivate: true)
  }
}
