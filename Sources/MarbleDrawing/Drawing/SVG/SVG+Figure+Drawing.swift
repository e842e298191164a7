import MarbleEvaluation
import MarbleLanguage

extension SVG.Figure {
  /// Draws the figure, whose upper edge is at `top` in the picture.
  func draw(into markup: inout SVG.Markup, top: Double) {
    for (index, system) in systems.enumerated() {
      let part = SVG.SystemDrawing(figure: self, system: system, top: top, isLast: index == systems.count - 1)
      part.draw(into: &markup)
      if style.isAnimated {
        markup.line(
          class: "head mb-h\(index)", from: (part.start, system.top + 16), to: (part.start, system.bottom))
      }
    }
    for (index, note) in notes.enumerated() {
      let y = height - SVG.Figure.lineHeight * Double(notes.count - index) + 14
      markup.label(class: "note", at: (0, y), note)
    }
  }
}

extension SVG {
  /// A drawing of one system of a figure.
  struct SystemDrawing {
    let figure: Figure
    let system: Figure.System
    /// The upper edge of the figure in the picture.
    let top: Double
    /// Whether this is the last system.
    let isLast: Bool

    var scale: Scale { figure.scale }
    var ticks: ClosedRange<Int> { system.ticks }

    fileprivate func draw(into markup: inout Markup) {
      ruler(&markup)
      boxes(&markup)
      for (index, track) in figure.tracks.enumerated() {
        guard let line = system.lines[index] else { continue }
        if figure.style.showsSubscriptions { windows(of: track, below: line, &markup) }
        lines(of: index, &markup)
      }
      var marks = Markup()
      var places: [Diagram.EventReference: Point] = [:]
      for index in figure.tracks.indices where system.lines[index] != nil {
        draw(marksOf: index, &marks, &places)
      }
      if figure.style.showsWires { wires(between: places, &markup) }
      expressions(&markup)
      markup.raw(marks.text)
      names(&markup)
    }

    // MARK: Positions

    /// Returns the horizontal position of a tick.
    func x(_ tick: Int) -> Double { scale.x(tick) }

    /// The position of the first tick.
    var start: Double { x(ticks.lowerBound) }

    /// The right edge of the last tick.
    var end: Double { x(ticks.upperBound) + scale.tickWidth / 2 }

    /// Returns the vertical position of a track at a horizontal position.
    func y(_ track: Int, at x: Double) -> Double {
      let line = system.lines[track] ?? 0
      guard let slopes = figure.slopes, figure.tracks[track].depth > 0 else { return line }
      return line + slopes.y(of: track, at: x)
    }

    /// Returns the class of marks that appear on a tick, after a space, if the picture is animated.
    func animationClass(on tick: Int) -> String { figure.style.isAnimated ? " mb-t\(tick)" : "" }

    /// Draws something that appears on a tick, if the picture is animated.
    func appearing(on tick: Int, _ markup: inout Markup, _ draw: (inout Markup) -> Void) {
      guard figure.style.isAnimated else { return draw(&markup) }
      markup.raw("<g class=\"mb-t\(tick)\">")
      draw(&markup)
      markup.raw("</g>\n")
    }

    // MARK: Ruler, boxes, names

    private func ruler(_ markup: inout Markup) {
      let labels = scale.labels(ofSystem: system.number, upTo: ticks.upperBound)
      let cuts = scale.cuts(ofSystem: system.number).filter { $0.ticks.lowerBound <= ticks.upperBound }
      grid(class: "grid", at: labels.filter { !$0.isCut }.map(\.x), from: system.top + 17, &markup)
      grid(class: "grid mb-cut", at: cuts.flatMap(scale.edges), from: system.top + 3, &markup)
      for label in labels { markup.label(class: "tick", at: (label.x, system.top + 11), label.text) }
    }

    /// Draws vertical lines to the bottom of the system, as one path.
    private func grid(class name: String, at places: [Double], from top: Double, _ markup: inout Markup) {
      guard !places.isEmpty else { return }
      let n = Markup.number
      markup.path(class: name, places.map { "M\(n($0)) \(n(top))V\(n(system.bottom))" }.joined())
    }

