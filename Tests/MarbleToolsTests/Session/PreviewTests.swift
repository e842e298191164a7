import MarbleSession
import MarbleTools
import TestSupport
import Testing

/// Results and errors that the prompt shows below an entry while it is typed.
@Suite struct PreviewTests {
  private let session: Session

  init() {
    session = Session()
    _ = session.transcript("a = --1--2--|\nb = a.delay(1)")
  }

  @Test(arguments: [
    ("a.map { $0 * 10 }", "out  --[10]--[20]--|"), ("c = a.count()", "c  --------(2|)"), ("b", "out  ---1--2--|"),
    ("x = -5|; x.delay(1)", "out  --5|"), ("a during --^---!", "out  --1--2!"), ("a.take(first: 0) == |", "out  |"),
    ("just(1).wait", nil), ("just(1).wait ", "error: a stream has no member `wait`"),
    ("merge(a, zz).count()", "error: there is no stream named `zz`"),
    ("a.map { $0 / 0 }", "error: cannot divide by zero"),
  ])
  func previewIsTheResult(entry: String, expected: String?) {
    #expect(session.preview(of: entry)?.text == expected)
  }

  /// Nothing is shown that the line does not need, that may still change, or that takes too long.
  @Test(arguments: [
    "", " ", "--1--2--|", "a", "x = --1|", ":help", "a.map {", "a.map { $0", "merge(a,", "f(s) = s.count()", "a.nothi",
    "merge(a,\n", "a.count()\n  ", "range(1, 100000).count()", "just(1).repeat()", "exit", "subscriptions a == ^!",
  ])
  func previewIsMissing(entry: String) { #expect(session.preview(of: entry) == nil) }

  @Test func endlessStreamHasAPreviewOfItsBeginning() {
    #expect(session.preview(of: "cold(\"-1\").repeat()")?.text.hasPrefix("out  -1") != false)
    #expect(session.preview(of: "timer(interval: 2)")?.text.hasPrefix("out  --0-1-2-3") == true)
  }

  @Test func previewChangesNothing() {
    for entry in ["z = a.count()", "a = --9|; a.count()", "f(s) = s.count(); f(a)", "a.nothing() + 1"] {
      _ = session.preview(of: entry)
    }
    #expect(session.names == ["a", "b"])
    #expect(session.operatorNames == [])
    #expect(session.transcript("a.count() == --------(2|)") == "✓ <prompt>:1  a.count()\n")
  }

  @Test func previewCanBeTurnedOff() {
    _ = session.transcript(":set preview off")
    #expect(session.preview(of: "a.count()") == nil)
    _ = session.transcript(":preview on")
    #expect(session.preview(of: "a.count()")?.text == "out  --------(2|)")
  }
}
