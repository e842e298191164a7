import MarbleEvaluation
import MarbleLanguage

/// The operator of a drawing, as wide as the lanes.
struct OperatorBox {
  /// The lines, all equally wide.
  let lines: [String]

  /// The minimum width to which an expression is wrapped, if there is room.
  private static let comfortable = 60

  /// Creates a box for the lines of an expression, where `lanes` is the width of the lanes and `room` the maximum
  /// width.
  init(glyphs: GlyphSet, lines text: [String], lanes: Int, room: Int?) {
    switch glyphs {
    case .plain:
      let text = room.map { ExpressionWrapping(limit: max(1, $0 - 4)).lines(of: text) } ?? text
      let width = max(lanes, OperatorBox.width(of: text) + 4)
      lines = text.map { line in
        "= \(line) " + String(repeating: "=", count: max(1, width - displayWidth(of: line) - 3))
      }
    case .unicode:
      let limit = max(lanes - 2, min(OperatorBox.comfortable, (room ?? .max) - 2))
      let text = ExpressionWrapping(limit: max(1, min(limit, (room ?? .max) - 2))).lines(of: text)
      let longest = OperatorBox.width(of: text)
      let inside = max(lanes, longest + 2) - 2
      let margin = String(repeating: " ", count: (inside - longest) / 2)
      let edge = String(repeating: "─", count: inside)
      let rows = text.map { line in
        "│" + margin + line + String(repeating: " ", count: inside - margin.utf8.count - displayWidth(of: line)) + "│"
      }
      lines = ["╭\(edge)╮"] + rows + ["╰\(edge)╯"]
    }
  }

  private static func width(of lines: [String]) -> Int { lines.map { displayWidth(of: $0) }.max() ?? 0 }
}
