import Foundation
import MarbleSession
import MarbleTools
import Marbles
import TestSupport
import Testing

/// The hazards of expressions, and their proofs.
@Suite(.serialized) struct HazardTests {
  /// A script with each hazard, and one with a similar expression that has none.
  private static let examples = [
    "cold-source-twice": (
      "load = cold --x|\nmerge(load, load.map { $0 })", "load = cold --x|\nonce = load.share()\nmerge(once, once)"
    ),
    "diamond": (
      "price = 1--2--|\ncombineLatest(price.map { $0 * 10 }, price)",
      "price = 1--2--|\ntax = -1---|\ncombineLatest(price.map { $0 * 10 }, tax)"
    ),
    "endless-inner-stream": (
      "rooms = a--b--|\nnews = -1-2-3-\nrooms.flatMap(.concat) { news }",
      "rooms = a--b--|\nnews = cold -1-2|\nrooms.flatMap(.concat) { news }"
    ),
    "endless-retry": ("load = cold -1|\nload.retry()", "load = cold -1|\nload.suppressError().retry()"),
    "failure-outside-flattening": (
      "queries = -a---b-|\nload = cold --x|\nqueries.flatMap(.latest) { load }.map { $0 }.flatMapError { empty() }",
      "queries = -a---b-|\nload = cold --x|\nqueries.flatMap(.latest) { load.suppressError() }.flatMapError { empty() }"
    ),
    "growing-queue": (
      "fast = {1-}*\nslow = {x---}*\nzip(fast, slow)", "fast = {1-}*\nslow = {-x}*\nzip(fast, slow)"
    ),
    "late-observer": (
      "stored = cold --1|\nlive = -2---3|\nstored.concat(live)",
      "stored = cold --1|\nlive = ----3|\nstored.concat(live)"
    ),
    "lost-last-value": ("typed = -a-b-|\ntyped.debounce(3)", "typed = -a-b----|\ntyped.debounce(3)"),
    "misleading-name": (
      "typed = -a-b---c|\ndebounced = typed.throttle(3)", "typed = -ab-----|\nthrottled = typed.throttle(3)"
    ),
    "restarted-state": (
      "rooms = a--b--|\nclicks = -1-1-1-\nrooms.flatMap(.latest) { clicks.scan(0) { $0 + $1 } }",
      "rooms = a--b--|\nclicks = cold -1-1-1-\nrooms.flatMap(.latest) { clicks.scan(0) { $0 + $1 } }"
    ),
    "trigger-before-flattening": (
      "opened = -a----|\nclosed = ---x\nticks = cold --1--2|\nopened.take(until: closed).flatMap { ticks }",
      "opened = -a----|\nclosed = ---x\nopened.take(until: closed).flatMap { just($0) }"
    ),
    "unreleased-replay": (
      "feed = -1-2-3-\nshared = feed.share(replay: 1, resetWhenUnobserved: false)",
      "feed = -1-2-3-\nshared = feed.share(replay: 1)"
    ),
  ]

  /// Returns the diagnostics of a script that is checked.
  private static func problems(in script: String, named name: String = "demo.marble") -> [any Problem] {
    var problems: [any Problem] = []
    var options = SessionOptions(limits: Limits(ticks: 300, deliveries: 5_000))
    (options.findsHazards, options.runsStatements) = (true, false)
    let document = try? Document(name: name, bytes: Array(script.utf8))
    guard let document else { return [] }
    var runner = FenceRunner(document) { [options] in Session(options) }
    for passage in document.passages {
      runner.run(passage) { result in
        switch result.answer {
        case .error(let diagnostic, let source), .warning(let diagnostic, let source):
          if result.counts, ExerciseTest.part(of: source, at: diagnostic.span) != .wrongAnswer {
            problems.append(diagnostic.problem)
          }
        default: break
        }
        return true
      }
    }
    return problems
  }

  private static func warnings(in script: String, named name: String = "demo.marble") -> [HazardWarning] {
    problems(in: script, named: name).compactMap {
      if case SessionProblem.hazard(let warning) = $0 { warning } else { nil }
    }
  }

