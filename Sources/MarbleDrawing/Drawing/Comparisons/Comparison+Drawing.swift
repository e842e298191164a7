import MarbleEvaluation
import MarbleLanguage

extension Comparison {
  /// Returns both timelines on one axis, with carets under every difference and a reason for each.
  ///
  /// - Parameters:
  ///   - location: The location of the expectation, such as `demo.marble:7`.
  ///   - expression: The tested expression.
  ///   - inputs: The lanes of inputs to show above the timelines.
  ///   - width: The maximum number of columns in a line, or `nil` for no limit.
  ///   - colors: The colors of the terminal, in one of which differences are shown.
  ///   - limit: The maximum number of differences that are listed.
  /// - Returns: Lines separated by line feeds, or a single line if the timelines are equal.
  package func picture(
    location: String, expression: String, inputs: [Diagram.Lane] = [], width: Int? = nil, colors: ColorDepth = .none,
    listing limit: Int = Comparison.listLimit
  ) -> String {
    let expression = TextWriter.lines(of: expression).map { $0[...].trimmed }.joined(separator: " ")
    let title = [location, expression].filter { !$0.isEmpty }.joined(separator: "  ")
    guard !isEqual else { return "✓ " + title }
    let page = page(beside: inputs, width: width, colors: colors)
    return (["✗ \(title)      \(count())", page.text()] + list(upTo: limit, width: width)).joined(separator: "\n")
  }

  /// The maximum number of differences that are listed.
  package static let listLimit = 20

  /// The maximum number of differences that are listed for two streams inside one difference.
  private static let innerListLimit = 3

  /// The reasons, one line each, followed by the inner differences of streams.
  private func list(upTo limit: Int, width: Int?) -> [String] {
    let listed = differences.prefix(limit)
    let column = (listed.map(\.place.count).max() ?? 0) + 2
    let margin = String(repeating: " ", count: column + 4)
    let lines = listed.flatMap { difference in
      let inner = difference.inner(upTo: Comparison.innerListLimit)
      return ["  \(difference.place.padded(to: column))\(difference.explanation)"]
        + inner.map { "\(margin)inside, \($0.place): \($0.explanation)" }
    }
    let gaps = (reading?.gaps ?? []).map(\.words)
    let more = gaps.count > limit ? [", and \((gaps.count - limit).grouped) more"] : []
    let taken =
      gaps.isEmpty ? [] : [wrapped((gaps.prefix(limit) + more).joined(separator: ", "), after: "  ", to: width)]
    return lines + Comparison.rest(of: differences.count, after: limit, isPartial: isPartial) + taken
  }

  /// Returns the line with the number of differences that a list omits.
  static func rest(of count: Int, after limit: Int = listLimit, isPartial: Bool = false) -> [String] {
    count > limit ? ["  and \(isPartial ? "at least " : "")\((count - limit).grouped) more"] : []
  }

  // MARK: Lines

  /// Returns both timelines on one axis below inputs, with carets under every difference.
  package func page(
    named names: (expected: String, actual: String)? = nil, beside inputs: [Diagram.Lane],
    width: Int?,
    colors: ColorDepth
  ) -> TextPage {
    let ticks = ticks(with: inputs)
    let shown = Comparison.shown(of: ticks, around: differences.prefix(Comparison.listLimit))
    var lines = [
      TextLine(Layout.Track(expected, named: names?.expected ?? expectedName, on: ticks, keeping: shown), as: .plain),
      TextLine(Layout.Track(actual, named: names?.actual ?? "actual", on: ticks, keeping: shown), as: .plain),
    ]
    Comparison.truncate(&lines, toColumns: min(60, max(12, (width ?? 80) - 16)))
    lines[0].paint(.difference, on: Set(differences.lazy.flatMap(\.expected).map(\.tick)))
    lines[1].paint(.difference, on: Set(differences.lazy.flatMap(\.actual).map(\.tick)))
    let above = inputs.map { lane in
      var line = TextLine(Layout.Track(lane.timeline, named: lane.name, on: ticks, keeping: shown), as: .plain)
      for index in line.cells.indices { line.cells[index].truncate(toColumns: min(60, max(12, (width ?? 80) - 16))) }
      return line
    }
    return TextPage(
      rows: (above + lines + [carets(under: lines, on: shown ?? [ticks])]).map(TextPage.Row.line), ticks: ticks, gap: 3,
      width: width, keeping: shown, colors: colors)
  }

