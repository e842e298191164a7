/// Tests whether graphemes stay separate when they are written next to other text.
///
/// Two adjacent graphemes can merge into one, such as the two letters of a flag, or a consonant and a vowel of
/// Hangul. A value that could merge with its neighbor is printed in brackets. The printer can then join tokens
/// without comparing them.
enum Graphemes {
  /// The zero width joiner, which merges several emoji into one.
  ///
  /// Strings may contain it, although it is invisible.
  static let joiner: Unicode.Scalar = "\u{200D}"

  /// Whether a grapheme never merges with the text before or after it.
  static func isSelfContained(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first else { return false }
    let front: [Unicode.Scalar] = ["a", "\u{AC00}", "\u{AC01}"]
    guard front.allSatisfy({ isBreak(between: [$0], and: first) }) else { return false }
    // One scalar for each way to merge: a Latin letter, a flag letter, a Hangul syllable, an emoji and a consonant.
    let after: [Unicode.Scalar] = ["a", "\u{1F1E6}", "\u{AC00}", "\u{1F600}", "\u{915}"]
    return after.allSatisfy { isBreak(between: Array(text.unicodeScalars), and: $0) }
  }

  /// Whether a string would merge with a bracket before or after it.
  static func attachesToBrackets(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last else { return false }
    return attaches(first) || !isBreak(between: [last], and: "]")
  }

  /// Whether a scalar is drawn onto the character before it.
  static func attaches(_ scalar: Unicode.Scalar) -> Bool {
    !isBreak(between: ["a"], and: scalar)
  }

  private static func isBreak(between front: [Unicode.Scalar], and next: Unicode.Scalar) -> Bool {
    var recognizer = Unicode._CharacterRecognizer()
    for scalar in front { _ = recognizer.hasBreak(before: scalar) }
    return recognizer.hasBreak(before: next)
  }
}