  @Test(arguments: Hazard.all.map(\.name))
  func hazardIsReportedOnlyWhereItIs(name: String) throws {
    let (script, other) = try #require(Self.examples[name])
    #expect(Self.warnings(in: script).map(\.hazard.name) == [name], "\(script)")
    #expect(Self.warnings(in: other).isEmpty, "\(other)")
  }

  @Test(arguments: Hazard.all.map(\.name))
  func remedyHasNoSuchHazard(name: String) throws {
    let script = try #require(Self.examples[name]).0
    let warning = try #require(Self.warnings(in: script).first)
    let statements = script.split(separator: "\n").dropLast() + [warning.remedy[...]]
    #expect(Self.warnings(in: statements.joined(separator: "\n")).isEmpty, "\(warning.remedy)")
  }

  @Test(arguments: [
    (
      "q.flatMap(.latest) { $0 == \"x\" ? bad : a }.recover(with: 0)",
      "q.flatMap(.latest) { ($0 == \"x\" ? bad : a).recover(with: 0) }"
    ),
    ("q.flatMap { bad }.map { $0 * 2 }\n  .recover(with: 0)", "q.flatMap { bad.map { $0 * 2 }.recover(with: 0) }"),
    ("q.flatMap(.merge, to: bad).suppressError()", "q.flatMap(.merge, to: bad.suppressError())"),
    ("q.take(until: t).map { $0 }.flatMap { a }.count()", "q.map { $0 }.flatMap { a }.take(until: t).count()"),
    ("q.concatMap { timer(interval: 2) }", "q.flatMap(.merge) { timer(interval: 2) }"),
    ("q.flatMap(.concat, to: never()).merge(q)", ""),
    ("a.retry().zip(q)", "a.retry(upTo: 3).zip(q)"), ("t.shareReplay(2)", "t.share(replay: 2)"),
    ("[a, a].zip()", "a.multicast { shared in [shared, shared].zip() }"),
    ("a.withLatest(from: a)", "a.multicast { shared in shared.withLatest(from: shared) }"),
    ("a.sample(on: a)", "a.multicast { shared in shared.sample(on: shared) }"),
    ("a.take(until: a.skip(first: 1))", "a.multicast { shared in shared.take(until: shared.skip(first: 1)) }"),
    ("a.concat(a)", ""),
    ("q.startWith(1).then(t)", "t.multicast(replay: 100) { shared in q.startWith(1).then(shared) }"),
  ])
  func remedyIsAnExpression(written: String, remedy: String) {
    let found = Self.warnings(in: "a = cold -3|\nq = -x-y-|\nbad = cold -#\nt = 1-2-3-\n\(written)")
    #expect(found.map(\.remedy) == (remedy.isEmpty ? [] : [remedy]), "\(found.map(\.remedy))")
  }

