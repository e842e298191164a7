/// When a stream was expected to be observed, and when it was.
public struct WindowComparison: Sendable, Hashable {
  public let expected: [Window]
  public let actual: [Window]

  public init(expected: [Window], actual: [Window]) {
    self.expected = expected
    self.actual = actual
  }

  /// Whether it was observed as often, and each time as long.
  public var isEqual: Bool { expected == actual }

  /// The subscriptions in which they differ, counted from 0.
  var differing: [Int] {
    (0..<max(expected.count, actual.count)).filter { index in
      index >= expected.count || index >= actual.count || expected[index] != actual[index]
    }
  }

  /// How many differences there are, in words.
  var count: String { Difference.count(differing.count, "difference") }

  /// All windows on one axis, and what is different.
  func picture(width: Int?, usesColor: Bool = false) -> String {
    let ticks = 0...(expected + actual).reduce(0) { max($0, $1.start, $1.end ?? 0) }
    let strips =
      strips(of: expected, named: "expected", ticks: ticks) + strips(of: actual, named: "actual", ticks: ticks)
    let sheet = Sheet(rows: strips.map(Sheet.Row.strip), ticks: ticks, gap: 3, width: width, usesColor: usesColor)
    let listed = differing.prefix(Comparison.listLimit).map { "  subscription \($0 + 1)  \(explanation(of: $0))" }
    let more = differing.count - listed.count
    return ([sheet.text()] + listed + (more > 0 ? ["  and \(more) more"] : [])).joined(separator: "\n")
  }

  private func strips(of windows: [Window], named name: String, ticks: ClosedRange<Int>) -> [Strip] {
    if windows.isEmpty {
      return [Strip(name: name, cells: [], phases: [.running(from: 0)], last: ticks.upperBound)]
    }
    let differing = Set(differing)
    // Nobody reads more of them.
    return windows.prefix(Comparison.listLimit).enumerated().map { index, window in
      let ink = differing.contains(index) ? Ink.difference : .plain
      var cells = [Strip.Cell(tick: window.start, text: window.start == window.end ? "(^!)" : "^", ink: ink)]
      if let end = window.end, end > window.start { cells.append(Strip.Cell(tick: end, text: "!", ink: ink)) }
      return Strip(
        name: index == 0 ? name : "", cells: cells, phases: [.running(from: 0)], last: window.end ?? ticks.upperBound)
    }
  }

  private func explanation(of index: Int) -> String {
    guard index < expected.count else { return "was not expected" }
    guard index < actual.count else { return "is missing" }
    let (wanted, found) = (expected[index], actual[index])
    var parts: [String] = []
    if wanted.start != found.start { parts.append("began on tick \(found.start) and not on \(wanted.start)") }
    if wanted.end != found.end {
      let ended = found.end.map { "ended on tick \($0)" } ?? "did not end"
      parts.append(wanted.end.map { "\(ended) and not on \($0)" } ?? "\(ended), and was to go on")
    }
    return parts.joined(separator: "; ")
  }
}

/// Writes windows as they are read.
enum WindowPrinter {
  /// One window; far from tick 0, and where it is long, with durations.
  static func text(of window: Window) -> String {
    var text = silence(window.start)
    guard let end = window.end else { return text + "^-" }
    if end == window.start { return text + "(^!)" }
    text += "^" + silence(end - window.start - 1) + "!"
    return text
  }

  private static func silence(_ ticks: Int) -> String {
    ticks > 1_000 ? " \(ticks)t " : String(repeating: "-", count: ticks)
  }
}
