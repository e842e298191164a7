/// The conversion of prompts for the line editor.
enum Prompt {
  /// Marks every sequence of escape codes, so that the editor does not count them as columns.
  ///
  /// The editor attaches codes to the following character. So codes at the end are moved before the last character,
  /// and the codes of a prompt without text are removed.
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

  /// Adds a part, or extends the last one if it is of the same kind, because marked parts must not be adjacent.
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

  /// Splits a prompt into escape codes (`ESC [ … letter`) and text.
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
