/// A replacement for `print` whose output tests can read.
final class Console: @unchecked Sendable {
  private var lines: [String] = []

  func print(_ items: Any...) {
    lines.append(items.map { "\($0)" }.joined(separator: " "))
  }

  /// Returns the output since the last call, with lines separated by `, `.
  func read() -> String {
    defer { lines = [] }
    return lines.joined(separator: ", ")
  }
}

/// An error with a description, for the examples.
struct Failure: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
