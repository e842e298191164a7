import MarbleEvaluation
import MarbleLanguage

extension DrawingStyle {
  /// Returns the diagrams in the selected format, without a line end after the last one.
  ///
  /// An SVG document contains all of them, one below the other, and so does one for Perfetto.
  ///
  /// - Parameter colors: The colors of the names in an SVG document, if other documents share them.
  package func draw(_ diagrams: [Diagram], colors: NameColors? = nil) -> String {
    switch format {
    case .plain, .unicode: diagrams.map { TextWriter(self).draw($0) }.joined(separator: "\n\n")
    case .svg: SVG(self).draw(diagrams, colors: colors)
    case .perfetto: TraceEvents.draw(diagrams)
    case .json: diagrams.map { JSON().draw($0) }.joined(separator: "\n")
    }
  }

  /// Returns the style sheet of a page that has classes for its light and its dark form.
  package static func pageStyle(light: [String], dark: [String]) -> String {
    SVG.Theme.pageStyle(light: light, dark: dark)
  }

  /// Returns the alternative text of a picture.
  package func alternativeText(of diagrams: [Diagram]) -> String {
    alternativeText ?? SVG.Description.title(of: diagrams)
  }

  /// Whether a picture may replace a file: one that is empty, or a picture that this program has drawn.
  package static func replaces(_ bytes: [UInt8]) -> Bool { bytes.isEmpty || bytes.starts(with: SVG.opening.utf8) }

  /// Returns the diagram shortened to one row, if the format is text, its width is limited, and the diagram is
  /// endless.
  package func abridged(_ diagram: Diagram) -> Diagram {
    guard width != nil, format == .plain || format == .unicode, diagram.isEndless else { return diagram }
    let last = TextWriter(self).lastTickOfOneRow(of: diagram)
    var diagram = diagram
    diagram.ticks = diagram.ticks.lowerBound...max(last, diagram.ticks.lowerBound)
    return diagram
  }
}

extension Diagram {
  /// Whether a lane continues after the end of every drawing.
  fileprivate var isEndless: Bool {
    lanes.contains { $0.timeline.loop != nil || $0.timeline.continues }
  }
}
