/// Which texts keep to themselves when they are written side by side.
///
/// Two graphemes may become one when they touch: two letters of a flag, a consonant and a vowel of Hangul. A text
/// that could do so with anything goes into brackets, so that tokens can be put together without a look at each other.
enum Graphemes {
  /// What makes one picture of several; it belongs into texts, though nobody sees it.
  static let joiner: Unicode.Scalar = "\u{200D}"

  /// Whether a grapheme stays itself, whatever stands in front of it or behind.
  static func isSelfContained(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first else { return false }
    let front: [Unicode.Scalar] = ["a", "\u{AC00}", "\u{AC01}"]
    guard front.allSatisfy({ isBreak(between: [$0], and: first) }) else { return false }
    // A Latin letter, a flag's, a syllable, a picture and a consonant: one for each way to join.
    let after: [Unicode.Scalar] = ["a", "\u{1F1E6}", "\u{AC00}", "\u{1F600}", "\u{915}"]
    return after.allSatisfy { isBreak(between: Array(text.unicodeScalars), and: $0) }
  }

  /// Whether a text would become one with a bracket in front of it or behind.
  static func attachesToBrackets(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last else { return false }
    return attaches(first) || !isBreak(between: [last], and: "]")
  }

  /// Whether a scalar is drawn onto what stands in front of it.
  static func attaches(_ scalar: Unicode.Scalar) -> Bool {
    !isBreak(between: ["a"], and: scalar)
  }

  private static func isBreak(between front: [Unicode.Scalar], and next: Unicode.Scalar) -> Bool {
    var recognizer = Unicode._CharacterRecognizer()
    for scalar in front { _ = recognizer.hasBreak(before: scalar) }
    return recognizer.hasBreak(before: next)
  }
}
