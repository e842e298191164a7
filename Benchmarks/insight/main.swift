// Measures the times of laws and of questions.
//
//     swift run -c release insight-benchmarks
import Dispatch
import MarbleLanguage
import MarbleSession
import MarbleTools
import Marbles

/// Laws that hold for all inputs.
let holding = [
  #"a: a.delay(20).delay(22) == a.delay(42)"#,
  #"a: a.skip(first: 2).skip(first: 3) == a.skip(first: 5)"#,
  #"a: a.take(while: { $0 != 42 }).contains { $0 == 42 } == a.take(while: { $0 != 42 }).contains { false }"#,
  #"a, b: zip(a, b).map { $0.0 } == zip(b, a).map { $0.1 }"#,
  #"a, b: combineLatest(a, b).map { ($0.1, $0.0) } == combineLatest(b, a)"#,
  #"a, b, c: merge(a, merge(b, c)) == merge(merge(a, b), c)"#,
  #"a, b: concat(a, b).count() == concat(a.map { 0 }, b.map { 0 }).count()"#,
  #"a: a.materialize().map { 1 }.count() == a.materialize().count()"#,
  #"a, b: a.take(until: b).map { $0 * 2 } == a.map { $0 * 2 }.take(until: b)"#,
  #"a, n in 0...5, m in 0...5 when n < m: a.take(first: n).take(first: m) == a.take(first: n)"#,
  #"a: a.debounce(4).count().ignoreValues() == a.ignoreValues()"#,
  #"cold a: a.repeat(2).count() == a.repeat(2).map { 0 }.count()"#,
  #"a: a.timestamp().map { $0.0 } == a"#,
  #"cold a: a.retry(upTo: 1).retry(upTo: 0) == a.retry(upTo: 1)"#,
  #"a: a.groupBy { $0 % 2 }.flatten(.merge) == a"#,
  #"a: a.window(count: 3).flatten(.concat) == a"#,
  #"s: s.flatten(.latest).map { $0 } == s.flatMap(.latest) { $0.map { $0 } }"#,
  #"a: a.suppressError().materialize().dematerialize() == a.suppressError()"#,
  #"a: merge(a, never()) == merge(a.concat(never()), never())"#,
]

/// Laws that fail only for some inputs: for one value, after a long silence, on one tick, for cold sources, and so on.
let failing = [
  #"a: a.map { $0 == 42 ? 43 : $0 } == a"#,
  #"a: a.filter { $0 != 42 && $0 != 43 } == a"#,
  #"a: a.scan(0) { $0 + $1 }.filter { $0 != 42 } == a.scan(0) { $0 + $1 }"#,
  #"a: a.filter { $0 * 3 != 126 } == a"#,
  #"a: a.map { $0 - 50 }.filter { $0 != -8 } == a.map { $0 - 50 }"#,
  #"a: a.take(first: 6) == a"#,
  #"a: a.collect().filter { $0.count != 6 } == a.collect()"#,
  #"a: a.element(at: 5).ignoreValues() == a.ignoreValues()"#,
  #"a: a.index().take(while: { $0.1 < 5 }) == a.index()"#,
  #"a: a.timeout(first: 20, raising: "late") == a"#,
  #"a: a.delay(7).timeout(each: 27, raising: "late").suppressError() == a.delay(7).suppressError()"#,
  #"a: a.debounce(20).count() == a.debounce(10).count()"#,
  #"a: a.suppressError().concat(never()).skip(until: timer(after: 20)) == never()"#,
  #"a: a.timestamp().filter { $0.1 != 3 } == a.timestamp()"#,
  #"a: a.timestamp().filter { $0.1 != 9 } == a.timestamp()"#,
  #"a: a.materialize().timestamp().filter { $0.1 != 13 } == a.materialize().timestamp()"#,
  #"cold a: a.repeat(2).take(first: 2) == a.take(first: 2)"#,
  #"cold a: a.retry(upTo: 1).suppressError() == a.suppressError()"#,
  #"a: a.throttle(1) == a"#,
  #"cold a, cold b: merge(a, b) == merge(b, a)"#,
  #"a: a.suppressError().concat(never()).flatMap(.latest) { just($0).delay(1) } == a.suppressError().concat(never()).delay(1)"#,
  #"a: a.take(last: 1).suppressError() == a.suppressError().take(last: 1)"#,
  #"a: a.last().suppressError() == a.suppressError().last()"#,
  #"a: a.uniqueValues() == a"#,
  #"a: a.combinePrevious().filter { $0.0 != $0.1 } == a.combinePrevious()"#,
  #"a: a.uniqueValues().count() == a.skipRepeats().count()"#,
  #"a: a.collect().filter { $0.count < 5 } == a.collect()"#,
  #"a: a.skip(first: 4) == a.ignoreValues()"#,
  #"a: a.skip(first: 2).skip(first: 2) == a.ignoreValues()"#,
  #"a: a.collect(count: 5).filter { $0.count != 5 } == a.collect(count: 5)"#,
  #"a: a.scan(0) { n, x in n + 1 }.filter { $0 != 6 } == a.scan(0) { n, x in n + 1 }"#,
  #"a, b: zip(a, b).filter { $0.0 != 42 } == zip(a, b)"#,
  #"a: a.filter { $0 != "stop" } == a"#,
  #"a, n in 1...50: a.map { $0 + n } == a.map { $0 + (n == 37 ? 0 : n) }"#,
  #"a, b: combineLatest(a, b).filter { $0.0 - $0.1 != 42 } == combineLatest(a, b)"#,
  #"a: a.combinePrevious().filter { $0.0 * $0.1 != 42 } == a.combinePrevious()"#,
  #"a: a.filter { $0 >= 0 } == a"#,
  #"a: a.filter { $0 < 1000 } == a"#,
  #"a: a.filter { $0 % 7 != 3 } == a"#,
  #"a: a.mapError { throw "x" } == a"#,
  #"a: a.concat(empty()) == a"#,
  #"cold a: a.repeat(3) == concat(a, a, a)"#,
]