    private func boxes(_ markup: inout Markup) {
      for (index, item) in figure.items.enumerated() {
        guard let edges = system.blocks[index] else { continue }
        switch item {
        case .track: break
        case .remark(let text): markup.label(class: "note", at: (Figure.indent, edges.lowerBound + 13), text)
        case .box(let lines):
          let width = max(Figure.boxWidth(of: lines), end - figure.gutter)
          let n = Markup.number
          markup.raw("<rect class=\"mb-box\" x=\"\(n(figure.gutter))\" y=\"\(n(edges.lowerBound))\" rx=\"6\"")
          markup.raw(" width=\"\(n(width))\" height=\"\(n(edges.upperBound - edges.lowerBound))\"/>\n")
        }
      }
    }

    /// Writes the text of the boxes, on a background that interrupts the wires.
    private func expressions(_ markup: inout Markup) {
      for (index, item) in figure.items.enumerated() {
        guard case .box(let lines) = item, let edges = system.blocks[index] else { continue }
        let inside = Figure.boxWidth(of: lines)
        let left = figure.gutter + (max(inside, end - figure.gutter) - inside) / 2 + 14
        if figure.style.showsWires {
          let n = Markup.number
          markup.raw("<rect class=\"mb-back\" x=\"\(n(left - 4))\" y=\"\(n(edges.lowerBound + 6))\"")
          markup.raw(" width=\"\(n(inside - 20))\" height=\"\(n(edges.upperBound - edges.lowerBound - 12))\"/>\n")
        }
        for (number, line) in lines.enumerated() {
          let y = edges.lowerBound + 8 + Figure.lineHeight * Double(number) + 14
          markup.label(class: "code", at: (left, y), line)
        }
      }
    }

    private func names(_ markup: inout Markup) {
      for (index, track) in figure.tracks.enumerated() {
        guard let line = system.lines[index] else { continue }
        if figure.slopes != nil, track.depth > 0 { continue }
        var x = Figure.indent * Double(min(track.depth, 20))
        if let tint = track.tint {
          let cap = Cap(tint: tint)
          markup.path(
            class: "c\(tint % Palette.tints.count)",
            Cap.outline(left: cap, right: cap, from: x, to: x + 12, middle: line, height: 10))
          x += Figure.swatch
        }
        markup.label(class: track.depth == 0 ? "name" : "inner", at: (x, line + 4.5), track.name)
        if !track.remark.isEmpty {
          x += TextMetrics.width(of: track.name + " ", size: Figure.nameSize)
          markup.label(class: "cold", at: (x, line + 4.5), track.remark)
        }
      }
    }

    // MARK: Wires

    private func wires(between places: [Diagram.EventReference: Point], _ markup: inout Markup) {
      for track in figure.tracks {
        let origins = track.layout.origins
        for stack in track.stacks(on: ticks) {
          for mark in stack.marks {
            guard let index = mark.index, origins.indices.contains(index),
              let end = places[Diagram.EventReference(line: track.layout.line, index: index)]
            else { continue }
            let tint = mark.kind == .value && mark.parts.count == 1 ? mark.parts[0].tint : mark.tint
            let color = tint.map { " mb-s\($0 % Palette.tints.count)" } ?? ""
            for cause in origins[index].causes {
              guard let start = places[cause] else { continue }
              appearing(on: stack.tick, &markup) { $0.path(class: "wire" + color, Self.wire(from: start, to: end)) }
            }
          }
        }
      }
    }

    private static func wire(from start: Point, to end: Point) -> String {
      let n = Markup.number
      let isDown = end.y >= start.y
      let (y1, y2) = (start.y + (isDown ? 12 : -12), end.y + (isDown ? -12 : 12))
      let middle = (y1 + y2) / 2
      return "M\(n(start.x)) \(n(y1))C\(n(start.x)) \(n(middle)) \(n(end.x)) \(n(middle)) \(n(end.x)) \(n(y2))"
    }
  }
}
