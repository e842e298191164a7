import Marbles
import TestSupport
import Testing

/// The reasons of the catalog for events that did not come.
struct LossReasonTests {
  @Test func everyOperatorHasReasons() {
    let missing = Catalog.standard.entries.filter { entry in
      entry.reasons.isEmpty && entry.overloads.allSatisfy(\.behavior.reasons.isEmpty)
    }.map(\.name)
    #expect(missing.isEmpty)
  }

  @Test(arguments: Catalog.standard.entries.map(\.name))
  func exampleShowsTheReason(name: String) throws {
    let entry = try #require(Catalog.standard[name])
    for reason in entry.reasons { try expectAnswer(with: reason, named: reason.namesOperator ? name : nil) }
  }

  /// Some question about the example of an operator is answered by each reason that follows from its behavior.
  @Test(arguments: Catalog.standard.entries.map(\.name))
  func exampleShowsTheReasonsOfTheBehavior(name: String) throws {
    let entry = try #require(Catalog.standard[name])
    let lines = entry.example.replacing("\n  ==", with: " ==").split(separator: "\n").map(String.init)
    let definitions = lines.filter { !$0.contains(" == ") && !$0.hasPrefix(" ") }
    let subjects = lines.compactMap { line in
      line.hasPrefix(" ") ? nil : line.ranges(of: " == ").last.map { String(line[..<$0.lowerBound]) }
    }.filter { !$0.contains(" during ") }
    let values = Set(
      definitions.flatMap { $0.drop { $0 != "=" }.filter { $0.isNumber || $0.isLetter } }.map(String.init))
    let questions = subjects.flatMap { subject in
      (values.sorted() + ["[true]", "[.value(1)]", "[97531]"]).map { "why not \($0) in \(subject)" }
    }
    var missing = Dictionary(
      entry.overloads.flatMap(\.behavior.reasons).map { ($0.condition, $0.namesOperator) }, uniquingKeysWith: { $1 })
    for reason in entry.reasons { missing[reason.condition] = nil }
    for question in questions where !missing.isEmpty {
      let answer = try explanation(of: question, after: definitions.joined(separator: ";"))
      guard let condition = answer.reason?.condition, let namesOperator = missing[condition],
        answer.operator == (namesOperator ? name : nil)
      else { continue }
      missing[condition] = nil
    }
    #expect(missing.isEmpty)
  }

  /// Ends that the operator did not make, values without an observer, waits that end without a value, and restarts.
  @Test(arguments: [
    ("why not 9 in c.timeout(each: 5, with: a)", "c = cold --6|; a = ----9", "had already completed, on tick 3, and"),
    ("why not 3 in a.timeout(each: { w })", "a = -1-2-3-|; w = cold -#[w]", "with `#[w]` of `w`, and `a`"),
    ("why not v in a.timeout(each: { w }, with: c)", "a = -1---2-|; w = cold --v; c = cold -7|", "only as a signal"),
    ("why not 4 in property(0, then: a).take(first: 2)", "a = -1-2-3-4#", "`take(first: 2)` had already completed"),
    (
      "why not 3 in a.replayLazily(upTo: 1).take(first: 2)", "a = cold -1-2-3-",
      "`take(first: 2)` had already completed"
    ),
    ("why not 2 in a.throttle(until: { w })", "a = -1-2---|; w = cold ---", "because `w` sent nothing"),
    ("why not 1 in a.audit(until: { w })", "a = -1--2---|; w = cold --|", "because `w` completed without a value"),
    ("why not x in a.then(b).take(for: 4)", "a = -1-2-3|; b = cold --x|", "because it was unsubscribed on tick 4"),
    ("why not k @0 in b.sample(with: t)", "b = --y----|; t = k---k--|", "had no value of `b` to combine it with"),
    ("why not 4 in action(a) { w }.values.first()", "a = --4---5---|; w = cold -v|", "came as `v`"),
    ("why not 5 in action(a) { w }.values.first()", "a = --4---5---|; w = cold -v|", "`first()` had already completed"),
    ("why not 1 in a.collect { all, next in next == 3 }", "a = -1-2-3-|", "came as `[[1,2]]`, on tick 5"),
    (
      "why # in a.buffer { w }.retry(upTo: 1)", "a = -1-2-3-4-5|; w = cold --#",
      "`retry(upTo: 1)` started `buffer` again"
    ),
  ])
  func reasonIsTheRightOne(question: String, streams: String, reason: String) {
    let answer = transcript(streams.split(separator: "; ").joined(separator: "\n") + "\n" + question)
    #expect(answer.replacing("\n", with: " ").contains(reason), "\(answer)")
  }