/// Scripts of a usual size, each with a question about its last statement.
let questions = [
  (#"a = -1--2|"#, #"why not 2 in a.flatMap { just($0).delay(4) }.take(for: 6)"#),
  (#"x = cold -1-; y = cold -2|; s = xy|"#, #"why not 2 in s.flatten(.concurrent(limit: 1)).map { $0 }"#),
  (#"a = -1-2--------|"#, #"why not 1 in a.flatMap(.latest) { n in just(n).delay(3) }.map { $0 }"#),
  (#"x = cold ---1|; y = cold -2|; s = xy|"#, #"why not 1 in s.flatten(.race)"#),
  (#"a = -1-2--3|"#, #"why not 2 in a.flatMap(.throttle) { just($0).delay(4) }"#),
  (#"a = -1-2-3|"#, #"why not 2 in a.filter { $0 != 2 }.flatMap(.merge) { just($0).delay(1) }"#),
  (#"a = cold -1-2-3|; b = a.share()"#, #"why not 2 in merge(b.take(first: 1), b.skip(first: 2))"#),
  (#"a = cold -1-#, -2-3|"#, #"why not 3 in a.retry(upTo: 1).take(first: 2)"#),
  (#"a = cold -1-#, -2-#, -3|"#, #"why not 3 in a.retry(upTo: 1)"#),
  (#"a = -1-#; b = cold -2|"#, #"why not 2 in concat(a, b)"#),
  (#"a = -1-; b = cold 2|"#, #"why not 2 in concat(a, b).map { $0 }"#),
  (#"a = -1-2-3-4|"#, #"why not 2 in a.window(count: 2).flatMap(.concat) { $0.take(first: 1) }"#),
  (#"a = -1-2-3-|"#, #"why not [[3]] in a.buffer(count: 2).take(first: 1)"#),
  (#"a = -1-2-3-; s = --x-"#, #"why not 2 in a.buffer(on: s)"#),
  (#"a = -1-2-3|; b = -x|"#, #"why not 3 in zip(a, b).map { $0.0 }"#),
  (#"a = -1-2|; b = -3-4|"#, #"why not 2 in zip(a, b.filter { $0 > 3 })"#),
  (#"a = -1-2--|; b = ----x|"#, #"why not 1 in combineLatest(a, b).map { "\($0.0)" }"#),
  (#"a = -1---2|; b = ---x|"#, #"why not 1 in a.withLatest(from: b).map { $0.0 }"#),
  (#"a = -1----2--3----|"#, #"why not 2 in a.debounce(4).take(first: 2)"#),
  (#"a = -1-2-3------|"#, #"why not 2 in a.throttle(4).map { $0 }"#),
  (#"a = -1-2|; t = ----x"#, #"why not 2 in a.delay(3).take(until: t)"#),
  (#"a = -1-2#"#, #"why not 2 in a.map { $0 }.delay(3).map { $0 }"#),
  (#"a = -1------2|"#, #"why not 2 in a.timeout(after: 5, raising: "late").map { $0 }"#),
  (#"a = -1------2|; b = cold -9|"#, #"why not 2 in a.timeout(after: 5, with: b)"#),
  (#"a = -1-2-3|"#, #"why not 6 in a.scan(0) { $0 + $1 }.filter { $0 < 5 }"#),
  (#"a = -1-2-"#, #"why not 3 in a.reduce(0) { $0 + $1 }.map { $0 }"#),
  (#"twice(s) = s.delay(1).skipRepeats(); a = -1-1-2|"#, #"why not 1 @4 in a.twice().map { $0 }"#),
  (#"f(s) = s.filter { $0 > 1 }; g(s) = s.map { $0 * 1 }.f(); a = -1-2|"#, #"why not 1 in a.g()"#),
  (#"a = -1-2|; d = ---5|; b = a.take(first: 1); c = merge(b, d)"#, #"why not 2 in c"#),
  (#"a = -1-2|; b = cold --x|"#, #"why not 1 in concat(b, a)"#),
  (#"h = -1-2-3-4|; a = ---x--|"#, #"why not 1 in a.flatMap { h }"#),
  (#"a = -1-2-3|; t = ----x"#, #"why not [20] in a.skip(until: t).map { $0 * 10 }"#),
  (#"a = -1-2-3|"#, #"why not 2 in a.skip(while: { $0 < 3 }).delay(1)"#),
  (#"a = -1-2-3|; s = ------x|"#, #"why not 1 in a.sample(on: s)"#),
  (#"a = -1|; b = -2|"#, #"why not 1 in race(a.delay(3), b)"#),
  (#"a = -1-2-3|"#, #"why not 2 in a.take(last: 1).map { $0 }"#),
  (#"a = -1-#; b = cold -2-3|"#, #"why not 3 in a.flatMapError { b.take(first: 1) }"#),
  (#"a = -1-; b = cold -2|"#, #"why not 2 in a.then(b)"#),
  (#"a = -1-!"#, #"why not | in a.map { $0 }"#),
  (#"a = -1|; b = -2--"#, #"why not | in combineLatest(a, b.map { $0 })"#),
]

/// Returns the time of an action in milliseconds.
func milliseconds(_ body: () -> Void) -> Double {
  let start = DispatchTime.now().uptimeNanoseconds
  body()
  return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6
}

func rounded(_ number: Double) -> String { String((number * 10).rounded() / 10) }

func summary(_ times: [Double]) -> String {
  let sorted = times.sorted()
  let median = sorted[sorted.count / 2]
  return "median \(rounded(median)) ms, longest \(rounded(sorted[sorted.count - 1])) ms"
}

/// Evaluates statements, and returns the time and the last answer.
func evaluate(_ text: String, in session: Session) -> (time: Double, answer: Answer?) {
  var last: Answer?
  let time = milliseconds { session.evaluate(Source(name: "", text: text)) { last = $0 } }
  return (time, last)
}

/// Prints the times of laws, and those with another result than expected.
func measure(_ laws: [String], hold: Bool) {
  var times: [Double] = []
  for law in laws {
    let (time, answer) = evaluate("forall " + law, in: Session())
    times.append(time)
    let holds = if case .passed = answer { true } else { false }
    if holds != hold { print("unexpected result: \(law)") }
  }
  print("\(laws.count) laws that \(hold ? "hold" : "fail"): \(summary(times))")
}

func measureQuestions() {
  var times: [Double] = []
  for (script, question) in questions {
    let session = Session()
    _ = evaluate(script.replacing("; ", with: "\n"), in: session)
    let (time, answer) = evaluate(question, in: session)
    times.append(time)
    guard case .explained = answer else { print("no answer: \(question)"); continue }
  }
  print("\(times.count) questions: \(summary(times))")
}

/// Prints the time of questions about a run with many events, and that of the run without a question.
func measureLargeQuestions() {
  let session = Session()
  let values = String(repeating: "-1-2-3-4-5", count: 2_000)
  _ = evaluate("a = \(values)|\nb = --x|", in: session)
  let expression = "merge(a.filter { $0 != 3 }.map { $0 * 10 }.delay(2), b)"
  for statement in [expression, "why [50] @10011 in \(expression)", "why not 3 in \(expression)"] {
    let runs = (0..<5).map { _ in evaluate(statement, in: session) }
    let isAnswered = if case .error = runs[0].answer { false } else { true }
    print("10 000 events, \(isAnswered ? statement : "error"): \(rounded(runs.map(\.time).min() ?? 0)) ms")
  }
}

measure(holding, hold: true)
measure(failing, hold: false)
measureQuestions()
measureLargeQuestions()
