import Marbles

extension PageAnswer {
  /// The answer as JSON for a page.
  ///
  /// Offsets count UTF-16 code units, as the strings of browsers do.
  package var json: String {
    json { json, offsets in
      json.member("picture", picture)
      json.member("tokens", highlights) { json, highlight in
        json.object { json in
          json.member("kind", highlight.kind.rawValue)
          json.span(highlight.range, offsets)
        }
      }
    }
  }

  /// The answer without its picture and colors, as JSON for a page without a server.
  package var jsonWithoutPicture: String { json { _, _ in } }

  private func json(_ picture: (inout JSONText, UTF16Offsets) -> Void) -> String {
    let offsets = UTF16Offsets(script.text)
    var json = JSONText()
    json.object { json in
      json.member("text", script.text)
      if let focus = script.focus {
        json.key("focus")
        json.array([focus.timeline, focus.marble]) { $0.integer($1) }
      }
      if let span = script.insertedSpan { json.member("cursor", offsets[span.upperBound]) }
      json.member("diagram", diagram)
      json.member("laneCounts", laneCounts) { $0.integer($1) }
      json.member("messages", messages) { json, message in
        json.object { json in
          json.member("kind", message.kind.rawValue)
          json.member("text", message.text)
          if let span = message.span { json.span(span, offsets) }
        }
      }
      json.timelines(script.timelines, offsets)
      picture(&json, offsets)
    }
    return json.text
  }
}

extension Explanation {
  /// The events on all ways to the event, each with the name of its lane.
  private var causes: [(lane: String, tick: Int)] {
    guard let trail = diagram.trail else { return [] }
    var line = 0
    return diagram.lanes.flatMap { lane in
      defer { line += 1 + lane.inner.count }
      let events = trail.numbers.keys.filter { $0.line == line }.map(\.index).sorted()
      return events.filter(lane.timeline.marbles.indices.contains).map { (lane.name, lane.timeline.marbles[$0].tick) }
    }
  }

  /// The explanation as JSON for a page.
  package var pageJSON: String {
    var json = JSONText()
    json.object { json in
      json.member("sentence", sentence)
      json.member("causes", causes) { json, cause in
        json.object { json in
          json.member("lane", cause.lane)
          json.member("tick", cause.tick)
        }
      }
    }
    return json.text
  }
}

extension JSONText {
  fileprivate mutating func span(_ span: Span, _ offsets: UTF16Offsets) {
    member("start", offsets[span.lowerBound])
    member("end", offsets[span.upperBound])
  }

  fileprivate mutating func timelines(_ timelines: [ScriptTimeline], _ offsets: UTF16Offsets) {
    member("timelines", timelines) { json, timeline in
      json.object { json in
        json.member("name", timeline.name)
        json.member("cold", timeline.isCold)
        if timeline.isRaw { json.member("raw", true) }
        json.member("first", min(0, timeline.timeline.marbles.first?.tick ?? 0))
        json.span(timeline.span, offsets)
        json.member("marbles", timeline.timeline.marbles) { json, marble in
          json.object { json in
            json.member("tick", marble.tick)
            json.member("text", TimelinePrinter.token(for: marble.event))
            if marble.event.isTerminating { json.member("ends", true) }
          }
        }
      }
    }
  }
}

/// Converts offsets in UTF-8 to offsets in UTF-16.
package struct UTF16Offsets {
  private let offsets: [Int]

  package init(_ text: String) {
    var offsets = [0]
    var units = 0
    for byte in text.utf8 {
      // A byte that begins a scalar adds its units; a scalar of four bytes has two.
      if byte & 0xC0 != 0x80 { units += byte >= 0xF0 ? 2 : 1 }
      offsets.append(units)
    }
    self.offsets = offsets
  }

  subscript(offset: Int) -> Int { offsets[min(offset, offsets.count - 1)] }

  /// Returns the offset in UTF-8 of an offset in UTF-16.
  package func offset(_ place: Int) -> Int {
    var offset = offsets.partitionPoint { $0 >= place }
    // Of the bytes of a scalar, the end has the offset.
    while offset + 1 < offsets.count, offsets[offset + 1] == offsets[offset] { offset += 1 }
    return min(offset, offsets.count - 1)
  }
}
