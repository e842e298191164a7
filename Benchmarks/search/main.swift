// Measures the search on random puzzles: the part that is solved, the time and the memory.
//
//     swift run -c release search-benchmarks [number of puzzles] [seed] [--failures]
import MarbleLanguage
import Marbles

#if canImport(Glibc)
  import Glibc
#endif

/// A random expression with its inputs and their results.
struct Puzzle {
  let expression: String
  let operators: Int
  let problem: SearchProblem
  /// Further inputs and results, which the search does not know.
  let hidden: [SearchProblem.Example]
}

struct PuzzleMaker {
  var random: SplitMix64

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  /// Returns a random timeline with numbers or letters.
  mutating func timeline(letters: Bool) -> String {
    var text = ""
    for _ in 0..<number(2...6) {
      text += String(repeating: "-", count: number(0...3))
      text += letters ? String("abcxyz".randomElement(using: &random) ?? "a") : String(number(0...9))
    }
    text += String(repeating: "-", count: number(1...4))
    switch number(0...9) {
    case 0: return text + "#"
    case 1: return text + "-"
    default: return text + "|"
    }
  }

  /// Returns a random operator on a stream.
  mutating func unary(_ stream: String, letters: Bool) -> String {
    let n = number(1...4)
    let k = number(2...5)
    let c = number(0...9)
    var calls = [
      "take(first: \(n))", "take(last: \(n))", "skip(first: \(n))", "skip(last: \(n))", "skipRepeats()",
      "uniqueValues()", "delay(\(n))", "debounce(\(n))", "throttle(\(k))", "collect()", "collect(count: \(k - 1))",
      "index()", "combinePrevious()", "count()", "ignoreValues()", "last()", "first()", "element(at: \(n - 1))",
      "take(for: \(n + 4))", "sample(every: \(k))", "buffer(count: \(k - 1))", "timeInterval()", "timestamp()",
      "materialize()", "prefix(value: \(c))", "concat(value: \(c))", "debounce(\(n), discardWhenCompleted: false)",
      "audit(for: \(n))", "collect(every: \(k))", "repeat(2)", "retry(upTo: 1)", "timeout(each: \(k))",
      "map { [$0] }", "map(value: \(c))", "isEmpty()", "recover(with: \(c))",
    ]
    if letters {
      calls += [
        "map { $0.uppercased() }", "map { \"\\($0)!\" }", "filter { $0 != \"a\" }", "filter { $0 < \"m\" }",
        "scan { $0 + $1 }", "map { $0 + $0 }", "reduce(\"\") { $0 + $1 }", "contains(\"x\")", "min()", "max()",
      ]
    } else {
      calls += [
        "map { $0 + \(c) }", "map { $0 * \(k) }", "map { $0 - \(n) }", "map { $0 * \(k) + \(c) }", "map { 10 - $0 }",
        "map { $0 % \(k) }", "filter { $0 % 2 == 0 }", "filter { $0 > \(c) }", "filter { $0 < \(c) }",
        "filter { $0 != \(c) }", "take(while: { $0 < \(c) })", "take(until: { $0 > \(c) })",
        "skip(while: { $0 < \(c) })", "scan(0) { $0 + $1 }", "scan { $0 + $1 }", "reduce(0) { $0 + $1 }", "sum()",
        "min()", "max()", "all(where: { $0 < \(c) })", "contains(where: { $0 == \(c) })", "contains(\(c))",
        "scan(0) { acc, n in acc + 1 }", "scan { $0 > $1 ? $0 : $1 }", "map { $0 > \(c) }", "map { \"n\\($0)\" }",
        "first(where: { $0 > \(c) })", "count(where: { $0 > \(c) })", "skipRepeats(on: { $0 % 2 })",
      ]
    }
    return "\(stream).\(calls.randomElement(using: &random) ?? calls[0])"
  }

