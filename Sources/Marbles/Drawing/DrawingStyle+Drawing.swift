extension DrawingStyle {
  /// Diagrams in the format that was chosen, without a line end behind the last: pictures as one picture, one below the
  /// other.
  func draw(_ diagrams: [Diagram]) -> String {
    switch format {
    case .plain: diagrams.map { PlainText(self).draw($0) }.joined(separator: "\n\n")
    case .unicode: diagrams.map { UnicodeText(self).draw($0) }.joined(separator: "\n\n")
    case .svg: SVG(self).draw(diagrams)
    case .json: diagrams.map { JSON().draw($0) }.joined(separator: "\n")
    }
  }

  /// The diagram without what goes beyond one row, where it is text in rows and has no end.
  func abridged(_ diagram: Diagram) -> Diagram {
    guard width != nil, diagram.isEndless else { return diagram }
    let last: Int
    switch format {
    case .plain: last = PlainText(self).lastTickOfOneRow(of: diagram)
    case .unicode: last = UnicodeText(self).lastTickOfOneRow(of: diagram)
    case .svg, .json: return diagram
    }
    var diagram = diagram
    diagram.ticks = diagram.ticks.lowerBound...max(last, diagram.ticks.lowerBound)
    return diagram
  }
}

extension Diagram {
  /// Whether a lane goes on beyond every drawing.
  var isEndless: Bool {
    rows.contains { row in
      if case .lane(let lane) = row { lane.timeline.loop != nil || lane.timeline.continues } else { false }
    }
  }
}
