import MarbleEvaluation
import MarbleLanguage

extension SVG {
  /// The text of a marble, which is set in small letters, in two lines or shortened if it is too wide.
  struct Caption {
    let lines: [String]
    let isSmall: Bool
    /// The width of the text and the space around it.
    let width: Double

    private static let fontSize = 13.0
    private static let smallFontSize = 10.0
    private static let padding = 6.0
    private static let smallPadding = 3.0
    /// The space around a word that would otherwise be divided.
    private static let leastPadding = 1.0

    init(_ text: String) {
      self.init([text], size: Self.fontSize, padding: Self.padding)
    }

    private init(small lines: [String]) {
      self.init(lines, size: Self.smallFontSize, padding: Self.smallPadding)
    }

    private init(_ lines: [String], size: Double, padding: Double) {
      self.lines = lines
      isSmall = size < Self.fontSize
      width = (lines.map { TextMetrics.width(of: $0, size: size) }.max() ?? 0) + 2 * padding
    }

    /// Returns the text in the largest form that is at most `width` wide.
    ///
    /// - Parameter isTight: Whether the space around the text is always made smaller.
    func fitting(_ width: Double, isTight: Bool = false) -> Caption {
      if !isTight, self.width <= width { return self }
      let text = lines.joined(separator: " ")
      let tight = Caption([text], size: Self.fontSize, padding: Self.smallPadding)
      var forms = [tight, Caption(small: [text])]
      if !text.contains(" ") { forms.append(Caption([text], size: Self.smallFontSize, padding: Self.leastPadding)) }
      forms += Self.twoLines(of: text)
      return forms.first { $0.width <= width } ?? Self.shortened(text, to: width)
    }

    /// Returns the text in two lines, divided at a space near the middle, or else at the middle.
    private static func twoLines(of text: String) -> [Caption] {
      let middle = text.count / 2
      guard middle > 0 else { return [] }
      let spaces = text.indices.filter { text[$0] == " " }
      func imbalance(_ index: String.Index) -> Int {
        abs(2 * text.distance(from: text.startIndex, to: index) + 1 - text.count)
      }
      var forms: [Caption] = []
      if let space = spaces.min(by: { imbalance($0) < imbalance($1) }) {
        forms.append(Caption(small: [String(text[..<space]), String(text[space...].dropFirst())]))
      }
      let half = text.index(text.startIndex, offsetBy: (text.count + 1) / 2)
      return forms + [Caption(small: [String(text[..<half]), String(text[half...])])]
    }

    /// Returns the beginning of the text in two lines, divided at a space if that leaves enough of the first line.
    private static func shortened(_ text: String, to width: Double) -> Caption {
      let room = width - 2 * smallPadding
      func prefix(of text: Substring, with ending: String = "") -> Substring {
        var prefix = text
        while prefix.count > 1, TextMetrics.width(of: prefix + ending, size: smallFontSize) > room {
          prefix.removeLast()
        }
        return prefix
      }
      var first = prefix(of: text[...])
      let next = text[first.endIndex...].first ?? " "
      if next != " ", let space = first.lastIndex(of: " "), 2 * first[..<space].count >= first.count {
        first = first[..<space]
      }
      let rest = text[first.endIndex...].drop { $0 == " " }
      let second = prefix(of: rest, with: "…")
      return Caption(small: [String(first), second.endIndex == rest.endIndex ? String(second) : second + "…"])
    }
  }
}
