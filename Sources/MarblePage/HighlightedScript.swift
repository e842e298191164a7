import MarbleSession
import MarbleTools
import Marbles

/// A script as HTML in which each token has a class for its color, such as `<span class="tick">--</span>`.
package struct HighlightedScript: Sendable {
  /// The script in a `pre` element.
  package let html: String

  /// Highlights a script, whether it can be run or not.
  package init(_ script: String) {
    let bytes = Array(script.utf8)
    var html = ""
    var end = 0
    func escaped(_ range: Range<Int>) -> String {
      XML.escaped(String(decoding: bytes[range], as: UTF8.self))
    }
    for token in Session().highlights(of: script) where token.range.lowerBound >= end {
      html += escaped(end..<token.range.lowerBound)
      html += "<span class=\"\(token.kind.rawValue)\">\(escaped(token.range))</span>"
      end = token.range.upperBound
    }
    self.html = "<pre class=\"marble\">\(html)\(escaped(end..<bytes.count))</pre>\n"
  }
}
