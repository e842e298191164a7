import MarbleLanguage

/// The drawing of recorded streams, as text, as a picture or as data.
public struct RecordedDiagram: Sendable, CustomStringConvertible {
  let diagram: Diagram

  init(_ diagram: Diagram) {
    self.diagram = diagram
  }

  /// The drawing as plain text, whose lanes can be pasted into tests and scripts.
  public var text: String { text(innerLimit: Layout.limit) }
  /// The drawing as text with box-drawing characters, which also shows inner streams by their names.
  public var unicode: String { unicode(innerLimit: Layout.limit) }
  /// The drawing as an SVG picture.
  public var svg: String { svg(PictureOptions()) }
  /// The drawing as one line of JSON, which `rxrepl` loads, plays and explains.
  public var json: String { drawn(as: .json) + "\n" }
  /// The same as ``text``.
  public var description: String { text }

  /// Returns the drawing as plain text, with at most a number of inner streams for each lane.
  public func text(innerLimit: Int) -> String { drawn(as: .plain, innerLimit) }

  /// Returns the drawing as text with box-drawing characters, with at most a number of inner streams for each lane.
  public func unicode(innerLimit: Int) -> String { drawn(as: .unicode, innerLimit) }

  /// Returns the drawing as an SVG picture with other options.
  public func svg(_ options: PictureOptions) -> String { options.style.draw([diagram]) + "\n" }

  private func drawn(as format: DrawingStyle.Format, _ innerLimit: Int = 0) -> String {
    var style = PictureOptions(innerLimit: innerLimit).style
    style.format = format
    return style.draw([diagram])
  }
}
