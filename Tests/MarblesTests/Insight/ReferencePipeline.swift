import TestSupport

/// A random program of a few operators with its events and their causes, computed without the library.
///
/// All values of the sources are different. Programs in which the order of events on a tick matters are marked.
struct ReferencePipeline {
  /// A step of an answer, as an explanation lists it.
  struct Step: Hashable {
    let tick: Int
    let token: String
    let text: String
  }

  /// An event with the way on which it came, the latest step first.
  struct Event {
    let tick: Int
    /// The values of the event, or none for an end.
    let values: [Int]
    let steps: [Step]
    var hasFailed = false

    var isEnd: Bool { values.isEmpty }
    var token: String { hasFailed ? "#[no]" : ReferencePipeline.token(values) }
  }

  /// A value that an operator did not send, with the answer to a question about it.
  struct Loss {
    /// The tick on which it was certain that the value is lost.
    let tick: Int
    let token: String
    /// The number of streams that sent it before it was lost.
    var count = 0
    let `operator`: String
    let sentence: String
  }

  private(set) var text = ""
  var events: [Event] = []
  var losses: [Loss] = []
  /// The values that all sources and operators sent.
  private var sent: [String] = []
  /// Whether the order of two events is not determined, so that nothing is known about the program.
  var isAmbiguous = false
  /// The names of the stages, and the variable of the last one.
  private var names = ["a"]
  private(set) var variable = "a"
  private(set) var other: [Event] = []
  var random: RandomTimelines

  init(seed: UInt64) {
    random = RandomTimelines(seed: seed)
    events = source("a", values: [1, 2, 3, 4, 5], from: 0, step: 2)
    other = source("b", values: [6, 7, 8, 9], from: 1, step: 4)
    text += "c = cold -[71]-[72]|\n"
    sent = (events + other).map(\.token) + ["[71]", "[72]"]
    let count = 1 + random.below(3)
    for number in 1...count { add(number, isLast: number == count) }
    text += variable
  }

  /// The losses of values that nothing else sends, before the end of the result, so that a question has one answer.
  var uniqueLosses: [Loss] {
    let end = events.last.map { $0.isEnd ? $0.tick : .max } ?? .max
    return losses.filter { loss in
      loss.tick <= end && losses.count { $0.token == loss.token } == 1
        && sent.count { $0 == loss.token } == loss.count
    }
  }

  static func token(_ values: [Int]) -> String {
    switch values.count {
    case 0: "|"
    case 1: (0...9).contains(values[0]) ? "\(values[0])" : "[\(values[0])]"
    default: "[\(values.map(String.init).joined(separator: ","))]"
    }
  }

  // MARK: Sources

  private mutating func source(_ name: String, values: [Int], from: Int, step: Int) -> [Event] {
    var tick = from
    var lane: [Int: String] = [:]
    var events: [Event] = []
    func sent(_ values: [Int]) -> Event {
      let token = Self.token(values)
      lane[tick] = token
      return Event(tick: tick, values: values, steps: [Step(tick: tick, token: token, text: "\(name) sent it")])
    }
    for value in values.prefix(1 + random.below(values.count)) {
      tick += step * (random.below(3) / 2 + 1)
      events.append(sent([value]))
    }
    tick += step
    if random.below(4) > 0 { events.append(sent([])) }
    text += "\(name) = " + (0...tick).map { lane[$0] ?? "-" }.joined() + "\n"
    return events
  }

  // MARK: Operators

  private enum Kind: CaseIterable {
    case filter, map, scan, skip, takeFirst, takeWhile, delay, debounce, merge, concat, flatMap
    case combineLatest, withLatest, zip, sample, throwing
  }

