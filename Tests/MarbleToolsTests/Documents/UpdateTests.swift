import MarbleSession
import MarbleTools
import Marbles
import Testing

/// The changes that `--update` makes in a document.
struct UpdateTests {
  /// Lines before and after the update.
  ///
  /// In the script, definitions of `a`, `b` and `s` precede each line.
  static let lines: [(String, String)] = [
    // Spacing and comments are kept.
    ("a == --2--|", "a == --1--2--|"),
    ("a    ==    --2--|   // so", "a    ==    --1--2--|   // so"),
    ("merge(a, b)\n    == --2|", "merge(a, b)\n    == -x1--2-y|"),
    // Passing assertions are kept as written.
    ("a == --x--y--| where x = 1, y = 2", "a == --x--y--| where x = 1, y = 2"),
    ("a == -.-.1 -- 2.--|", "a == -.-.1 -- 2.--|"),
    // A `where` is removed with its timeline.
    ("a == --x--| where x = 1  // so", "a == --1--2--|  // so"),
    ("a during ^--!, -^-! == -x!, -! where x = 7", "a during ^--!, -^-! == --1!, --1!"),
    // A pattern that matches is kept. Other values replace its values, and another timeline all of it.
    ("a matches --1 ... _ * |", "a matches --1 ... _ * |"), ("a matches * 3 *", "a == --1--2--|"),
    ("a matches --3 ... _ ... |  // so", "a matches --1 ... _ ... |  // so"),
    ("a matches --x * where x: { $0 > 5 }", "a == --1--2--|"),
    ("a matches --_ ... 2 ... #", "a matches --_ ... 2 ... |"),
    ("a during ^--!, -^-! matches * 3 *, * !", "a during ^--!, -^-! == --1!, --1!"),
    ("a\n  matches  -2 *", "a\n  == --1--2--|"),
    // An empty expectation is filled in.
    ("a ==", "a == --1--2--|"),
    ("a == ", "a == --1--2--|"),
    ("a ==  // so", "a == --1--2--| // so"),
    ("a == // so", "a == --1--2--| // so"),
    ("a ==/* so */", "a == --1--2--| /* so */"),
    ("a ==; b ==", "a == --1--2--|; b == -x-----y|"),
    ("a during ^--!, -^-! ==", "a during ^--!, -^-! == --1!, --1!"),
    ("a during ^--!; subscriptions a ==", "a during ^--!; subscriptions a == ^--!"),
    ("a during -; subscriptions a ==", "a during -; subscriptions a == -"),
    // Several timelines are updated independently.
    ("a during ^--!, -^-! == --1 !, --2!", "a during ^--!, -^-! == --1 !, --1!"),
    (
      "a.share() during ^--!, --^; subscriptions a == ^-!,  ---^",
      "a.share() during ^--!, --^; subscriptions a == ^-------!"
    ),
    ("a during ^--!; subscriptions a ==  ^.-!", "a during ^--!; subscriptions a ==  ^.--!"),
    // Values of all kinds.
    ("a.map { $0 * 10 } == -", "a.map { $0 * 10 } == --[10]--[20]--|"),
    ("a.collect() == -", "a.collect() == --------([[1,2]]|)"),
    ("s == -", "s == --<-1|>|"),
    ("values(\"c\", \"a\", \"t\") == -", "values(\"c\", \"a\", \"t\") == (cat|)"),
    ("just(\"a\").delay(0) == -", "just(\"a\").delay(0) == (a|)"),
    ("\"abc\".take(3).map { $0 } == -", "\"abc\".take(3).map { $0 } == .ab(c|)"),
    ("b.map { _ in \"a b\" } == -", "b.map { _ in \"a b\" } == -[a b]-----[a b]|"),
    ("a.delay(2000) == -", "a.delay(2000) == 2002t .1--2--|"),
    ("never() ==", "never() == -"), ("never() during ^, ^ ==", "never() during ^, ^ == -, -"),
    // Stretched timelines stay stretched.
    ("b == -....x-....", "b == -....x-....----y|"),
    ("b == -    x-    -", "b == -    x-    ----y|"),
    ("a == -....-....3-....-....9-....-....|", "a == -....-....1-....-....2-....-....|"),
    ("a.map { $0 + 9 } == -..-..3..-..-..9|", "a.map { $0 + 9 } == -..-..[10]-.-..[11]--|"),
  ]

  static let before = "a = --1--2--|\nb = -x-----y|\ns = --<-1|>|\n"

  @Test(arguments: lines)
  func onlyFailingExpectationsAreRewritten(line: String, expected: String) throws {
    let updated = try updated(Self.before + line)
    #expect(updated.text == Self.before + expected)
    // A second update changes nothing.
    #expect(try self.updated(updated.text).update.bytes == nil)
  }
}

extension UpdateTests {
  func updated(_ text: String, name: String = "demo.marble") throws -> (text: String, update: Update) {
    let document = try Document(name: name, bytes: Array(text.utf8))
    var update = Update(of: document)
    let session = Session()
    for passage in document.passages { session.evaluate(passage.source) { update.record($0) } }
    return (String(decoding: update.bytes ?? document.bytes, as: UTF8.self), update)
  }
}
