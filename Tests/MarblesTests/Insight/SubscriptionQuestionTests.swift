import MarbleLanguage
import MarbleSession
import MarbleTools
import Marbles
import TestSupport
import Testing

/// Questions about the subscriptions to a stream.
struct SubscriptionQuestionTests {
  @Test(arguments: [
    (
      "c = -x--y|; r = cold --1--2|; c.flatMap(.latest) { r }", "why twice r",
      "`r` was observed twice, on ticks 1 and 4: it is cold, so each subscription starts it again.",
      [
        "1 ^ flatMap(.latest) { r }, when `flatMap` started an inner stream for `x`",
        "4 ^ flatMap(.latest) { r }, when `flatMap` started an inner stream for `y`",
      ]
    ),
    (
      "c = -x--y|; r = cold --1--2|; c.flatMap(.latest) { r }", "why was r unsubscribed",
      "`r` was unsubscribed once, on tick 4. It sent `|` on tick 10.",
      ["4 ! flatMap(.latest) { r }, when `flatMap(.latest) { r }` received `y` of `c`"]
    ),
    (
      "c = -x--y|; r = cold --1--2|; c.flatMap(.latest) { r }", "who holds r",
      "Nothing holds `r`: its last subscription ended on tick 10.", []
    ),
    (
      "a = -1-2-", "who holds a in a.map { $0 }", "`a` has 1 subscription at the end of the run.",
      ["0 ^ map { $0 }, with the result"]
    ),
    (
      "a = -1-2|; b = --3|", "why twice a in concat(b, a)", "`a` was observed once, on tick 3.",
      ["3 ^ concat(b, a), when `b` sent `|` on tick 3"]
    ),
    (
      "a = cold -1#", "why twice a in a.retry(upTo: 1)",
      "`a` was observed twice, on ticks 0 and 2: it is cold, so each subscription starts it again.",
      ["0 ^ retry(upTo: 1), with the result", "2 ^ retry(upTo: 1), when `a` sent `#` on tick 2"]
    ),
    (
      "a = -1-2-3|", "why twice a in a during ^--!, -^",
      "`a` was observed twice, on ticks 0 and 1: it is hot, so each subscription receives only the events of its own "
        + "window.",
      ["0 ^ observer 1 of the result", "1 ^ observer 2 of the result"]
    ),
    (
      "a = -1-2-3|", "why was a unsubscribed in a during ^--!, -^",
      "`a` was unsubscribed once, on tick 3. It sent `|` on tick 6.", ["3 ! observer 1 of the result"]
    ),
    (
      "a = -1-2-", "why was a unsubscribed in a.map { $0 } during ^--!, -^!, --^",
      "`a` was unsubscribed twice, on ticks 2 and 3. It is observed at the end of the run.",
      [
        "3 ! map { $0 }, when observer 1 of the result unsubscribed",
        "2 ! map { $0 }, when observer 2 of the result unsubscribed",
      ]
    ),
    (
      "a = -1-2-3|", "why twice a in merge(a, a)",
      "`a` was observed twice, on tick 0: it is hot, so all of them receive the same events.",
      ["0 ^ merge(a, a), with the result", "0 ^ merge(a, a), with the result"]
    ),
    (
      "a = -1-2-3|", "why twice a in concat(a.take(first: 1), a)",
      "`a` was observed twice, on ticks 0 and 1: it is hot, so each subscription receives only the events of its own "
        + "window.",
      ["0 ^ take(first: 1), with the result", "1 ^ concat, when `take(first: 1)` sent `|` at `1`"]
    ),
    (
      "a = -1-", "why twice a in a.map { $0 } during ^--!, -^, -^",
      "`a` was observed 3 times, on ticks 0 and 1: it is hot, so all of them receive the same events.",
      [
        "0 ^ map { $0 }, when observer 1 of the result subscribed",
        "1 ^ map { $0 }, when observer 2 of the result subscribed",
        "1 ^ map { $0 }, when observer 3 of the result subscribed",
      ]
    ),
    (
      "a = cold --1-|", "why was a unsubscribed in merge(a, a.delay(1)) during ^--!, ^--!",
      "`a` was unsubscribed 4 times, on tick 3.",
      [
        "3 ! merge(a, a.delay(1)), when observer 1 of the result unsubscribed",
        "3 ! delay(1), when observer 1 of the result unsubscribed",
        "3 ! merge(a, a.delay(1)), when observer 2 of the result unsubscribed",
        "3 ! delay(1), when observer 2 of the result unsubscribed",
      ]
    ),
    (
      "a = -1-2|; r = a.map { $0 }; r", "why twice r in r during ^--!, ^--!", "`r` was observed twice, on tick 0.",
      ["0 ^ observer 1 of the result", "0 ^ observer 2 of the result"]
    ),
    // A shared subscription is not that of one observer.
    (
      "a = cold --1-|; s = a.share()", "why was a unsubscribed in merge(s, s) during ^--!, ^--!",
      "`a` was unsubscribed once, on tick 3.", ["3 ! share(), when observers 1 and 2 of the result unsubscribed"]
    ),
    (
      "a = cold --1-|", "why was a unsubscribed in a.share() during ^--!, -^--!",
      "`a` was unsubscribed once, on tick 4.", ["4 ! share(), when observer 2 of the result unsubscribed"]
    ),
    // An operator after windows or parts had enough.
    (
      "a = -1--2-", "why was a unsubscribed in a.window(2).flatten(.merge).take(1)",
      "`a` was unsubscribed once, on tick 1.", ["1 ! window(2), when `take(1)` received `1` of `flatten`"]
    ),
    (
      "a = -1--2-", "why was a unsubscribed in a.window(on: \"--x\").flatten(.concat).take(1)",
      "`a` was unsubscribed once, on tick 1.", ["1 ! window(on: \"--x\"), when `take(1)` received `1` of `flatten`"]
    ),
    (
      "a = -1-2-3-4", "why was a unsubscribed in a.partition { $0 > 2 }.flatten(.merge).take(2)",
      "`a` was unsubscribed twice, on tick 3.",
      [
        "3 ! partition { $0 > 2 }, when `take(2)` received `2` of `flatten`",
        "3 ! partition { $0 > 2 }, when `take(2)` received `2` of `flatten`",
      ]
    ),
    (
      "f = -1-#", "why was f unsubscribed in f.retry(upTo: 1)",
      "`f` was not unsubscribed: it sent `#` on tick 3 and had ended when it was observed on tick 3.", []
    ),
    (
      "f = cold -1-#", "why was f unsubscribed in f.retry(upTo: 2)",
      "`f` was not unsubscribed: it sent `#` on ticks 3, 6 and 9.", []
    ),
    (
      "a = -1-; a.map { $0 }", "why twice _", "`_` was observed once, on tick 0.", ["0 ^ the observer of the result"]
    ),
    (
      "a = -1-; a.map { $0 }", "who holds _1", "`_1` has 1 subscription at the end of the run.",
      ["0 ^ the observer of the result"]
    ),
    (
      "a = -1-; a.map { $0 } during ^-!; _1", "who holds a", "`a` has 1 subscription at the end of the run.",
      ["0 ^ map { $0 }, with the result"]
    ),
    (
      "a = -1-; m = a.map { $0 }; m", "why was m unsubscribed in m during ^-!, --^",
      "`m` was unsubscribed once, on tick 2. It is observed at the end of the run.", ["2 ! observer 1 of the result"]
    ),
    (
      "a = -1-; a.map { $0 }", "why twice _ in merge(_, a)", "`_` was observed once, on tick 0.",
      ["0 ^ merge(_, a), with the result"]
    ),
    (
      "a = -1-2-3|", "why was a unsubscribed in a.map { $0 } during ^--!", "`a` was unsubscribed once, on tick 3.",
      ["3 ! map { $0 }, when the observer of the result unsubscribed"]
    ),
    (
      "a = -1-2-3|", "why was a unsubscribed in a.take(first: 2)", "`a` was unsubscribed once, on tick 3.",
      ["3 ! take(first: 2), when `take(first: 2)` received `2` of `a`"]
    ),
    (
      "h = -1-2-3-4; h.delay(3) during ^----!", "why was h unsubscribed", "`h` was unsubscribed once, on tick 5.",
      ["5 ! delay(3), when the observer of the result unsubscribed"]
    ),
    (
      "h = -1-2-3-4; h.delay(4).take(for: 3)", "why was h unsubscribed", "`h` was unsubscribed once, on tick 3.",
      ["3 ! delay(4), when the time of `take(for: 3)` was up"]
    ),
    (
      "a = -1-2-3|", "why was a unsubscribed in a.take(for: 2)", "`a` was unsubscribed once, on tick 2.",
      ["2 ! take(for: 2), when the time of `take(for: 2)` was up"]
    ),
    (
      "a = cold -1-2|; m = a.map { $0 }", "why was m unsubscribed in merge(m, m.skip(first: 1)).take(first: 2)",
      "`m` was unsubscribed twice, on tick 3.",
      [
        "3 ! merge, when `take(first: 2)` received `2` of `merge`",
        "3 ! skip(first: 1), when `take(first: 2)` received `2` of `merge`",
      ]
    ),
    (
      "h = -1-2-3-4; g = -a-b-c-d", "why was g unsubscribed in zip(g, h).take(2)",
      "`g` was unsubscribed once, on tick 3.", ["3 ! zip(g, h), when `take(2)` received `[b,2]` of `zip`"]
    ),
    (
      "poll = cold {1--}*", "why was poll unsubscribed in merge(poll, poll).take(2)",
      "`poll` was unsubscribed twice, on tick 0.",
      [
        "0 ! merge(poll, poll), when `take(2)` received `1` of `merge`",
        "0 ! merge(poll, poll), when `take(2)` received `1` of `merge`",
      ]
    ),
    (
      "poll = cold {1--}*", "why was poll unsubscribed in combineLatest(poll, poll.map { $0 }).take(1)",
      "`poll` was unsubscribed twice, on tick 0.",
      [
        "0 ! combineLatest, when `take(1)` received `[1,1]` of `combineLatest`",
        "0 ! map { $0 }, when `take(1)` received `[1,1]` of `combineLatest`",
      ]
    ),
    ("a = -1|", "why was a unsubscribed in a.map { $0 }", "`a` was not unsubscribed: it sent `|` on tick 2.", []),
    (
      "a = -1", "why was a unsubscribed in a.map { $0 }",
      "`a` was not unsubscribed: it is observed at the end of the run.", []
    ),
    ("a = -1|; b = -2|", "why twice a in b", "`a` was never observed.", []),
  ])
  func answer(script: String, question: String, sentence: String, steps: [String]) throws {
    let explanation = try explanation(of: question, after: script)
    #expect(explanation.sentence == sentence)
    #expect(explanation.steps.map { "\($0.tick) \($0.token) \($0.text)" } == steps)
  }

