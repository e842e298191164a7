import Foundation

/// Reads a text by a TextMate grammar, as an editor does: line by line, from left to right, the leftmost match first.
struct TextMateReader {
  typealias Rule = TextMateGrammar.Rule

  let grammar: TextMateGrammar
  /// The scopes of each UTF-16 unit of the text, the outermost first.
  private(set) var scopes: [[String]] = []
  /// Where an editor would give up on the line, because the grammar turns on the spot.
  private(set) var standstills: [String] = []

  private var open: [Frame] = []

  /// A rule with an end that is still to come.
  private struct Frame {
    let rule: Rule
    /// Where it began, if that was in this line.
    var start: Int?
  }

  init(_ text: String, by grammar: TextMateGrammar) {
    self.grammar = grammar
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) { read(String(line) + "\n") }
  }

  /// The scopes that what stands here has if no rule matches it.
  private var surrounding: [String] {
    open.flatMap { [$0.rule.name, $0.rule.contentName].compactMap(\.self) }
  }

  private mutating func read(_ line: String) {
    var finder = Finder(line, grammar.expressions)
    let first = scopes.count
    scopes += Array(repeating: [], count: finder.count)
    for index in open.indices { open[index].start = nil }
    var position = 0
    while position < finder.count {
      var best: (match: NSTextCheckingResult, rule: Rule, ends: Bool)?
      if let frame = open.last, let end = frame.rule.end, let match = finder.first(end, from: position) {
        best = (match, frame.rule, true)
      }
      for rule in open.last?.rule.inner ?? grammar.rules {
        guard let match = (rule.match ?? rule.begin).flatMap({ finder.first($0, from: position) }) else { continue }
        if match.range.location < best?.match.range.location ?? .max { best = (match, rule, false) }
      }
      guard let (match, rule, ends) = best else { break }
      let start = match.range.location
      let end = start + match.range.length
      paint(first + position..<first + start, surrounding)
      if ends {
        // What ends a rule has its name, but not that of its content.
        let frame = open.removeLast()
        paint(first + start..<first + end, surrounding + [rule.name].compactMap(\.self))
        paint(rule.endCaptures, of: match, behind: first)
        if frame.start == end {
          standstills.append(line)
          return
        }
      } else {
        let outer = surrounding + [rule.name].compactMap(\.self)
        paint(first + start..<first + end, outer)
        paint(rule.match == nil ? rule.beginCaptures : rule.captures, of: match, behind: first)
        if rule.match == nil {
          open.append(Frame(rule: rule, start: end))
        } else if end == position {
          standstills.append(line)
          return
        }
      }
      position = end
    }
    paint(first + position..<scopes.count, surrounding)
  }

  private mutating func paint(_ range: Range<Int>, _ names: [String]) {
    for unit in range { scopes[unit] = names }
  }

  private mutating func paint(
    _ captures: [String: TextMateGrammar.Capture]?, of match: NSTextCheckingResult, behind first: Int
  ) {
    for (number, capture) in (captures ?? [:]).sorted(by: { $0.key < $1.key }) {
      guard let number = Int(number), number < match.numberOfRanges else { continue }
      let range = match.range(at: number)
      guard range.location != NSNotFound else { continue }
      for unit in first + range.location..<first + range.location + range.length { scopes[unit].append(capture.name) }
    }
  }

  /// Finds matches in a line, each expression's next one only once.
  private struct Finder {
    let line: String
    let count: Int
    private let expressions: [String: NSRegularExpression]
    private var known: [String: (from: Int, match: NSTextCheckingResult?)] = [:]

    init(_ line: String, _ expressions: [String: NSRegularExpression]) {
      self.line = line
      self.expressions = expressions
      count = line.utf16.count
    }

    mutating func first(_ expression: String, from position: Int) -> NSTextCheckingResult? {
      if let (from, match) = known[expression], from <= position, (match?.range.location ?? .max) >= position {
        return match
      }
      // What stands before a match counts for it, and the line's start is the line's start.
      let options: NSRegularExpression.MatchingOptions = [.withTransparentBounds, .withoutAnchoringBounds]
      let rest = NSRange(location: position, length: count - position)
      let match = expressions[expression]?.firstMatch(in: line, options: options, range: rest)
      known[expression] = (position, match)
      return match
    }
  }
}
