/// Where the examples print, so that a test can say what they printed.
final class Console: @unchecked Sendable {
  private var lines: [String] = []

  func print(_ items: Any...) {
    lines.append(items.map { "\($0)" }.joined(separator: " "))
  }

  /// What was printed since the last time, lines apart by `, `.
  func read() -> String {
    defer { lines = [] }
    return lines.joined(separator: ", ")
  }
}

/// An error with words, as the documents' examples use it.
struct Failure: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