  @Test func boundedQueuesAndNamesOfTwoSourcesAreNoHazard() {
    for script in [
      "zip(timer(interval: 1), timer(interval: 2)).take(first: 3)", "zip(timer(interval: 2), timer(interval: 2))",
      "a = cold -1|\nb = a.map { $0 }\na = cold -2|\nmerge(a, b, a)",
    ] { #expect(Self.warnings(in: script).isEmpty, "\(script)") }
  }

  @Test func collectedValuesAreLostOnlyIfThereAreSome() {
    let lost = Self.warnings(in: "typed = -a-b-c-|\ntyped.collect(every: 4).map { $0.count }")
    #expect(lost.map(\.remedy) == ["typed.collect(every: 4, discardWhenCompleted: false).map { $0.count }"])
    for script in [
      "typed = -a-b----|\ntyped.collect(every: 4)", "typed = -a-b-c-|\ntyped.collect(every: 4).take(first: 1)",
      "typed = -a-b-c--\ntyped.collect(every: 4)", "typed = -a-b-c-|\ntyped.collect(count: 2)",
    ] { #expect(Self.warnings(in: script).isEmpty, "\(script)") }
  }

  @Test func pageHasTheTable() throws {
    let file = packageRoot.appendingPathComponent("Documentation/Hazards.md")
    let rows = Hazard.all.map { "- `\($0.name)`: \($0.summary). *\($0.symptom)* \($0.remedy)" }
    let page = try String(contentsOf: file, encoding: .utf8)
    #expect(
      page.split(separator: "\n").filter { $0.hasPrefix("- `") && $0.hasSuffix(".") && $0.contains("*") }.map(
        String.init) == rows)
    #expect(rows == rows.sorted())
    let shown = try #require(fences(in: page).first { $0.info == "text" })
    let script = try #require(fences(in: page).first { $0.info.hasPrefix("marble") })
    let session = Session()
    session.options.findsHazards = true
    var said = ""
    session.evaluate(Source(name: "search.marble", text: script.text)) { answer in
      if case .warning = answer { said += AnswerWriter().text(of: answer)?.text ?? "" }
    }
    #expect(said == shown.text + "\n")
  }

  // MARK: Comments

  @Test func commentWithReasonSilencesAWarning() {
    let script = "load = cold -#\nload.retry()"
    for silent in [
      script + " // lint: ignore endless-retry the server limits it",
      "load = cold -#\r\n\r\nload.retry() // lint: ignore endless-retry the server limits it\r\n",
      "load = cold -#\n// Here, it is right.\n// lint: ignore endless-retry the server limits it\nload.retry()",
      "load = cold -#\nload\n  // lint: ignore endless-retry the server limits it\n  .retry()",
    ] {
      #expect(Self.problems(in: silent).isEmpty, "\(silent)")
    }
    for (comment, names) in [
      (" // lint: ignore endless-retry", ["ignoredWithoutReason"]),
      (" // lint: ignore endless-retry, diamond it is right", ["ignoredWithoutReason"]),
      (" // lint: ignore endless-retries it is right", ["hazard", "unknownHazard"]),
      (" // lint: ignore", ["hazard", "unknownHazard"]),
      (" // lint: ignore diamond it is right", ["hazard", "unusedIgnore"]),
      ("\n// lint: ignore endless-retry it is right", ["hazard", "unusedIgnore"]),
      (" // \"lint: ignore\" endless-retry", ["hazard"]),
    ] {
      #expect(Self.problems(in: script + comment).map(\.name) == names, "\(comment)")
    }
  }

  // MARK: Proofs

  /// Whether the shown input gives two results when both expressions are run on it.
  ///
  /// - Parameter definitions: The definitions of the other names of the expressions.
  private static func isProved(_ warning: HazardWarning, after definitions: String = "") -> Bool {
    let inputs = (warning.inputs + [definitions]).joined(separator: "\n")
    var differs = false
    let session = Session(SessionOptions(limits: Limits(ticks: 300, deliveries: 5_000)))
    session.evaluate(Source(name: "", text: "\(inputs)\n\(warning.original) == \(warning.remedy)")) { answer in
      if case .failed = answer { differs = true }
    }
    return differs || windows(warning.original, inputs, warning) != windows(warning.remedy, inputs, warning)
  }

  /// Returns the windows in which the sources of an expression are observed.
  private static func windows(_ expression: String, _ inputs: String, _ warning: HazardWarning) -> [[Window]] {
    let end = warning.proof.comparison.expected.marbles.last?.tick ?? 1
    let names = warning.proof.inputs.map(\.name)
    let checks = names.map { "subscriptions \($0) ==" }.joined(separator: "\n")
    var all: [[Window]] = []
    let session = Session(SessionOptions(limits: Limits(ticks: 300, deliveries: 5_000)))
    let text = "\(inputs)\n\(expression) during ^\(String(repeating: "-", count: max(0, end - 1)))!\n\(checks)"
    session.evaluate(Source(name: "", text: text)) { answer in
      if case .failed(_, .missingWindows(let windows)) = answer { all.append(windows) }
    }
    return all
  }

  @Test(arguments: Hazard.all.map(\.name))
  func exampleIsProved(name: String) throws {
    let script = try #require(Self.examples[name]).0
    let warning = try #require(Self.warnings(in: script).first)
    #expect(Self.isProved(warning), "\(warning.inputs)\n\(warning.original)\n\(warning.remedy)")
  }

  @Test func everyWarningAboutARandomProgramIsProved() {
    var count = 0
    for seed in 0..<200 as Range<UInt64> {
      var programs = RandomPrograms(seed: seed)
      for program in [programs.program(), programs.script()] {
        for warning in Self.warnings(in: program) {
          count += 1
          let before = String(decoding: program.utf8.prefix(warning.replaced.lowerBound), as: UTF8.self)
          let definitions = before.split(separator: "\n").filter { $0.hasPrefix("w = ") || $0.hasPrefix("f(") }
            .filter { $0 != "w = " }
          #expect(
            Self.isProved(warning, after: definitions.joined(separator: "\n")),
            "seed \(seed)\n\(program)\n\(warning.inputs)\n\(warning.original)\n\(warning.remedy)")
        }
      }
    }
    #expect(count > 20)
  }