  @Test(arguments: [
    ("a = -1-2|; a.map { $0 }", nil),
    ("a = -1-2; a.take(first: 2)", nil),
    ("a = -1-2; merge(a, a)", "3 subscriptions are left: of `a` (2) and the result"),
    ("merge(\"-1-\", \"-|\") == -1", "2 subscriptions are left: of `in 1` and the result"),
    (
      "a = -1-2|; a.flatMap(.merge) { \"--x\" }", "3 subscriptions are left: of unnamed streams (2) and the result"
    ),
    ("a = -1-2|; a.flatMap(.latest) { \"--x\" }", "2 subscriptions are left: of an unnamed stream and the result"),
    ("a = -1-2|; a.flatMap(.latest) { \"--x\" }.take(for: 4)", nil),
    ("a = -1; a during ^--!", nil),
    ("a = cold -1-; s = a.share(replay: 1); s during ^-!", nil),
  ])
  func leftSubscriptionsFailTheCheck(script: String, remainder: String?) {
    let session = Session()
    let text = script.split(separator: ";").map { $0.drop { $0 == " " } + "\n" }.joined()
    var failures: [String] = []
    var passed = 0
    session.evaluate(Source(name: "test", text: text + "check subscriptions")) { answer in
      switch answer {
      case .failed(_, let reason): failures.append(reason.summary)
      case .passed(let assertion) where assertion.expression == "check subscriptions": passed += 1
      default: break
      }
    }
    #expect(failures == (remainder.map { [$0] } ?? []))
    #expect(passed == (remainder == nil ? 1 : 0))
  }

