/// What becomes of a Markdown text when its fences are run: the drawings beneath them, and pictures in other files.
public struct Illustration: Sendable {
  /// The text as it was.
  public let original: [UInt8]
  /// What is written in other words, from the first to the last; each begins and ends with a line.
  public internal(set) var changes: [Change] = []
  /// The pictures that it links.
  public internal(set) var pictures: [Picture] = []

  /// Lines of the text, and what stands in their place.
  public struct Change: Sendable, Hashable {
    public let span: Span
    public let replacement: [UInt8]
  }

  /// A picture that a fence makes.
  public struct Picture: Sendable {
    /// Where it lies, seen from where the Markdown's own path begins.
    public let path: String
    public let bytes: [UInt8]
    /// What is to be said where it cannot be written.
    public let mistake: @Sendable (Session.SystemFailure) -> Answer
  }

  /// The text as it is to be.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    var end = 0
    for change in changes {
      bytes += original[end..<change.span.lowerBound] + change.replacement
      end = change.span.upperBound
    }
    return bytes + original[end...]
  }
}
