import MarbleEvaluation
import MarbleLanguage

/// Reading drawings in the format that ``JSON`` writes.
extension Diagram {
  /// Returns the drawings in JSON, each alone or in a line of a report, in order.
  package static func drawings(inJSON bytes: [UInt8]) throws(JSONReadingError) -> [Diagram] {
    var parser = JSONParser(bytes)
    var diagrams: [Diagram] = []
    while let node = try parser.next() {
      let schema = try node.member("schema")
      switch try schema.string() {
      case "rxrepl/diagram": diagrams.append(try Diagram(node))
      case "rxrepl/report":
        if let diagram = try node.optional("diagram"), !diagram.isNull { diagrams.append(try Diagram(diagram)) }
      default: throw schema.expected("`rxrepl/diagram` or `rxrepl/report`")
      }
    }
    guard !diagrams.isEmpty else { throw JSONReadingError(expected: "a drawing", offset: parser.offset) }
    return diagrams
  }

  private init(_ node: JSONNode) throws(JSONReadingError) {
    let ticks = try node.member("ticks")
    let (first, last) = (try ticks.member("first").tick(), try ticks.member("last").tick())
    guard first <= last else { throw ticks.expected("a last tick after the first one") }
    let lanes = try node.member("lanes").map(Lane.init)
    let operations = try node.member("operations").map { operation throws(JSONReadingError) in
      (text: try operation.member("text").string(), below: try operation.member("below").integer())
    }
    self.init(
      rows: Self.rows(lanes, operations), ticks: first...last,
      notes: try node.member("notes").map { node throws(JSONReadingError) in try node.string() })
    if let recording = try node.optional("recording") { self.recording = try RecordingCircumstances(recording) }
    removeInvalidReferences()
  }

  private static func rows(_ lanes: [Lane], _ operations: [(text: String, below: Int)]) -> [Row] {
    var rows: [Row] = []
    for index in 0...lanes.count {
      for operation in operations where operation.below == index { rows.append(.operation(operation.text)) }
      if index < lanes.count { rows.append(.lane(lanes[index])) }
    }
    return rows
  }

  /// Removes references to lines and events that do not exist.
  private mutating func removeInvalidReferences() {
    let counts = lines.map { line in
      if case .lane(let lane) = line, lane.timeline.loop != nil { Int.max } else { line.marbles.count }
    }
    func exists(_ place: EventReference) -> Bool {
      counts.indices.contains(place.line) && (0..<counts[place.line]).contains(place.index)
    }
    for index in rows.indices {
      guard case .lane(var lane) = rows[index] else { continue }
      for event in lane.origins.indices { lane.origins[event].causes.removeAll { !exists($0) } }
      for inner in lane.inner.indices {
        if let marble = lane.inner[inner].marble, !lane.timeline.marbles.indices.contains(marble) {
          lane.inner[inner].marble = nil
        }
        if let cause = lane.inner[inner].cause, !exists(cause) { lane.inner[inner].cause = nil }
        for event in lane.inner[inner].origins.indices {
          lane.inner[inner].origins[event].causes.removeAll { !exists($0) }
        }
      }
      rows[index] = .lane(lane)
    }
  }
}

extension Diagram.RecordingCircumstances {
  fileprivate init(_ node: JSONNode) throws(JSONReadingError) {
    let tick = try node.member("tick")
    guard let length = TickLength(try tick.string()) else { throw tick.expected("a duration, such as `10ms`") }
    self.init(tick: length, dropped: try node.member("dropped").integer())
    if let start = try node.optional("start") {
      guard let time = TickLength(try start.string()) else { throw start.expected("a duration, such as `2s`") }
      self.start = time.duration.wholeNanoseconds
    }
  }
}

extension Diagram.Lane {
  fileprivate init(_ node: JSONNode) throws(JSONReadingError) {
    let events = try node.member("events")
    let loop = try node.member("loop")
    let role = try node.member("role")
    guard let known = Role(rawValue: try role.string()) else {
      throw role.expected("`input`, `stage`, `output` or `expected`")
    }
    self.init(
      name: try node.member("name").string(),
      timeline: Timeline(
        try events.marbles(), loop: loop.isNull ? nil : try Timeline.Loop(loop), end: try node.member("end").tick(),
        continues: try node.member("continues").boolean()),
      role: known, isCold: try node.member("cold").boolean(), inner: try node.member("inner").map(Diagram.Inner.init),
      origins: try events.origins(), unobserved: try events.unobserved(),
      observed: try node.member("subscriptions").map { window throws(JSONReadingError) in
        Window(from: try window.member("from").tick(), until: try window.member("until").optionalTick())
      })
    others = try node.optional("trace")?.text
  }
}

