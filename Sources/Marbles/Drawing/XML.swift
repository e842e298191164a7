import MarbleLanguage

/// Text escaping for XML.
package enum XML {
  /// Returns text with its special characters escaped, and characters that XML does not allow replaced.
  package static func escaped(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && !"&<>\"".utf8.contains($0) }) { return text }
    var escaped = ""
    escaped.append(text, replacing: \.escapedInXML)
    return escaped
  }

  /// Returns attributes, each after a space, with their line ends preserved as character references.
  package static func attributes(_ attributes: KeyValuePairs<StaticString, String>) -> String {
    attributes.map { " \($0)=\"\(escaped($1).replacing("\n", with: "&#10;"))\"" }.joined()
  }
}

extension Unicode.Scalar {
  /// The text for a special character, the replacement for one that XML does not allow, or `nil`.
  fileprivate var escapedInXML: String? {
    switch self {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    case "\"": "&quot;"
    case "\n": nil
    case "\0"..<" ", "\u{7F}"..<"\u{A0}", "\u{FFFE}"..."\u{FFFF}": "\u{FFFD}"
    default: nil
    }
  }
}
