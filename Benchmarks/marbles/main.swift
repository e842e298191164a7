// Measures the time and memory for reading, writing and drawing timelines.
import Dispatch
import MarbleLanguage
import MarbleSession
import MarbleTools
import Marbles

#if canImport(Glibc)
  import Glibc
#endif

/// Returns the resident memory of the process, in bytes.
func bytesInUse() -> Int {
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  var size = 0
  var resident = 0
  _ = withUnsafeMutablePointer(to: &size) { size in
    withUnsafeMutablePointer(to: &resident) { resident in
      withVaList([size, resident]) { vfscanf(file, "%ld %ld", $0) }
    }
  }
  return resident * Int(sysconf(Int32(_SC_PAGESIZE)))
}

/// Returns the time of the fastest round, in milliseconds.
func milliseconds(rounds: Int = 9, _ body: () throws -> Void) rethrows -> Double {
  var best = Double.infinity
  for _ in 0..<rounds {
    let start = DispatchTime.now().uptimeNanoseconds
    try body()
    best = min(best, Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6)
  }
  return best
}

func rounded(_ number: Double) -> String { String((number * 10).rounded() / 10) }

/// Returns a string of about a million characters that repeats a part.
func million(_ part: String) -> String { String(repeating: part, count: 1_000_000 / part.count) }

let texts: [(name: String, text: String)] = [
  ("silence", million("-")),
  ("values and silence", million("--1--a-b--")),
  ("values alone", million("1aB?")),
  ("groups", million("-(ab)--c--")),
  ("brackets", million("-[12]-[Ji]")),
  ("tuples", million("[1,A]-[2,B]-")),
  ("quoted strings", million("-\"hello\"--")),
  ("beyond ASCII", million("-é-日--å--")),
  ("lines of a drawing", million("──1──2──3─")),
]

/// The names of the requested cases.
///
/// If there are none, all cases run.
let asked = Set(CommandLine.arguments.dropFirst())
let chosen = texts.filter { asked.isEmpty || asked.contains($0.name) }

// Memory is measured first, while the allocator has no free memory to reuse. All timelines are kept to the end.
var kept: [Timeline] = []
for (name, text) in chosen {
  let source = Source(name: name, text: text)
  let before = bytesInUse()
  kept.append(try Timeline(reading: source))
  let events = max(kept[kept.count - 1].marbles.count, 1)
  print("MEMORY \(name): \((bytesInUse() - before) / events) bytes per event, \(events) events")
}
print("MEMORY of one marble: \(MemoryLayout<Timeline.Marble>.stride) bytes")
for ((name, text), timeline) in zip(chosen, kept) {
  let source = Source(name: name, text: text)
  let reading = try milliseconds { _ = try Timeline(reading: source) }
  let printing = milliseconds(rounds: 3) { _ = TimelinePrinter.text(of: timeline) }
  print("READ a million characters, \(name): \(rounded(reading)) ms; \(rounded(printing)) ms to write them")
}
guard asked.isEmpty else { exit(0) }

// Twice the text should take twice the time.
let twice = Source(name: "", text: million("--1--a-b--") + million("--1--a-b--"))
print("READ two million characters: \(rounded(try milliseconds { _ = try Timeline(reading: twice) })) ms")

/// Returns a script with two pipes of `events` events each, followed by `rest`.
func script(events: Int, _ rest: String) -> Source {
  let round = "-1"
  let a = String(repeating: round, count: events)
  let b = String(repeating: "a-", count: events)
  return Source(name: "", text: "a = \(a)|\nb = \(b)|\n\(rest)\n")
}

func run(_ source: Source) -> Int {
  let writer = AnswerWriter()
  var bytes = 0
  Session().evaluate(source) { answer in bytes += writer.text(of: answer)?.text.utf8.count ?? 0 }
  return bytes
}

let bare = script(events: 100_000, "")
let reading = milliseconds { _ = run(bare) }
for expression in ["merge(a, b)", "merge(a, b) == a", "a.map { $0 + 1 }", "combineLatest(a, b)"] {
  let whole = script(events: 100_000, expression)
  let more = milliseconds(rounds: 5) { _ = run(whole) } - reading
  print("RUN \(expression): \(rounded(more)) ms in addition to reading its two pipes of 100000 events")
}

let drawing = million("--1--a-b--")
var size = 0
let time = milliseconds(rounds: 1) {
  size = run(Source(name: "", text: String(repeating: drawing, count: 10)))
}
print("DRAW a timeline of 10 MB: \(rounded(time)) ms, \(size) bytes written")

/// Returns a diagram with an input lane, an output lane and the origin of each output event.
func diagram(events: Int) -> Diagram {
  let marbles = (0..<events).map { Timeline.Marble(tick: 2 * $0, event: .value(.integer($0 % 10))) }
  let lane = Diagram.Lane(name: "a", timeline: Timeline(marbles))
  let origins = marbles.indices.map { Diagram.Origin(causes: [.init(line: 0, index: $0)], source: .line(0)) }
  let out = Diagram.Lane(name: "out", timeline: Timeline(marbles), origins: origins)
  return Diagram(inputs: [lane], operation: "f(a)", outputs: [out])
}

// The time of a writer for an existing diagram. Twice the events should take twice the time.
for events in [100_000, 200_000] {
  let diagram = diagram(events: events)
  for width in [nil, 100] {
    let plain = milliseconds(rounds: 5) { _ = TextWriter(.plain, width: width).draw(diagram) }
    let unicode = milliseconds(rounds: 5) { _ = TextWriter(.unicode, width: width, colors: .full).draw(diagram) }
    let rows = width == nil ? "one row" : "rows of \(width ?? 0) columns"
    print("DRAW two lanes of \(events) events in \(rows): \(rounded(plain)) ms; \(rounded(unicode)) ms colored")
  }
}

// SVG and JSON. Each of the two lanes has half of the events.
for events in [10_000, 20_000] {
  let diagram = diagram(events: events / 2)
  var style = DrawingStyle()
  let picture = milliseconds(rounds: 5) { _ = SVG(style).draw([diagram]) }
  style.showsWires = true
  let wired = milliseconds(rounds: 5) { _ = SVG(style).draw([diagram]) }
  let data = milliseconds(rounds: 5) { _ = JSON().draw(diagram) }
  print(
    "DRAW \(events) events as SVG: \(rounded(picture)) ms, \(rounded(wired)) ms with wires; as JSON: \(rounded(data)) ms"
  )
}