extension Diagram.Inner {
  fileprivate init(_ node: JSONNode) throws(JSONReadingError) {
    let events = try node.member("events")
    let event = try node.member("event")
    self.init(
      name: try node.member("name").string(), marble: event.isNull ? nil : try event.integer(),
      arrived: try node.member("arrived").tick(), subscribed: try node.member("subscribed").optionalTick(),
      marbles: try events.marbles(), disposed: try node.member("disposed").optionalTick(),
      missed: try node.member("missed").marbles(), depth: max(1, try node.member("depth").integer()),
      origins: try events.origins())
    cause = try node.optional("cause")?.reference()
    others = try node.optional("trace")?.text
  }
}

// MARK: - Events

extension JSONNode {
  /// The events of an array, which must be in the order of their ticks.
  fileprivate func marbles() throws(JSONReadingError) -> [Timeline.Marble] {
    var marbles: [Timeline.Marble] = []
    for node in try array() {
      let tick = try node.member("tick").tick()
      if let last = marbles.last, last.tick > tick { throw node.expected("an event after the previous one") }
      marbles.append(Timeline.Marble(tick: tick, event: try node.event()))
    }
    return marbles
  }

  /// The origins of the events of an array, or an empty array if no event has any.
  fileprivate func origins() throws(JSONReadingError) -> [Diagram.Origin] {
    let origins = try map { node throws(JSONReadingError) in
      Diagram.Origin(
        causes: try node.optional("causes")?.map { cause throws(JSONReadingError) in try cause.reference() } ?? [],
        source: try node.optional("source")?.source() ?? .unknown, others: try node.optional("trace")?.text)
    }
    return origins.allSatisfy { $0 == Diagram.Origin() } ? [] : origins
  }

  fileprivate func reference() throws(JSONReadingError) -> Diagram.EventReference {
    Diagram.EventReference(line: try member("line").integer(), index: try member("event").integer())
  }

  private func source() throws(JSONReadingError) -> Diagram.Source {
    switch content {
    case .null: .unknown
    case .array: .parts(try map { part throws(JSONReadingError) in try part.source() })
    default: .line(try integer())
    }
  }

  fileprivate func unobserved() throws(JSONReadingError) -> [Int] {
    var unobserved: [Int] = []
    for (index, node) in try array().enumerated() where try node.optional("observed")?.boolean() == false {
      unobserved.append(index)
    }
    return unobserved
  }

  private func event() throws(JSONReadingError) -> Event {
    let kind = try member("kind")
    switch EventKind(rawValue: try kind.string()) {
    case .value:
      let isQuoted =
        if case .string(let token)? = try optional("token")?.content { token.hasPrefix("\"") } else { false }
      return .value(try member("value").value(isQuoted: isQuoted))
    case .failed: return .failed(Failure(try member("message").string()))
    case .completed: return .completed
    case .interrupted: return .interrupted
    case nil: throw kind.expected("`value`, `failed`, `completed` or `interrupted`")
    }
  }

  private func value(isQuoted: Bool = false) throws(JSONReadingError) -> Value {
    switch content {
    case .null: return .null
    case .boolean(let value): return .boolean(value)
    case .number(let text):
      if let number = Int64(text) { return .integer(number) }
      return .number(Double(text) ?? .nan)
    case .string(let text): return isQuoted ? .string(text) : .marble(text)
    case .array(let items): return .array(try JSONNode.values(items))
    case .object(let members):
      guard let member = members.first else { throw expected("a value") }
      return try member.value.value(named: member.key)
    }
  }

  private static func values(_ nodes: [JSONNode]) throws(JSONReadingError) -> [Value] {
    var values: [Value] = []
    for node in nodes { values.append(try node.value()) }
    return values
  }

  /// Returns a value that JSON has no form for, from its only member.
  private func value(named key: String) throws(JSONReadingError) -> Value {
    switch key {
    case "integer":
      guard let number = Int64(try string()) else { throw expected("an integer in quotes") }
      return .integer(number)
    case "number":
      guard let number = Double(try string()) else { throw expected("`infinity`, `-infinity` or `nan`") }
      return .number(number)
    case "tuple": return .tuple(try JSONNode.values(try array()))
    case "event": return .event(try event())
    case "stream":
      let name = try member("name").string()
      guard let events = try optional("events") else { return .marble(name) }
      let loop = try member("loop")
      let timeline = Timeline(
        try events.marbles(), loop: loop.isNull ? nil : try Timeline.Loop(loop), end: try member("end").tick(),
        continues: try member("continues").boolean())
      return .stream(Stream(timeline: timeline, name: name))
    default: throw expected("a value")
    }
  }
}

extension Timeline.Loop {
  fileprivate init(_ node: JSONNode) throws(JSONReadingError) {
    let period = try node.member("period")
    let marbles = try node.member("events").marbles()
    let length = try period.tick()
    guard length > 0, marbles.allSatisfy({ (0..<length).contains($0.tick) }) else {
      throw period.expected("a period that is longer than its events")
    }
    self.init(start: try node.member("start").tick(), period: length, marbles: marbles)
  }
}
