import Foundation
import Marbles

/// A reader that applies a TextMate grammar as an editor does.
///
/// It reads line by line, from left to right, and takes the leftmost match first.
struct TextMateReader {
  typealias Rule = TextMateGrammar.Rule

  let grammar: TextMateGrammar
  /// The scopes of each UTF-16 unit of the text, the outermost first.
  private(set) var scopes: [[String]] = []
  /// The lines on which an editor would stop, because the grammar makes no progress.
  private(set) var standstills: [String] = []

  private var open: [Frame] = []

  /// A rule that waits for its end.
  private struct Frame {
    let rule: Rule
    /// The expression for its end, which includes captures of its beginning.
    let end: String?
    /// The position of its beginning, if that is on the current line.
    var start: Int?
  }

  init(_ text: String, by grammar: TextMateGrammar) {
    self.grammar = grammar
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) { read(String(line) + "\n") }
  }

  /// The scopes of text that no rule matches.
  private var surrounding: [String] {
    open.flatMap { [$0.rule.name, $0.rule.contentName].compactMap(\.self) }
  }

  private mutating func read(_ line: String) {
    var finder = TextMateFinder(line, grammar.expressions)
    let first = scopes.count
    scopes += Array(repeating: [], count: finder.count)
    for index in open.indices { open[index].start = nil }
    for (index, frame) in open.enumerated() {
      guard let condition = frame.rule.while else { continue }
      if finder.first(condition, from: 0)?.range.location != 0 {
        open.removeSubrange(index...)
        break
      }
    }
    var position = 0
    while position < finder.count, let (match, rule) = next(from: position, &finder) {
      let range = first + match.range.location..<first + NSMaxRange(match.range)
      paint(first + position..<range.lowerBound, surrounding)
      let stands = range.upperBound == first + position
      if let rule {
        paint(range, surrounding + [rule.name].compactMap(\.self))
        paint(rule.match == nil ? rule.beginCaptures : rule.captures, of: match, after: first)
        if rule.match == nil {
          open.append(Frame(rule: rule, end: rule.end.map { finder.filled($0, from: match) }, start: position))
        } else if stands {
          return standstills.append(line)
        }
      } else {
        // The end of a rule has the name of the rule, but not the name of its content.
        let frame = open.removeLast()
        paint(range, surrounding + [frame.rule.name].compactMap(\.self))
        paint(frame.rule.endCaptures, of: match, after: first)
        if stands, frame.start == position { return standstills.append(line) }
      }
      position = range.upperBound - first
    }
    paint(first + position..<scopes.count, surrounding)
  }

  /// Returns the leftmost match and its rule.
  ///
  /// The rule is `nil` if the match ends the innermost rule, which has priority.
  private func next(from position: Int, _ finder: inout TextMateFinder) -> (NSTextCheckingResult, Rule?)? {
    var best: (match: NSTextCheckingResult, rule: Rule?)?
    if let end = open.last?.end, let match = finder.first(end, from: position) { best = (match, nil) }
    for rule in open.last?.rule.inner ?? grammar.rules {
      guard let match = (rule.match ?? rule.begin).flatMap({ finder.first($0, from: position) }) else { continue }
      if match.range.location < best?.match.range.location ?? .max { best = (match, rule) }
    }
    return best
  }

  private mutating func paint(_ range: Range<Int>, _ names: [String]) {
    for unit in range { scopes[unit] = names }
  }

  private mutating func paint(
    _ captures: [String: TextMateGrammar.Capture]?, of match: NSTextCheckingResult, after first: Int
  ) {
    for (number, capture) in (captures ?? [:]).sorted(by: { $0.key < $1.key }) {
      guard let number = Int(number), number < match.numberOfRanges else { continue }
      let range = match.range(at: number)
      guard range.location != NSNotFound else { continue }
      for unit in first + range.location..<first + NSMaxRange(range) { scopes[unit].append(capture.name) }
    }
  }
}

/// A finder of matches in a line, which searches for each match only once.
struct TextMateFinder {
  let line: String
  let count: Int
  private var expressions: [String: NSRegularExpression]
  private var known: [String: (from: Int, match: NSTextCheckingResult?)] = [:]

  init(_ line: String, _ expressions: [String: NSRegularExpression]) {
    self.line = line
    self.expressions = expressions
    count = line.utf16.count
  }

  mutating func first(_ text: String, from position: Int) -> NSTextCheckingResult? {
    if let (from, match) = known[text], from <= position, (match?.range.location ?? .max) >= position {
      return match
    }
    // Lookbehind includes the text before the position, and `^` matches only at the start of the line.
    let options: NSRegularExpression.MatchingOptions = [.withTransparentBounds, .withoutAnchoringBounds]
    let expression = expressions[text] ?? (try? TextMateGrammar.expression(text))
    expressions[text] = expression
    let match = expression?.firstMatch(
      in: line, options: options, range: NSRange(location: position, length: count - position))
    known[text] = (position, match)
    return match
  }

  /// Returns an expression with `\1` to `\9` replaced by the captures of a match.
  func filled(_ text: String, from match: NSTextCheckingResult) -> String {
    (1..<10).reduce(text) { text, number in
      guard text.contains("\\\(number)"), number < match.numberOfRanges,
        let range = Range(match.range(at: number), in: line)
      else { return text }
      return text.replacing("\\\(number)", with: NSRegularExpression.escapedPattern(for: String(line[range])))
    }
  }
}
