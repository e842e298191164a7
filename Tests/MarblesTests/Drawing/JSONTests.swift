@testable import MarbleDrawing
@testable import MarbleSession
@testable import MarbleTools
import Foundation
import Marbles
import TestSupport
@testable import MarbleLanguage
import Testing

/// The JSON output of diagrams and reports.
@Suite struct JSONTests {
  private static func text(of value: Value) -> String {
    var json = JSONText()
    json.value(value)
    return json.text
  }

  static let values: [(Value, String)] = [
    (.integer(0), "0"), (.integer(-12), "-12"),
    (.integer(9_007_199_254_740_992), "9007199254740992"),
    (.integer(9_007_199_254_740_993), #"{"integer":"9007199254740993"}"#),
    (.integer(.min), #"{"integer":"-9223372036854775808"}"#),
    (.number(0.5), "0.5"), (.number(3), "3.0"), (.number(1e300), "1e+300"), (.number(-0.0), "-0.0"),
    (.number(.leastNonzeroMagnitude), "5e-324"), (.number(0.1), "0.1"),
    (.number(.infinity), #"{"number":"infinity"}"#), (.number(-.infinity), #"{"number":"-infinity"}"#),
    (.number(.nan), #"{"number":"nan"}"#),
    (.boolean(true), "true"), (.null, "null"), (.marble("a"), #""a""#), (.string("12"), #""12""#),
    (.string(""), #""""#),
    (.string("a\"b\\c\n\r\t\0\u{1B}"), #""a\"b\\c\n\r\t\u0000\u001B""#),
    (.string("é👨‍👩‍👧\u{202E}x\u{2028}\u{7F}\u{85}"), "\"é👨‍👩‍👧\\u202Ex\\u2028\\u007F\\u0085\""),
    (.array([]), "[]"), (.array([.integer(1), .array([.null])]), "[1,[null]]"),
    (.tuple([.integer(1), .marble("A")]), #"{"tuple":[1,"A"]}"#),
    (.event(.value(.integer(1))), #"{"event":{"kind":"value","value":1}}"#),
    (.event(.failed(Failure("x"))), #"{"event":{"kind":"failed","message":"x"}}"#),
    (.event(.completed), #"{"event":{"kind":"completed"}}"#),
    (
      .stream(Stream(timeline: Timeline([.init(tick: 1, event: .completed)]), name: "s")),
      #"{"stream":{"name":"s","timeline":"-|","end":2,"continues":false,"#
        + #""events":[{"tick":1,"kind":"completed","token":"|"}],"loop":null}}"#
    ),
  ]

  @Test(arguments: values)
  func valueHasItsJSONForm(value: Value, expected: String) throws {
    let text = Self.text(of: value)
    #expect(text == expected)
    _ = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
  }

  @Test func innerStreamsAndEventsAfterTheLastTickAreOmitted() throws {
    let seven = [1, 5, 9].map { Timeline.Marble(tick: $0, event: .value(.integer(7))) }
    let lane = Diagram.Lane(
      name: "a", timeline: Timeline(),
      inner: [
        Diagram.Inner(name: "late", arrived: 8, subscribed: 8, marbles: []),
        Diagram.Inner(
          name: "early", subscribed: 0, marbles: seven, disposed: 9, missed: [.init(tick: 9, event: .completed)]),
      ])
    let diagram = Diagram(
      rows: [.lane(lane), .lane(Diagram.Lane(name: "b", timeline: Timeline()))], ticks: 0...7)
    let object = try JSONSerialization.jsonObject(with: Data(JSON().draw(diagram).utf8)) as? [String: Any]
    let lanes = try #require(object?["lanes"] as? [[String: Any]])
    #expect(lanes.map { $0["line"] as? Int } == [0, 3])
    let inner = try #require(lanes[0]["inner"] as? [[String: Any]])
    #expect(inner.map { $0["line"] as? Int } == [2])
    #expect((inner[0]["events"] as? [[String: Any]])?.map { $0["tick"] as? Int } == [1, 5])
    #expect((inner[0]["missed"] as? [Any])?.isEmpty == true)
  }

  /// A diagram that uses every field.
  static let diagram = Diagram(
    rows: [
      .lane(
        Diagram.Lane(
          name: "a",
          timeline: Timeline([.init(tick: -1, event: .value(.marble("x"))), .init(tick: 2, event: .interrupted)]),
          inner: [
            Diagram.Inner(
              name: "x", marble: 0, arrived: -1, subscribed: 0,
              marbles: [.init(tick: 1, event: .value(.integer(7)))], disposed: 2,
              missed: [.init(tick: 3, event: .failed(.unnamed))])
          ], unobserved: [0], observed: [Window(from: 0, until: 2), Window(from: 3)])),
      .lane(
        Diagram.Lane(
          name: "b",
          timeline: Timeline(loop: .init(start: 1, period: 2, marbles: [.init(tick: 0, event: .value(.null))]), end: 3),
          role: .stage, isCold: true)),
      .operation("a.\n  zip(b)"),
      .lane(
        Diagram.Lane(
          name: "out", timeline: Timeline([.init(tick: 1, event: .value(.tuple([.integer(7), .null])))], end: 3),
          role: .output,
          origins: [
            Diagram.Origin(
              causes: [.init(line: 1, index: 0), .init(line: 2, index: 0)],
              source: .parts([.line(1), .unknown, .parts([.line(2)])]))
          ])),
    ], ticks: -1...3, notes: ["1 value was lost"])

  @Test func everyFieldIsWritten() {
    let a =
      #"{"line":0,"name":"a","role":"input","cold":false,"timeline":"x^-!","end":3,"continues":false,"#
      + #""events":[{"tick":-1,"kind":"value","value":"x","token":"x","observed":false},"#
      + #"{"tick":2,"kind":"interrupted","token":"!"}],"loop":null,"#
      + #""subscriptions":[{"from":0,"until":2},{"from":3,"until":null}],"#
      + #""inner":[{"line":1,"name":"x","depth":1,"event":0,"arrived":-1,"subscribed":0,"disposed":2,"#
      + #""events":[{"tick":1,"kind":"value","value":7,"token":"7"}],"#
      + ##""missed":[{"tick":3,"kind":"failed","message":"error","token":"#"}]}]}"##
    let b =
      #"{"line":2,"name":"b","role":"stage","cold":true,"timeline":"-{[nil]-}*","end":3,"continues":false,"events":[],"#
      + #""loop":{"start":1,"period":2,"events":[{"tick":0,"kind":"value","value":null,"token":"[nil]"}]},"#
      + #""subscriptions":[],"inner":[]}"#
    let out =
      #"{"line":3,"name":"out","role":"output","cold":false,"timeline":"-[7,nil]-","end":3,"continues":false,"#
      + #""events":[{"tick":1,"kind":"value","value":{"tuple":[7,null]},"token":"[7,nil]","#
      + #""causes":[{"line":1,"event":0},{"line":2,"event":0}],"source":[1,null,[2]]}],"#
      + #""loop":null,"subscriptions":[],"inner":[]}"#
    #expect(
      JSON().draw(Self.diagram)
        == #"{"schema":"rxrepl/diagram","version":1,"ticks":{"first":-1,"last":3},"lanes":["#
        + [a, b, out].joined(separator: ",")
        + #"],"operations":[{"text":"a.\n  zip(b)","below":2}],"notes":["1 value was lost"]}"#)
  }

  @Test func eventsOutsideTheShownTicksAreNotWritten() {
    let timeline = Timeline((0..<1_000).map { Timeline.Marble(tick: $0, event: .value(.integer(1))) })
    let diagram = Diagram(rows: [.lane(Diagram.Lane(name: "a", timeline: timeline))], ticks: 0...2)
    let lane = JSONTree(JSON().draw(diagram))["lanes"]
    #expect(lane?.items.first?["timeline"] == .scalar("\"111>\""))
    #expect(lane?.items.first?["continues"] == .scalar("true"))
    #expect(lane?.items.first?["events"]?.items.count == 3)
  }

  @Test func hugeTicksAreWritten() {
    let far = Timeline([.init(tick: 1 << 60, event: .completed)], end: 1 << 60)
    let text = JSON().draw(Diagram(inputs: [Diagram.Lane(name: "a", timeline: far)]))
    #expect(text.contains(#""last":1152921504606846976"#))
  }

  // MARK: Round trips

  /// Checks 100 timelines, lawful and unlawful.
  ///
  /// Their events and their text both give the timeline back.
  @Test(arguments: 0..<16)
  func timelineCanBeRebuiltFromJSON(block: UInt64) throws {
    let schema = try JSONSchema.ours
    for seed in block * 100..<(block + 1) * 100 {
      var random = RandomTimelines(seed: seed)
      let isLawful = random.flip()
      let timeline = random.timeline(isLawful: isLawful)
      let text = JSON().draw(Diagram(inputs: [Diagram.Lane(name: "a", timeline: timeline)]))
      _ = try JSONSerialization.jsonObject(with: Data(text.utf8))
      let lane = try #require(JSONTree(text)["lanes"]?.items.first)
      let rebuilt = try Timeline(json: lane)
      #expect(rebuilt == timeline, "seed \(seed): \(text)")
      #expect(rebuilt.end == timeline.end && rebuilt.continues == timeline.continues, "seed \(seed): \(text)")
      let plain = try #require(lane["timeline"]?.string)
      let isRaw = plain.hasPrefix("raw ")
      #expect(!isRaw || !isLawful, "seed \(seed): \(plain)")
      let written = isRaw ? String(plain.dropFirst(4)) : plain
      #expect(try Timeline(reading: written, as: isRaw ? .raw : .pipe) == timeline, "seed \(seed): \(plain)")
      if seed % 10 == 0 { #expect(schema.fault(in: JSONTree(text)) == nil, "seed \(seed)") }
    }
  }

  @Test func reportMatchesTheSchema() throws {
    let schema = try JSONSchema.ours
    let script = """
      a = --1--2--|
      a.map { $0 * 10 } == --[10]--[20]--|
      a == --2--1-1
      a.map { $0 } ==
      subscriptions a == ^----!
      subscriptions a ==
      s = x
      subscriptions s ==
      check "vcv"
      check -1|2
      just(1).repeat()
      a == {-1}*
      12
      a.mapp()
      :help map
      <-1|>
      a during ^-!, -^---! == -, -
      """
    let session = Session(SessionOptions(limits: Limits(deliveries: 1_000)))
    session.options.style.format = .json
    var report = Report()
    var lines: [String] = []
    session.evaluate(Source(name: "demo.marble", text: script)) { answer in
      guard let (text, channel) = report.text(of: answer, style: session.options.style) else { return }
      #expect(channel == .output)
      lines += text.split(separator: "\n").map(String.init)
    }
    lines.append(report.text(ofUnreadable: "x", SystemFailure(reason: "gone"), style: session.options.style).text)
    lines.append(report.end(style: session.options.style, status: 2)?.text ?? "")
    for line in lines { #expect(schema.fault(in: JSONTree(line)) == nil, "\(line)") }
    let kinds = lines.compactMap { JSONTree($0)["kind"] }
    #expect(Set(kinds.map { "\($0)" }).count == 7)
    let reasons = lines.compactMap { JSONTree($0)["reason"] }
    #expect(Set(reasons.map { "\($0)" }).count == 6)
    #expect(
      lines.last
        == #"{"schema":"rxrepl/report","version":1,"kind":"summary","drawings":4,"passed":1,"failed":9,"#
        + #""errors":2,"warnings":1,"status":2}"# + "\n")
  }
}

// MARK: - Reading JSON

private struct NotOurs: Error {
  let what: JSONTree?
}

extension JSONTree {
  fileprivate var items: [JSONTree] { if case .array(let items) = self { items } else { [] } }

  fileprivate var scalar: String? { if case .scalar(let text) = self { text } else { nil } }

  /// The value of a string, with its escapes decoded by Foundation.
  fileprivate var string: String? {
    scalar.flatMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8), options: .fragmentsAllowed) as? String
    }
  }

  fileprivate func integer(_ key: String) throws -> Int {
    guard let number = self[key]?.scalar.flatMap({ Int($0) }) else { throw NotOurs(what: self) }
    return number
  }
}

extension Timeline {
  fileprivate init(json: JSONTree) throws {
    guard let events = json["events"], let continues = json["continues"]?.scalar else { throw NotOurs(what: json) }
    self.init(
      try events.items.map(Marble.init), end: try json.integer("end"), continues: continues == "true")
    guard let loop = json["loop"], loop != .scalar("null") else { return }
    self.loop = Loop(
      start: try loop.integer("start"), period: try loop.integer("period"),
      marbles: try (loop["events"]?.items ?? []).map(Marble.init))
  }
}

extension Timeline.Marble {
  fileprivate init(json: JSONTree) throws {
    self.init(tick: try json.integer("tick"), event: try Value.event(json: json))
  }
}

extension Value {
  fileprivate static func event(json: JSONTree) throws -> Timeline.Event {
    switch json["kind"]?.string {
    case "value": .value(try Value(json: json["value"]))
    case "failed": .failed(Failure(json["message"]?.string ?? ""))
    case "completed": .completed
    case "interrupted": .interrupted
    default: throw NotOurs(what: json)
    }
  }

  fileprivate init(json: JSONTree?) throws {
    switch json {
    case .scalar("null"): self = .null
    case .scalar("true"), .scalar("false"): self = .boolean(json == .scalar("true"))
    case .scalar(let text):
      if let string = json?.string {
        self = .string(string)
      } else if let integer = Int(text) {
        self = .integer(integer)
      } else if let number = Double(text) {
        self = .number(number)
      } else {
        throw NotOurs(what: json)
      }
    case .array(let items): self = .array(try items.map { try Value(json: $0) })
    case .object(let members):
      guard let member = members.first, members.count == 1 else { throw NotOurs(what: json) }
      switch member.key {
      case "integer": self = .integer(member.value.string.flatMap { Int($0) } ?? 0)
      case "number": self = .number(member.value.string == "infinity" ? .infinity : -.infinity)
      case "tuple": self = .tuple(try member.value.items.map { try Value(json: $0) })
      case "event": self = .event(try Value.event(json: member.value))
      case "stream":
        self = .stream(Stream(timeline: try Timeline(json: member.value), name: member.value["name"]?.string ?? ""))
      default: throw NotOurs(what: json)
      }
    case nil: throw NotOurs(what: nil)
    }
  }
}