  @Test func drawingHasTheWindowsInItsTitle() throws {
    let diagram = try explanation(of: "who holds e in e.map { $0 } during ^--!", after: "e = cold -1-2").diagram
    let titles = diagram.rows.compactMap { if case .operation(let text) = $0 { text } else { nil } }
    #expect(titles == ["e.map { $0 } during ^--!"])
  }

  /// The drawing of an endless source ends after the result.
  @Test func drawingEndsAfterTheResult() throws {
    let script = "poll = cold {1--}*"
    #expect(try explanation(of: "why was poll unsubscribed in poll.take(2)", after: script).diagram.ticks == 0...8)
    #expect(try explanation(of: "who holds poll in poll.map { $0 }", after: script).diagram.ticks.upperBound > 90)
  }

  /// Two observers of a hot stream receive the same events only if the answer says so.
  @Test func sentenceAgreesWithTheEventsOfTwoObservers() throws {
    var agreeing = 0
    let windows = (0..<6).flatMap { start in (start + 1..<8).map { (start, $0) } }
    for first in windows {
      for second in windows where (first.1 + second.0).isMultiple(of: 3) {
        let written = [first, second].map { start, end in
          String(repeating: "-", count: start) + "^" + String(repeating: "-", count: end - start - 1) + "!"
        }
        let text = "a = -1--2|\na during \(written.joined(separator: ", "))"
        let session = Session()
        var outputs: [[Timeline.Marble]] = []
        session.evaluate(Source(name: "test", text: text)) { answer in
          guard case .drawing(let diagram) = answer else { return }
          outputs = diagram.lanes.filter { $0.name.hasPrefix("out") }.map(\.timeline.marbles)
        }
        // The observers unsubscribe at the ends of their windows.
        let received = zip(outputs, [first, second]).map { marbles, window in
          marbles.filter { $0.event != .interrupted || $0.tick != window.1 }
        }
        let areEqual = received[0] == received[1] && !received[0].isEmpty
        agreeing += areEqual ? 1 : 0
        let sentence = try #require(answer("why twice a", in: session)?.sentence)
        #expect(sentence.hasSuffix(areEqual ? "the same events." : "the events of its own window."), "\(text)")
      }
    }
    #expect(agreeing > 10)
  }

