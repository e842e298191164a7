import MarbleEvaluation
import MarbleLanguage

extension SVG {
  /// The text alternative of a picture.
  enum Description {
    private static let maxEvents = 12
    private static let maxDiagrams = 12
    static let maxValueLength = 40

    /// Returns what happens in some diagrams, or their operators if they have no lanes.
    static func title(of diagrams: [Diagram]) -> String {
      let summary = Summary(of: diagrams).text
      return summary.isEmpty ? operators(of: diagrams) : summary
    }

    private static func operators(of diagrams: [Diagram]) -> String {
      let titles = diagrams.compactMap(\.expression).prefix(3).map { TextMetrics.visible($0).truncated(toColumns: 120) }
      let title = titles.joined(separator: "; ") + (diagrams.count > 3 ? "; …" : "")
      return title.isEmpty ? "marble diagram" : title
    }

    /// Returns the events of the first lanes and diagrams as sentences.
    static func text(of diagrams: [Diagram]) -> String {
      var sentences = diagrams.prefix(maxDiagrams).flatMap(sentences(of:))
      if diagrams.count > maxDiagrams { sentences.append("And \(diagrams.count - maxDiagrams) more diagrams.") }
      return sentences.joined(separator: "\n")
    }

    private static func sentences(of diagram: Diagram) -> [String] {
      var sentences: [String] = []
      for row in diagram.rows {
        switch row {
        case .operation(let text):
          let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
          sentences.append("Operator: " + isolated(TextMetrics.visible(line).truncated(toColumns: 200)))
        case .lane(let lane):
          sentences.append(sentence(of: lane))
          for inner in lane.inner.prefix(Layout.limit) { sentences.append(sentence(of: inner, below: lane)) }
          let more = lane.inner.count - Layout.limit
          if more > 0 { sentences.append("And \(pluralized(more, "more inner stream")).") }
        }
      }
      return sentences + diagram.notes.map { TextMetrics.visible($0) + "." }
    }

    private static func sentence(of lane: Diagram.Lane) -> String {
      let name = isolated(TextMetrics.visible(lane.name).truncated(toColumns: maxValueLength))
      let unobserved = Set(lane.unobserved.prefix { $0 < maxEvents })
      var text = name + (lane.isCold ? " (cold): " : ": ") + words(for: lane.timeline.marbles, unobserved: unobserved)
      if lane.timeline.loop != nil { text += "; repeats forever" }
      if lane.timeline.continues { text += "; continues" }
      return text + "."
    }

    private static func sentence(of inner: Diagram.Inner, below lane: Diagram.Lane) -> String {
      let name = isolated(TextMetrics.visible(inner.name).truncated(toColumns: maxValueLength))
      var text = (lane.isFurtherStart(inner) ? "" : "Inner stream ") + "\(name), "
      if let queued = inner.queued, inner.subscribed != nil { text += "queued at \(queued), " }
      text += inner.subscribed.map { "subscribed at \($0)" } ?? "never subscribed"
      if !inner.marbles.isEmpty { text += ": " + words(for: inner.marbles, unobserved: []) }
      if let disposed = inner.disposed { text += "; disposed at \(disposed)" }
      if !inner.missed.isEmpty { text += "; missed: " + words(for: inner.missed, unobserved: []) }
      return text + "."
    }

    private static func words(for marbles: [Timeline.Marble], unobserved: Set<Int>) -> String {
      var words = marbles.prefix(maxEvents).enumerated().map { index, marble in
        word(for: marble.event) + " at \(marble.tick)" + (unobserved.contains(index) ? " (not observed)" : "")
      }
      if marbles.count > maxEvents {
        let rest = marbles.count - maxEvents
        words.append("and \(pluralized(rest, "more event")) until \(marbles[marbles.count - 1].tick)")
      }
      return words.isEmpty ? "nothing" : words.joined(separator: ", ")
    }

    private static func word(for event: Event) -> String {
      switch event {
      case .value(let value): isolated(TextMetrics.text(of: value).truncated(toColumns: maxValueLength))
      case .completed: "completed"
      case .interrupted: "interrupted"
      case .failed(.unnamed): "failed"
      case .failed(let failure):
        "failed with " + isolated(TextMetrics.visible(failure.message).truncated(toColumns: maxValueLength))
      }
    }

    /// Returns text whose direction does not affect the surrounding text.
    static func isolated(_ text: String) -> String {
      text.utf8.allSatisfy { $0 < 0x80 } ? text : "\u{2068}" + text + "\u{2069}"
    }
  }
}

extension Diagram {
  /// The operators of the result as one expression, without those of named streams above it.
  var expression: String? {
    let operators = rows.compactMap { if case .operation(let text) = $0 { text } else { nil } }
    guard let first = operators.lastIndex(where: { !$0.hasPrefix(".") }) ?? operators.indices.first else { return nil }
    let lines = operators[first...].joined(separator: "\n").split(whereSeparator: \.isNewline)
    return lines.map { $0.drop { $0 == " " } }.joined()
  }
}
