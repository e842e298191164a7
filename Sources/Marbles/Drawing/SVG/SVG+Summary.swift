import MarbleLanguage

extension SVG {
  /// A sentence or two about what happens in a diagram: the inputs, then the operator and its outputs.
  struct Summary {
    let text: String

    /// The maximum number of values of a lane that are listed.
    private static let maxValues = 6
    private static let maxInputs = 4
    private static let maxOperatorLength = 120

    init(of diagram: Diagram) {
      let inputs = diagram.lanes.filter { $0.role == .input }
      let outputs = diagram.lanes.filter { $0.role == .output }
      var phrases = inputs.prefix(Self.maxInputs).map { Self.name(of: $0) + " " + Self.events(of: $0) }
      if inputs.count > Self.maxInputs { phrases.append("and \(inputs.count - Self.maxInputs) more inputs") }
      var sentences = [phrases.joined(separator: "; ")]
      let subject = diagram.expression.map {
        Description.isolated(TextMetrics.visible($0).truncated(toColumns: Self.maxOperatorLength))
      }
      let streams = inputs.reduce(0) { $0 + $1.inner.count { $0.subscribed != nil } }
      let start = streams > 0 ? ["starts " + pluralized(streams, "inner stream")] : []
      switch outputs.count {
      case 0: break
      case 1:
        sentences.append((subject ?? Self.name(of: outputs[0])) + " " + Self.events(of: outputs[0], after: start))
      default:
        let all = outputs.map { Self.name(of: $0) + " " + Self.events(of: $0) }.joined(separator: "; ")
        sentences.append((subject.map { $0 + ": " } ?? "") + all)
      }
      text = sentences.filter { !$0.isEmpty }.joined(separator: ". ") + "."
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