  /// Returns a random operator on two streams.
  mutating func binary(_ left: String, _ right: String, letters: Bool) -> String {
    var calls = [
      "merge(\(left), \(right))", "zip(\(left), \(right))", "combineLatest(\(left), \(right))",
      "concat(\(left), \(right))", "race(\(left), \(right))", "\(left).withLatest(from: \(right))",
      "\(left).sample(on: \(right))", "\(left).take(until: \(right))", "\(left).skip(until: \(right))",
      "\(left).take(untilReplacement: \(right))", "\(left).sample(with: \(right))", "\(left).then(\(right))",
      "\(left).buffer(on: \(right))", "\(left).flatMap(.latest, to: \(right))", "forkJoin(\(left), \(right))",
      "\(left).timeout(each: 3, with: \(right))", "\(left).flatMapError { \(right) }",
      "zip(\(left), \(right)) { \"\\($0)\\($1)\" }",
    ]
    if !letters {
      calls += [
        "zip(\(left), \(right)) { $0 + $1 }", "combineLatest(\(left), \(right)) { $0 + $1 }",
        "\(left).withLatest(from: \(right)) { $0 * $1 }", "combineLatest(\(left), \(right)) { $0 > $1 }",
      ]
    }
    return calls.randomElement(using: &random) ?? calls[0]
  }

  mutating func expression(inputs: [String], operators: Int, letters: Bool) -> String {
    let first = inputs[0]
    guard inputs.count > 1 else {
      return operators == 1
        ? unary(first, letters: letters) : unary(unary(first, letters: letters), letters: letters)
    }
    let second = inputs[1]
    if operators == 1 { return binary(first, second, letters: letters) }
    switch number(0...2) {
    case 0: return unary(binary(first, second, letters: letters), letters: letters)
    case 1: return binary(unary(first, letters: letters), second, letters: letters)
    default: return binary(first, unary(second, letters: letters), letters: letters)
    }
  }

  /// Returns a random puzzle whose expected events no expression sends, because they are random too.
  mutating func impossible() -> SearchProblem? {
    guard let puzzle = puzzle() else { return nil }
    let examples = puzzle.problem.examples.map { example in
      let expected = Timeline(stringLiteral: timeline(letters: number(0...1) == 0))
      return SearchProblem.Example(inputs: example.inputs, bindings: example.bindings, expected: expected)
    }
    return SearchProblem(inputs: puzzle.problem.inputs, examples: examples)
  }

  /// Returns a random puzzle, or `nil` if the random expression is of no use.
  mutating func puzzle() -> Puzzle? {
    let letters = number(0...2) == 0
    let inputs = number(0...1) == 0 ? ["a"] : ["a", "b"]
    let operators = number(1...2)
    let text = expression(inputs: inputs, operators: operators, letters: letters)
    let isCold = number(0...3) == 0
    var examples: [SearchProblem.Example] = []
    for _ in 0..<(number(1...3) + 8) {
      let lanes = inputs.map { _ in timeline(letters: letters) }
      guard let example = example(text, inputs, lanes, isCold: isCold) else { return nil }
      examples.append(example)
    }
    let shown = Array(examples.dropLast(8))
    guard shown[0].expected.marbles.count > 1 else { return nil }
    for example in shown where example.inputs.contains(where: { $0.timelines[0] == example.expected }) { return nil }
    return Puzzle(
      expression: text, operators: operators, problem: SearchProblem(inputs: inputs, examples: shown),
      hidden: Array(examples.suffix(8)))
  }
}

/// Returns inputs with the events of an expression, or `nil` if it has an error or does not end.
func example(_ text: String, _ inputs: [String], _ lanes: [String], isCold: Bool) -> SearchProblem.Example? {
  var bindings = Bindings()
  var sources: [Binding] = []
  for (name, lane) in zip(inputs, lanes) {
    let timeline = Timeline(stringLiteral: lane)
    let binding = Binding(name: name, kind: isCold ? .cold([timeline]) : .pipe(timeline))
    bindings.bind(binding)
    sources.append(binding)
  }
  guard let result = events(of: text, bindings) else { return nil }
  return SearchProblem.Example(inputs: sources, bindings: bindings, expected: result)
}

/// Returns the events of an expression, or `nil` if it has an error or does not end.
func events(of text: String, _ bindings: Bindings) -> Timeline? {
  let source = Source(name: "", text: text)
  var parser = Parser(source, bindings: Parser.Bindings(isBound: { bindings[$0] != nil }))
  guard case .success(let statement)? = parser.next(),
    case .show(.definition(.expression(let expression)), during: _) = statement.kind,
    case .plan(let plan, _) = Analysis.plan(expression, PlanContext(source, .millisecond), bindings),
    let outcome = try? Outcome(running: plan, limits: Limits(ticks: 200, deliveries: 2_000), while: { true }),
    outcome.stop == nil
  else { return nil }
  return outcome.outputs[0]
}

