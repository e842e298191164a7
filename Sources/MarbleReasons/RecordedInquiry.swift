import MarbleEvaluation
import MarbleLanguage

/// Answers a question about a recording, which has no operators, from the causes that were recorded.
package struct RecordedInquiry {
  private let question: EventQuestion
  private let diagram: Diagram
  private let lines: [Diagram.Line]
  /// For each line, the index of the lane to which it belongs.
  private let lanes: [Int]
  /// The lines that the question is about, the preferred one first.
  private let asked: [Int]

  /// Answers a question about a stream of a recording, or about all of them.
  ///
  /// - Parameter named: The lines that the stream is, or `nil` for all streams.
  package static func explanation(of question: EventQuestion, about named: [Int]?, in diagram: Diagram) -> Explanation {
    RecordedInquiry(question, diagram, about: named).explanation
  }

  private init(_ question: EventQuestion, _ diagram: Diagram, about named: [Int]?) {
    self.question = question
    self.diagram = diagram
    let lines = diagram.lines
    var lanes: [Int] = []
    for line in lines {
      if case .lane = line { lanes.append((lanes.last ?? -1) + 1) } else { lanes.append(lanes.last ?? 0) }
    }
    (self.lines, self.lanes) = (lines, lanes)
    asked = (named ?? Array(lines.indices)).sorted { left, right in
      // A result is below the lanes that caused it, and a lane says more than an inner stream.
      let (isInner, isOtherInner) = (lines[left].inner != nil, lines[right].inner != nil)
      return isInner == isOtherInner ? left > right : !isInner
    }
  }

  private var explanation: Explanation {
    let matching = places { question.event?.asks(for: $0.event) ?? true }
    let found = matching.first { question.tick == nil || self[$0].tick == question.tick }
    if let found, !question.isNegated || question.tick != nil || matching.count == 1 { return came(found) }
    if question.event == nil, let (line, tick) = unsubscribed, tick == question.tick {
      return unsubscription(of: line, on: tick)
    }
    if let closest = matching.min(by: { distance($0) < distance($1) }) {
      return question.event == nil ? nothingOnTick(closest) : cameElsewhere(closest)
    }
    return missing
  }

  private func places(where matches: (Timeline.Marble) -> Bool) -> [Diagram.EventReference] {
    asked.flatMap { line in
      lines[line].marbles.indices.filter { matches(lines[line].marbles[$0]) }
        .map { Diagram.EventReference(line: line, index: $0) }
    }
  }

  private func distance(_ place: Diagram.EventReference) -> Int { abs(self[place].tick - (question.tick ?? 0)) }

  private subscript(place: Diagram.EventReference) -> Timeline.Marble { lines[place.line].marbles[place.index] }

  // MARK: Answers

  private func came(_ place: Diagram.EventReference) -> Explanation {
    let marble = self[place]
    let start = question.isNegated ? "\(marble.event.quoted) did come, on tick" : "\(marble.event.quoted) on tick"
    return answer("\(start) \(marble.tick): \(way(to: place)).\(absence(of: place))", came: true, place)
  }

  private func cameElsewhere(_ place: Diagram.EventReference) -> Explanation {
    let marble = self[place]
    let instead = question.tick.map { ", not on tick \($0)" } ?? ""
    return answer(
      "\(marble.event.quoted) came on tick \(marble.tick)\(instead): \(way(to: place)).\(absence(of: place))",
      came: !question.isNegated, place)
  }

  private func nothingOnTick(_ closest: Diagram.EventReference) -> Explanation {
    let (tick, marble) = (question.tick ?? 0, self[closest])
    return answer(
      "Nothing came on tick \(tick); the closest event is \(marble.event.quoted), on tick \(marble.tick).",
      came: false, nil)
  }

  private var missing: Explanation {
    let event = question.event.map { "\($0.quoted) did not come" } ?? "Nothing came"
    if case .interrupted? = question.event {
      if let (line, tick) = unsubscribed { return unsubscription(of: line, on: tick) }
      if let (line, end) = asked.lazy.compactMap({ line in self.end(of: line).map { (line, $0) } }).first {
        return answer(
          "\(event): `\(lines[line].name)` ended with \(end.event.quoted) on tick \(end.tick).", came: false, nil)
      }
    }
    return answer("\(event). A recording contains no operators, so the reason is not known.", came: false, nil)
  }

  private func unsubscription(of line: Int, on tick: Int) -> Explanation {
    let asked = question.tick ?? tick
    let elsewhere = asked == tick ? "" : ", not on tick \(asked)"
    let cause = lines[line].inner?.endCause
    let reason = cause.map { ": \(way(to: $0))" } ?? ""
    return answer(
      "`\(lines[line].name)` was unsubscribed on tick \(tick)\(elsewhere)\(reason).", came: asked == tick, cause)
  }

  /// The line about which the question is that was unsubscribed before its end, and the tick of that: on the tick of the
  /// question, or else the first one.
  private var unsubscribed: (line: Int, tick: Int)? {
    let all = asked.compactMap { line -> (line: Int, tick: Int)? in
      switch lines[line] {
      case .inner(let inner): inner.disposed.map { (line, $0) }
      case .lane(let lane): end(of: line) == nil ? lane.observed.compactMap(\.end).last.map { (line, $0) } : nil
      }
    }
    return all.first { $0.tick == question.tick } ?? all.first
  }

  /// Returns the terminal event of a line, if it has one.
  private func end(of line: Int) -> Timeline.Marble? {
    lines[line].marbles.last.flatMap { $0.event.isTerminating ? $0 : nil }
  }

  private func answer(_ sentence: String, came: Bool, _ place: Diagram.EventReference?) -> Explanation {
    let links = place.map { way(backFrom: $0) } ?? []
    let listed = Explanation.Listed(links)
    var diagram = diagram
    var numbers = Dictionary(links.map { ($0.place, 0) }) { first, _ in first }
    for (index, link) in listed.items.enumerated() where numbers[link.place] == 0 { numbers[link.place] = index + 1 }
    diagram.trail = Diagram.Trail(numbers: numbers)
    let steps = listed.map { link in
      Explanation.Step(
        lane: lines[link.place.line].name, tick: self[link.place].tick, event: self[link.place].event, operator: nil,
        text: link.started.map { "\(lines[$0].name) was started for it" } ?? "\(lines[link.place.line].name) sent it")
    }
    return Explanation(
      question: question.text, sentence: sentence, came: came, operator: nil, listed: steps, remedies: [],
      diagram: diagram, reason: nil)
  }

  // MARK: Causes

  /// An event on the way back to the first cause.
  private struct Link {
    let place: Diagram.EventReference
    /// The inner stream that was started for the event and sent the one after it on the way, if there is one.
    var started: Int?
  }

  /// Returns an event and those that led to it, the latest first.
  private func way(backFrom place: Diagram.EventReference) -> [Link] {
    var links = [Link(place: place)]
    var seen: Set = [place]
    var next = 0
    while next < links.count {
      links += causes(of: links[next].place).filter { seen.insert($0.place).inserted }
      next += 1
    }
    let isChain = links.allSatisfy { causes(of: $0.place).count < 2 }
    return isChain ? links : links.prefix(1) + links.dropFirst().sorted { self[$0.place].tick > self[$1.place].tick }
  }

  /// Returns the causes of an event that were recorded.
  private func causes(of place: Diagram.EventReference) -> [Link] {
    let line = lines[place.line]
    if line.origins.indices.contains(place.index), case let causes = line.origins[place.index].causes, !causes.isEmpty {
      return causes.map { Link(place: $0) }
    }
    guard let inner = line.inner, let lane = lanes.firstIndex(of: lanes[place.line]) else { return [] }
    let cause = inner.cause ?? inner.marble.map { Diagram.EventReference(line: lane, index: $0) }
    return cause.map { [Link(place: $0, started: place.line)] } ?? []
  }

  /// Returns the way to an event in words, in the order of time.
  private func way(to place: Diagram.EventReference) -> String {
    let parts = way(backFrom: place).reversed().map { link in
      let causes = causes(of: link.place).map { "\(self[$0.place].event.quoted) of `\(lines[$0.place.line].name)`" }
      let sent =
        "`\(lines[link.place.line].name)` sent \(self[link.place].event.quoted) on tick \(self[link.place].tick)"
        + (causes.count > 1 ? " because of \(causes.joined(separator: " and "))" : "")
      return sent + (link.started.map { ", `\(lines[$0].name)` was started for it" } ?? "")
    }
    let shown = parts.count > Self.maxParts ? [parts[0], "…"] + parts.suffix(Self.maxParts - 2) : parts
    return shown.joined(separator: ", ")
  }

  /// Returns a sentence about an event whose cause is unknown, unless no stream above sent one before it.
  private func absence(of place: Diagram.EventReference) -> String {
    let isKnown = !causes(of: place).isEmpty
    let mayHaveCause = lines[..<place.line].contains { $0.marbles.contains { $0.tick < self[place].tick } }
    return isKnown || !mayHaveCause ? "" : " Its cause was not recorded."
  }

  /// The maximum number of parts of a sentence.
  private static let maxParts = 5
}

extension Diagram.Line {
  fileprivate var inner: Diagram.Inner? { if case .inner(let inner) = self { inner } else { nil } }
}
