/// Converts the files of Swirly.
struct SwirlyNotation {
  private let source: Source

  init(_ source: Source) {
    self.source = source
  }

  func convert(into draft: inout ImportDraft) {
  }
}
