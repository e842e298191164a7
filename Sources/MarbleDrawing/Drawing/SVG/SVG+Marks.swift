import MarbleEvaluation
import MarbleLanguage

extension SVG.SystemDrawing {
  /// Draws the events of a track as one group, and records their positions.
  ///
  /// The group is moved to the line of the track, so that its marks are the same wherever the track is. A page that
  /// shows the next picture of a script then has less to change.
  func draw(marksOf index: Int, _ markup: inout Markup, _ places: inout [Diagram.EventReference: SVG.Point]) {
    let track = figure.tracks[index]
    let stacks = track.stacks(on: ticks)
    let origin = system.lines[index] ?? 0
    markup.raw(opening(of: index, at: origin, stacks))
    for stack in stacks {
      let x = x(stack.tick)
      let line = y(index, at: x) - origin
      let animationClass = animationClass(on: stack.tick)
      let bottom = line + stack.height
      if bottom > line { markup.line(class: "stem" + animationClass, from: (x, line), to: (x, bottom)) }
      for mark in stack.marks {
        let point = (x: x, y: line + SVG.Stack.pitch * Double(mark.row))
        record(mark, at: (x, origin + point.y), track, &places)
        open(mark, "m" + animationClass + fading(of: mark, on: track), &markup)
        if mark.kind.isValue {
          value(mark, at: point, &markup)
          number(mark, of: track, at: (x + mark.right, point.y - 13), &markup)
        } else {
          end(mark, at: point, of: stack, from: line, &markup)
          number(mark, of: track, at: (x + 6, point.y - 13), &markup)
        }
        markup.raw("</g>\n")
      }
    }
    markup.raw("</g>\n")
  }

  /// Returns the opening tag of the group of a track, with the data by which scripts find its marbles.
  private func opening(of index: Int, at origin: Double, _ stacks: ArraySlice<SVG.Stack>) -> String {
    let track = figure.tracks[index]
    var tag = "<g" + XML.attributes(["data-lane": track.layout.name, "data-role": track.role])
    tag += " transform=\"\(Markup.translation(by: (0, origin)))\""
    if figure.slopes == nil || track.depth == 0 { tag += " data-y=\"\(Markup.number(top + origin))\"" }
    return tag + " data-ticks=\"" + stacks.joinedTicks + "\">\n"
  }

  private func record(
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

  // MARK: Values

  private func value(_ mark: SVG.Mark, at point: SVG.Point, _ markup: inout Markup) {
    let start = point.x - mark.left
    if mark.isGhost || mark.kind != .value {
      let (left, right) = (cap(mark.parts.first), cap(mark.parts.last))
      let outline = SVG.Cap.outline(left: left, right: right, from: start, to: start + mark.width, middle: point.y)
      markup.path(class: mark.isGhost ? "ghost" : "plain", outline)
    }
    // A marble is at least as wide as high.
    let stretch = mark.width / mark.parts.reduce(0) { $0 + $1.width }
    var x = start
    for (index, part) in mark.parts.enumerated() {
      let isFirst = index == 0
      let isLast = index == mark.parts.count - 1
      let end = x + part.width * stretch
      var name = mark.isGhost ? "gone" : "dark"
      if !mark.isGhost, mark.kind == .value {
        let shape = cap(part)
        let seam = 0.75
        let outline = SVG.Cap.outline(
          left: isFirst ? shape : .flat, right: isLast ? shape : .flat, from: isFirst ? x : x + seam,
          to: isLast ? end : end - seam, middle: point.y)
        markup.path(class: part.tint.map { "c\($0 % Palette.tints.count)" } ?? "plain", outline)
        if part.tint != nil { name = "" }
      }
      caption(part.caption, name.isEmpty ? "value" : "value mb-" + name, at: ((x + end) / 2, point.y), &markup)
      x = end
    }
  }

  private func caption(_ caption: SVG.Caption, _ name: String, at middle: SVG.Point, _ markup: inout Markup) {
    guard caption.isSmall else {
      return markup.label(class: name, at: (middle.x, middle.y + 4.6), caption.lines[0])
    }
    let pitch = 9.5
    let first = middle.y + 3.5 - pitch / 2 * Double(caption.lines.count - 1)
    for (index, line) in caption.lines.enumerated() {
      markup.label(class: name + " mb-small", at: (middle.x, first + pitch * Double(index)), line)
    }
  }

  private func cap(_ part: SVG.Mark.Part?) -> SVG.Cap { part?.tint.map { SVG.Cap(tint: $0) } ?? .square }

  // MARK: Ends

  private func end(
    _ mark: SVG.Mark, at point: SVG.Point, of stack: SVG.Stack, from line: Double, _ markup: inout Markup
  ) {
    let faint = mark.isGhost ? " mb-faint" : ""
    switch mark.kind {
    case .value, .more: break
    case .completed: markup.path(class: "bar" + faint, Self.bar(at: point.x, through: stack, from: line, reach: 11))
    case .interrupted:
      markup.path(class: "bar mb-dashed" + faint, Self.bar(at: point.x, through: stack, from: line, reach: 12))
    case .failed:
      let n = Markup.number
      let tint = mark.isGhost ? nil : mark.tint.map { $0 % Palette.tints.count }
      let stroke = tint.map { " mb-s\($0)" } ?? faint
      markup.path(
        class: "cross" + stroke,
        "M\(n(point.x - 6)) \(n(point.y - 6))l12 12M\(n(point.x - 6)) \(n(point.y + 6))l12 -12")
      guard !mark.message.isEmpty else { return }
      let fill = tint.map { " mb-c\($0)" } ?? (mark.isGhost ? " mb-gone" : "")
      markup.label(class: "message" + fill, at: (point.x + SVG.Mark.messageOffset, point.y + 4.3), mark.message)
    }
  }

  /// The distance that a bar extends above and below the marks on its tick.
  static let barReach = 6.0

  /// Returns a vertical bar on the line, or two pieces of it above and below the marks on its tick.
  static func bar(at x: Double, through stack: SVG.Stack?, from line: Double, reach: Double) -> String {
    let n = Markup.number
    guard let stack, stack.hasMarksOnLine else { return "M\(n(x)) \(n(line - reach))V\(n(line + reach))" }
    let (top, bottom) = (line - SVG.Mark.height / 2, line + stack.height + SVG.Mark.height / 2)
    return "M\(n(x)) \(n(top - barReach))v\(n(barReach))M\(n(x)) \(n(bottom))v\(n(barReach))"
  }
}

extension ArraySlice<SVG.Stack> {
  /// The tick of each mark in the order of the marks, where `4+3` stands for three events on tick 4.
  fileprivate var joinedTicks: String {
    var text = ""
    for stack in self {
      for mark in stack.marks {
        if !text.isEmpty { text += " " }
        text += String(stack.tick)
        if case .more(let count) = mark.kind { text += "+\(count)" }
      }
    }
    return text
  }
}
