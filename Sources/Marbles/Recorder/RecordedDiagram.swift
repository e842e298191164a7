import MarbleLanguage

/// The drawing of recorded streams, as text, as a picture or as data.
public struct RecordedDiagram: Sendable, CustomStringConvertible {
  let diagram: Diagram

  init(_ diagram: Diagram) {
    self.diagram = diagram
  }

  /// The drawing as plain text, whose lanes can be pasted into tests and scripts.
  public var text: String { drawn(as: .plain) }
  /// The drawing as text with box-drawing characters, which also shows inner streams by their names.
  public var unicode: String { drawn(as: .unicode) }
  /// The drawing as an SVG picture.
  public var svg: String { drawn(as: .svg) + "\n" }
  /// The drawing as one line of JSON, which `rxrepl` loads, plays and explains.
  public var json: String { drawn(as: .json) + "\n" }
  /// The same as ``text``.
  public var description: String { text }

  private func drawn(as format: DrawingStyle.Format) -> String {
    var style = DrawingStyle()
    style.format = format
    return style.draw([diagram])
  }
}
