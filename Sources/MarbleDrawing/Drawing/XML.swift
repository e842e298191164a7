import MarbleEvaluation
import MarbleLanguage

/// Text escaping for XML.
package enum XML {
  /// Returns text with its special characters escaped, and characters that XML does not allow replaced.
  package static func escaped(_ text: String) -> String { escapes.apply(to: text) }

  /// Returns the text of the first title of a picture.
  package static func title(of markup: String) -> String? {
    guard let start = markup.firstRange(of: "<title>"),
      let end = markup[start.upperBound...].firstRange(of: "</title>")
    else { return nil }
    return [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")].reduce(
      String(markup[start.upperBound..<end.lowerBound])
    ) { $0.replacing($1.0, with: $1.1) }
  }

  /// The text for special characters, and the replacement for those that XML does not allow.
  private static let escapes = ScalarReplacements { scalar in
    switch scalar {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    case "\"": "&quot;"
    case "\n": nil
    case "\t": " "
    case "\0"..<" ", "\u{7F}"..<"\u{A0}", "\u{FFFE}"..."\u{FFFF}": scalar.symbol
    default: nil
    }
  }

  /// Returns attributes, each after a space, with their line ends preserved as character references.
  package static func attributes(_ attributes: KeyValuePairs<StaticString, String>) -> String {
    attributes.map { " \($0)=\"\(escaped($1).replacing("\n", with: "&#10;"))\"" }.joined()
  }
}
