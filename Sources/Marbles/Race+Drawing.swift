import MarbleDrawing
import MarbleEvaluation
import MarbleSearch

/// The picture of a race.
extension Race {
  /// Returns the sources and the results of both orders on one axis, with carets under every difference.
  ///
  /// - Parameters:
  ///   - width: The maximum number of columns in a line, or `nil` for no limit.
  ///   - colors: The colors of the terminal.
  /// - Returns: Lines, each with its line feed.
  package func picture(width: Int? = nil, colors: ColorDepth = .none) -> String {
    let lanes = sources.map { Diagram.Lane(name: $0.name, timeline: $0.timeline) }
    return comparisons.filter { !$0.isEqual }.map {
      $0.page(named: names, beside: lanes, width: width, colors: colors).text() + "\n"
    }.joined()
  }
}
