import MarbleEvaluation
import MarbleLanguage

extension SVG {
  /// The appearance and the estimated width of text in a picture.
  enum TextMetrics {
    /// Returns the width of text in the reader's proportional font, in pixels.
    static func width(of text: String, size: Double) -> Double {
      var hundredths = 0
      for character in text { hundredths += advance(of: character) }
      return Double(hundredths) * size / 100
    }

    /// Returns the width of text in the reader's monospaced font, in pixels.
    static func codeWidth(of text: String, size: Double) -> Double { Double(displayWidth(of: text)) * size * 0.61 }

    /// Returns the width of a character in hundredths of the font size, as in a wide and bold font, since fonts differ.
    private static func advance(of character: Character) -> Int {
      guard let ascii = character.asciiValue, ascii >= 0x20 else {
        if character == "…" { return 100 }
        switch displayWidth(of: character) {
        case 0: return 0
        case 1: return 80
        default: return 125
        }
      }
      return switch character {
      case "i", "j", "l", "'", " ", "|", "I": 36
      case ",", ".", ":", ";", "-", "/", "\\": 41
      case "f", "r", "t", "(", ")", "[", "]", "`", "!": 48
      case "c", "s", "z", "\"", "*", "?", "J", "_": 60
      case "k", "v", "x", "y": 66
      case "m", "w", "M", "W", "@", "%": 104
      case "+", "<", "=", ">", "~", "^", "#", "&", "D", "G", "H", "N", "O", "Q", "U": 85
      case "A"..."Z": 76
      default: 71
      }
    }

    /// Returns text with invisible characters replaced by symbols or by their code points.
    static func visible(_ text: String) -> String {
      if text.isPrintableASCII { return text }
      var visible = ""
      for character in text {
        if character == "\r\n" {
          visible += "␍␊"
          continue
        }
        let joins = character.unicodeScalars.count > 1
        for scalar in character.unicodeScalars {
          switch scalar.value {
          case 0..<0x20, 0x7F, 0xFFFE, 0xFFFF: visible += scalar.symbol ?? ""
          default:
            if isHidden(scalar), !joins || isDirection(scalar) {
              visible += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            } else {
              visible.unicodeScalars.append(scalar)
            }
          }
        }
      }
      return visible
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .surrogate: true
      default: false
      }
    }

    /// Whether a character changes the direction of the following text.
    private static func isDirection(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      case 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0x80..<0xA0, 0x2028, 0x2029: true
      default: false
      }
    }

    /// Returns the text of a value as in brackets, but without escapes for characters that a picture can show.
    static func text(of value: Value) -> String {
      switch value {
      case .marble(let text), .string(let text): word(text)
      case .tuple(let items): "(" + items.map(text(of:)).joined(separator: ", ") + ")"
      case .array(let items): "[" + items.map(text(of:)).joined(separator: ", ") + "]"
      default: visible(ValuePrinter.item(value, inParentheses: false))
      }
    }

    private static func word(_ text: String) -> String {
      let shown = visible(text)
      let isPlain = shown == text && ValuePrinter.readsAsWord(text, inParentheses: false)
      return isPlain || text.count == 1 && text != " " && NumberLiteral(text) == nil ? shown : "\"" + shown + "\""
    }
  }
}
