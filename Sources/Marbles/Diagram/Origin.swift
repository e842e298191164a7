import MarbleLanguage

extension Diagram {
  /// One event of a diagram.
  package struct EventReference: Sendable, Hashable {
    /// The line on which it stands, as ``Diagram/lines`` counts them.
    package var line: Int
    /// Its place among the events of that line.
    package var index: Int

    package init(line: Int, index: Int) {
      self.line = line
      self.index = index
    }
  }

  /// Where an event comes from.
  package struct Origin: Sendable, Hashable {
    /// The events that made it come, on the lines next above it; for what several have made together, all of them.
    package var causes: [EventReference]
    /// The lines that its value was first sent on.
    package var source: Source

    package init(causes: [EventReference] = [], source: Source = .unknown) {
      self.causes = causes
      self.source = source
    }
  }

  /// The lines that a value was first sent on.
  package indirect enum Source: Sendable, Hashable {
    case unknown
    /// A line, as ``Diagram/lines`` counts them.
    case line(Int)
    /// What was put together, item by item, as in a tuple that `zip` makes.
    case parts([Source])
  }

  /// A lane, or an inner stream of one.
  package enum Line: Sendable, Hashable {
    case lane(Lane)
    case inner(Inner)
  }

  /// The lanes from top to bottom, each with its inner streams behind it.
  package var lines: [Line] {
    rows.flatMap { row in
      if case .lane(let lane) = row { [.lane(lane)] + lane.inner.map(Line.inner) } else { [Line]() }
    }
  }

  /// For each line that values are first sent on, how many such lines are above it; what it is colored by.
  ///
  /// Inputs have a color of their own, other lines only where some value comes from there.
  var tints: [Int?] {
    let lines = lines
    var isSource = lines.map { if case .lane(let lane) = $0 { lane.role == .input } else { false } }
    func mark(_ source: Source) {
      switch source {
      case .unknown: break
      case .line(let line): if isSource.indices.contains(line) { isSource[line] = true }
      case .parts(let parts): parts.forEach(mark)
      }
    }
    for line in lines { line.origins.forEach { mark($0.source) } }
    var count = 0
    return isSource.map { isSource in
      defer { if isSource { count += 1 } }
      return isSource ? count : nil
    }
  }
}

extension Diagram.Line {
  /// Where its events come from, one for each; none where nobody knows.
  package var origins: [Diagram.Origin] {
    switch self {
    case .lane(let lane): lane.origins
    case .inner(let inner): inner.origins
    }
  }

  /// What happened on it, on the ticks of the diagram, what repeats for ever left out.
  package var marbles: [Timeline.Marble] {
    switch self {
    case .lane(let lane): lane.timeline.marbles
    case .inner(let inner): inner.marbles
    }
  }
}
