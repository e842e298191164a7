import MarbleDrawing
import MarbleEvaluation
import MarbleSearch

/// The picture of a race.
extension Race {
  /// The diagram of the sources and of the results of both orders.
  package var diagram: Diagram {
    let differing = comparisons.enumerated().filter { !$0.element.isEqual }
    let outputs = differing.flatMap { index, comparison in
      let observer = comparisons.count == 1 ? "" : ", observer \(index + 1)"
      return [
        Diagram.Lane(name: names.expected + observer, timeline: comparison.expected),
        Diagram.Lane(name: names.actual + observer, timeline: comparison.actual),
      ]
    }
    return Diagram(inputs: lanes, outputs: outputs, notes: [text])
  }

  private var lanes: [Diagram.Lane] { sources.map { Diagram.Lane(name: $0.name, timeline: $0.timeline) } }

  /// Returns the sources and the results of both orders on one axis, with carets under every difference.
  ///
  /// - Parameters:
  ///   - width: The maximum number of columns in a line, or `nil` for no limit.
  ///   - colors: The colors of the terminal.
  /// - Returns: Lines, each with its line feed.
  package func picture(width: Int? = nil, colors: ColorDepth = .none) -> String {
    comparisons.enumerated().filter { !$0.element.isEqual }.map { index, comparison in
      (comparisons.count == 1 ? "" : "  observer \(index + 1)\n")
        + comparison.page(named: names, beside: lanes, width: width, colors: colors).text() + "\n"
    }.joined()
  }
}