  /// Truncates the tokens of two lines, keeping tokens on the same tick comparable.
  private static func truncate(_ lines: inout [TextLine], toColumns limit: Int) {
    var other = 0
    for index in lines[0].cells.indices {
      let cell = lines[0].cells[index]
      while other < lines[1].cells.count, lines[1].cells[other].tick < cell.tick {
        lines[1].cells[other].truncate(toColumns: limit)
        other += 1
      }
      guard other < lines[1].cells.count, lines[1].cells[other].tick == cell.tick else {
        lines[0].cells[index].truncate(toColumns: limit)
        continue
      }
      let (left, right) = truncated(cell.text, lines[1].cells[other].text, toColumns: limit)
      lines[0].cells[index] = cell.with(left)
      lines[1].cells[other] = lines[1].cells[other].with(right)
      other += 1
    }
    for index in lines[1].cells.indices.dropFirst(other) { lines[1].cells[index].truncate(toColumns: limit) }
  }

  /// Returns a line with carets under everything that differs.
  private func carets(under lines: [TextLine], on shown: [ClosedRange<Int>]) -> TextLine {
    let ticks = Set(differences.lazy.flatMap(\.ticks).filter { tick in shown.contains { $0.contains(tick) } })
    let cells = ticks.sorted().map { tick in
      let width = lines.compactMap { line in
        let index = line.cells.partitionPoint { $0.tick >= tick }
        return index < line.cells.count && line.cells[index].tick == tick ? line.cells[index].width : nil
      }
      return TextLine.Cell(
        tick: tick, text: String(repeating: "^", count: max(1, width.max() ?? 1)), color: .difference)
    }
    return TextLine(
      name: "", cells: cells, phases: [Layout.Phase(from: shown.first?.lowerBound ?? 0, state: .hidden)],
      last: cells.last?.tick ?? 0)
  }

  // MARK: Ticks

  /// Returns the ticks on which something happens in either timeline or in an input.
  private func ticks(with inputs: [Diagram.Lane]) -> ClosedRange<Int> {
    let first = min(0, expected.marbles.first?.tick ?? 0, actual.marbles.first?.tick ?? 0)
    var last = max(expected.marbles.last?.tick ?? 0, actual.marbles.last?.tick ?? 0)
    if let through {
      // Two endless timelines need not be shown beyond their last difference.
      last = min(through, max(last, Diagram.endlessTicks - 1, differences.last?.ticks.max() ?? 0))
    }
    last = inputs.reduce(last) { max($0, $1.timeline.marbles.last?.tick ?? 0) }
    return (first...max(0, last)).clamped(to: Diagram.drawable)
  }

  /// The maximum number of ticks of a picture that is shown completely.
  private static let wholeLimit = 120
  /// The number of ticks shown on each side of a difference in a longer picture.
  private static let context = 12

  /// Returns the ticks around the first differences, or `nil` if the picture is short enough to show all ticks.
  private static func shown(
    of ticks: ClosedRange<Int>, around differences: some Sequence<Difference>
  ) -> [ClosedRange<Int>]? {
    guard ticks.count > wholeLimit else { return nil }
    var shown: [ClosedRange<Int>] = []
    for tick in differences.flatMap(\.ticks).sorted() where ticks.contains(tick) {
      // Each part begins with a multiple of 10, which the ruler can show.
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
}

extension TextLine.Cell {
  fileprivate mutating func truncate(toColumns limit: Int) { self = with(text.truncated(toColumns: limit)) }
}
