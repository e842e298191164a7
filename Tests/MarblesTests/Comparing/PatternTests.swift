import MarbleEvaluation
import MarbleLanguage
import TestSupport
import Testing

/// Timelines with gaps, and the events that match them.
struct PatternTests {
  @Test(arguments: [
    ("--_|", "--1|", true), ("--_|", "-1-|", false), ("[1,_]", "[1,2]", true), ("[1,_]", "[2,2]", false),
    ("#[_]", "#[lost]", true), ("\"_\"", "1", false), ("_\"_\"", "1_", true), ("_\"_\"", "12", false),
    ("x\"x\" where x: { $0 > 1 }", "2x", true), ("x\"x\" where x: { $0 > 1 }", "23", false), ("1 ... 2", "1--2", true),
    ("1 ... 2", "1-x-2", false),
    ("1 2...3t 2", "1-2", false), ("1 2...3t 2", "1--2", true), ("1 2...3t 2", "1----2", false),
    ("1 2t... 2", "1-2", false), ("1 2t... 2", "1----2", true), ("1 ...2t 2", "12", true),
    ("* 1 * 2 *", "0-(310)--2-#", true), ("* 1 * 2 *", "(12)", true), ("* 1 * 2 *", "2-1", false),
    ("* _ *", "--|", false), ("* _ *", "--1", true), ("*", "", true), ("*|", "1-#", false), ("* 1", "(21)", true),
    ("* 1", "(12)", false), ("1 *-2", "(1x)2", false), ("1 *-2", "(1x)--2", true), ("{* x}*3 |", "x-xyx|", true),
    ("{* x}*3 |", "x-xy|", false), ("(12) ... |", "(12)-|", true), ("1 ... |", "(12)-|", false),
    ("1 ... ---", "1", true),
    ("- ... 1", "1", false), ("5t... *", "1", false), ("x where x: { $0 > 1 }", "2", true),
    ("x where x: { $0 > 1 }", "1", false), ("x where x: { $0 > 1 }", "a", false),
    ("x where x: { $0 + $1 == 3 }", "[1,2]", true), ("[x,_] where x: { a in a > 0 }", "[1,2]", true),
    ("_-_ where _: { $0 > 1 }", "2-1", false), ("x|y where y: { $0 }, x = 2", "2", false),
    ("1-x where 1: { $0 > 8 }, x = 3", "9-3", true),
  ])
  func eventsMatch(text: String, events: String, isMatch: Bool) throws {
    let pattern = TimelinePattern(stringLiteral: text)
    if text.contains("|y") { return #expect(pattern.parseError != nil) }
    #expect(pattern.parseError == nil)
    let comparison = Comparison(pattern: pattern, actual: try Timeline(reading: events, as: .raw))
    #expect(comparison.isEqual == isMatch, "\(comparison.expected)")
  }

  /// The nearest timeline, and what the gaps take.
  @Test(arguments: [
    ("1 ...1t 2 ... 3", "1--2--3", "1-2---3", "...1t 1, ... 3"),
    ("1 2...5t 2 ... |", "1-2-|", "1--2|", "2...5t 2, ... 0"),
    ("* x ... | where x: { $0 > 3 }", "1-2--|", "1-[{ $0 > 3 }]--|", "* 1, ... 2"),
    ("* 4 * |", "1-2-3-|", "4-2-3-|", "* 0, * 2"), ("* 6 |", "-1--4--5|", "-1--4--6|", "* 2"),
    ("* |", "-1-2-#[disk full]", "-1-2-|", "* 2"), ("* #[_]", "-1-!", "-1-#[_]", "* 1"),
    ("* _", "-1|", "-1-", "* 0"), ("* 4 *", "-|", "4|", "* 0, * 1"), ("* | *", "-1-#", "-1-|", "* 1, * 0"),
    ("| *", "1-#", "|--", "* 0"), ("1 ... 2 *", "1-3-2", "1-2-2", "... 1, * 1"),
    ("* 2 3 4", "|", "234", "* 0"), ("* 5 |", "---|", "--5|", "* 0"),
    ("--_ ... 5", "--1-6", "--1-5", "... 1"),
  ])
  func nearestTimelineIsShown(text: String, events: String, nearest: String, gaps: String) throws {
    let comparison = Comparison(
      pattern: TimelinePattern(stringLiteral: text), actual: try Timeline(reading: events, as: .raw))
    #expect(TimelinePrinter.text(of: comparison.expected) == nearest)
    let taken = comparison.reading?.gaps.map { "\($0.text) \($0.count)" } ?? []
    #expect(taken.joined(separator: ", ") == gaps)
  }

  // MARK: Properties

  @Test(arguments: 0..<4)
  func loosenedTimelineMatches(batch: Int) {
    for seed in batch * 500..<(batch + 1) * 500 {
      var random = RandomPattern(seed: UInt64(seed))
      let ticks = random.ticks()
      let tokens = random.loosened(ticks)
      let comparison = Comparison(
        pattern: TimelinePattern(stringLiteral: text(of: tokens)), actual: timeline(of: ticks))
      #expect(comparison.isEqual, "seed \(seed): \(ticks) matches \(text(of: tokens))")
    }
  }

  /// A matcher that tries every way to read a pattern gives the same results.
  ///
  /// The nearest timeline always matches.
  @Test(arguments: 0..<4)
  func allReadingsGiveTheSameResult(batch: Int) {
    var matches = 0
    for seed in batch * 1_000..<(batch + 1) * 1_000 {
      var random = RandomPattern(seed: UInt64(seed))
      let tokens = random.tokens()
      let ticks = random.flip() ? random.ticks() : random.instance(of: tokens)
      let pattern = TimelinePattern(stringLiteral: text(of: tokens))
      #expect(pattern.parseError == nil, "\(text(of: tokens))")
      let comparison = Comparison(pattern: pattern, actual: timeline(of: ticks))
      let isMatch = SlowMatcher(tokens, ticks).isMatch
      #expect(comparison.isEqual == isMatch, "seed \(seed): \(ticks) matches \(text(of: tokens))")
      if isMatch {
        matches += 1
      } else {
        let nearest = Comparison(pattern: pattern, actual: comparison.expected)
        #expect(nearest.isEqual, "seed \(seed): \(comparison.expected) matches \(text(of: tokens))")
        #expect(
          comparison.expected.marbles.dropLast().allSatisfy { !$0.event.isTerminating },
          "seed \(seed): \(comparison.expected)")
      }
    }
    #expect((200..<900).contains(matches))
  }

