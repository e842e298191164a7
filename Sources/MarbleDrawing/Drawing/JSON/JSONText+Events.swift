import MarbleEvaluation
import MarbleLanguage

/// Timelines, their events and values.
extension JSONText {
  /// Writes the members of a timeline: as text that can be read back, and as single events.
  mutating func timeline(
    _ timeline: Timeline, origins: [Diagram.Origin] = [], isUnobserved: (Int) -> Bool = { _ in false }
  ) {
    member("timeline", TimelinePrinter.statement(of: timeline))
    member("end", timeline.end)
    member("continues", timeline.continues)
    key("events")
    events(timeline.marbles, origins: origins, isUnobserved: isUnobserved)
    key("loop")
    guard let loop = timeline.loop else { return null() }
    // The ticks of these events count from the beginning of a period.
    object { json in
      json.member("start", loop.start)
      json.member("period", loop.period)
      json.key("events")
      json.events(loop.marbles)
    }
  }

  /// Writes the events of a line, with their origins where these are known.
  package mutating func events(
    _ marbles: [Timeline.Marble], origins: [Diagram.Origin] = [], isUnobserved: (Int) -> Bool = { _ in false }
  ) {
    array(marbles.enumerated()) { json, place in
      let (index, marble) = place
      json.event(
        marble, origin: origins.indices.contains(index) ? origins[index] : nil, isUnobserved: isUnobserved(index))
    }
  }

  /// Writes the beginning of a subscription.
  package mutating func subscription(at tick: Int) {
    object { json in
      json.member("tick", tick)
      json.member("kind", "subscribed")
      json.member("token", "^")
    }
  }

  /// Writes an event with its tick.
  ///
  /// It includes the origin if known, and a mark if no observer received the event.
  package mutating func event(_ marble: Timeline.Marble, origin: Diagram.Origin? = nil, isUnobserved: Bool = false) {
    object { json in
      json.member("tick", marble.tick)
      json.content(of: marble.event)
      json.member("token", TimelinePrinter.token(for: marble.event))
      if isUnobserved { json.member("observed", false) }
      guard let origin else { return }
      if !origin.causes.isEmpty {
        json.member("causes", origin.causes) { $0.reference($1) }
      }
      if origin.source != .unknown {
        json.key("source")
        json.source(origin.source)
      }
      json.member(ofTrace: origin.others)
    }
  }

  mutating func reference(_ event: Diagram.EventReference) {
    object { json in
      json.member("line", event.line)
      json.member("event", event.index)
    }
  }

  /// Writes other members of a line of a trace, if there are any.
  mutating func member(ofTrace members: String?) {
    guard let members else { return }
    key("trace")
    value(written: members)
  }

  fileprivate mutating func node(_ node: JSONNode) {
    switch node.content {
    case .null: null()
    case .boolean(let value): boolean(value)
    case .number(let text): value(written: text)
    case .string(let text): string(text)
    case .array(let items): array(items) { $0.node($1) }
    case .object(let members):
      object { json in
        for member in members {
          json.key(named: member.key)
          json.node(member.value)
        }
      }
    }
  }

  /// Writes the kind of an event, and its value or message.
  private mutating func content(of event: Event) {
    member("kind", EventKind(event).rawValue)
    switch event {
    case .value(let value):
      key("value")
      self.value(value)
    case .failed(let failure): member("message", failure.message)
    case .completed, .interrupted: break
    }
  }

  /// Writes the line of a value, or the lines of the parts from which it was combined.
  private mutating func source(_ source: Diagram.Source) {
    switch source {
    case .unknown: null()
    case .line(let line): integer(line)
    case .parts(let parts): array(parts) { $0.source($1) }
    }
  }

  /// Writes a value.
  ///
  /// A value without a JSON equivalent becomes an object with one member, whose key names the type.
  mutating func value(_ value: Value) {
    switch value {
    case .integer(let number) where JSONText.exactIntegers.contains(number): integer(number)
    case .integer(let number): object { $0.member("integer", String(number)) }
    case .number(let number) where number.isFinite: self.number(number)
    case .number(let number):
      object { $0.member("number", number.isNaN ? "nan" : number < 0 ? "-infinity" : "infinity") }
    case .boolean(let value): boolean(value)
    case .marble(let text), .string(let text): string(text)
    case .null: null()
    case .array(let items): array(items) { $0.value($1) }
    case .tuple(let items): object { $0.member("tuple", items) { $0.value($1) } }
    case .event(let event):
      object { json in
        json.key("event")
        json.object { $0.content(of: event) }
      }
    case .stream(let stream):
      object { json in
        json.key("stream")
        json.object { json in
          json.member("name", stream.name)
          // A stream made by an expression has no timeline. The ticks of a timeline count from the start of the
          // stream.
          if let timeline = stream.timeline { json.timeline(timeline) }
        }
      }
    }
  }
}

extension JSONNode {
  /// The JSON without whitespace.
  var text: String {
    var json = JSONText()
    json.node(self)
    return json.text
  }
}