  /// The answers agree with the windows of the run.
  @Test(arguments: 0..<4)
  func answersAgreeWithTheRun(batch: Int) throws {
    var answers = 0
    for seed in batch * 60..<(batch + 1) * 60 {
      var programs = RandomPrograms(seed: UInt64(seed))
      let program = programs.program()
      let session = self.session(running: program)
      guard let subscriptions = try session.state.subscriptions?() else { continue }
      for (name, binding) in session.sources {
        let windows = subscriptions.windows(of: binding)
        let comment: Comment = "\(name), seed \(seed)\n\(program)"
        guard windows.count <= 6, let starts = answer("why twice \(name)", in: session),
          let ends = answer("why was \(name) unsubscribed", in: session),
          let holders = answer("who holds \(name)", in: session)
        else { continue }
        answers += 1
        #expect(starts.steps.map(\.tick) == windows.map(\.start).sorted(), comment)
        #expect(holders.steps.count == windows.count { $0.end == nil }, comment)
        #expect(Set(ends.steps.map(\.tick)).isSubset(of: windows.compactMap(\.end)), comment)
        let isHeld = windows.contains { $0.end == nil }
        #expect(ends.sentence.contains("is observed at the end of the run") == isHeld, comment)
        let mentioned = Set(ends.sentence.split { !$0.isNumber }.compactMap { Int($0) })
        if !ends.sentence.contains("more") {
          #expect(mentioned.isSuperset(of: windows.compactMap(\.end)), "\(ends.sentence) \(comment)")
        }
        guard !binding.isCold, windows.count > 1 else { continue }
        // The events on the first and the last tick of a window can be before or after it.
        let marbles = binding.timelines[0].marbles
        let inside = windows.map { window in marbles.filter { window.start < $0.tick && $0.tick < window.end ?? .max } }
        let around = windows.map { window in
          marbles.filter { window.start <= $0.tick && $0.tick <= window.end ?? .max }
        }
        if starts.sentence.contains("the same events") {
          let allAround = Set(around[0]).intersection(around.dropFirst().reduce(Set(around[0])) { $0.intersection($1) })
          #expect(inside.allSatisfy { Set($0).isSubset(of: allAround) }, comment)
        } else {
          let areEqual = inside == around && Set(inside).count == 1 && !inside[0].isEmpty
          #expect(!areEqual, comment)
        }
      }
    }
    #expect(answers > 60)
  }

