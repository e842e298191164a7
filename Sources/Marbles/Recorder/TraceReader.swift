import MarbleLanguage

/// A time of a trace, which can have more digits than a `Double`.
struct TraceTime: Comparable {
  let whole: Int64
  /// The rest, with the same sign.
  let fraction: Double

  static let zero = TraceTime(whole: 0, fraction: 0)

  private init(whole: Int64, fraction: Double) {
    (self.whole, self.fraction) = (whole, fraction)
  }

  init?(_ text: String) {
    let dot = text.firstIndex(of: ".") ?? text.endIndex
    if !text.contains(where: { "eE".contains($0) }), let whole = Int64(text[..<dot]), whole.magnitude < Self.limit {
      let fraction = Double("0" + text[dot...]) ?? 0
      self.init(whole: whole, fraction: text.hasPrefix("-") ? -fraction : fraction)
    } else {
      guard let time = Double(text), time.magnitude < Double(Self.limit) else { return nil }
      self.init(whole: Int64(time), fraction: time - time.rounded(.towardZero))
    }
  }

  /// A number of units with which differences do not overflow.
  private static let limit: UInt64 = 4_000_000_000_000_000_000

  /// The time as a number, and as text.
  var value: Double { Double(whole) + fraction }
  var text: String { fraction == 0 ? "\(whole)" : value.description }

  /// Returns the time in another unit, where both units are numbers of nanoseconds.
  func converted(from unit: Double, to other: Double) -> TraceTime? {
    guard unit < other else {
      let rest = fraction * (unit / other)
      let (product, overflows) = whole.multipliedReportingOverflow(by: Int64(unit / other))
      guard !overflows, product.magnitude < Self.limit / 2 else { return nil }
      return TraceTime(whole: product + Int64(rest), fraction: rest - rest.rounded(.towardZero))
    }
    let (quotient, rest) = whole.quotientAndRemainder(dividingBy: Int64(other / unit))
    return TraceTime(whole: quotient, fraction: (Double(rest) + fraction) / (other / unit))
  }

  static func < (left: TraceTime, right: TraceTime) -> Bool {
    (left.whole, left.fraction) < (right.whole, right.fraction)
  }

  static func - (left: TraceTime, right: TraceTime) -> Double {
    Double(left.whole - right.whole) + (left.fraction - right.fraction)
  }
}

/// The lines of a trace, in the order of their times.
struct TraceReader {
  /// The contents of a line.
  struct Line {
    enum Kind {
      case event(Event), subscribed, unsubscribed
    }

    let time: TraceTime
    let stream: String
    let kind: Kind
    var subscription: String?
    var parent: String?
    var id: String?
    var causes: [String] = []
    /// The offset of the line in the file.
    let offset: Int
    /// The place in the program, such as `search.ts:12:3`.
    var source: String?
    /// The members without a meaning for the drawing, as an object of JSON, or `nil` if there are none.
    var others: String?
  }

  private(set) var lines: [Line] = []
  private(set) var faults: [TraceFile.Fault] = []
  /// Whether the last line ends before its object does.
  private(set) var isCutOff = false
  /// The unit of times, and its number of nanoseconds.
  private(set) var unit = (name: "ms", length: 1e6)
  /// Whether times are numbers of ticks.
  var isInTicks: Bool { unit.name == "tick" }
  /// The number of nanoseconds in the unit of the next line, whose time is converted to the unit of the first one.
  private var currentUnit = 1e6
  private var unknownKinds: Set<String> = []
  /// The first cause or parent that is not an earlier event, the first identifier of several events, and the first line
  /// of each stream that differs from others in having a subscription.
  private(set) var referenceFaults: [TraceFile.Fault] = []

