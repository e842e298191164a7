import MarbleEvaluation
import MarbleLanguage

extension SVG.SystemDrawing {
  typealias Markup = SVG.Markup

  /// Draws the line of a track between its events, with its beginning and end.
  func lines(of index: Int, _ markup: inout Markup) {
    let track = figure.tracks[index]
    let goesOn = track.last > ticks.upperBound || !isLast && track.last == ticks.upperBound && track.layout.isOpen
    let isArrow = !goesOn && (track.layout.isOpen || track.layout.isCut)
    let edge = goesOn ? self.end + 4 : isArrow ? edge(of: track) : x(track.last)
    // Dots replace the line if more events are known to follow.
    let tip = edge + (track.layout.isCut ? 22 : 14)
    let end = isArrow && !track.layout.isCut ? tip - 7 : edge

    let isLinked = track.inner.map { link(to: $0, at: index, &markup) } ?? false
    for (number, phase) in track.layout.phases.enumerated() where phase.state != .hidden {
      var start = start(of: phase, on: track)
      if number == 0, track.depth == 0 { start -= 4 }
      if number == 0, isLinked, figure.slopes == nil { start += Self.bend }
      var stop = end
      if number + 1 < track.layout.phases.count {
        stop = min(stop, self.start(of: track.layout.phases[number + 1], on: track))
      }
      start = max(start, figure.gutter - 4)
      guard stop > start else { continue }
      line(index, from: start, to: stop, class: Self.style(of: phase.state, isInner: track.depth > 0), &markup)
    }
    for cut in scale.cuts(ofSystem: system.number)
    where cut.ticks.lowerBound <= track.last && cut.ticks.lowerBound >= track.firstTick {
      let place = scale.middle(of: cut)
      breakMark(at: (place, y(index, at: place)), &markup)
    }
    if isArrow {
      let n = Markup.number
      markup.path(class: "arrow", "M\(n(tip)) \(n(y(index, at: tip)))l-8 -4.5v9Z")
      if track.layout.isCut {
        for step in 0..<3 {
          let place = edge + 2.5 + 4.5 * Double(step)
          dot(at: (place, y(index, at: place)), radius: 1.2, &markup)
        }
      }
    }
    if let inner = track.inner, let disposed = inner.disposed, ticks.contains(disposed) {
      let place = x(disposed)
      let bar = Self.bar(at: place, through: track.stack(on: disposed), from: y(index, at: place), reach: 9)
      appearing(on: disposed, &markup) { $0.path(class: "drop", bar) }
    }
  }

  private static func style(of state: Layout.Phase.State, isInner: Bool) -> String {
    switch state {
    case .hidden, .observed: isInner ? "soft" : "line"
    case .waiting: "wait"
    case .ghost: "lost"
    }
  }

  private func line(_ track: Int, from start: Double, to end: Double, class name: String, _ markup: inout Markup) {
    markup.line(class: name, from: (start, y(track, at: start)), to: (end, y(track, at: end)))
  }

  /// Returns the start of a phase in this system: the left edge if it began earlier, and infinity if it begins later.
  private func start(of phase: Layout.Phase, on track: SVG.Track) -> Double {
    var from = phase.from
    if phase.state == .ghost, let disposed = track.inner?.disposed { from = disposed }
    if from > ticks.upperBound { return .infinity }
    let isBeginning = from < ticks.lowerBound || track.depth == 0 && from == ticks.lowerBound
    return isBeginning ? figure.gutter : x(from)
  }

  /// Returns the position where the arrow of a track begins.
  private func edge(of track: SVG.Track) -> Double {
    let edge = x(track.last) + (track.stack(on: track.last)?.room.right ?? 0)
    return track.last < ticks.upperBound ? edge : max(edge, end)
  }

  // MARK: Inner streams

  /// The radius of the corner between the link to a stream and the stream's line.
  private static let bend = 6.0

