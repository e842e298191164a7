import Marbles

/// What comes of an expression when one of its sources ends in each of the three ways.
struct TerminationExamples {
  /// What the source is called.
  let source: String
  /// The expression, as it is written.
  let expression: String
  let runs: [TerminationExample]

  /// The ends that a source can come to.
  static let ends: [Timeline.Event] = [.completed, .failed(.unnamed), .interrupted]

  /// Ends the source where its end is written, or so much earlier that it is still observed then.
  init(of source: ExampleScript.Binding, in claim: ExampleScript.Assertion) {
    let cuts = source.cuts.reversed()
    let cut = cuts.first { !TerminationExample(claim, source, $0, .completed).ticks.isEmpty } ?? cuts.first
    self.source = source.name
    expression = claim.text
    runs = cut.map { cut in Self.ends.map { TerminationExample(claim, source, cut, $0) } } ?? []
  }

  /// The runs as a script that asserts what came.
  var script: String { runs.map(\.script).joined(separator: "\n\n") }
}

/// One run of an expression, with one of its sources ending otherwise.
struct TerminationExample {
  /// What is bound.
  private let bindings: [String]
  private let expression: String
  /// What came.
  let output: Timeline
  /// When the sources were observed, by their names.
  let windows: [(name: String, window: Window)]
  /// The ticks on which the source came to that end while it was observed.
  let ticks: [Int]

  /// An example is short, and what starts again for ever need not be seen to.
  private static let limits = Limits(ticks: 1_000, deliveries: 10_000)

  /// How much of a source comes before its end, and when that comes.
  struct Cut {
    fileprivate let count: Int
    fileprivate let tick: Int
  }

  /// Runs an expression; without an end the source goes on in silence.
  init(
    _ claim: ExampleScript.Assertion, _ source: ExampleScript.Binding, _ cut: Cut, _ end: Timeline.Event?
  ) {
    bindings = claim.bindings.map { $0.name == source.name ? source.text(cut, end) : $0.text }
    expression = claim.text
    let session = Session(SessionOptions(limits: Self.limits))
    output = session.shown(by: (bindings + [expression]).joined(separator: "\n"))?.outputs.first ?? Timeline()
    let observed = (try? session.state.subscriptions?()) ?? []
    windows = observed.map { ($0.binding.name, $0.window) }
    // Only the last of several timelines ends otherwise.
    let own = windows.filter { $0.name == source.name }.dropFirst(source.timelines.count - 1)
    ticks = own.compactMap { _, window in
      let tick = source.isCold ? window.start + cut.tick : cut.tick
      return window.start <= tick && window.end == tick ? tick : nil
    }
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
      row.left.padded(to: width - row.sign.count + 1) + row.sign + " " + row.right
    }.joined(separator: "\n")
  }
}

extension ExampleScript.Binding {
  /// Where it may end: instead of each of its values, and where that is written.
  var cuts: [TerminationExample.Cut] {
    guard let last = timelines.last else { return [] }
    let values = last.marbles.filter { !$0.event.isTerminating }
    let end = last.marbles.last { $0.event.isTerminating }?.tick ?? last.end
    return values.enumerated().map { TerminationExample.Cut(count: $0.offset, tick: $0.element.tick) }
      + [TerminationExample.Cut(count: values.count, tick: end)]
  }

  /// The statement with another end, or none.
  fileprivate func text(_ cut: TerminationExample.Cut, _ end: Timeline.Event?) -> String {
    var timelines = timelines
    let values = timelines.popLast()?.marbles.prefix(cut.count) ?? []
    let ending = end.map { [Timeline.Marble(tick: cut.tick, event: $0)] } ?? []
    timelines.append(Timeline(values + ending, end: cut.tick + 1))
    let texts = timelines.map { TimelinePrinter.text(of: $0, asStatement: true) }
    return "\(name) = \(isCold ? "cold " : "")\(texts.joined(separator: ", "))"
  }
}
