import MarbleLanguage

/// Timelines, their events and what these carry.
extension JSONText {
  /// The members of a timeline: as text that reads back in, and event by event.
  mutating func timeline(
    _ timeline: Timeline, origins: [Diagram.Origin] = [], isUnobserved: (Int) -> Bool = { _ in false }
  ) {
    member("timeline", TimelinePrinter.text(of: timeline, asStatement: true))
    member("end", timeline.end)
    member("continues", timeline.continues)
    key("events")
    events(timeline.marbles, origins: origins, isUnobserved: isUnobserved)
    key("loop")
    guard let loop = timeline.loop else { return null() }
    // The ticks of its events count from the beginning of a round.
    object { json in
      json.member("start", loop.start)
      json.member("period", loop.period)
      json.key("events")
      json.events(loop.marbles)
    }
  }

  /// The events of a line, and where they come from as far as that is known.
  package mutating func events(
    _ marbles: [Timeline.Marble], origins: [Diagram.Origin] = [], isUnobserved: (Int) -> Bool = { _ in false }
  ) {
    array(marbles.enumerated()) { json, place in
      let (index, marble) = place
      json.event(
        marble, origin: origins.indices.contains(index) ? origins[index] : nil, isUnobserved: isUnobserved(index))
    }
  }

  /// An event on its tick; nobody having heard it and where it comes from are told where that is so and known.
  private mutating func event(_ marble: Timeline.Marble, origin: Diagram.Origin? = nil, isUnobserved: Bool = false) {
    object { json in
      json.member("tick", marble.tick)
      json.content(of: marble.event)
      json.member("token", TimelinePrinter.token(for: marble.event))
      if isUnobserved { json.member("heard", false) }
      guard let origin else { return }
      if !origin.causes.isEmpty {
        json.member("causes", origin.causes) { json, cause in
          json.object { json in
            json.member("line", cause.line)
            json.member("event", cause.index)
          }
        }
      }
      if origin.source != .unknown {
        json.key("source")
        json.source(origin.source)
      }
    }
  }

  /// What kind of event it is, and its value or message.
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

  /// The line of a value; for what was put together, those of its parts.
  private mutating func source(_ source: Diagram.Source) {
    switch source {
    case .unknown: null()
    case .line(let line): integer(line)
    case .parts(let parts): array(parts) { $0.source($1) }
    }
  }

  /// A value; what JSON has no form for is an object with one member that says what it is.
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
          // What an expression made has none; the ticks of the others count from where the stream is started.
          if let timeline = stream.timeline { json.timeline(timeline) }
        }
      }
    }
  }
}
