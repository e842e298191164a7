import MarbleDrawing
import MarbleEvaluation
import MarbleSearch

/// The picture of the proof of a hazard.
extension HazardProof {
  /// Returns the inputs and both results on one axis, with carets under every difference.
  ///
  /// - Parameters:
  ///   - width: The maximum number of columns in a line, or `nil` for no limit.
  ///   - colors: The colors of the terminal.
  /// - Returns: Lines, each with its line feed.
  package func picture(width: Int? = nil, colors: ColorDepth = .none) -> String {
    let lanes = inputs.flatMap { input in
      input.timelines.enumerated().map { index, timeline in
        Diagram.Lane(name: index > 0 ? "" : input.isCold ? "\(input.name) cold" : input.name, timeline: timeline)
      }
    }
    let page = comparison.page(named: ("as written", "remedy"), beside: lanes, width: width, colors: colors)
    return page.text() + "\n" + (fact.map { "  \($0)\n" } ?? "")
  }
}