  private mutating func add(_ number: Int, isLast: Bool) {
    let last: [Kind] = [.combineLatest, .withLatest, .zip, .sample, .throwing]
    let kind = random.pick(Kind.allCases.filter { isLast || !last.contains($0) })
    switch kind {
    case .filter: filter()
    case .map: map()
    case .scan: scan()
    case .skip: skip()
    case .takeFirst: takeFirst()
    case .takeWhile: takeWhile()
    case .delay: delay()
    case .debounce: debounce()
    case .merge: merge()
    case .concat: concat()
    case .flatMap: flatMap()
    case .combineLatest: combineLatest()
    case .withLatest: withLatest()
    case .zip: zip()
    case .sample: sample()
    case .throwing: throwing()
    }
    sent += events.map(\.token)
    if Set(events.map(\.tick)).count < events.count - (events.last?.isEnd == true ? 1 : 0) { isAmbiguous = true }
  }

  /// Defines the next stage, and returns the name of the stage before it.
  @discardableResult
  mutating func define(_ expression: String, _ name: String) -> String {
    let before = names[names.count - 1]
    text += "s\(names.count) = \(expression)\n"
    variable = "s\(names.count)"
    names.append(name)
    return before
  }

  /// The label of an operator, which is its name if the call is long.
  private func label(_ call: String, _ name: String) -> String { call.count <= 24 ? call : name }

  func passed(_ event: Event, _ label: String) -> Event {
    Event(
      tick: event.tick, values: event.values,
      steps: [Step(tick: event.tick, token: event.token, text: "\(label) passed it")] + event.steps)
  }

  func made(_ values: [Int], of event: Event, at tick: Int? = nil, _ text: String) -> Event {
    let tick = tick ?? event.tick
    return Event(
      tick: tick, values: values,
      steps: [Step(tick: tick, token: Self.token(values), text: text)] + event.steps)
  }

  mutating func lose(_ event: Event, _ name: String, _ label: String, decidedOn tick: Int? = nil, _ phrase: String) {
    losses.append(
      Loss(
        tick: tick ?? event.tick, token: event.token, count: event.steps.count { $0.token == event.token },
        operator: name,
        sentence: "`\(event.token)` did not come: on tick \(event.tick), `\(label)` \(phrase)."))
  }

  private mutating func filter() {
    let rest = random.below(2)
    let call = "filter { $0 % 2 == \(rest) }"
    define("\(variable).\(call)", "filter")
    for event in events where !event.isEnd && event.values[0] % 2 != rest {
      lose(event, "filter", call, "dropped it, because its closure returned false")
    }
    events = events.filter { $0.isEnd || $0.values[0] % 2 == rest }.map { passed($0, call) }
  }

  private mutating func map() {
    let (text, apply): (String, (Int) -> Int) = random.pick([
      ("$0 * 10", { $0 * 10 }), ("$0 + 100", { $0 + 100 }), ("$0 - 1", { $0 - 1 }),
    ])
    define("\(variable).map { \(text) }", "map")
    events = events.map { event in
      event.isEnd
        ? passed(event, "map { \(text) }")
        : made([apply(event.values[0])], of: event, "map { \(text) } made it of \(event.token)")
    }
  }

  private mutating func scan() {
    let call = "scan(0) { $0 + $1 }"
    define("\(variable).\(call)", "scan")
    var state = 0
    events = events.map { event in
      if event.isEnd { return passed(event, call) }
      let text = "\(call) made it of its state \(Self.token([state])) and \(event.token)"
      state += event.values[0]
      return made([state], of: event, text)
    }
  }

  private mutating func throwing() {
    let limit = 2 + random.below(6)
    define("\(variable).map { $0 >= \(limit) ? throw \"no\" : $0 * 10 }", "map")
    let index = events.firstIndex { !$0.isEnd && $0.values[0] >= limit } ?? events.count
    let thrown = index < events.count ? events[index] : nil
    events = events[..<index].map { event in
      event.isEnd ? passed(event, "map") : made([event.values[0] * 10], of: event, "map made it of \(event.token)")
    }
    guard let thrown else { return }
    losses.removeAll { $0.tick > thrown.tick }
    lose(thrown, "map", "map", "failed, because its closure threw `no`")
    let step = Step(
      tick: thrown.tick, token: "#[no]", text: "map sent it at \(thrown.token), because its closure threw")
    events.append(Event(tick: thrown.tick, values: [], steps: [step] + thrown.steps, hasFailed: true))
  }

