import Testing

@testable import Marbles

/// Every mistake, and what is said about it.
@Suite struct NotationErrorTests {
  /// What is said about a text that is read as a timeline, with its `where` if it has one; warnings only if there is
  /// nothing worse.
  private func report(_ text: String, as form: TimelineForm = .pipe, tick: TickLength = .millisecond) -> String {
    let source = Source(name: "lane", text: text)
    let renderer = DiagnosticRenderer(source)
    do throws(Diagnostic) {
      _ = try Timeline(reading: source, as: form, tick: tick)
      let reading = try TimelineReader(source, tick: tick).timeline(from: 0, as: form)
      return reading.lints.map { renderer.text(of: $0) }.joined(separator: "\n")
    } catch {
      return renderer.text(of: error)
    }
  }

  @Test func `what is reserved is no value`() {
    #expect(
      report("--a=b") == """
        lane:1:4: error: `=` is reserved
          --a=b
             ^ a value only in brackets or quotes
          help: `[=]` is it as a value
        """)
    #expect(
      report("--a;b") == """
        lane:1:4: error: `;` is reserved
          --a;b
             ^ a value only in brackets or quotes
          help: `[;]` is it as a value
        """)
    #expect(
      report("a*") == """
        lane:1:2: error: `*` is reserved
          a*
           ^ a value only in brackets or quotes
          help: behind `{…}` it repeats; `[*]` is it as a value
        """)
    #expect(
      report("a\\") == """
        lane:1:2: error: `\\` is reserved
          a\\
           ^ a value only in brackets or quotes
          help: `[\\\\]` is it as a value
        """)
    #expect(
      report("<a;b>") == """
        lane:1:3: error: `;` is reserved
          <a;b>
            ^ a value only in brackets or quotes
          help: `[;]` is it as a value
        """)
    #expect(
      report("<a,b>") == """
        lane:1:3: error: `,` is reserved
          <a,b>
            ^ a value only in brackets or quotes
          help: events on one tick stand side by side, as in `(ab)`; `[,]` is it as a value
        """)
    #expect(
      report("--a)") == """
        lane:1:4: error: `)` closes nothing
          --a)
             ^
          help: `")"` is it as a value
        """)
    #expect(
      report("--a } b") == """
        lane:1:5: error: `}` closes nothing
          --a } b
              ^
          help: `[}]` is it as a value
        """)
    #expect(
      report("--a]") == """
        lane:1:4: error: `]` closes nothing
          --a]
             ^
          help: `"]"` is it as a value
        """)
  }

  @Test func `what nobody can see is no value`() {
    #expect(
      report("a\u{1}b") == """
        lane:1:2: error: an invisible character, U+0001
          a␁b
           ^
          help: `"\\u{1}"` is it as a value
        """)
    #expect(
      report("a\u{A0}b") == """
        lane:1:2: error: an invisible character, U+00A0
          a\u{A0}b
           ^
          help: `"\\u{A0}"` is it as a value
        """)
    #expect(
      report("a\u{200B}") == """
        lane:1:2: error: an invisible character, U+200B
          a�
           ^
          help: `"\\u{200B}"` is it as a value
        """)
  }

  @Test func `a drawing reads back in only as far as it is plain`() {
    #expect(
      report("╰1──2") == """
        lane:1:1: error: `╰` is a piece of a drawing
          ╰1──2
          ^
          help: copy the plain form of the drawing instead; only `─` and `┤` read back in
        """)
    #expect(
      report("─│") == """
        lane:1:2: error: `│` is a piece of a drawing
          ─│
           ^
          help: copy the plain form of the drawing instead; only `─` and `┤` read back in
        """)
  }

  @Test func `what is opened is closed`() {
    #expect(
      report("--(ab") == """
        lane:1:3: error: `(` is never closed
          --(ab
            ^
          help: `)` closes it; `"("` is it as a value
        """)
    #expect(
      report("--[ab") == """
        lane:1:3: error: `[` is never closed
          --[ab
            ^
          help: `]` closes it; `"["` is it as a value
        """)
    #expect(
      report("--\"ab") == """
        lane:1:3: error: `"` is never closed
          --"ab
            ^
          help: `"` closes it; `[\\"]` is it as a value
        """)
    #expect(
      report("--<ab") == """
        lane:1:3: error: `<` is never closed
          --<ab
            ^
          help: `>` closes it; `"<"` is it as a value
        """)
    #expect(
      report("--{ab") == """
        lane:1:3: error: `{` is never closed
          --{ab
            ^
          help: `}` closes it; `[{]` is it as a value
        """)
    #expect(
      report("--#[ab") == """
        lane:1:3: error: `#[` is never closed
          --#[ab
            ^^
          help: `]` closes it; `"#["` is it as a value
        """)
    #expect(
      report("[(1,2]") == """
        lane:1:2: error: `(` is never closed
          [(1,2]
           ^
          help: `)` closes it; `"("` is it as a value
        """)
    #expect(
      report("[.value(1]") == """
        lane:1:8: error: `(` is never closed
          [.value(1]
                 ^
          help: `)` closes it; `"("` is it as a value
        """)
    #expect(
      report("[a\nb]") == """
        lane:1:1: error: `[` is never closed
          [a
          ^
          help: `]` closes it; `"["` is it as a value
        """)
  }

  @Test func `brackets have values in them`() {
    #expect(
      report("[]") == """
        lane:1:1: error: `[]` has no value in it
          []
          ^^
          help: `""` is the empty text, `[[]]` the empty array
        """)
    #expect(
      report("#[]") == """
        lane:1:1: error: `#[]` has no message in it
          #[]
          ^^^
          help: `#""` fails with an empty message
        """)
    #expect(
      report("[1,,2]") == """
        lane:1:3: error: a value is missing here
          [1,,2]
            ^^
          help: `""` is the empty text
        """)
    #expect(
      report("[1,]") == """
        lane:1:3: error: a value is missing here
          [1,]
            ^^
          help: `""` is the empty text
        """)
    #expect(
      report("[.failed()]") == """
        lane:1:9: error: a value is missing here
          [.failed()]
                  ^^
          help: `""` is the empty text
        """)
    #expect(
      report("[.value()]") == """
        lane:1:2: error: a value is missing here
          [.value()]
           ^^^^^^^^
          help: `""` is the empty text
        """)
    #expect(
      report("[\"a\"b]") == """
        lane:1:5: error: a comma or the closing bracket is missing here
          ["a"b]
              ^
          help: a text with brackets or commas stands in quotes
        """)
  }

  @Test func `escapes are known ones`() {
    #expect(
      report("[\\q]") == """
        lane:1:2: error: `\\q` is no escape
          [\\q]
           ^^
          help: `\\\\` is a backslash; `\\n`, `\\t`, `\\r`, `\\0` and `\\u{…}` are escapes too
        """)
    #expect(
      report("\"\\u{D800}\"") == """
        lane:1:2: error: `\\u` needs the number of a Unicode scalar
          "\\u{D800}"
           ^^^^^^^
          help: for example `\\u{1F600}`
        """)
    #expect(
      report("\"\\") == """
        lane:1:2: error: `\\` is no escape
          "\\
           ^
          help: `\\\\` is a backslash; `\\n`, `\\t`, `\\r`, `\\0` and `\\u{…}` are escapes too
        """)
  }

  @Test func `a number fits its kind`() {
    #expect(
      report("[99999999999999999999]") == """
        lane:1:2: error: 99999999999999999999 is too large
          [99999999999999999999]
           ^^^^^^^^^^^^^^^^^^^^
          help: in quotes it is a text, which may be as long as it likes
        """)
  }

  @Test func `a group stands on one tick`() {
    #expect(
      report("-(a,b)-") == """
        lane:1:4: error: a group has no commas
          -(a,b)-
             ^
          help: `(ab)` puts them on one tick
        """)
    #expect(
      report("(a,[x])") == """
        lane:1:3: error: a group has no commas
          (a,[x])
            ^
          help: events on one tick stand side by side
        """)
    #expect(
      report("(a-)") == """
        lane:1:3: error: a group stands on one tick, so nothing can pass in it
          (a-)
            ^
          help: silence goes before or behind the group
        """)
    #expect(
      report("(a(b))") == """
        lane:1:3: error: a group in a group
          (a(b))
          ~ ^
          help: all events of one tick stand in one group, in their order
        """)
    #expect(
      report("(a{b}*2)") == """
        lane:1:3: error: `{` takes time, and a group stands on one tick
          (a{b}*2)
            ^
          help: it goes before or behind the group
        """)
    #expect(
      report("(a@3)") == """
        lane:1:3: error: `@` takes time, and a group stands on one tick
          (a@3)
            ^
          help: it goes before or behind the group
        """)
    #expect(
      report("()") == """
        lane:1:1: error: a group without events
          ()
          ^^
          help: `-` is a tick on which nothing happens
        """)
  }

  @Test func `nothing comes after the end`() {
    #expect(
      report("--1--|--2") == """
        lane:1:9: error: value after completed
          --1--|--2
               ~  ^ a signal ends once: /^v*(f|c|i)?$/
          help: `raw --1--|--2` sends it anyway, to see what the core does with it
        """)
    #expect(
      report("--|#") == """
        lane:1:4: error: failed after completed
          --|#
            ~^ a signal ends once: /^v*(f|c|i)?$/
          help: `raw --|#` sends it anyway, to see what the core does with it
        """)
    #expect(
      report("-!-(ab)") == """
        lane:1:5: error: value after interrupted
          -!-(ab)
           ~  ^ a signal ends once: /^v*(f|c|i)?$/
          help: `raw -!-(ab)` sends it anyway, to see what the core does with it
        """)
    #expect(
      report("(|a)") == """
        lane:1:3: error: value after completed
          (|a)
           ~^ a signal ends once: /^v*(f|c|i)?$/
          help: `raw (|a)` sends it anyway, to see what the core does with it
        """)
    #expect(
      report("{|}*1-a") == """
        lane:1:7: error: value after completed
          {|}*1-a
           ~    ^ a signal ends once: /^v*(f|c|i)?$/
          help: `raw {|}*1-a` sends it anyway, to see what the core does with it
        """)
    #expect(
      report("\t--|-a") == """
        lane:1:6: error: value after completed
          \t--|-a
          \t  ~ ^ a signal ends once: /^v*(f|c|i)?$/
          help: `raw --|-a` sends it anyway, to see what the core does with it
        """)
    #expect(
      report("日本-|-語") == """
        lane:1:6: error: value after completed
          日本-|-語
               ~ ^^ a signal ends once: /^v*(f|c|i)?$/
          help: `raw 日本-|-語` sends it anyway, to see what the core does with it
        """)
    #expect(
      report("{a|}*2") == """
        lane:1:3: error: completed in a part that repeats
          {a|}*2
            ^ a signal ends once: /^v*(f|c|i)?$/
          help: the end goes behind the repetition
        """)
    #expect(
      report("a┤─b") == """
        lane:1:4: error: value after completed
          a┤─b
           ~ ^ a signal ends once: /^v*(f|c|i)?$/
          help: `raw a┤─b` sends it anyway, to see what the core does with it
        """)
  }

  @Test func `nothing comes after what goes on`() {
    #expect(
      report("a>b") == """
        lane:1:3: error: `>` stands at the very end
          a>b
            ^
          help: `[>]` is it as a value
        """)
    #expect(
      report("{a}*-") == """
        lane:1:5: error: nothing can follow what repeats for ever
          {a}*-
              ^
          help: `{…}*3` repeats three times
        """)
    #expect(
      report("{{a}*}*2") == """
        lane:1:6: error: nothing can follow what repeats for ever
          {{a}*}*2
               ^
          help: `{…}*3` repeats three times
        """)
  }

  @Test func `there is one tick 0, and only for pipes`() {
    #expect(
      report("a^b^c") == """
        lane:1:4: error: a second `^`
          a^b^c
             ^
          help: `^` stands on tick 0, of which there is one
        """)
    #expect(
      report("a{^}*2") == """
        lane:1:3: error: `^` has no meaning here
          a{^}*2
            ^ only a pipe sends before anyone listens
        """)
    #expect(
      report("<a^b>") == """
        lane:1:3: error: `^` has no meaning here
          <a^b>
            ^ only a pipe sends before anyone listens
        """)
  }

  @Test func `time goes on`() {
    #expect(
      report("--- @2 a") == """
        lane:1:5: error: tick 2 is over: this is tick 3
          --- @2 a
              ^^
          help: `40t` lets ticks pass; `@40` says which one comes next
        """)
    #expect(
      report("---@2 a") == """
        lane:1:4: error: `@` and its tick are a word of their own
          ---@2 a
             ^^
          help: `@40`, with blanks around it, goes on at tick 40
        """)
    #expect(
      report("@ 2") == """
        lane:1:1: error: `@` and its tick are a word of their own
          @ 2
          ^
          help: `@40`, with blanks around it, goes on at tick 40
        """)
    #expect(
      report("@5x") == """
        lane:1:1: error: `@` and its tick are a word of their own
          @5x
          ^^
          help: `@40`, with blanks around it, goes on at tick 40
        """)
    #expect(
      report("{@5 a}*2") == """
        lane:1:2: error: `@` in a part that repeats
          {@5 a}*2
           ^^ every round would have to go back to it
          help: `5t`, with blanks around it, lets ticks pass
        """)
    #expect(
      report("a @5 ^") == """
        lane:1:3: error: `@` before `^`
          a @5 ^
            ^^ ~ tick 0 is not known yet
          help: `5t`, with blanks around it, lets ticks pass
        """)
    #expect(
      report("1.5t a") == """
        lane:1:1: error: 1.5t is no whole number of ticks
          1.5t a
          ^^^^
        """)
    #expect(
      report("@99999999999999999999") == """
        lane:1:1: error: no tick comes after 1000000000000000
          @99999999999999999999
          ^^^^^^^^^^^^^^^^^^^^^
        """)
    #expect(
      report("9999999999999999999999t") == """
        lane:1:1: error: no tick comes after 1000000000000000
          9999999999999999999999t
          ^^^^^^^^^^^^^^^^^^^^^^^
        """)
    #expect(
      report("500000000000000t 500000000000001t") == """
        lane:1:18: error: no tick comes after 1000000000000000
          500000000000000t 500000000000001t
                           ^^^^^^^^^^^^^^^^
        """)
  }

  @Test func `a repetition takes time, and ends`() {
    #expect(
      report("{}*3") == """
        lane:1:1: error: a repetition that takes no time
          {}*3
          ^^
          help: for example `{-}*3`
        """)
    #expect(
      report("{a}") == """
        lane:1:1: error: `{…}` needs a `*` behind it
          {a}
          ^^^
          help: `{…}*3` is three times, `{…}*` for ever
        """)
    #expect(
      report("{-}*999999999999999999999") == """
        lane:1:1: error: no tick comes after 1000000000000000
          {-}*999999999999999999999
          ^^^^^^^^^^^^^^^^^^^^^^^^^
        """)
    #expect(
      report("{{a}*1000}*1002") == """
        lane:1:1: error: repetitions make more than 1000000 events
          {{a}*1000}*1002
          ^^^^^^^^^^^^^^^
          help: `{…}*` repeats for ever, and makes its events as they are needed
        """)
  }

  @Test func `a renaming names what is there`() {
    #expect(
      report("--x where") == """
        lane:1:10: error: `where` needs a marble here
          --x where
                   ^
          help: for example `where x = 10, # = "Out of stuff"`
        """)
    #expect(
      report("--x where y") == """
        lane:1:12: error: `=` is missing here
          --x where y
                     ^
          help: for example `where x = 10`
        """)
    #expect(
      report("--x where xy = 1") == """
        lane:1:11: error: `xy` is no single marble
          --x where xy = 1
                    ^^
          help: what is renamed is one character, or `#`
        """)
    #expect(
      report("--x where x =") == """
        lane:1:14: error: a value is missing here
          --x where x =
                       ^
          help: for example `where x = 10`
        """)
    #expect(
      report("--x where x = 1, x = 2") == """
        lane:1:18: error: `x` is renamed twice
          --x where x = 1, x = 2
                           ^
        """)
    #expect(
      report("--x where y = 1") == """
        lane:1:11: error: no `y` stands on the timeline
          --x where y = 1
                    ^
        """)
    #expect(
      report("--# where # = (1,2)") == """
        lane:1:15: error: what `#` says is a text
          --# where # = (1,2)
                        ^^^^^
          help: in quotes it is
        """)
    #expect(
      report("--x where # = a") == """
        lane:1:11: error: no `#` stands on the timeline
          --x where # = a
                    ^
        """)
  }

  @Test func `a warning says what a timeline means`() {
    #expect(
      report("--12--") == """
        lane:1:3: warning: `12` is two values
          --12--
            ^^ every digit is a value of its own
          help: `[12]` is one
        """)
    #expect(
      report("a10ms-") == """
        lane:1:1: warning: `a10ms` is five values
          a10ms-
          ^^^^^ a duration is a whole word, with blanks around it
          help: `a 10ms …` lets time pass
        """)
    #expect(
      report("a 10ms-b") == """
        lane:1:3: warning: `10ms` is four values
          a 10ms-b
            ^^^^ a duration is a whole word, with blanks around it
          help: `10ms …` lets time pass
        """)
    #expect(
      report("-123456789012345678901-") == """
        lane:1:2: warning: these 21 digits are 21 values
          -123456789012345678901-
           ^^^^^^^^^^^^^^^^^^^^^ every digit is a value of its own
          help: a long number stands in brackets
        """)
    #expect(
      report("cold-1-|") == """
        lane:1:1: warning: `cold` is four values here
          cold-1-|
          ^^^^ the keyword has a blank behind it
          help: `cold …` is the keyword, `.cold…` the values without this warning
        """)
    #expect(
      report("raw|") == """
        lane:1:1: warning: `raw` is three values here
          raw|
          ^^^ the keyword has a blank behind it
          help: `raw …` is the keyword, `.raw…` the values without this warning
        """)
  }

  @Test func `a form has its own rules`() {
    #expect(
      report("a^b", as: .cold) == """
        lane:1:2: error: `^` has no meaning here
          a^b
           ^ only a pipe sends before anyone listens
        """)
    #expect(
      report("--^--|", as: .window) == """
        lane:1:6: error: only `^` and `!` stand here
          --^--|
               ^
          help: `--^----!` is from tick 2 until just before tick 7
        """)
    // An expected timeline cannot be raw, so that nothing mends this one.
    #expect(
      report("--|-a", as: .expected) == """
        lane:1:5: error: value after completed
          --|-a
            ~ ^ a signal ends once: /^v*(f|c|i)?$/
        """)
    #expect(report("--|-a", as: .raw) == "")
  }

  @Test func `in quotes nothing but the quote ends a timeline`() {
    let source = Source(name: "lane", text: "merge(\"-a,b\")")
    do throws(Diagnostic) {
      _ = try TimelineReader(source).timeline(from: 7, to: 11)
      Issue.record("a comma is no value")
    } catch {
      #expect(
        DiagnosticRenderer(source).text(of: error) == """
          lane:1:10: error: `,` is reserved
            merge("-a,b")
                     ^ a value only in brackets or quotes
            help: events on one tick stand side by side, as in `(ab)`; `[,]` is it as a value
          """)
    }
  }

  @Test func `a duration is a whole number of ticks`() {
    #expect(
      report("15ms", tick: TickLength(.milliseconds(10))) == """
        lane:1:1: error: 15ms is no whole number of ticks of 10ms
          15ms
          ^^^^
          help: a tick is 10ms long
        """)
    #expect(report("1.5s", tick: TickLength(.milliseconds(500))) == "")
  }

  @Test(arguments: ["<", "{", "[[", "[(", "[.value("])
  func `depth has a limit`(opening: String) {
    let text = report(String(repeating: opening, count: 100_000))
    #expect(text.contains("error: nested more than 64 deep"))
  }

  @Test func `many warnings are counted`() {
    let source = Source(name: "lane", text: String(repeating: "11-", count: 1_000))
    let lints = try? TimelineReader(source).timeline(from: 0).lints
    #expect(lints?.count == 11)
    #expect(lints?.last?.problem == .furtherWarnings(count: 990))
  }

  /// Bytes by chance, of which most mean something, in every form: whatever is said about them can be shown.
  @Test(arguments: 0..<32 as Range<UInt64>)
  func `no input is too strange`(block: UInt64) {
    let pieces = [
      "-", ".", " ", "\t", "|", "#", "!", "^", "(", ")", "[", "]", "{", "}", "<", ">", "\"", "@", "*", "\\", ",", ";",
      "=", "a", "7", "40t", "@9", " where ", "x", "é", "─", "┤", "│", "👨‍👩‍👧", "\u{301}", "\n", "\r", "//", ".value(", "*3",
      "#[", "999999999999999999", "\u{FEFF}", "[[", "1.5", "e9",
    ]
    for seed in block * 200..<(block + 1) * 200 {
      var random = RandomTimelines(seed: seed)
      var bytes: [UInt8] = []
      for _ in 0..<random.below(24) {
        if random.below(12) == 0 { bytes.append(UInt8(random.below(256))) } else { bytes += random.pick(pieces).utf8 }
      }
      let source = Source(name: "lane", bytes: bytes)
      let reader = TimelineReader(source)
      for form in [TimelineForm.pipe, .cold, .raw, .expected, .inner, .window] {
        do throws(Diagnostic) {
          let reading = try reader.timeline(from: 0, as: form)
          #expect(reading.end <= source.bytes.count, "seed \(seed)")
          _ = try reader.renaming(from: reading.end)
          _ = try reader.timeline(from: 0, to: source.bytes.count / 2, as: form)
        } catch {
          let text = DiagnosticRenderer(source).text(of: error)
          #expect(text.contains("^"), "seed \(seed)")
          #expect(error.span.upperBound <= source.bytes.count, "seed \(seed)")
        }
      }
    }
  }
}
