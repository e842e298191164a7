import MarbleLanguage
import MarbleSession
import MarbleTools
import Marbles
import TestSupport
import Testing

/// The playback of a diagram, without a clock and without a terminal.
@Suite struct PlaybackTests {
  private static func diagram(_ timelines: String..., ticks: ClosedRange<Int>? = nil) throws -> Diagram {
    let lanes = try zip(["a", "b", "c"], timelines).map { name, text in
      Diagram.Lane(name: name, timeline: try Timeline(reading: text))
    }
    var diagram = Diagram(inputs: lanes, operation: "merge(a, b)")
    if let ticks { diagram.ticks = ticks }
    return diagram
  }

  /// Keys and their effects on `--1--2--|`, which has 9 ticks.
  ///
  /// `t` advances the playback by a tick, and the others are keys.
  static let plays: [(String, String)] = [
    ("", "0 4.0 plays"), ("ttt", "3 4.0 plays"), ("tttttttt", "8 4.0 end"), ("tttttttttt", "8 4.0 end"),
    ("t p", "1 4.0 paused"), ("t p p", "1 4.0 plays"), ("p f f", "2 4.0 paused"), ("f", "1 4.0 paused"),
    ("ttt b b", "1 4.0 paused"), ("b", "0 4.0 paused"), ("l", "8 4.0 end"), ("l f", "8 4.0 end"),
    ("l b", "7 4.0 paused"), ("ttt 0", "0 4.0 paused"), ("l p", "0 4.0 plays"), ("l p t", "1 4.0 plays"),
    ("+ +", "0 16.0 plays"), ("- -", "0 1.0 plays"), ("+++++++++++", "0 1000.0 plays"),
    ("------------", "0 0.001 plays"),
    ("tt q", "2 4.0 over"),
  ]

  @Test(arguments: plays)
  func keysControlThePlayback(keys: String, expected: String) throws {
    var playback = Playback(of: try Self.diagram("--1--2--|"))
    for key in keys {
      switch key {
      case "t": playback.advance()
      case "p": playback.press(.pause)
      case "f": playback.press(.forward)
      case "b": playback.press(.back)
      case "0": playback.press(.first)
      case "l": playback.press(.last)
      case "+": playback.press(.faster)
      case "-": playback.press(.slower)
      case "q": playback.press(.leave)
      default: break
      }
    }
    let state = playback.isOver ? "over" : playback.isAtEnd ? "end" : playback.isPaused ? "paused" : "plays"
    #expect("\(playback.tick) \(playback.speed) \(state)" == expected)
    #expect((playback.wait != nil) == (state == "plays"))
    if state == "plays" { #expect(playback.wait == 1 / playback.speed) }
  }

  @Test func longSilenceIsSkipped() throws {
    var playback = Playback(of: try Self.diagram("-1 10000t 2 500t |"))
    var ticks = [playback.tick]
    while playback.wait != nil {
      playback.advance()
      ticks.append(playback.tick)
    }
    #expect(ticks == [0, 1, 10_001, 10_002, 10_502, 10_503])
    while playback.tick > playback.ticks.lowerBound {
      playback.press(.back)
      ticks.append(playback.tick)
    }
    #expect(ticks.suffix(3) == [10_002, 1, 0])
  }

  @Test func hugeTicksArePlayed() throws {
    let far = Timeline([.init(tick: 1 << 60, event: .completed)], end: 1 << 60)
    var playback = Playback(of: Diagram(inputs: [Diagram.Lane(name: "a", timeline: far)]), speed: .infinity)
    #expect(playback.speed == 1_000)
    playback.advance()
    playback.advance()
    #expect(playback.isAtEnd)
    var early = Playback(of: try Self.diagram("ab^-|"))
    #expect(early.tick == -2)
    early.press(.back)
    #expect(early.tick == -2)
  }

  // MARK: Keys

  static let keys: [(String, [Playback.Key])] = [
    (" ", [.pause]), ("hl,.", [.back, .forward, .back, .forward]), ("\u{1B}[C\u{1B}[D", [.forward, .back]),
    ("\u{1B}OC\u{1B}OD", [.forward, .back]), ("\u{1B}[A\u{1B}[B", [.faster, .slower]), ("+-", [.faster, .slower]),
    ("\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~\u{1B}OH\u{1B}OF", [.first, .last, .first, .last, .first, .last]),
    ("\u{1B}[1;5C", [.forward]), ("q", [.leave]), ("\u{3}", [.leave]), ("\u{4}", [.leave]), ("\u{1B}", [.leave]),
    ("xyz\t\r", []), ("é😀", []), ("\u{1B}[200~", []), ("\u{1B}x", []), ("\u{1B}[3~ ", [.pause]),
  ]

  @Test(arguments: keys)
  func bytesAreReadAsKeys(typed: String, expected: [Playback.Key]) {
    var bytes = Array(typed.utf8)
    #expect(Playback.Key.read(&bytes, isAll: true) == expected)
    #expect(bytes.isEmpty)
    // The result is the same if the bytes arrive one by one, as on a slow connection.
    var keys: [Playback.Key] = []
    for byte in typed.utf8 {
      bytes.append(byte)
      keys += Playback.Key.read(&bytes, isAll: false)
    }
    keys += Playback.Key.read(&bytes, isAll: true)
    #expect(keys == expected)
  }

  @Test func randomBytesAreConsumed() {
    for seed in UInt64(0)..<2_000 {
      var random = RandomTimelines(seed: seed)
      var bytes = (0..<random.below(12)).map { _ in
        random.flip() ? [0x1B, 0x5B, 0x4F][random.below(3)] : UInt8(random.below(256))
      }
      _ = Playback.Key.read(&bytes, isAll: random.flip())
      _ = Playback.Key.read(&bytes, isAll: true)
      #expect(bytes.isEmpty, "seed \(seed)")
    }
  }

  // MARK: Frames

  @Test func frameShowsTheTicksSoFar() throws {
    let diagram = try Self.diagram("--1--2--|", "---x--|")
    var playback = Playback(of: diagram)
    for _ in 0..<3 { playback.advance() }
    #expect(
      playback.frame(of: diagram, style: DrawingStyle(), columns: 80, rows: 24) == [
        "   0    5", "a  --1-", "b  ---x", "   = merge(a, b) =", "",
        "tick 3 of 8  4 ticks/s   space pause   q quit   h l step   - + speed",
      ])
  }