  private static let endings = [
    "a.take(until: b)", "b.flatMap(.latest) { c }", "merge(a, c).take(first: 2)", "zip(b, c)", "c.take(until: a)",
    "a.flatMap(.latest) { c.take(until: b) }", "combineLatest(c, a).take(first: 1)", "race(c, b)",
    "a.flatMap { c }.take(until: b)", "c.map { $0 + 1 }.withLatest(from: a).take(while: { $0.0 < 3 })",
  ]

  /// Without the event that is the reason, the subscription does not end then for that reason.
  @Test func reasonsAreNeeded() throws {
    var reasons = 0
    for seed in 0..<200 {
      var programs = RandomPrograms(seed: UInt64(seed))
      let sources = programs.program().split(separator: "\n").filter {
        $0.dropFirst().hasPrefix(" = ") && !$0.hasPrefix("w")
      }
      let program = (sources + [Self.endings[seed % Self.endings.count][...]]).joined(separator: "\n")
      let session = self.session(running: program)
      for (name, _) in session.sources {
        for step in answer("why was \(name) unsubscribed", in: session)?.steps ?? [] {
          guard let reason = step.text.firstMatch(of: /received `(.+)` of `([a-z]+)`/),
            let source = session.sources.first(where: { $0.name == reason.2 })?.binding, !source.isCold,
            let changed = program.removing(String(reason.1), at: step.tick, from: source)
          else { continue }
          reasons += 1
          let others = answer("why was \(name) unsubscribed", in: self.session(running: changed))?.steps ?? []
          #expect(
            !others.contains { $0.tick == step.tick && $0.text == step.text },
            "\(step.text), seed \(seed)\n\(program)\n\(changed)")
        }
      }
    }
    #expect(reasons > 40)
  }

  private func session(running program: String) -> Session {
    let session = Session(SessionOptions(limits: Limits(ticks: 40, deliveries: 3_000)))
    session.evaluate(Source(name: "test", text: program)) { _ in }
    return session
  }

  private func answer(_ question: String, in session: Session) -> Explanation? {
    var explanation: Explanation?
    session.evaluate(Source(name: "test", text: question)) { answer in
      if case .explained(let answer) = answer { explanation = answer }
    }
    return explanation
  }
}

extension Session {
  /// The named sources of the program.
  fileprivate var sources: [(name: String, binding: Binding)] {
    names.compactMap { name in bindings[name].flatMap { $0.timelines.isEmpty ? nil : (name, $0) } }
  }
}

extension String {
  /// The program without an event of a hot source, or `nil` if the source does not send it exactly once on the tick.
  fileprivate func removing(_ token: String, at tick: Int, from source: Binding) -> String? {
    var timeline = source.timelines[0]
    let found = timeline.marbles.indices.filter {
      timeline.marbles[$0].tick == tick && TimelinePrinter.token(for: timeline.marbles[$0].event) == token
    }
    guard found.count == 1, let line = split(separator: "\n").first(where: { $0.hasPrefix("\(source.name) = ") }) else {
      return nil
    }
    timeline.marbles.remove(at: found[0])
    return replacingFirst(line, with: "\(source.name) = \(TimelinePrinter.text(of: timeline))")
  }

  private func replacingFirst(_ part: Substring, with text: String) -> String {
    String(self[..<part.startIndex]) + text + String(self[part.endIndex...])
  }
}
