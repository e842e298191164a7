/// Converts the validation strings of swift-async-algorithms, alone or in a test in Swift.
struct AppleNotation {
  private let source: Source

  init(_ source: Source) {
    self.source = source
  }

  func convert(into draft: inout ImportDraft) {
  }
}
