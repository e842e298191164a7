/// A prompt as the line editor wants it.
enum Prompt {
  /// Puts a mark around every run of escape codes, so that the editor does not count them as columns.
  ///
  /// The editor hangs codes on the character behind them. So codes at the very end change places with the last
  /// character of the text, and those of a prompt without text are dropped.
  static func marked(_ prompt: String) -> String {
    var parts = split(prompt)
    if let end = parts.last, end.isCode {
      parts.removeLast()
      guard let character = parts.last?.text.last else { return "" }
      parts[parts.count - 1].text.removeLast()
      if parts[parts.count - 1].text.isEmpty { parts.removeLast() }
      append(end, to: &parts)
      parts.append(Part(text: String(character), isCode: false))
    }
    return parts.map { $0.isCode ? "\u{1}\($0.text)\u{1}" : $0.text }.joined()
  }

  /// Adds a part, or lengthens the last one when it is of the same kind: two runs of codes must not touch.
  private static func append(_ part: Part, to parts: inout [Part]) {
    if let last = parts.indices.last, parts[last].isCode == part.isCode {
      parts[last].text += part.text
    } else {
      parts.append(part)
    }
  }

  private struct Part {
    var text: String
    var isCode: Bool
  }

  /// Divides a text into runs of codes (`ESC [ … letter`) and what lies between them.
  private static func split(_ prompt: String) -> [Part] {
    var parts: [Part] = []
    var inCode = false
    for scalar in prompt.unicodeScalars {
      if scalar == "\u{1B}" { inCode = true }
      append(Part(text: String(scalar), isCode: inCode), to: &parts)
      if inCode, scalar.properties.isAlphabetic { inCode = false }
    }
    return parts
  }
}
