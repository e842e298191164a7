import MarbleEvaluation
import MarbleLanguage

extension SVG {
  /// A description of some diagrams, with a sentence or two for each: the inputs, then the operator and its outputs.
  struct Summary {
    /// The sentences, or an empty string if the diagrams have no lanes.
    let text: String

    /// The maximum number of values of a lane that are listed.
    private static let maxValues = 6
    private static let maxLanes = 4
    private static let maxOperatorLength = 120
    /// The maximum number of characters about several diagrams.
    private static let maxLength = 800

    init(of diagrams: [Diagram]) {
      var known: Set<String> = []
      var text = ""
      for (index, diagram) in diagrams.enumerated() {
        let sentences = Self.sentences(about: diagram, known: &known)
        guard !sentences.isEmpty else { continue }
        let next = sentences.joined(separator: ". ") + "."
        if !text.isEmpty, text.count + next.count > Self.maxLength {
          text += " And \(pluralized(diagrams.count - index, "more diagram"))."
          break
        }
        text += (text.isEmpty ? "" : " ") + next
      }
      self.text = text
    }

    /// Returns the sentences about a diagram, without the inputs of the diagrams before it.
    private static func sentences(about diagram: Diagram, known: inout Set<String>) -> [String] {
      let inputs = diagram.lanes.filter { $0.role == .input }
      let outputs = diagram.lanes.filter { $0.role == .output }
      let phrases = inputs.map { name(of: $0) + " " + events(of: $0) }.filter { !known.contains($0) }
      known.formUnion(phrases.prefix(maxLanes))
      var sentences = [list(phrases, of: "input")]
      let subject = diagram.expression.map {
        Description.isolated(TextMetrics.visible($0).truncated(toColumns: maxOperatorLength))
      }
      let starts = starts(of: inputs)
      switch outputs.count {
      case 0: break
      case 1:
        let result = (subject ?? name(of: outputs[0])) + " " + events(of: outputs[0], after: starts)
        // The result may be an input.
        if !sentences.contains(result) { sentences.append(result) }
      default:
        let all = outputs.map { name(of: $0) + " " + events(of: $0) }
        sentences.append((subject.map { $0 + ": " } ?? "") + list(all, of: "output"))
      }
      let expected = diagram.lanes.filter { $0.role == .expected }
      sentences.append(list(expected.map { name(of: $0) + " " + events(of: $0) }, of: "expectation"))
      return sentences.filter { !$0.isEmpty }
    }

    private static func list(_ phrases: [String], of noun: String) -> String {
      let more = phrases.count - maxLanes
      return (phrases.prefix(maxLanes) + (more > 0 ? ["and \(pluralized(more, "more " + noun))"] : []))
        .joined(separator: "; ")
    }

    /// Returns the further starts of some lanes, and the number of their inner streams.
    private static func starts(of lanes: [Diagram.Lane]) -> [String] {
      let again = lanes.prefix(maxLanes).compactMap { lane -> String? in
        let ticks = lane.inner.filter(lane.isFurtherStart).compactMap(\.subscribed)
        let more = ticks.count > maxValues ? " and \(ticks.count - maxValues) more" : ""
        let list = ticks.prefix(maxValues).map(String.init).joined(separator: ", ") + more
        return ticks.isEmpty ? nil : "starts \(name(of: lane)) at tick\(ticks.count == 1 ? "" : "s") \(list)"
      }
      let inner = lanes.reduce(0) { count, lane in
        count + lane.inner.count { $0.subscribed != nil && !lane.isFurtherStart($0) }
      }
      return again + (inner > 0 ? ["starts " + pluralized(inner, "inner stream")] : [])
    }

    /// Returns the events of a lane, after its name.
    private static func events(of lane: Diagram.Lane, after start: [String] = []) -> String {
      let marbles = lane.timeline.marbles
      let values = marbles.compactMap { if case .value(let value) = $0.event { value } else { nil } }
      var words = values.prefix(maxValues).map { shown(TextMetrics.text(of: $0)) }.joined(separator: ", ")
      if values.count > maxValues { words += " and \(pluralized(values.count - maxValues, "more value"))" }
      var parts = start
      if !values.isEmpty { parts.append("sends " + words) }
      if lane.timeline.loop != nil {
        parts.append("repeats")
      } else if let ending = marbles.last.flatMap(ending) {
        parts.append(ending)
      } else if values.isEmpty {
        parts.append("sends nothing")
      }
      let last = parts.removeLast()
      return parts.isEmpty ? last : parts.joined(separator: ", ") + " and " + last
    }

    private static func ending(_ marble: Timeline.Marble) -> String? {
      switch marble.event {
      case .value: nil
      case .completed: "completes at tick \(marble.tick)"
      case .interrupted: "is interrupted at tick \(marble.tick)"
      case .failed(.unnamed): "fails at tick \(marble.tick)"
      case .failed(let failure): "fails with \(shown(failure.message)) at tick \(marble.tick)"
      }
    }

    private static func name(of lane: Diagram.Lane) -> String { lane.name == "_" ? "The stream" : shown(lane.name) }

    private static func shown(_ text: String) -> String {
      Description.isolated(TextMetrics.visible(text).truncated(toColumns: Description.maxValueLength))
    }
  }
}
