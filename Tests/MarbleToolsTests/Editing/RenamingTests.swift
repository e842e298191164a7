import MarbleLanguage
import MarbleSession
import Marbles
import TestSupport
import Testing

@testable import MarbleTools

/// Changing names in an editor, which does not change what a program does.
struct RenamingTests {
  private static func session() -> Session { Session(SessionOptions(limits: Limits(ticks: 200, deliveries: 3_000))) }

  /// Returns the script after the name at the start of a line was changed, or the reason why it cannot be.
  private func renamed(_ script: String, line: Int = 0, to name: String) -> String {
    let lines = script.split(separator: "\n", omittingEmptySubsequences: false)
    let offset = lines[..<line].reduce(0) { $0 + $1.utf8.count + 1 }
    let document = EditedDocument(name: "demo.marble", bytes: Array(script.utf8))
    do throws(EditedDocument.RenamingFailure) {
      let edits = try document.renaming(at: offset, to: name, in: Self.session)
      return String(decoding: document.bytes.applying(edits[0]), as: UTF8.self)
    } catch {
      return error.message
    }
  }

  private static let streams = "x = cold 1-2|\ny = cold -3|\ns = x--y-|\n"

  /// A marble that an operator starts as a stream.
  @Test(arguments: [
    "s.zipAll()", "s.combineLatestAll()", "s.debounce(until: { $0 })", "s.delay(until: { $0 })",
    "s.throttle(until: { $0 })", "y.buffer(from: s) { $0 }", "s.flatScan(.merge, 0) { $1 }", "s.flatten(.concat)",
    "s.flatMap { $0 }", "s.delay(1).collect().flatMap { $0 }.flatten(.merge)",
    "forall a: merge(a, s.flatten(.merge)) == merge(a, s.flatten(.merge))",
    "f(p) = p.flatten(.latest)\ns.f()",
  ])
  func marbleThatIsStartedIsRenamed(statement: String) {
    let script = Self.streams + statement
    #expect(renamed(script, to: "q") == script.replacing("x = ", with: "q = ").replacing("x--y", with: "q--y"))
    let long = script.replacing("x = ", with: "long = ").replacing("x--y", with: "[long]--y")
    #expect(renamed(script, to: "long") == long)
  }

