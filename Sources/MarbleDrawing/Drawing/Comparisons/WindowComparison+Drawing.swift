import MarbleEvaluation
import MarbleLanguage

extension WindowComparison {
  /// Returns all windows on one axis, followed by a list of the differences.
  package func picture(width: Int?, colors: ColorDepth = .none) -> String {
    let ticks = 0...(expected + actual).reduce(0) { max($0, $1.start, $1.end ?? 0) }
    let lines = lines(of: expected, named: "expected", on: ticks) + lines(of: actual, named: "actual", on: ticks)
    let page = TextPage(rows: lines.map(TextPage.Row.line), ticks: ticks, gap: 3, width: width, colors: colors)
    let listed = differing.prefix(Comparison.listLimit).map { "  subscription \($0 + 1)  \(explanation(of: $0))" }
    return ([page.text()] + listed + Comparison.rest(of: differing.count)).joined(separator: "\n")
  }

  private func lines(of windows: [Window], named name: String, on ticks: ClosedRange<Int>) -> [TextLine] {
    let observed = [Layout.Phase(from: 0, state: .observed)]
    if windows.isEmpty { return [TextLine(name: name, cells: [], phases: observed, last: ticks.upperBound)] }
    let differing = Set(differing)
    // A longer list would not be read.
    return windows.prefix(Comparison.listLimit).enumerated().map { index, window in
      var line = TextLine(Layout.Track(window, on: ticks), as: .plain)
      line.name = index == 0 ? name : ""
      line.phases = observed
      if differing.contains(index) { line.paint(.difference, on: Set(line.cells.map(\.tick))) }
      return line
    }
  }
}
