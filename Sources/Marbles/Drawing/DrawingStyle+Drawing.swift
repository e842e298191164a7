import MarbleLanguage

extension DrawingStyle {
  /// Diagrams in the format that was chosen, without a line end after the last: pictures as one picture, one below the
  /// other.
  package func draw(_ diagrams: [Diagram]) -> String {
    switch format {
    case .plain, .unicode: diagrams.map { TextWriter(self).draw($0) }.joined(separator: "\n\n")
    case .svg: SVG(self).draw(diagrams)
    case .json: diagrams.map { JSON().draw($0) }.joined(separator: "\n")
    }
  }

  /// The diagram without what goes beyond one row, where it is text in rows and has no end.
  package func abridged(_ diagram: Diagram) -> Diagram {
    guard width != nil, format == .plain || format == .unicode, diagram.isEndless else { return diagram }
    let last = TextWriter(self).lastTickOfOneRow(of: diagram)
    var diagram = diagram
    diagram.ticks = diagram.ticks.lowerBound...max(last, diagram.ticks.lowerBound)
    return diagram
  }
}

extension Diagram {
  /// Whether a lane goes on beyond every drawing.
  fileprivate var isEndless: Bool {
    lanes.contains { $0.timeline.loop != nil || $0.timeline.continues }
  }
}