  private mutating func skip() {
    let count = 1 + random.below(2)
    let call = "skip(first: \(count))"
    define("\(variable).\(call)", "skip")
    let values = events.filter { !$0.isEnd }
    for event in values.prefix(count) {
      lose(event, "skip", call, "dropped it, because it is one of the first values")
    }
    events = (values.dropFirst(count) + events.filter(\.isEnd)).map { passed($0, call) }
  }

  private mutating func takeFirst() {
    let count = 1 + random.below(2)
    let call = "take(first: \(count))"
    define("\(variable).\(call)", "take")
    let values = events.filter { !$0.isEnd }
    guard values.count >= count else { return events = events.map { passed($0, call) } }
    let last = values[count - 1]
    losses.removeAll { $0.tick > last.tick }
    events = values.prefix(count).map { passed($0, call) } + [made([], of: last, "\(call) sent it at \(last.token)")]
  }

  private mutating func takeWhile() {
    let limit = 2 + random.below(6)
    let call = "take(while: { $0 < \(limit) })"
    let shown = label(call, "take")
    define("\(variable).\(call)", "take")
    guard let index = events.firstIndex(where: { !$0.isEnd && $0.values[0] >= limit }) else {
      return events = events.map { passed($0, shown) }
    }
    losses.removeAll { $0.tick > events[index].tick }
    lose(events[index], "take", shown, "completed at it, because its closure returned false")
    events =
      events[..<index].map { passed($0, shown) }
      + [made([], of: events[index], "\(shown) sent it at \(events[index].token)")]
  }

  private mutating func delay() {
    let ticks = 2 * (1 + random.below(2))
    let call = "delay(\(ticks))"
    define("\(variable).\(call)", "delay")
    events = events.map { made($0.values, of: $0, at: $0.tick + ticks, "\(call) held it since tick \($0.tick)") }
  }

  private mutating func debounce() {
    let ticks = 1 + 2 * random.below(2)
    let call = "debounce(\(ticks))"
    let before = define("\(variable).\(call)", "debounce")
    var result: [Event] = []
    for (index, event) in events.enumerated() {
      guard !event.isEnd else { result.append(passed(event, call)); continue }
      guard index + 1 < events.count, events[index + 1].tick <= event.tick + ticks else {
        result.append(made(event.values, of: event, at: event.tick + ticks, "\(call) held it since tick \(event.tick)"))
        continue
      }
      let next = events[index + 1]
      if next.tick == event.tick + ticks { isAmbiguous = true }
      let gap = next.tick - event.tick
      let later = gap == 0 ? "on the same tick" : "\(gap) tick\(gap == 1 ? "" : "s") later"
      lose(
        event, "debounce", call, decidedOn: next.tick,
        next.isEnd
          ? "still held it when `\(before)` completed, \(later)"
          : "dropped it, because `\(next.token)` came \(later)")
    }
    events = result
  }

  private mutating func merge() {
    let call = "merge(\(variable), b)"
    define(call, "merge")
    let all = (events + other).sorted { $0.tick < $1.tick }
    if Set(all.map(\.tick)).count < all.count { isAmbiguous = true }
    let ends = all.filter(\.isEnd)
    events = (all.filter { !$0.isEnd } + (ends.count == 2 ? ends.suffix(1) : [])).map { passed($0, call) }
  }

  private mutating func concat() {
    let call = "concat(\(variable), c)"
    define(call, "concat")
    guard let end = events.last, end.isEnd else { return events = events.map { passed($0, call) } }
    let start = Step(tick: end.tick, token: "|", text: "\(call) then subscribed to c")
    let sent: [(Int, [Int])] = [(1, [71]), (3, [72]), (4, [])]
    let inner = sent.map { offset, values in
      let tick = end.tick + offset
      let sent = Step(tick: tick, token: Self.token(values), text: "c sent it")
      return passed(Event(tick: tick, values: values, steps: [sent, start] + end.steps), call)
    }
    events = events.dropLast().map { passed($0, call) } + inner
  }
}