  /// One other value is one difference, and the nearest timeline is valid.
  @Test(arguments: 0..<4)
  func otherValueIsOneDifference(batch: Int) {
    for seed in batch * 1_000..<(batch + 1) * 1_000 {
      var random = RandomPattern(seed: UInt64(seed))
      let ticks = random.ticks()
      guard let tokens = random.withOtherValue(random.loosened(ticks)) else { continue }
      let pattern = TimelinePattern(stringLiteral: text(of: tokens))
      let comparison = Comparison(pattern: pattern, actual: timeline(of: ticks))
      let sentence: Comment = "seed \(seed): \(ticks) matches \(text(of: tokens)): \(comparison.expected)"
      #expect(comparison.differences.count == 1, sentence)
      #expect(comparison.reading?.corrections?.count == 1, sentence)
      #expect(Comparison(pattern: pattern, actual: comparison.expected).isEqual, sentence)
      #expect(comparison.expected.marbles.dropLast().allSatisfy { !$0.event.isTerminating }, sentence)
    }
  }

  /// Work grows with the product of both lengths.
  @Test(.timeLimit(.minutes(1)), arguments: ["...", "*", "...2t", "* ...", "* _ ..."])
  func manyGapsAreFast(gap: String) {
    let pattern = TimelinePattern(stringLiteral: String(repeating: "1 \(gap) ", count: 200) + "2")
    let actual = Timeline((0..<2_000).map { .init(tick: $0 * 2, event: .value(.integer(1))) })
    let comparison = Comparison(pattern: pattern, actual: actual)
    #expect(!comparison.isEqual)
    #expect(!comparison.differences.isEmpty)
  }

  private func timeline(of ticks: [[String]]) -> Timeline {
    Timeline(
      ticks.enumerated().flatMap { tick, events in
        events.map { .init(tick: tick, event: $0 == "|" ? .completed : .value(.integer(Int($0) ?? 0))) }
      })
  }

  private func text(of tokens: [PatternToken]) -> String { tokens.map(\.text).joined() }
}

/// A matcher that tries all readings, on a list of events and ends of ticks.
private struct SlowMatcher {
  private let tokens: [PatternToken]
  private let symbols: [String]
  private static let end = "end of tick"

  init(_ tokens: [PatternToken], _ ticks: [[String]]) {
    self.tokens = tokens
    symbols = ticks.flatMap { $0 + [Self.end] } + Array(repeating: Self.end, count: 20)
  }

  var isMatch: Bool { matches(from: 0, at: 0) }

  private func isStart(_ position: Int) -> Bool { position == 0 || symbols[position - 1] == Self.end }

  private func isAnything(_ index: Int) -> Bool {
    if tokens.indices.contains(index), case .anything = tokens[index] { true } else { false }
  }

  private func matches(from index: Int, at position: Int) -> Bool {
    guard index < tokens.count else { return symbols[position...].allSatisfy { $0 == Self.end } }
    switch tokens[index] {
    case .silence: return passes(1, from: index, at: position)
    case .gap(let ticks): return ticks.clamped(to: 0...20).contains { passes($0, from: index, at: position) }
    case .anything: return (position...symbols.count).contains { matches(from: index + 1, at: $0) }
    case .events(let events):
      guard isStart(position) || isAnything(index - 1), position + events.count < symbols.count else { return false }
      for (event, symbol) in zip(events, symbols[position...]) {
        guard event == symbol || event == "_" && symbol != "|" && symbol != Self.end else { return false }
      }
      let next = position + events.count
      if isAnything(index + 1) { return matches(from: index + 1, at: next) }
      return symbols[next] == Self.end && matches(from: index + 1, at: next + 1)
    }
  }

  /// Whether the rest matches after a number of silent ticks.
  private func passes(_ ticks: Int, from index: Int, at position: Int) -> Bool {
    guard isStart(position), position + ticks <= symbols.count else { return false }
    return symbols[position..<position + ticks].allSatisfy { $0 == Self.end }
      && matches(from: index + 1, at: position + ticks)
  }
}