  @Test func frameFitsTheScreen() throws {
    let long = String(repeating: "--1--2--", count: 15) + "|"
    let diagram = try Self.diagram(long, "---x--|", "-|")
    for format in [DrawingStyle.Format.plain, .unicode] {
      var style = DrawingStyle()
      style.format = format
      style.usesColor = format == .unicode
      for (columns, rows) in [(80, 24), (40, 10), (20, 6), (20, 3), (3, 2), (1, 1), (500, 4)] {
        var playback = Playback(of: diagram)
        while playback.wait != nil {
          let frame = playback.frame(of: diagram, style: style, columns: columns, rows: rows)
          #expect(frame.count <= max(rows, 3), "\(format) \(columns)×\(rows)")
          #expect(frame.allSatisfy { !$0.contains("\n") })
          if columns >= 20, rows >= 10 {
            // The frame shows at least the ruler of the current system.
            let tick = playback.tick
            let labels = frame[0].split(separator: " ").compactMap { Int($0) }
            #expect(labels.isEmpty || labels[0] <= tick + 5, "tick \(tick): \(frame[0])")
          }
          playback.advance()
        }
      }
    }
  }

  @Test func frameContinuesWithTheNextSystem() throws {
    let diagram = try Self.diagram(String(repeating: "--1--2--", count: 10) + "|")
    var playback = Playback(of: diagram)
    while playback.tick < 60 { playback.advance() }
    let frame = playback.frame(of: diagram, style: DrawingStyle(), columns: 34, rows: 6)
    #expect(
      frame == [
        "   60   65   70   75   80", "a  -", "", "tick 60 of 80  4 ticks/s   q quit",
      ])
  }

  @Test(arguments: [
    (0.1, "0.1"), (0.25, "0.25"), (1, "1"), (2.05, "2.05"), (0.001, "0.001"), (3.996, "3.996"), (1_000, "1000"),
  ])
  func speedIsShown(speed: Double, expected: String) throws {
    let diagram = try Self.diagram("-|")
    let frame = Playback(of: diagram, speed: speed).frame(of: diagram, style: DrawingStyle(), columns: 80, rows: 24)
    #expect(frame.last?.hasPrefix("tick 0 of 1  \(expected) ticks/s   ") == true)
  }

  // MARK: The command

  /// Returns the diagrams that a script plays, and the output of the script.
  private func played(_ script: String) -> (played: [String], said: String) {
    let session = Session()
    var played: [String] = []
    session.environment.play = { diagram, playback, style throws(SystemFailure) in
      if playback.speed == 13 { throw SystemFailure(reason: "bad luck") }
      let operation = diagram.rows.compactMap { if case .operation(let text) = $0 { text } else { nil } }.first ?? "-"
      played.append("\(operation) at \(playback.speed)")
      return playback
    }
    let said = session.transcript(script, name: "demo.marble", mode: .script)
    return (played, said)
  }

  @Test(arguments: [
    (":play merge(a, a)", ["merge(a, a) at 4.0"], ""),
    (":play merge(a, a) at 10", ["merge(a, a) at 10.0"], ""),
    (":play a.map { $0 + 1 }  at  0.5", ["a.map { $0 + 1 } at 0.5"], ""),
    (":play --1--| at 2", ["- at 2.0"], ""),
    (":play x = --1| at 2", ["- at 2.0"], ""),
    ("a == --1--|\n:play 7", ["a at 7.0"], "✓ demo.marble:2  a\n"),
    ("a == --1--|\n:play at 7", ["a at 7.0"], "✓ demo.marble:2  a\n"),
    (":play merge(a, a)\n:play", ["merge(a, a) at 4.0", "merge(a, a) at 4.0"], ""),
    (":play a.map { $0 } == --1--|", ["a.map { $0 } at 4.0"], "✓ demo.marble:2  a.map { $0 }\n"),
  ])
  func playCommandPlaysTheExpressionOrTheLastResult(script: String, expected: [String], says: String) {
    let (played, said) = played("a = --1--|\n" + script)
    #expect(played == expected)
    #expect(said == says)
  }

  @Test(arguments: [
    (":play", "demo.marble:2:2: error: nothing has been drawn yet\n"),
    (":play at 0", "demo.marble:2:10: error: `0` is not a valid value for `play`\n"),
    (":play a at fast", "demo.marble:2:12: error: `fast` is not a valid value for `play`\n"),
    (":play a at 1e9", "demo.marble:2:12: error: `1e9` is not a valid value for `play`\n"),
    (":play a.mapp()\n--1|", "demo.marble:2:9: error: there is no operator named `mapp`\n"),
    (":play // nothing", "demo.marble:2:2: error: nothing has been drawn yet\n"),
    (":play a at 13", "demo.marble:2:2: error: cannot play: bad luck\n"),
  ])
  func invalidPlayCommandIsAnError(script: String, message: String) {
    let (played, said) = played("a = --1--|\n" + script)
    #expect(played.isEmpty)
    #expect(said.contains(message), "\(said)")
  }

  /// The key `w` asks why the events on the current tick came.
  @Test(arguments: [
    ("a.delay(1)\n:play", 3, "`1` on tick 3: `a` sent `1` on tick 2, `delay(1)` held it until tick 3."),
    (":play a.delay(1)", 3, "`1` on tick 3: `a` sent `1` on tick 2, `delay(1)` held it until tick 3."),
    ("a.delay(1) during ^---!\n:play", 4, "`!` on tick 4: "), ("b = a.delay(2)\nb\n:play", 4, "`1` on tick 4: "),
    ("a.delay(1) == ---1\n:play", 6, "`|` on tick 6: "), ("a.delay(1)\n:play", 1, "Nothing came on tick 1"),
    ("forall n in 3...9: just(5).delay(n) == just(5)\n:play", 3, "`5` on tick 3: "),
    // A source has no causes.
    ("a\n:play", 2, nil), ("a.delay(1)\na\n:play", 2, nil),
  ])
  func playingLeadsToAQuestion(script: String, tick: Int, answer: String?) {
    let session = Session()
    var offers = false
    session.environment.play = { diagram, playback, style throws(SystemFailure) in
      var playback = playback
      while playback.tick < tick { playback.advance() }
      offers = playback.frame(of: diagram, style: style, columns: 80, rows: 24).last?.contains("w why") == true
      playback.press(.why)
      return playback
    }
    let said = session.transcript("a = --1--|\n" + script, mode: .script)
    #expect(offers == (answer != nil), "\(said)")
    if let answer { #expect(said.contains(answer), "\(said)") } else { #expect(!said.contains(" on tick "), "\(said)") }
  }

  /// The key `W` asks why an event did not come: one that an assertion did not find, or the last value of a source.
  @Test(arguments: [
    ("a.delay(9) == ---1\n:play", 3, "W why not 1 @3", "`1` came on tick 11, not on tick 3: "),
    (":play a.filter { $0 > 1 }", 2, "W why not 1", "`1` did not come: on tick 2, `filter { $0 > 1 }` dropped it"),
    ("a.delay(1)\n:play", 3, "W why not 1", "`1` did come, on tick 3: "),
    ("a.delay(9) == ---1\na.ignoreValues()\n:play", 3, "W why not 1", "`ignoreValues()` drops every value"),
    ("a.delay(1)\n:play", 1, nil, nil), ("a\n:play", 3, nil, nil),
  ])
  func playingLeadsToAMissingEvent(script: String, tick: Int, key: String?, answer: String?) {
    let session = Session()
    var status = ""
    session.environment.play = { diagram, playback, style throws(SystemFailure) in
      var playback = playback
      while playback.tick < tick { playback.advance() }
      status = playback.frame(of: diagram, style: style, columns: 120, rows: 24).last ?? ""
      playback.press(.whyNot)
      return playback
    }
    let said = session.transcript("a = --1--|\n" + script, mode: .script)
    #expect(status.contains("W why") == (key != nil), "\(status)")
    if let key { #expect(status.contains("   \(key)   "), "\(status)") }
    if let answer { #expect(said.contains(answer), "\(said)") }
  }

  @Test func playWithoutATerminalIsAnError() {
    #expect(
      transcript("--1|\n:play").contains(
        "demo.marble:2:2: error: cannot play: no terminal is available here\n"))
  }
}
