/// A word that can be inserted at the cursor.
package struct CompletionCandidate: Sendable, Hashable {
  /// The word.
  package let text: String
  /// The text to insert after the word, such as the opening bracket of a call.
  package let opening: String
  /// The description in one line, or an empty string.
  package let summary: String

  package init(_ text: String, opening: String = "", summary: String = "") {
    self.text = text
    self.opening = opening
    self.summary = summary
  }

  package var insertion: String { text + opening }
}
