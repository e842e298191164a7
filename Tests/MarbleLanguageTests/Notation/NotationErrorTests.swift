import MarbleLanguage
import TestSupport
import Testing

/// Errors that depend on the form or the tick length of a timeline.
///
/// All other errors are in the `Errors.md` of `ErrorDocumentationTests` and in the bad inputs of the program's tests.
@Suite struct NotationErrorTests {
  /// Reads a timeline and its `where`.
  ///
  /// Returns the rendered error, or the rendered warnings if there is no error.
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

  @Test func `each form has its own rules`() {
    #expect(
      report("a^b", as: .cold) == """
        lane:1:2: error: unexpected `^`
          a^b
           ^ only pipes and windows can contain `^`
          help: delete it: the first tick is already tick 0
        """)
    #expect(
      report("--^--|", as: .window) == """
        lane:1:6: error: a window can only contain `^` and `!`
          --^--|
               ^
          help: to observe from tick 2 until just before tick 7, write `--^----!`
        """)
    // An expected timeline cannot be `raw`.
    #expect(
      report("--|-a", as: .expected) == """
        lane:1:5: error: unexpected value after the completion
          --|-a
            ~ ^ the timeline has already ended
          help: delete it, or delete the completion before it
        """)
    #expect(report("--|-a", as: .raw) == "")
  }

  @Test func `a timeline in quotes ends only at the closing quote`() {
    let source = Source(name: "lane", text: "merge(\"-a,b\")")
    do throws(Diagnostic) {
      _ = try TimelineReader(source).timeline(from: 7, to: 11)
      Issue.record("a comma is no value")
    } catch {
      #expect(
        DiagnosticRenderer(source).text(of: error) == """
          lane:1:10: error: unexpected `,`
            merge("-a,b")
                     ^ this character has a meaning in timelines
            help: for several events on the same tick, write `(ab)`; for a literal `,`, write `[,]`
          """)
    }
  }

  @Test func `a duration is a whole number of ticks`() {
    #expect(
      report("15ms", tick: TickLength(.milliseconds(10))) == """
        lane:1:1: error: `15ms` is not a whole number of ticks of 10ms
          15ms
          ^^^^
          help: write a multiple of 10ms, or change the length of a tick with `:tick`
        """)
    #expect(report("1.5s", tick: TickLength(.milliseconds(500))) == "")
  }

  @Test(arguments: ["<", "{", "[[", "[(", "[.value("])
  func `nesting depth is limited`(opening: String) {
    let text = report(String(repeating: opening, count: 100_000))
    #expect(text.contains("error: brackets are nested more than 64 levels deep"))
  }

  @Test(arguments: ["{-a}*1000001", "{{a}*1000}*1000 {b}*2", "{ab}*500001", "{a}*999999{b}*2"])
  func `repetitions send at most a million events`(text: String) {
    #expect(report(text).contains("error: the repetitions send more than 1,000,000 events"))
  }

  /// Chats and word processors replace `-` and `--` by other dashes.
  @Test(arguments: ["\u{2014}", "\u{2013}", "\u{2212}", "\u{2010}"])
  func `other dashes are values with a warning`(dash: String) throws {
    #expect(
      report("--1\(dash)2\(dash)(a\(dash))|") == """
        lane:1:4: warning: `\(dash)` is a value, not silence
          --1\(dash)2\(dash)(a\(dash))|
             ^
          help: for silence, write `-` for each tick; for the value without this warning, write `[\(dash)]`
        """)
    #expect(report("--[\(dash)]\"\(dash)\"[a\(dash)b]|") == "")
    let timeline = try Timeline(reading: "--\(dash)|", as: .pipe)
    #expect(TimelinePrinter.text(of: timeline) == "--[\(dash)]|")
  }

  @Test func `warnings after the first ten are counted`() {
    let source = Source(name: "lane", text: String(repeating: "11-", count: 1_000))
    let lints = try? TimelineReader(source).timeline(from: 0).lints
    #expect(lints?.count == 11)
    #expect(lints?.last?.problem as? LanguageProblem == .moreWarnings(count: 990))
  }

  /// Reads random bytes, most of which have a meaning, in every form.
  ///
  /// Every error can be rendered.
  @Test(arguments: 0..<32 as Range<UInt64>)
  func `random bytes are read or rejected with an error`(block: UInt64) {
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
