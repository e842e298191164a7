import MarbleLanguage

extension SVG.SystemDrawing {
  /// Draws the events of a track, and records their positions.
  func draw(marksOf index: Int, _ markup: inout Markup, _ places: inout [Diagram.EventReference: SVG.Point]) {
    let track = figure.tracks[index]
    var column = system.columns.lowerBound
    for stack in track.stacks(on: ticks) {
      while figure.scale.columns[column].tick < stack.tick { column += 1 }
      let x = x(figure.scale.columns[column].x)
      let line = y(index, at: x)
      let animationClass = figure.style.isAnimated ? " mb-t\(number)-\(column)" : ""
      let bottom = line + SVG.Stack.pitch * Double(max(1, stack.values.count) - 1)
      if bottom > line { markup.line(class: "stem" + animationClass, from: (x, line), to: (x, bottom)) }
      for (place, mark) in stack.values.enumerated() {
        let point = (x: x, y: line + SVG.Stack.pitch * Double(place))
        note(mark, at: point, track, &places)
        open(mark, "m" + animationClass + fading(of: mark, on: track), &markup)
        value(mark, at: point, &markup)
        number(mark, of: track, at: (x + mark.width / 2, point.y - 13), &markup)
        markup.raw("</g>\n")
      }
      for (mark, offset) in stack.ends {
        note(mark, at: (x + offset, line), track, &places)
        open(mark, "m" + animationClass + fading(of: mark, on: track), &markup)
        end(mark, from: (x + offset, line), down: bottom, &markup)
        number(mark, of: track, at: (x + offset + 6, line - 13), &markup)
        markup.raw("</g>\n")
      }
    }
  }

  private func note(
    _ mark: SVG.Mark, at point: SVG.Point, _ track: SVG.Track, _ places: inout [Diagram.EventReference: SVG.Point]
  ) {
    guard figure.style.showsWires, let index = mark.index else { return }
    places[Diagram.EventReference(line: track.layout.line, index: index)] = point
  }

  /// Returns the class of an event that an explanation is not about.
  private func fading(of mark: SVG.Mark, on track: SVG.Track) -> String {
    guard let trail = figure.trail else { return "" }
    return number(mark, of: track, in: trail) == nil ? " mb-off" : ""
  }

  /// Draws the number of an event in an explanation.
  private func number(_ mark: SVG.Mark, of track: SVG.Track, at point: SVG.Point, _ markup: inout Markup) {
    guard let number = figure.trail.flatMap({ number(mark, of: track, in: $0) }), number > 0 else { return }
    markup.label(class: "number", at: point, String(number))
  }

  private func number(_ mark: SVG.Mark, of track: SVG.Track, in trail: Diagram.Trail) -> Int? {
    mark.index.flatMap { trail.numbers[Diagram.EventReference(line: track.layout.line, index: $0)] }
  }

  private func open(_ mark: SVG.Mark, _ name: String, _ markup: inout Markup) {
    markup.raw("<g class=\"mb-\(name)\"><title>")
    markup.raw(XML.escaped(mark.tooltip))
    markup.raw("</title>")
  }

  private func value(_ mark: SVG.Mark, at point: SVG.Point, _ markup: inout Markup) {
    var x = point.x - mark.width / 2
    if mark.isGhost || mark.kind == .more {
      let (left, right) = (cap(mark.parts.first), cap(mark.parts.last))
      let outline = SVG.Cap.outline(left: left, right: right, from: x, to: x + mark.width, middle: point.y)
      markup.path(class: mark.isGhost ? "ghost" : "plain", outline)
    }
    for (index, part) in mark.parts.enumerated() {
      let isFirst = index == 0
      let isLast = index == mark.parts.count - 1
      var name = mark.isGhost ? "gone" : "dark"
      if !mark.isGhost, mark.kind == .value {
        let shape = cap(part)
        let seam = 0.75
        let outline = SVG.Cap.outline(
          left: isFirst ? shape : .flat, right: isLast ? shape : .flat, from: isFirst ? x : x + seam,
          to: isLast ? x + part.width : x + part.width - seam, middle: point.y)
        markup.path(class: part.tint.map { "c\($0 % Palette.tints.count)" } ?? "plain", outline)
        if part.tint != nil { name = "" }
      }
      markup.label(
        class: name.isEmpty ? "value" : "value mb-" + name, at: (x + part.width / 2, point.y + 4.6), part.text)
      x += part.width
    }
  }

  private func cap(_ part: SVG.Mark.Part?) -> SVG.Cap { part?.tint.map { SVG.Cap(tint: $0) } ?? .square }

  private func end(_ mark: SVG.Mark, from top: SVG.Point, down bottom: Double, _ markup: inout Markup) {
    let faint = mark.isGhost ? " mb-faint" : ""
    switch mark.kind {
    case .value, .more: break
    case .completed: markup.line(class: "bar" + faint, from: (top.x, top.y - 11), to: (top.x, bottom + 11))
    case .interrupted:
      markup.line(class: "bar mb-dashed" + faint, from: (top.x, top.y - 12), to: (top.x, bottom + 12))
    case .failed:
      let n = Markup.number
      let tint = mark.isGhost ? nil : mark.tint.map { $0 % Palette.tints.count }
      let stroke = tint.map { " mb-s\($0)" } ?? faint
      markup.path(
        class: "cross" + stroke,
        "M\(n(top.x - 6)) \(n(top.y - 6))l12 12M\(n(top.x - 6)) \(n(top.y + 6))l12 -12")
      guard !mark.message.isEmpty else { return }
      let fill = tint.map { " mb-c\($0)" } ?? (mark.isGhost ? " mb-gone" : "")
      markup.label(class: "message" + fill, at: (top.x + 13, top.y + 4.3), mark.message)
    }
  }
}
