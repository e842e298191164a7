import Marbles

/// What becomes of a Markdown text when its fences are run: the drawings beneath them, and pictures in other files.
package struct RenderedDocument: Sendable {
  /// The text as it was.
  package let original: [UInt8]
  /// What is written in other words, from the first to the last; each begins and ends with a line.
  package internal(set) var changes: [Change] = []
  /// The pictures that it links.
  package internal(set) var pictures: [Picture] = []

  /// Lines of the text, and what stands in their place.
  package struct Change: Sendable, Hashable {
    let span: Span
    let replacement: [UInt8]
  }

  /// A picture that a fence makes.
  package struct Picture: Sendable {
    /// Where it lies, seen from where the Markdown's own path begins.
    package let path: String
    package let bytes: [UInt8]
    /// What is to be said where it cannot be written.
    package let errorAnswer: @Sendable (SystemFailure) -> Answer
  }

  /// The text as it is to be.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    var end = 0
    for change in changes {
      bytes += original[end..<change.span.lowerBound] + change.replacement
      end = change.span.upperBound
    }
    return bytes + original[end...]
  }
}
