import MarbleLanguage

extension DrawingStyle {
  /// Returns the diagrams in the selected format, without a line end after the last one.
  ///
  /// An SVG document contains all of them, one below the other.
  package func draw(_ diagrams: [Diagram]) -> String {
    switch format {
    case .plain, .unicode: diagrams.map { TextWriter(self).draw($0) }.joined(separator: "\n\n")
    case .svg: SVG(self).draw(diagrams)
    case .json: diagrams.map { JSON().draw($0) }.joined(separator: "\n")
    }
  }

  /// Whether a file is an SVG picture that this program has drawn.
  package static func isPicture(_ bytes: [UInt8]) -> Bool { bytes.starts(with: SVG.opening.utf8) }

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
