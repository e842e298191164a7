import MarbleSession
import Marbles

/// The results of an expression when one of its sources ends in each of the three ways.
struct TerminationExamples {
  /// The name of the source.
  let source: String
  /// The source text of the expression.
  let expression: String
  let runs: [TerminationExample]

  /// The ways in which a source can end.
  static let ends: [Timeline.Event] = [.completed, .failed(.unnamed), .interrupted]

  /// Creates examples in which the source ends at its written end or, if it is not observed then, at an earlier tick.
  init(of source: ExampleScript.Binding, in assertion: ExampleScript.Assertion) {
    let cuts = source.cuts.reversed()
    let cut = cuts.first { !TerminationExample(assertion, source, $0, .completed).ticks.isEmpty } ?? cuts.first
    self.source = source.name
    expression = assertion.text
    runs = cut.map { cut in Self.ends.map { TerminationExample(assertion, source, cut, $0) } } ?? []
  }

  /// The examples as a script that asserts the results.
  var script: String { runs.map(\.script).joined(separator: "\n\n") }
}

/// A run of an expression in which one source ends in another way.
struct TerminationExample {
  /// The source text of the bindings.
  private let bindings: [String]
  private let expression: String
  /// The result of the run.
  let output: Timeline
  /// The times during which the sources were observed, with their names.
  let windows: [(name: String, window: Window)]
  /// The ticks on which the end of the source was received.
  let ticks: [Int]

  /// The limits of a run, since an example is short and a source that starts again endlessly need not run far.
  private static let limits = Limits(ticks: 1_000, deliveries: 10_000)

  /// A position at which a source ends: the number of values before it, and its tick.
  struct Cut {
    fileprivate let count: Int
    fileprivate let tick: Int
  }

  /// Runs an expression, in which the source continues without events if `end` is `nil`.
  init(
    _ assertion: ExampleScript.Assertion, _ source: ExampleScript.Binding, _ cut: Cut, _ end: Timeline.Event?
  ) {
    bindings = assertion.bindings.map { $0.name == source.name ? source.text(cut, end) : $0.text }
    expression = assertion.text
    let session = Session(SessionOptions(limits: Self.limits))
    output = session.shown(by: (bindings + [expression]).joined(separator: "\n"))?.outputs.first ?? Timeline()
    let observed = try? session.state.subscriptions?()
    windows = observed?.windows.map { ($0.binding.name, $0.window) } ?? []
    // If the source has several timelines, only the last one is changed.
    let own = windows.filter { $0.name == source.name }.dropFirst(source.timelines.count - 1)
    ticks = own.compactMap { _, window in
      let tick = source.isCold ? window.start + cut.tick : cut.tick
      return window.start <= tick && window.end == tick ? tick : nil
    }
  }

  /// The run as a script that asserts the result, with aligned timelines.
  var script: String {
    var rows = bindings.map { text in
      guard let sign = text.firstRange(of: " = ") else { return (left: text, sign: "=", right: "") }
      return (left: String(text[..<sign.lowerBound]), sign: "=", right: String(text[sign.upperBound...]))
    }
    rows.append((expression, "==", TimelinePrinter.text(of: output)))
    let width = rows.map { $0.left.count + $0.sign.count }.max() ?? 0
    return rows.map { row in
      row.left.padded(to: width - row.sign.count + 1) + row.sign + " " + row.right
    }.joined(separator: "\n")
  }
}

extension ExampleScript.Binding {
  /// The positions at which the source may end: in place of each value, and at its written end.
  var cuts: [TerminationExample.Cut] {
    guard let last = timelines.last else { return [] }
    let values = last.marbles.filter { !$0.event.isTerminating }
    let end = last.marbles.last { $0.event.isTerminating }?.tick ?? last.end
    return values.enumerated().map { TerminationExample.Cut(count: $0.offset, tick: $0.element.tick) }
      + [TerminationExample.Cut(count: values.count, tick: end)]
  }

  /// Returns the statement with another end, or without one.
  fileprivate func text(_ cut: TerminationExample.Cut, _ end: Timeline.Event?) -> String {
    var timelines = timelines
    let values = timelines.popLast()?.marbles.prefix(cut.count) ?? []
    let ending = end.map { [Timeline.Marble(tick: cut.tick, event: $0)] } ?? []
    timelines.append(Timeline(values + ending, end: cut.tick + 1))
    let texts = timelines.map { TimelinePrinter.text(of: $0, asStatement: true) }
    return "\(name) = \(isCold ? "cold " : "")\(texts.joined(separator: ", "))"
  }
}