func milliseconds(_ body: () -> Void) -> Double {
  let start = clock()
  body()
  return Double(clock() - start) * 1000 / Double(CLOCKS_PER_SEC)
}

/// Returns the largest resident memory of the process so far, in megabytes.
func peakMemory() -> Double {
  var usage = rusage()
  #if os(Linux)
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Double(usage.ru_maxrss) / 1024
  #else
    getrusage(RUSAGE_SELF, &usage)
    return Double(usage.ru_maxrss) / 1_048_576
  #endif
}

func rounded(_ number: Double) -> String { String((number * 10).rounded() / 10) }

func percentile(_ times: [Double], _ part: Double) -> Double {
  times.isEmpty ? 0 : times.sorted()[min(times.count - 1, Int(Double(times.count) * part))]
}

let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
let count = arguments.first ?? 200
let showsFailures = CommandLine.arguments.contains("--failures")
var maker = PuzzleMaker(random: SplitMix64(seed: UInt64(arguments.dropFirst().first ?? 1)))
var times: [Int: [Double]] = [1: [], 2: []]
var solved: [Int: Int] = [1: 0, 2: 0]
var wrong = 0
var generalizes: [Int: (all: Int, first: Int, any: Int)] = [:]
while times.values.reduce(0, { $0 + $1.count }) < count {
  guard let puzzle = maker.puzzle() else { continue }
  var result: SearchResult?
  let time = milliseconds { result = Search.run(puzzle.problem) { true } }
  guard let result else { continue }
  times[puzzle.operators, default: []].append(time)
  if !result.answers.isEmpty { solved[puzzle.operators, default: 0] += 1 }
  for answer in result.answers {
    let holds = puzzle.problem.examples.allSatisfy { events(of: answer.text, $0.bindings) == $0.expected }
    if !holds { wrong += 1 }
  }
  let general = result.answers.map { answer in
    puzzle.hidden.allSatisfy { events(of: answer.text, $0.bindings) == $0.expected }
  }
  var counts = generalizes[puzzle.problem.examples.count] ?? (0, 0, 0)
  counts.all += 1
  if general.first == true { counts.first += 1 }
  if general.contains(true) { counts.any += 1 }
  generalizes[puzzle.problem.examples.count] = counts
  let isWeak = puzzle.problem.examples.count == 3 && general.first != true
  let isSlow = time > (puzzle.operators == 1 ? 100 : 1000)
  if showsFailures, isWeak || !general.contains(true) || isSlow {
    let lanes = puzzle.problem.examples.map { example in
      (example.inputs.flatMap(\.timelines) + [example.expected]).map { TimelinePrinter.text(of: $0) }
        .joined(separator: "  ")
    }
    print("\(rounded(time)) ms, \(result.runs) runs: \(puzzle.expression)")
    print("    \(lanes.joined(separator: "\n    "))")
    print("    found: \(result.answers.map(\.text))")
  }
}
for operators in 1...2 {
  let list = times[operators] ?? []
  let part = list.isEmpty ? 0 : Double(solved[operators] ?? 0) * 100 / Double(list.count)
  print(
    "\(operators) operators: \(list.count) puzzles, \(rounded(part)) % solved, median \(rounded(percentile(list, 0.5))) ms, "
      + "95 % in \(rounded(percentile(list, 0.95))) ms, longest \(rounded(list.max() ?? 0)) ms")
}
for (examples, counts) in generalizes.sorted(by: { $0.key < $1.key }) {
  print(
    "\(examples) examples: on 8 other inputs, the first answer holds for \(counts.first) of \(counts.all), "
      + "one of the five for \(counts.any)")
}
print("wrong answers: \(wrong)")
var impossibleTimes: [Double] = []
while impossibleTimes.count < count / 10 {
  guard let problem = maker.impossible() else { continue }
  var result: SearchResult?
  let time = milliseconds { result = Search.run(problem) { true } }
  // Few random events can be those of an expression.
  guard let result, result.answers.isEmpty, result.nearest != nil else { continue }
  impossibleTimes.append(time)
}
print(
  "impossible: \(impossibleTimes.count) puzzles, given up in a median of \(rounded(percentile(impossibleTimes, 0.5))) ms, "
    + "longest \(rounded(impossibleTimes.max() ?? 0)) ms")
print("largest memory: \(rounded(peakMemory())) MB")