  /// Draws the link from the event that carried a stream, and a dot at its subscription if the link does not show it.
  ///
  /// - Returns: Whether a link was drawn.
  private func link(to inner: Diagram.Inner, at index: Int, _ markup: inout Markup) -> Bool {
    let isLinked = drawLink(to: inner, at: index, &markup)
    if let subscribed = inner.subscribed, ticks.contains(subscribed), inner.queued != nil || !isLinked {
      let place = x(subscribed)
      appearing(on: subscribed, &markup) { dot(at: (place, y(index, at: place)), radius: 3, &$0) }
    }
    return isLinked
  }

  private func drawLink(to inner: Diagram.Inner, at index: Int, _ markup: inout Markup) -> Bool {
    guard ticks.contains(inner.arrived), let parent = parent(of: index), system.lines[parent] != nil else {
      return false
    }
    // A further start of a source has no marble that it could hang from.
    guard inner.marble != nil || inner.depth > 1, inner.arrived <= figure.tracks[parent].last else { return false }
    let n = Markup.number
    let x = x(inner.arrived)
    let start = y(parent, at: x) + stackOffset(of: inner, on: parent) + SVG.Mark.height / 2
    let end = y(index, at: x)
    guard end > start else { return false }
    let bend = Self.bend
    let corner = figure.slopes == nil ? "V\(n(end - bend))q0 \(n(bend)) \(n(bend)) \(n(bend))" : "V\(n(end))"
    appearing(on: inner.arrived, &markup) { $0.path(class: "link", "M\(n(x)) \(n(start))" + corner) }
    return true
  }

  /// Returns the track that sent a stream.
  private func parent(of index: Int) -> Int? {
    let depth = figure.tracks[index].depth
    return figure.tracks[..<index].lastIndex { $0.depth < depth }
  }

  /// Returns the distance from its line down to the value that carried a stream.
  private func stackOffset(of inner: Diagram.Inner, on parent: Int) -> Double {
    guard let stack = figure.tracks[parent].stack(on: inner.arrived) else { return -12 }
    let mark = stack.marks.first { $0.index == inner.marble && inner.marble != nil }
    return SVG.Stack.pitch * Double(mark?.row ?? 0)
  }

  // MARK: Windows

  /// Draws the times during which a track was observed.
  func windows(of track: SVG.Track, below line: Double, _ markup: inout Markup) {
    let height = track.stacks(on: ticks).map(\.height).max() ?? 0
    var y = line + height + SVG.Mark.height / 2 + 6
    for window in track.observed.prefix(Layout.limit) {
      defer { y += SVG.Figure.windowPitch }
      guard window.start <= ticks.upperBound, window.end ?? .max >= ticks.lowerBound else { continue }
      let n = Markup.number
      let (begins, ends) = (ticks.contains(window.start), window.end.map { ticks.contains($0) } ?? false)
      let from = begins ? x(window.start) : figure.gutter
      let to = ends ? max(x(window.end ?? window.start), from + 2) : end
      var path = begins ? "M\(n(from)) \(n(y - 5))v3q0 2 2 2" : "M\(n(from)) \(n(y))"
      path += ends && to > from + 4 ? "H\(n(to - 2))q2 0 2 -2v-3" : "H\(n(to))"
      markup.path(class: "window", path)
    }
    if let omission = Layout.Omission(.window, of: track.observed.count) {
      markup.label(class: "note", at: (figure.gutter, y + 8), omission.text)
    }
  }

  // MARK: Small marks

  /// Draws two strokes where silent ticks are left out.
  private func breakMark(at place: SVG.Point, _ markup: inout Markup) {
    let n = Markup.number
    let (x, y) = place
    markup.path(class: "paper mb-gap", "M\(n(x - 5)) \(n(y + 6))l4 -12h6l-4 12Z")
    markup.path(class: "soft", "M\(n(x - 5)) \(n(y + 6))l4 -12M\(n(x + 1)) \(n(y + 6))l4 -12")
  }

  private func dot(at place: SVG.Point, radius: Double, _ markup: inout Markup) {
    let n = Markup.number
    markup.raw("<circle class=\"mb-dot\" cx=\"\(n(place.x))\" cy=\"\(n(place.y))\" r=\"\(n(radius))\"/>\n")
  }
}