  @Test func exampleShowsEachLeadingReason() throws {
    for (reason, name) in zip(CatalogEntry.LossReason.leading, ["filter", "buffer"]) {
      try expectAnswer(with: reason, named: name)
    }
  }

  /// Without the failure, the operator's own reasons might not hold.
  @Test(
    arguments: [
      "map { $0 > 1 ? throw \"big\" : $0 }", "filter { $0 > 1 ? throw \"big\" : true }",
      "compactMap { $0 > 1 ? throw \"big\" : $0 }", "take(while: { $0 > 1 ? throw \"big\" : true })",
      "skip(while: { $0 > 1 ? throw \"big\" : true })", "skipRepeats { $1 > 1 ? throw \"big\" : false }",
      "scan(0) { $1 > 1 ? throw \"big\" : $1 }", "reduce(0) { $1 > 1 ? throw \"big\" : $1 }",
      "flatMap { $0 > 1 ? throw \"big\" : just($0) }", "flatMap(.throttle) { $0 > 1 ? throw \"big\" : just($0) }",
      "flatMap(.concat) { $0 > 1 ? throw \"big\" : just($0) }", "attempt { $0 > 1 ? throw \"big\" : true }",
      "attemptMap { $0 > 1 ? throw \"big\" : $0 }", "first { $0 > 1 ? throw \"big\" : false }",
    ])
  func closureThatThrewIsTheReason(call: String) throws {
    let answer = try explanation(of: "why not 2 in a.\(call)", after: "a = -1-2-3|")
    #expect(
      answer.sentence.contains("on tick 3, `\(call.prefix { $0.isLetter })` failed, because its closure threw `big`"),
      "\(answer.sentence)")
  }

  @Test func failureOfAnInnerStreamIsNotThrown() throws {
    let answer = try explanation(of: "why not 3 in a.flatMap { b }", after: "a = -1-2|; b = cold #")
    #expect(!answer.sentence.contains("threw"), "\(answer.sentence)")
  }

  @Test func exampleShowsEachCommonReason() throws {
    for reason in CatalogEntry.LossReason.common {
      let statements = reason.example.split(separator: "; ").map(String.init)
      let answer = try explanation(of: statements.last ?? "", after: statements.dropLast().joined(separator: ";"))
      #expect(!answer.came && answer.operator != nil || !reason.namesOperator, "\(answer.sentence)")
    }
  }

  /// The answer to the example contains the words of the reason, in their order.
  private func expectAnswer(with reason: CatalogEntry.LossReason, named name: String?) throws {
    let statements = reason.example.split(separator: "; ").map(String.init)
    let answer = try explanation(of: statements.last ?? "", after: statements.dropLast().joined(separator: ";"))
    #expect(answer.operator == name, "\(reason.example): \(answer.sentence)")
    var rest = answer.sentence[...]
    for piece in reason.pieces where !piece.allSatisfy({ $0 == " " }) {
      guard let range = rest.firstRange(of: piece) else {
        Issue.record("“\(piece)” is not in the answer to \(reason.example): \(answer.sentence)")
        return
      }
      rest = rest[range.upperBound...]
    }
  }
}
