import MarbleLanguage

extension Diagram {
  /// A reference to an event of a diagram.
  package struct EventReference: Sendable, Hashable {
    /// The index of the line in ``Diagram/lines``.
    package var line: Int
    /// The index of the event on that line.
    package var index: Int

    package init(line: Int, index: Int) {
      self.line = line
      self.index = index
    }
  }

  /// The origin of an event.
  package struct Origin: Sendable, Hashable {
    /// The events on the closest lines above that caused this event.
    ///
    /// There are several if an operator combined them.
    package var causes: [EventReference]
    /// The lines on which its value was first sent.
    package var source: Source
    /// Other members of its line in a trace, as an object of JSON.
    package var others: String?

    package init(causes: [EventReference] = [], source: Source = .unknown, others: String? = nil) {
      self.causes = causes
      self.source = source
      self.others = others
    }
  }

  /// The lines on which a value was first sent.
  package indirect enum Source: Sendable, Hashable {
    case unknown
    /// The index of a line in ``Diagram/lines``.
    case line(Int)
    /// The sources of the items of a combined value, such as a tuple from `zip`.
    case parts([Source])
  }

  /// A lane or an inner stream.
  package enum Line: Sendable, Hashable {
    case lane(Lane)
    case inner(Inner)
  }

  /// The lanes from top to bottom, each followed by its inner streams.
  package var lines: [Line] {
    rows.flatMap { row in
      if case .lane(let lane) = row { [.lane(lane)] + lane.inner.map(Line.inner) } else { [Line]() }
    }
  }

  /// The names of the lines on which values are first sent, and `nil` for the other lines.
  ///
  /// Every input has a name here. Other lines have one only if they are the source of a value.
  package var sourceNames: [String?] {
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
    return zip(lines, isSource).map { $1 ? $0.name : nil }
  }
}

extension Diagram.Line {
  package var name: String {
    switch self {
    case .lane(let lane): lane.name
    case .inner(let inner): inner.name
    }
  }

  /// The origins of the events, one for each, or an empty array if they are unknown.
  package var origins: [Diagram.Origin] {
    switch self {
    case .lane(let lane): lane.origins
    case .inner(let inner): inner.origins
    }
  }

  /// The events on the ticks of the diagram, without those of an endless loop.
  package var marbles: [Timeline.Marble] {
    switch self {
    case .lane(let lane): lane.timeline.marbles
    case .inner(let inner): inner.marbles
    }
  }
}
