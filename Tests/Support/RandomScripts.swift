import MarbleLanguage

/// A generator of scripts with unusual spacing.
///
/// Most of them can be parsed.
package struct RandomScripts {
  private var random: RandomTimelines

  package init(seed: UInt64) { random = RandomTimelines(seed: seed) }

  package mutating func script() -> String {
    let newline = random.below(6) == 0 ? "\r\n" : "\n"
    var text = random.below(10) == 0 ? "\u{FEFF}" : ""
    for _ in 0..<random.below(14) {
      text += statement() + remark() + (random.below(12) == 0 ? ";" + statement() : "") + newline
      if random.below(4) == 0 { text += String(repeating: blanks(0) + newline, count: 1 + random.below(3)) }
      if random.below(6) == 0 { text += blanks(0) + "// a remark" + blanks(0) + newline }
      if random.below(30) == 0 { text += Self.drawing + newline }
    }
    return random.flip() ? text : text + "a = -1|"
  }

  private mutating func statement() -> String {
    let name = random.pick(["a", "bb", "numbers", "é", "_x"])
    let equals = blanks(0) + "=" + blanks(0)
    let sign = random.below(5) == 0 ? "\n" + blanks(1) + "==" + blanks(0) : blanks(0) + "==" + blanks(0)
    switch random.below(18) {
    case 0...3: return blanks(0) + name + equals + lane(.pipe)
    case 4: return name + equals + "cold" + blanks(1) + lane(.cold)
    case 5: return name + equals + "cold " + lane(.cold) + "," + blanks(0) + lane(.cold)
    case 6: return name + equals + "merge(bb, " + (random.flip() ? "\n  " : "") + "numbers)"
    case 7...9: return blanks(0) + random.pick(["bb.map { $0 }", "merge(bb, numbers)", "_x"]) + sign + lane(.expected)
    case 10: return "bb" + blanks(1) + "during ^---!" + sign + lane(.expected)
    case 11:
      return "numbers = -1|" + blanks(0) + ";" + "subscriptions numbers" + blanks(0) + "==" + blanks(0) + "--^.-!"
    case 12: return lane(.pipe)
    case 13: return random.pick(["bb.map { $0 }", "merge(bb, numbers)", "_x\n  .map { $0 }", "cold ab(c)-|"])
    case 14: return blanks(0) + words()
    case 15: return random.flip() ? "cold " + words() : name + equals + words()
    case 16: return "bb" + sign + words()
    default:
      return random.pick(["check --1|", ":tick 10ms", "f(s) = s.take( 2 )", "bb == --x| where x  = 10", "bb =="])
    }
  }

  /// Returns a timeline that looks like words, calls, chains and other syntax where spaces or dots are missing.
  private mutating func words() -> String {
    (0...random.below(6)).map { _ in random.pick(Self.words) }.joined()
  }

  private static let words = [
    "a", "bc", "numbers", "(d)", "(ef)", "[g]", "\"h\"", "{i}*2", " ", " ", "  ", ".", ".", "-", "--", ":", "?", "/",
    "9", "9ms",
    "m", "t", "during", "where", "cold", "raw", "check", "_", "é", "`", "~~~",
  ]

  private mutating func remark() -> String {
    switch random.below(8) {
    case 0: blanks(1) + "// so" + blanks(0)
    case 1: blanks(1) + "/* so */"
    case 2: blanks(1)
    case 3 where random.below(8) == 0: blanks(1) + "/* one\n\n  two */"
    default: ""
    }
  }

  private mutating func blanks(_ least: Int) -> String {
    let count = least + (random.below(3) == 0 ? random.below(7) : least)
    return random.below(20) == 0 ? String(repeating: "\t", count: count) : String(repeating: " ", count: count)
  }

  package static let drawing = "         0    5\na    --1--[2]|  \nb    -x---|  \n"

  /// Returns a timeline with redundant dots.
  private mutating func lane(_ form: TimelineForm) -> String {
    let timeline = random.timeline(isLawful: true)
    guard form.allowsOrigin || !timeline.hasOrigin else { return "--1--[12]-" }
    let source = Source(name: "", text: TimelinePrinter.text(of: timeline, asStatement: true))
    let whole = 0..<source.bytes.count
    if whole.isEmpty { return "-" }
    let read = TimelineReader(source).tokens(in: whole, as: form)
    if read.hasErrors { return "-" }
    let tokens = read.outermost
    var text = ""
    for (index, token) in tokens.enumerated() {
      let start = index == 0 ? 0 : tokens[index - 1].span.upperBound
      text += source.text(of: start..<token.span.lowerBound)
      if index > 0, random.below(6) == 0 { text += String(repeating: ".", count: 1 + random.below(3)) }
      text += source.text(of: token.span)
    }
    // Dots can join tokens into one word, which has another meaning.
    return (try? Timeline(reading: text, as: form)) == timeline ? text : source.text(of: whole)
  }
}