  init(_ bytes: [UInt8]) {
    var start = 0
    lines.reserveCapacity(bytes.count { $0 == ASCII.newline })
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: ASCII.newline) ?? bytes.count
      defer { start = end + 1 }
      do throws(JSONReadingError) {
        var parser = JSONParser(bytes, in: start..<end)
        guard let node = try parser.next() else { continue }
        if let rest = try parser.next() { throw rest.expected("the end of the line") }
        try read(node, bytes)
      } catch {
        let place = min(error.offset, max(start, end - 1))
        // A program that crashes does not complete its last line.
        if end == bytes.count, error.offset >= end {
          isCutOff = true
        } else {
          faults.append(TraceFile.Fault(reason: .expected(error.expected), span: place..<place + 1))
        }
      }
    }
    // Sorting keeps the order of the lines with one time.
    if zip(lines, lines.dropFirst()).contains(where: { $0.time > $1.time }) { lines.sort { $0.time < $1.time } }
    resolveReferences(bytes)
  }

  /// Orders the lines with one time by their references, and finds those that refer to no earlier line.
  private mutating func resolveReferences(_ bytes: [UInt8]) {
    var events: Set<String> = []
    var subscriptions: Set<String> = []
    var unknown: (line: Line, id: String, isParent: Bool)?
    var others = -1
    var repeated: (line: Line, id: String)?
    var streams: [String: String] = [:]
    var reused: (line: Line, id: String)?
    var hasSubscription: [String: Bool] = [:]
    var mixed: [String: Line] = [:]
    var (index, ordered) = (0, 0)
    while index < lines.count {
      let line = lines[index]
      let cause = line.causes.first { !events.contains($0) }
      let parent = line.parent.flatMap { events.contains($0) || subscriptions.contains($0) ? nil : $0 }
      if let id = cause ?? parent {
        if index >= ordered {
          ordered = lines[index...].firstIndex { $0.time > line.time } ?? lines.count
          lines[index..<ordered].orderByReferences(after: events, subscriptions)
          continue
        }
        unknown = unknown ?? (line, id, cause == nil)
        others += 1
      }
      index += 1
      if case .subscribed = line.kind {
        if let id = line.id { subscriptions.insert(id) }
      } else if let id = line.id, !events.insert(id).inserted {
        repeated = repeated ?? (line, id)
      }
      let isNumbered = line.subscription != nil
      if hasSubscription.updateValue(isNumbered, forKey: line.stream) == !isNumbered {
        mixed[line.stream] = mixed[line.stream] ?? line
      }
      if let subscription = line.subscription {
        subscriptions.insert(subscription)
        let known = streams.updateValue(line.stream, forKey: subscription)
        let isStart = if case .subscribed = line.kind { true } else { false }
        if let known, isStart || known != line.stream { reused = reused ?? (line, subscription) }
      }
    }
    func fault(_ id: String, of key: String, in line: Line, _ reason: (String) -> TraceFile.Fault.Reason) {
      var parser = JSONParser(bytes, in: line.offset..<bytes.count)
      let node = try? parser.next()?.optional(key)
      var nodes = node.map { [$0] } ?? []
      if case .array(let items)? = node?.content { nodes = items }
      let place = nodes.first { (try? $0.identifier()) == id }?.span ?? line.offset..<line.offset
      referenceFaults.append(
        TraceFile.Fault(reason: reason(String(decoding: bytes[place], as: UTF8.self)), span: place))
    }
    if let (line, id, isParent) = unknown {
      fault(id, of: isParent ? "parent" : "cause", in: line) {
        .unknownReference($0, isParent: isParent, others: others)
      }
    }
    if let (line, id) = reused {
      fault(id, of: "subscription", in: line) { .repeatedIdentifier($0, isSubscription: true) }
    }
    for (stream, line) in mixed { fault(stream, of: "stream", in: line) { _ in .mixedSubscriptions(stream) } }
    if let (line, id) = repeated { fault(id, of: "id", in: line) { .repeatedIdentifier($0, isSubscription: false) } }
  }

  private mutating func read(_ node: JSONNode, _ bytes: [UInt8]) throws(JSONReadingError) {
    if try node.optional("schema") != nil {
      do throws(JSONReadingError) { return try readHeader(node) } catch {
        return faults.append(
          TraceFile.Fault(reason: .expectedInHeader(error.expected), span: error.offset..<error.offset + 1))
      }
    }
    let written = try node.member("time")
    guard let time = try written.time().converted(from: currentUnit, to: unit.length) else {
      throw written.expected("a time between -4e18 and 4e18")
    }
    let stream = try node.member("stream").string()
    let word = try node.member("kind")
    let kind: Line.Kind
    switch try word.string() {
    case "value", "next": kind = .event(.value(try node.optional("value")?.marble(in: bytes) ?? .tuple([])))
    case "failed", "error":
      kind = .event(.failed(try node.optional("message").map { Failure($0.words(in: bytes)) } ?? .unnamed))
    case "completed", "complete": kind = .event(.completed)
    case "interrupted": kind = .event(.interrupted)
    case "subscribed": kind = .subscribed
    case "unsubscribed", "disposed": kind = .unsubscribed
    case let other:
      if unknownKinds.insert(other).inserted {
        faults.append(TraceFile.Fault(reason: .unknownKind(other), span: word.span))
      }
      return
    }
    var line = Line(time: time, stream: stream, kind: kind, offset: node.offset)
    line.subscription = try node.optional("subscription")?.identifier()
    line.parent = try node.optional("parent")?.identifier()
    line.id = try node.optional("id")?.identifier()
    if case .string(let source)? = try node.optional("source")?.content { line.source = source }
    if let cause = try node.optional("cause") {
      if case .array(let items) = cause.content {
        for item in items { line.causes += [try item.identifier()].compactMap(\.self) }
      } else {
        line.causes = [try cause.identifier()].compactMap(\.self)
      }
    }
    line.others = node.members(without: Self.known, in: bytes)
    lines.append(line)
  }

  private static let known: Set = [
    "time", "stream", "kind", "value", "message", "subscription", "parent", "id", "cause",
  ]

  private static let units = ["ns": 1, "us": 1e3, "ms": 1e6, "tick": 1e6, "s": 1e9]

  private mutating func readHeader(_ node: JSONNode) throws(JSONReadingError) {
    let schema = try node.member("schema")
    guard try schema.string() == "rxrepl/trace" else { throw schema.expected("\"rxrepl/trace\"") }
    if let version = try node.optional("version"), try version.integer() != 1 { throw version.expected("version 1") }
    guard let unit = try node.optional("unit") else { return }
    let name = try unit.string()
    guard let length = Self.units[name] else { throw unit.expected("`ns`, `us`, `ms`, `s` or `tick`") }
    if lines.isEmpty { self.unit = (name, length) }
    guard isInTicks == (name == "tick") else {
      throw unit.expected(isInTicks ? "`tick`" : "`ns`, `us`, `ms` or `s`")
    }
    currentUnit = length
  }
}

