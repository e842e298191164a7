extension Comparison {
  /// Both timelines on one axis, carets under every difference, and a reason for each.
  ///
  /// - Parameters:
  ///   - location: Where the expectation is written, such as `demo.marble:7`.
  ///   - expression: What was expected to give it.
  ///   - width: How many columns a line may have; `nil` for as many as it takes.
  ///   - usesColor: Whether what differs is coloured.
  /// - Returns: Lines separated by line feeds; one line when the timelines are equal.
  public func picture(location: String, expression: String, width: Int? = nil, usesColor: Bool = false) -> String {
    let expression = TextRows.lines(of: expression).map(Comparison.trimmed).joined(separator: " ")
    let title = [location, expression].filter { !$0.isEmpty }.joined(separator: "  ")
    guard !isEqual else { return "✓ " + title }
    let count = Difference.count(differences.count, "difference")
    return (["✗ \(title)      \(count)", sheet(width: width, usesColor: usesColor).text()] + list).joined(
      separator: "\n")
  }

  /// How many differences are told one by one.
  static let listLimit = 20

  /// How many differences of two streams that stand for one another are told.
  private static let innerListLimit = 3

  /// How many columns the widest token may take.
  private static func longestToken(width: Int?) -> Int { min(60, max(12, (width ?? 80) - 16)) }

  /// The reasons, one line each, and beneath those for streams in what the streams differ.
  private var list: [String] {
    let listed = differences.prefix(Comparison.listLimit)
    let column = (listed.map(\.place.count).max() ?? 0) + 2
    var lines = listed.flatMap { difference in
      let place = difference.place
      let line = "  \(place)\(String(repeating: " ", count: column - place.count))\(difference.explanation)"
      return [line]
        + difference.inner(upTo: Comparison.innerListLimit).map { inner in
          "\(String(repeating: " ", count: column + 4))in it, \(inner.place): \(inner.explanation)"
        }
    }
    let more = differences.count - listed.count
    if more > 0 { lines.append("  and \(more) more") }
    return lines
  }

  private func sheet(width: Int?, usesColor: Bool) -> Sheet {
    let ticks = ticks
    let shown = Comparison.shown(of: ticks, around: differences.prefix(Comparison.listLimit))
    var strips = Abridging(limit: Comparison.longestToken(width: width)).strips(
      Strip(expected, name: "expected", ticks: ticks, keeping: shown),
      Strip(actual, name: "actual", ticks: ticks, keeping: shown))
    strips[0].paint(.difference, on: Set(differences.lazy.flatMap(\.expected).map(\.tick)))
    strips[1].paint(.difference, on: Set(differences.lazy.flatMap(\.actual).map(\.tick)))
    return Sheet(
      rows: (strips + [carets(under: strips, on: shown ?? [ticks])]).map(Sheet.Row.strip), ticks: ticks, gap: 3,
      width: width, keeping: shown, usesColor: usesColor)
  }

  /// The ticks on which anything happens in either.
  private var ticks: ClosedRange<Int> {
    let first = min(0, expected.marbles.first?.tick ?? 0, actual.marbles.first?.tick ?? 0)
    var last = max(expected.marbles.last?.tick ?? 0, actual.marbles.last?.tick ?? 0)
    if let through {
      // Of two that go on for ever, what follows the last difference is of no interest.
      last = min(through, max(last, Diagram.endlessTicks - 1, differences.last?.ticks.max() ?? 0))
    }
    return (first...max(0, last)).clamped(to: Diagram.drawable)
  }

  /// A line with carets under everything that differs.
  private func carets(under strips: [Strip], on shown: [ClosedRange<Int>]) -> Strip {
    var cells: [Strip.Cell] = []
    var cursors = Array(repeating: 0, count: strips.count)
    let ticks = Set(differences.lazy.flatMap(\.ticks).filter { tick in shown.contains { $0.contains(tick) } })
    for tick in ticks.sorted() {
      var width = 1
      for (index, strip) in strips.enumerated() {
        while cursors[index] < strip.cells.count, strip.cells[cursors[index]].tick < tick { cursors[index] += 1 }
        if cursors[index] < strip.cells.count, strip.cells[cursors[index]].tick == tick {
          width = max(width, strip.cells[cursors[index]].width)
        }
      }
      cells.append(Strip.Cell(tick: tick, text: String(repeating: "^", count: width), ink: .difference))
    }
    return Strip(
      name: "", cells: cells, phases: [.blank(from: shown.first?.lowerBound ?? 0)], last: cells.last?.tick ?? 0)
  }
}

extension Comparison {
  /// A picture with no more ticks is shown as a whole.
  private static let wholeLimit = 120
  /// How many ticks around a difference are shown of a longer one.
  private static let context = 12

  /// The ticks that are shown of a long picture: those around the first differences.
  static func shown(of ticks: ClosedRange<Int>, around differences: some Sequence<Difference>) -> [ClosedRange<Int>]? {
    guard ticks.count > wholeLimit else { return nil }
    var shown: [ClosedRange<Int>] = []
    for tick in differences.flatMap(\.ticks).sorted() where ticks.contains(tick) {
      // Each part begins with a round number, which the ruler can show.
      let near = tick - context
      let from = max(ticks.lowerBound, near - ((near % 10) + 10) % 10)
      let range = from...min(ticks.upperBound, tick + context)
      if let last = shown.last, range.lowerBound <= last.upperBound + 10 {
        shown[shown.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else if shown.reduce(0, { $0 + $1.count }) < wholeLimit {
        shown.append(range)
      }
    }
    return shown
  }

  private static func trimmed(_ line: String) -> String {
    var line = line[...]
    while line.first?.isWhitespace == true { line.removeFirst() }
    while line.last?.isWhitespace == true { line.removeLast() }
    return String(line)
  }
}
