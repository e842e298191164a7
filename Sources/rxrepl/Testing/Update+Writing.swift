import MarbleSession
import MarbleTerminal
import MarbleTools
import Marbles

extension Update {
  /// Rewrites a tested file, unless the new file has errors.
  ///
  /// - Parameters:
  ///   - document: The tested file.
  ///   - run: Tests another document in the same way. Returns `nil` if the test was stopped.
  /// - Returns: The new document and the answers of its test, or `nil` if nothing was rewritten.
  func write(
    to document: Document, testing run: (Document) -> [Answer]?
  ) throws(SystemFailure) -> (document: Document, answers: [Answer])? {
    guard let bytes, let updated = try? Document(name: document.name, bytes: bytes), let answers = run(updated),
      !answers.contains(where: \.isError)
    else { return nil }
    try replaceFile(at: document.name, holding: document.bytes, with: bytes)
    return (updated, answers)
  }
}

extension Answer {
  fileprivate var isError: Bool { if case .error = self { true } else { false } }
}
