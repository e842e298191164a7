import MarbleLanguage
import MarbleSession
import Marbles
import TestSupport
import Testing

/// A random puzzle: a script that ends in a search, of which the expected events are those of a known expression.
private struct SearchPuzzle {
  /// The lines before the search, and those of the streams of the search by their names.
  private var setup: [String] = []
  private var inputs: [(name: String, isCold: Bool)] = []
  private let isCustom: Bool
  private let question: String
  let expected: String

  /// Creates a puzzle, or returns `nil` if the random expression has an error or no end.
  init?(seed: UInt64) {
    var random = RandomTimelines(seed: seed)
    let letters = random.flip()
    let names = random.flip() ? ["a"] : ["a", "b"]
    isCustom = random.below(4) == 0
    let isNested = !isCustom && random.below(4) == 0
    let values = isNested ? ["x", "y"] : letters ? ["a", "b", "c"] : ["1", "2", "5"]
    var lanes: [String] = []
    for name in names {
      let isCold = isCustom || random.below(3) == 0
      var lane = ""
      for _ in 0..<1 + random.below(4) { lane += String(repeating: "-", count: random.below(4)) + random.pick(values) }
      lane += String(repeating: "-", count: 1 + random.below(4)) + (random.below(6) == 0 ? "#" : "|")
      lanes.append(lane)
      inputs.append((name, isCold))
    }
    if isNested { setup = ["x = cold --1-5|", "y = cold -2---3|"] }
    var expression = Self.unary("a", isNested: isNested, letters: letters, &random)
    if names.count > 1 {
      expression = random.pick([
        "merge(a, b)", "zip(a, b)", "combineLatest(a, b)", "a.withLatest(from: b)", "a.take(until: b)", "race(b, a)",
        "a.sample(on: b)", "concat(a, b)", "a.flatMap { b }", "a.flatMapError { b }",
      ])
    } else if random.below(3) == 0 {
      expression = Self.unary(expression, isNested: false, letters: letters, &random)
    }
    if isCustom {
      let signature = "f(\(names.joined(separator: ", ")))"
      question = "f(\(lanes.map { "\"\($0)\"" }.joined(separator: ", ")))"
      setup.append("\(signature) = ")
      expected = output("\(setup[0])\(expression)\n\(question)", limits: Self.limits)
    } else {
      setup += zip(inputs, lanes).map { "\($0.name) = \($0.isCold ? "cold " : "")\($1)" }
      question = "?(\(names.joined(separator: ", ")))"
      expected = output((setup + [expression]).joined(separator: "\n"), limits: Self.limits)
    }
    guard !expected.hasPrefix("error"), !expected.hasSuffix(">"), !expected.contains("<"), !expected.isEmpty else {
      return nil
    }
  }

  static let limits = Limits(ticks: 300, deliveries: 5_000)

  private static func unary(
    _ stream: String, isNested: Bool, letters: Bool, _ random: inout RandomTimelines
  ) -> String {
    let n = 1 + random.below(3)
    let nested = ["debounce(\(n)).flatten(.latest)", "last().flatten(.merge)", "flatten(.concat)", "delay(\(n))"]
    let plain = [
      "take(first: \(n))", "skip(first: \(n))", "delay(\(n))", "debounce(\(n))", "collect(count: \(n))",
      "scan { $0 + $1 }",
      "skipRepeats()", "count()", "repeat(3)", "retry(upTo: 1)", "materialize()", "index()", "contains(\"b\")",
      "isEmpty()", "first()", "timeout(each: \(n + 1))", "mapError { $0 + \"!\" }",
    ]
    let typed =
      letters
      ? ["map { $0 + \"!\" }", "filter { $0 != \"b\" }", "map { $0 == \"a\" ? \"x\" : $0 }"]
      : ["map { $0 * \(n + 1) }", "filter { $0 > 1 }", "map { $0 > 1 ? 0 : $0 }", "contains(2)", "scan(0) { $0 + 1 }"]
    return "\(stream).\(random.pick(isNested ? nested : plain + typed))"
  }

  /// The script with an answer, or with the search itself.
  func script(answer: String?) -> String {
    guard isCustom else { return (setup + ["\(answer ?? question) == \(expected)"]).joined(separator: "\n") }
    return "\(setup[0])\(answer ?? "?")\n\(question) == \(expected)"
  }

  /// The script that runs an answer for other inputs.
  func script(answer: String, inputs timelines: [Timeline]) -> String {
    // A letter alone would be the name of a stream.
    let lanes = timelines.map { timeline in
      let text = timeline.marbles.isEmpty ? "-" : TimelinePrinter.text(of: timeline)
      return text.allSatisfy(\.isLetter) ? text + "-" : text
    }
    if isCustom { return "\(setup[0])\(answer)\nf(\(lanes.map { "\"\($0)\"" }.joined(separator: ", ")))" }
    let lines = zip(inputs, lanes).map { "\($0.name) = \($0.isCold ? "cold " : "")\($1)" }
    return (setup.dropLast(inputs.count) + lines + [answer]).joined(separator: "\n")
  }
}

/// The answers of searches, as a user would write them down.
struct SearchAnswerTests {
  private func result(_ script: String) -> SearchResult? {
    var result: SearchResult?
    Session().evaluate(Source(name: "test", text: script)) { answer in
      switch answer {
      case .passed(let assertion), .failed(let assertion, _): result = assertion.search?.result
      default: break
      }
    }
    return result
  }

  /// Whether the last statement of a script is an assertion that passes, and there is no error.
  private func passes(_ script: String) -> Bool {
    var passes = false
    Session(SessionOptions(limits: SearchPuzzle.limits)).evaluate(Source(name: "test", text: script)) { answer in
      switch answer {
      case .passed: passes = true
      case .failed, .error: passes = false
      default: break
      }
    }
    return passes
  }

  /// Each answer passes as an assertion, and the shown events on another input are those of a run.
  @Test(arguments: 0..<6)
  func answersAreTrue(part: UInt64) throws {
    var counts = (found: 0, distinguished: 0)
    for seed in part * 12..<(part + 1) * 12 {
      guard let puzzle = SearchPuzzle(seed: seed) else { continue }
      let result = try #require(self.result(puzzle.script(answer: nil)), "\(puzzle.script(answer: nil))")
      #expect(!result.answers.isEmpty, "not found: \(puzzle.script(answer: nil))")
      for answer in result.answers {
        counts.found += 1
        #expect(passes(puzzle.script(answer: answer.text)), "\(puzzle.script(answer: answer.text))")
        guard !result.distinguishing.isEmpty else { continue }
        let script = puzzle.script(answer: answer.text, inputs: result.distinguishing)
        if let shown = answer.output {
          counts.distinguished += 1
          let events = shown.marbles.isEmpty ? "-" : TimelinePrinter.text(of: shown, asStatement: true)
          #expect(passes("\(script) == \(events)"), "\(script) == \(events)")
        } else {
          let events = output(script, limits: SearchPuzzle.limits)
          #expect(events.hasPrefix("error") || events.hasSuffix(">"), "\(script)\n\(events)")
        }
      }
      if let first = result.answers.first?.output { #expect(result.answers[1].output != first) }
    }
    #expect(counts.found > 10 && counts.distinguished > 5, "\(counts)")
  }
}