extension ArraySlice<TraceReader.Line> {
  /// Moves lines of one time after the causes and parents that they name, and keeps the order of each subscription.
  ///
  /// - Parameters:
  ///   - earlierEvents: The identifiers of the events before these lines.
  ///   - earlierSubscriptions: The identifiers of the subscriptions before these lines.
  fileprivate mutating func orderByReferences(
    after earlierEvents: Set<String>, _ earlierSubscriptions: Set<String>
  ) {
    var (events, subscriptions): ([String: Int], [String: Int]) = ([:], [:])
    for index in indices.reversed() {
      if let subscription = self[index].subscription { subscriptions[subscription] = index }
      guard let id = self[index].id else { continue }
      if case .subscribed = self[index].kind { subscriptions[id] = index } else { events[id] = index }
    }
    events = events.filter { !earlierEvents.contains($0.key) }
    subscriptions = subscriptions.filter { !earlierSubscriptions.contains($0.key) }
    // The number of lines that must precede each line, and the lines that must follow it.
    var missing: [Int: Int] = [:]
    var followers: [Int: [Int]] = [:]
    var last: [[String?]: Int] = [:]
    for index in indices {
      let line = self[index]
      let causes = line.causes.map { events[$0] }
      let parent = line.parent.flatMap { events[$0] ?? subscriptions[$0] }
      let former = last.updateValue(index, forKey: [line.stream, line.subscription])
      for case let place? in causes + [parent, former] where place != index {
        missing[index, default: 0] += 1
        followers[place, default: []].append(index)
      }
    }
    var order: [Int] = []
    for index in indices where missing[index, default: 0] == 0 {
      var ready = [index]
      while let next = ready.popLast() {
        order.append(next)
        for follower in followers[next, default: []].reversed() {
          missing[follower, default: 0] -= 1
          if missing[follower] == 0, follower < index { ready.append(follower) }
        }
      }
    }
    // Lines that are causes of each other have no order.
    let rest = Set(indices).subtracting(order).sorted()
    replaceSubrange(indices, with: (order + rest).map { self[$0] })
  }
}

extension JSONNode {
  fileprivate func time() throws(JSONReadingError) -> TraceTime {
    guard case .number(let text) = content else { throw expected("a time as a number") }
    guard let time = TraceTime(text) else { throw expected("a time between -4e18 and 4e18") }
    return time
  }

  /// The identifier, or `nil` for `null`.
  fileprivate func identifier() throws(JSONReadingError) -> String? {
    switch content {
    case .null: return nil
    case .number(let text), .string(let text): return text
    default: throw expected("a string or a number")
    }
  }

  /// The other members as an object of JSON, in which values are as they are written, or `nil` if there are none.
  fileprivate func members(without keys: Set<String>, in bytes: [UInt8]) -> String? {
    guard case .object(let members) = content, members.contains(where: { !keys.contains($0.key) }) else { return nil }
    var json = JSONText()
    json.object { json in
      for member in members where !keys.contains(member.key) {
        json.key(named: member.key)
        json.value(written: String(decoding: bytes[member.value.span], as: UTF8.self))
      }
    }
    return json.text
  }

  /// The text of a string, or other JSON as it is written.
  fileprivate func words(in bytes: [UInt8]) -> String {
    if case .string(let text) = content { text } else { String(decoding: bytes[span], as: UTF8.self) }
  }

  /// The value as it is written on a timeline.
  fileprivate func marble(in bytes: [UInt8]) -> Value {
    switch content {
    case .null: .null
    case .boolean(let value): .boolean(value)
    case .number(let text):
      // An integer with more digits stays as it is written.
      Int64(text).map(Value.integer)
        ?? (text.contains { ".eE".contains($0) } ? .number(Double(text) ?? .nan) : .marble(text))
    case .string(let text): .marble(text)
    case .array(let items): .array(items.map { $0.marble(in: bytes) })
    case .object: .string(words(in: bytes))
    }
  }
}