  /// Other places at which a stream can be named, with the text after renaming.
  @Test(arguments: [
    ("\"x--x-|\".flatten(.merge)", "\"q--q-|\".flatten(.merge)"),
    ("t = z--x-| where z = x\nt.flatten(.merge)", "t = z--q-| where z = q\nt.flatten(.merge)"),
    ("t = [x,1]|\nt.flatMap { $0.0.delay(1) }", "t = [q,1]|\nt.flatMap { $0.0.delay(1) }"),
    ("y.flatMap { \"x|\" }.flatten(.merge)", "y.flatMap { \"q|\" }.flatten(.merge)"),
    (
      "forall v of [x, y]: v.flatten(.merge) == v.flatten(.concat)",
      "forall v of [q, y]: v.flatten(.merge) == v.flatten(.concat)"
    ),
    (
      "forall v of [x]: v.flatten(.merge) == v.flatten(.concat)",
      "forall v of [q]: v.flatten(.merge) == v.flatten(.concat)"
    ),
  ])
  func otherNameIsRenamed(statement: String, expected: String) {
    #expect(
      renamed(Self.streams + statement, to: "q")
        == Self.streams.replacing("x = ", with: "q = ") + expected)
  }

  /// A marble that is only a value stays, also beside one that is a name.
  @Test(arguments: [
    "keys = a-x-|\nkeys.collect().flatMap { $0 }", "keys = a-x-|\nkeys.map { [$0, 1] }.flatMap { $0 }",
    "keys = a-x-|\nkeys", "keys = a-x-|\nzip(keys, x)",
  ])
  func valueStays(statement: String) {
    let script = "x = cold 1-2|\n" + statement
    let expected = "q = cold 1-2|\n" + statement.replacing(", x)", with: ", q)")
    #expect(renamed(script, to: "q") == expected)
    let both = Self.streams + statement + "\nzip(keys, s.flatten(.merge))"
    #expect(
      renamed(both, to: "q")
        == Self.streams.replacing("x", with: "q") + statement.replacing(", x)", with: ", q)")
        + "\nzip(keys, s.flatten(.merge))")
  }

  @Test func nameThatCannotBeDeterminedIsRefused() {
    #expect(
      renamed(Self.streams + "s.flatten(.merge)\ns.nothing()", to: "q")
        == "`x` is also a marble, and demo.marble has errors, so it is not known what it means there")
  }

  // MARK: Random programs

  private static let statements = [
    "s.zipAll()", "s.combineLatestAll()", "s.flatten(.merge)", "s.flatten(.latest)", "s.flatMap { $0 }",
    "s.flatMap { $0.delay(1) }", "s.flatMap { merge($0, y) }", "s.debounce(until: { $0 })", "s.delay(until: { $0 })",
    "s.throttle(until: { $0 })", "y.buffer(from: s) { $0 }", "s.flatScan(.merge, 0) { $1 }", "s.map { \"\\($0)\" }",
    "\"x--y-|\".flatten(.merge)", "\"x\".map { $0 }", "t = z--y-| where z = x\nt.flatten(.concat)",
    "forall v of [x, y]: v.flatten(.merge) == v.flatten(.concat)", "keys.collect().flatMap { $0 }",
    "keys.map { [$0, 1] }.flatMap { $0 }", "keys", "zip(keys, s.flatten(.merge))", "s.filter { $0 == \"x\" }",
    "keys.map { $0 == \"x\" }", "s.filter { $0 == \"x\" }.flatten(.merge)", "s.take(1).collect()", "merge(x, y)",
    "f(q1) = q1.flatten(.race)\ns.f()", "[x, y].flatten(.merge)", "x.timeout(after: 1, with: \"x|\")",
    "s.groupBy { $0 }.flatMap { g in g.map { g.key } }", "y.flatMap { \"x|\" }", "x = cold -4|\ns.flatten(.merge)",
    "s.flatten(.merge) == 1-2", "why 1 in s.flatten(.merge)", "s.nothing()", "keys.scan(\"x\") { $0 + \"\\($1)\" }",
  ]

  /// The results stay the same apart from the name, or the name is not changed.
  @Test(arguments: 0..<15)
  func resultsStayTheSame(batch: Int) {
    var changed = 0
    for seed in batch * 20..<(batch + 1) * 20 {
      var random = RandomTimelines(seed: UInt64(seed))
      var script = Self.streams + "keys = a-x-|\n"
      for _ in 0...random.below(3) { script += random.pick(Self.statements) + "\n" }
      var (line, name) = (0, "x")
      if seed.isMultiple(of: 2) {
        var programs = RandomPrograms(seed: UInt64(seed))
        script = programs.script()
        (line, name) = random.pick([(0, "a"), (1, "b"), (2, "c"), (3, "d"), (4, "v"), (5, "w")])
      }
      // A search takes as long as hundreds of runs.
      if script.contains("?"), !seed.isMultiple(of: 10) { continue }
      let after = renamed(script, line: line, to: "q")
      guard after.contains("\n") else { continue }
      changed += 1
      #expect(said(by: after, name) == said(by: script, name), "seed \(seed):\n\(script)\n\(after)")
    }
    #expect(changed > 10)
  }

  /// Returns the output of a script, in which both names have the same letter.
  private func said(by script: String, _ name: String) -> String {
    var said = ""
    Self.session().evaluate(Source(name: "test", text: script)) { answer in
      // A value can look like a stream only while that name is bound.
      if case .warning = answer { return }
      said += AnswerWriter().text(of: answer)?.text ?? ""
    }
    return said.replacing(name, with: "q")
  }
}
