/// What comes of an expression when each of its sources ends in each of the three ways.
struct EndRuns {
  /// One way to end one source.
  struct Run {
    /// The script: what is bound, with the other end.
    let bindings: [String]
    let expression: String
    /// What came.
    let output: Timeline
    /// Whether all of it came.
    let isWhole: Bool
  }

  /// The runs, by the name of the source that ends otherwise.
  let sources: [(name: String, runs: [Run])]

  /// The ends that a source can come to.
  static let ends: [Timeline.Event] = [.completed, .failed(.unnamed), .interrupted]

  init(of claim: ExampleScript.Claim) {
    sources = claim.sources.map { source in
      let runs = Self.ends.map { end in
        let bindings = claim.bindings.map { $0.name == source.name ? $0.ending(with: end) : $0.text }
        return Run(bindings, claim.text)
      }
      return (source.name, runs)
    }
  }
}

extension EndRuns.Run {
  init(_ bindings: [String], _ expression: String) {
    self.bindings = bindings
    self.expression = expression
    let session = Session()
    session.evaluate(Source(name: "example", text: (bindings + [expression]).joined(separator: "\n"))) { _ in }
    output = session.shown?.outputs.first ?? Timeline()
    isWhole = session.shown?.isWhole ?? false
  }

  /// The run as a script that asserts what came, ticks below ticks.
  var script: String {
    var rows = bindings.map { text in
      let parts = text.split(separator: " = ", maxSplits: 1).map(String.init)
      return (left: parts[0], sign: "=", right: parts.count > 1 ? parts[1] : "")
    }
    rows.append((expression, "==", TimelinePrinter.text(of: output)))
    let width = rows.map { $0.left.count + $0.sign.count }.max() ?? 0
    return rows.map { row in
      row.left + String(repeating: " ", count: width - row.left.count - row.sign.count + 1) + row.sign + " " + row.right
    }.joined(separator: "\n")
  }
}

extension ExampleScript.Binding {
  /// The statement with another end behind its last value.
  func ending(with end: Timeline.Event) -> String {
    var timelines = timelines
    if var last = timelines.popLast() { timelines.append(last.end(with: end)) }
    let texts = timelines.map { TimelinePrinter.text(of: $0) }.joined(separator: ", ")
    return "\(name) = \(isCold ? "cold " : "")\(texts)"
  }
}

extension Timeline {
  /// The same with another end, or with one where it has none.
  fileprivate mutating func end(with event: Event) -> Timeline {
    let tick = marbles.last.flatMap { $0.event.isTerminating ? $0.tick : nil } ?? end
    if marbles.last?.event.isTerminating == true { marbles.removeLast() }
    marbles.append(Marble(tick: tick, event: event))
    return self
  }
}
