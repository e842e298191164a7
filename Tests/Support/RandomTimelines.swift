import MarbleLanguage

/// A generator of timelines of every kind.
///
/// The same seed gives the same timelines.
package struct RandomTimelines: RandomNumberGenerator {
  private var generator: SeededGenerator

  package init(seed: UInt64) {
    generator = SeededGenerator(seed: (seed &+ 1) &* 0xD134_2543_DE82_EF95)
  }

  package mutating func next() -> UInt64 { generator.next() }

  package mutating func flip() -> Bool { next() & 1 == 0 }
  package mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
  package mutating func pick<T>(_ items: [T]) -> T { items[below(items.count)] }

  /// Returns a timeline, which follows the event grammar if `isLawful` is true.
  package mutating func timeline(isLawful: Bool, depth: Int = 0) -> Timeline {
    var tick = isLawful && depth == 0 && below(4) == 0 ? -1 - below(5) : 0
    let startsEarly = tick < 0
    var marbles: [Timeline.Marble] = []
    for _ in 0..<below(depth == 0 ? 8 : 4) {
      tick += below(20) == 0 ? below(5_000) : below(4)
      for _ in 0...(below(3) == 0 ? below(3) : 0) {
        let event: Event = !isLawful && below(4) == 0 ? end() : .value(value(depth: depth))
        marbles.append(.init(tick: tick, event: event))
      }
      tick += 1
    }
    let hasOrigin = isLawful && depth == 0 && (startsEarly || below(8) == 0)
    if hasOrigin { tick = max(tick, 1) }
    if below(4) == 0 {
      var round: [Timeline.Marble] = []
      var period = 0
      for _ in 0..<below(4) {
        period += below(3)
        round.append(.init(tick: period, event: .value(value(depth: depth))))
        period += 1
      }
      period = max(period, 1) + below(3)
      tick += below(3)
      return Timeline(
        marbles, loop: .init(start: tick, period: period, marbles: round), end: tick + period, hasOrigin: hasOrigin)
    }
    if flip() {
      if flip(), let last = marbles.last?.tick, last == tick - 1 { tick = last }
      marbles.append(.init(tick: tick, event: end()))
      tick += 1
    }
    tick = max(tick, hasOrigin ? 1 : 0) + below(3)
    return Timeline(marbles, end: tick, continues: depth == 0 && below(5) == 0, hasOrigin: hasOrigin)
  }

  private mutating func end() -> Event {
    pick([.completed, .interrupted, .failed(.unnamed), .failed(Failure(text()))])
  }

  private mutating func value(depth: Int) -> Value {
    let kinds = depth < 3 ? 14 : 10
    switch below(kinds) {
    case 0: return .integer(below(10))
    case 1: return .integer(pick([0, -1, 10, 12, Int.max, Int.min, below(1_000)]))
    case 2:
      return .number(
        pick([
          0.5, 1, -2.25, 1e300, 1e16, -0.0, 0.1, 123_456_789_012_345_680, Double(Int.max), Double.leastNonzeroMagnitude,
          .greatestFiniteMagnitude, .infinity, -.infinity, Double(below(100)) / 7,
        ]))
    case 3: return .boolean(flip())
    case 4: return .null
    case 5...6: return .marble(pick(Self.graphemes))
    case 7: return .marble(text())
    case 8: return .string(text())
    case 9: return .marble(pick(["s", "m", "t", "a", "d", "w", "9", "1"]))
    case 10: return .tuple(values(depth: depth, least: 2))
    case 11: return .array(values(depth: depth, least: 0))
    case 12: return .event(flip() ? .value(value(depth: depth + 1)) : end())
    default: return .stream(Stream(timeline: timeline(isLawful: true, depth: depth + 1), name: "s"))
    }
  }

  private mutating func values(depth: Int, least: Int) -> [Value] {
    let count = least == 2 && below(5) == 0 ? 0 : least + below(3)
    return (0..<count).map { _ in value(depth: depth + 1) }
  }

  private mutating func text() -> String {
    if flip() { return pick(Self.words) }
    return (0..<below(5)).map { _ in pick(flip() ? Self.graphemes : Self.characters) }.joined()
  }

  private static let words = [
    "", "Ji", "true", "nil", "12", "-3.5", "1e5", "007", " a", "a ", "a b", ".completed", ".completed!", ".value(1)",
    ".failed(x", ".interrupted )", "f(x)", ":-)", ":-(", "a]b", "[", "]", "<", "<3", "a,b", "\\", "\"", "a\"b", "error",
    "where", "at", "during", "//", "/*", "9ms", "40t", "@3", "!no!", "#", "שלום", "مرحبا", "\u{202E}evil", "٣", "日本語",
    "--──┤", "{a}*", "^", "> ", "1.", ".5", "+1", "0x10", "1e", "-", "9223372036854775808", "[1,2]", "(1)", "a // b",
    "--1--|", "timed out", "1,2", "(", ")", "()", "[]", "x = 1", ";", "=",
  ]
  private static let characters = (0x20..<0x7F).map { String(UnicodeScalar(UInt8($0))) } + ["\n", "\r", "\t", "\0"]
  private static let graphemes = [
    "a", "z", "_", "é", "e\u{301}", "\u{301}", "-\u{308}", "#\u{FE0F}\u{20E3}", "👨‍👩‍👧", "🇩", "🇪", "🇩🇪", "👍🏽", "\u{200D}",
    "👍\u{200D}", "가", "ᄀ", "ᅡ", "ᆨ", "각", "क", "क\u{94D}", "\u{600}", "─", "┤", "┼", "\u{200B}", "\u{A0}", "\u{2028}",
    "א", "ب", "ﷺ", "\u{200F}", "\u{2066}", "ａ", "日", "\r\n", "\u{7F}", "\u{85}", "ß", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "/", "?", ":", "~", "`", "%",
    "&",
  ]
}