  // MARK: Editors

  @Test func editorShowsAHint() throws {
    let script = "load = cold -1|\nload.retry()\nload.map { $0 }\n"
    let document = EditedDocument(name: "demo.marble", bytes: Array(script.utf8))
    var last: DocumentResults?
    for _ in 0..<2 {
      document.run(reusing: last?.runs ?? KnownRuns(), in: { Session(SessionOptions(limits: Limits(ticks: 50))) }) {
        last = $0
        return true
      }
      let problem = try #require(last?.problems.first)
      #expect(last?.problems.count == 1)
      #expect(problem.kind == .hint)
      #expect(problem.message.hasPrefix("`retry` without a limit restarts a failing source forever [endless-retry]\n"))
      #expect(problem.message.contains("\nload cold    #\nas written   ->\nremedy       #\n"), "\(problem.message)")
      #expect(problem.fixes.first?.title == "Write `load.retry(upTo: 3)`")
      #expect(problem.fixes.first?.edits.map(\.text) == ["load.retry(upTo: 3)"])
    }
  }

  // MARK: Documents

  /// The hazards of the examples and the pages, each of which is shown on purpose.
  private static let known = [
    "07-saving-by-itself.marble: lost-last-value: text.take(until: close).debounce(3).skipRepeats()",
    #"Combine.md: lost-last-value: "-1-2|".throttle(4)"#,
    #"Guidelines.md: diamond: combineLatest(price.map { $0 * 10 }, price) { "\($0)/\($1)" }"#,
    "Hazards.md: failure-outside-flattening: queries.flatMap(.latest) { load }.flatMapError { empty() }",
    "ObjectiveC.md: lost-last-value: a.debounce(3)",
    "ObjectiveC.md: lost-last-value: b.collect(every: 4)",
    "README.md: late-observer: t.concat(a)",
    #"RxSwift.md: lost-last-value: "-1-2|".throttle(4)"#,
    #"autosave.marble: lost-last-value: written.debounce(4s).flatMap(.concat) { "--[\($0)✓]|" }"#,
    "chat.marble: late-observer: concat(stored, live)",
    "combining.marble: late-observer: concat(numbers, letters)",
    "failing.marble: endless-retry: flaky.retry()",
    #"heart-beat.marble: endless-retry: socket.timeout(each: 6s).retry().filter { $0 != "♥" }"#,
    "leaving.marble: trigger-before-flattening: shown.take(until: left).flatMap(.merge) { load }",
    #"login.marble: failure-outside-flattening: submit.flatMap(.throttle) { login }.recover(with: "wrong")"#,
  ]

  @Test func documentsHaveOnlyKnownHazards() throws {
    let documents =
      files(under: "examples", ending: "marble") + files(under: "Documentation", ending: "md")
      + files(under: "Sources", ending: "md")
    let found = try documents.flatMap { file in
      let text = try String(contentsOf: file, encoding: .utf8)
      return Self.warnings(in: text, named: file.lastPathComponent).map {
        "\(file.lastPathComponent): \($0.hazard.name): \($0.original)"
      }
    }
    #expect(found.sorted() == Self.known.sorted(), "\(found.sorted().joined(separator: "\n"))")
    let cases = packageRoot.deletingLastPathComponent().appendingPathComponent("shared/conformance/cases")
    let scripts = (try? FileManager.default.contentsOfDirectory(at: cases, includingPropertiesForKeys: nil)) ?? []
    let inCases = try scripts.flatMap { file in
      Self.warnings(in: try String(contentsOf: file, encoding: .utf8)).map { "\($0.hazard.name): \($0.original)" }
    }
    let knownInCases = ["late-observer: concat(e1, e2)", "late-observer: e1.concat(e2)"]
    #expect(scripts.isEmpty || inCases.sorted() == knownInCases, "\(inCases)")
  }
}
