import MarbleLanguage

/// Text escaping for XML.
package enum XML {
  /// Returns text with its special characters escaped, and characters that XML does not allow replaced.
  package static func escaped(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && !"&<>\"".utf8.contains($0) }) { return text }
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\n": escaped += "\n"
      default: escaped.unicodeScalars.append(scalar.isAllowedInXML ? scalar : "\u{FFFD}")
      }
    }
    return escaped
  }

  /// Returns attributes, each after a space, with their line ends preserved as character references.
  package static func attributes(_ attributes: KeyValuePairs<StaticString, String>) -> String {
    attributes.map { " \($0)=\"\(escaped($1).replacing("\n", with: "&#10;"))\"" }.joined()
  }
}

extension Unicode.Scalar {
  fileprivate var isAllowedInXML: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0xFFFE...0xFFFF: false
    default: true
    }
  }
}
