/// A text drawing that was pasted into a source: lanes under a ruler.
///
///              0    5    10
///     letters  --a-----b--|
///     again    ----1----|
///              = merge(letters, again) =
///     out      --a-1---b--|
///
/// Indented lines are annotations and are skipped: the ruler, operators, inner streams and carets. A folded drawing
/// has several systems, each under its own ruler that continues the previous one.
///
/// A single lane is a drawing too if it is drawn with `─` and `┤`. Otherwise it would be a timeline.
struct PastedDrawing {
  /// A lane, with one piece per system that it was folded into.
  struct Lane {
    /// The name, or an empty span for a further attempt of the cold lane above.
    let name: Span
    let isCold: Bool
    var pieces: [Span]
  }

  /// A ruler, and the pieces of hot lanes below it with the starts of their lines.
  struct System {
    let ruler: Ruler
    fileprivate(set) var pieces: [(line: Int, span: Span)] = []
  }

  private(set) var lanes: [Lane] = []
  private(set) var systems: [System] = []
  /// The tokens of all lines, in source order.
  private(set) var tokens: [(kind: SyntaxKind, span: Span)] = []
  /// The first row of a further subscription to a cold lane that sends other events than the lane.
  ///
  /// A row does not show its ticks, so that its timeline is unknown.
  private(set) var otherSubscription: Span?
  /// The end of the last line.
  private(set) var end: Int
  /// Whether the next line can belong to the drawing.
  private(set) var mayContinue = true

  private let bytes: SourceBytes

  /// Reads the drawing that begins with the line at an offset, or returns `nil` if there is none.
  init?(at line: Int, in bytes: SourceBytes) {
    self.bytes = bytes
    end = line
    guard var ruler = Ruler(at: line, in: bytes) else { return nil }
    guard readSystem(below: ruler) else { return nil }
    while true {
      // A folded drawing continues after an empty line.
      let next = end + 2
      guard bytes[end] == ASCII.newline, bytes[end + 1] == ASCII.newline, let following = Ruler(at: next, in: bytes),
        following.first > ruler.last, readSystem(below: following)
      else { return }
      ruler = following
    }
  }

  /// Reads a single lane without a ruler, such as `a  ──1──2──┤`, or returns `nil` if there is none.
  init?(laneAt line: Int, in bytes: SourceBytes) {
    self.bytes = bytes
    mayContinue = false
    // A digit or a dash may begin a timeline.
    let beginsName = bytes.identifierEnd(at: line) != nil
    guard let head = LaneHead(at: line, in: bytes) ?? (beginsName ? LaneHead(ofOtherNameAt: line, in: bytes) : nil),
      bytes[head.lane] != ASCII.equals
    else { return nil }
    end = bytes.lineEnd(at: line)
    guard !Self.keywords.contains(bytes.text(head.name)), bytes.hasDrawnLine(in: head.lane..<end) else { return nil }
    addTokens(of: head, upTo: end)
    lanes = [Lane(name: head.name, isCold: head.isCold, pieces: [head.lane..<end])]
  }

  /// The words that can precede a timeline.
  private static let keywords: Set = ["check", "cold", "raw", "subscriptions", "during"]

  private mutating func addTokens(of head: LaneHead, upTo end: Int) {
    tokens.append((.identifier, head.name))
    if head.isCold { tokens.append((.keyword, head.name.upperBound + 1..<head.name.upperBound + 5)) }
    tokens.append((.timeline(head.isCold ? .cold : .pipe), head.lane..<end))
  }

  /// Reads the lines under a ruler, and returns whether there is a lane.
  private mutating func readSystem(below ruler: Ruler) -> Bool {
    let known = lanes.count
    var seen: [String: Int] = [:]
    var gutter = Int.max
    /// The index of the cold lane above, and the number of further attempts below it.
    var cold: (place: Int, attempts: Int)?
    var end = ruler.end
    systems.append(System(ruler: ruler))
    tokens.append((.annotation, ruler.start..<end))
    while bytes[end] == ASCII.newline, let first = bytes[end + 1], first != ASCII.newline {
      let line = end + 1
      let lineEnd = bytes.lineEnd(at: line)
      if let head = LaneHead(at: line, in: bytes) ?? LaneHead(ofOtherNameAt: line, in: bytes) {
        gutter = min(gutter, head.lane - line)
        let name = bytes.text(head.name)
        let count = seen[name, default: 0]
        seen[name] = count + 1
        let place = add(
          Lane(name: head.name, isCold: head.isCold, pieces: [head.lane..<lineEnd]), as: count, among: known)
        cold = head.isCold ? (place, 0) : nil
        if !head.isCold { systems[systems.count - 1].pieces.append((line, head.lane..<lineEnd)) }
        addTokens(of: head, upTo: lineEnd)
      } else if first.separatesWords {
        // A second ruler without lanes before it begins another drawing. The lines before it are not one.
        if seen.isEmpty, Ruler(at: line, in: bytes) != nil { return false }
        let ink = bytes.skipWhitespace(at: line)
        if let (lane, attempts) = cold, ink - line >= gutter, !bytes.isOperation(at: ink), ink < lineEnd {
          cold = (lane, attempts + 1)
          tokens.append((.timeline(.cold), ink..<lineEnd))
          let place = lane + 1 + attempts
          if place < known, lanes[place].name.isEmpty {
            lanes[place].pieces.append(ink..<lineEnd)
          } else {
            lanes.append(Lane(name: line..<line, isCold: true, pieces: [ink..<lineEnd]))
          }
        } else {
          if let (lane, _) = cold, isOther(ink..<lineEnd, than: lanes[lane]) {
            otherSubscription = otherSubscription ?? ink..<lineEnd
          }
          tokens.append((.annotation, line..<lineEnd))
        }
      } else if !bytes.hasLineComment(at: line) {
        break
      }
      end = lineEnd
    }
    guard !seen.isEmpty else { return false }
    self.end = end
    return true
  }

  /// Whether a row is a subscription to a cold lane with other events, up to its end.
  private func isOther(_ row: Span, than lane: Lane) -> Bool {
    guard let name = bytes.identifierEnd(at: row.lowerBound), bytes.text(row.lowerBound..<name) == bytes.text(lane.name)
    else { return false }
    let (elbow, first) = (bytes.skipWhitespace(at: name), lane.pieces.map(bytes.text).joined())
    guard ["`", "╰"].contains(where: { bytes.has($0, at: elbow) }) else { return false }
    // The first tick of a row can be at its elbow.
    let events = Self.plain(bytes.text(bytes.characterEnd(at: elbow)..<row.upperBound)).prefix { $0 != "!" }
    return !["", "-"].contains { Self.plain(first).hasPrefix($0 + events) }
  }

  /// Returns the events of a lane without the space between them, in plain characters.
  private static func plain(_ text: String) -> String {
    [("─", "-"), ("┤", "|"), ("╳", "#"), (".", ""), (" ", "")].reduce(text) { $0.replacing($1.0, with: $1.1) }
  }

  /// Returns the first lane with a tick in a column where the ruler or a lane above has another tick.
  ///
  /// In a box drawing, the line is longer where another lane has a wide event, so that it does not tell the ticks. In
  /// other drawings, `.` takes this place.
  ///
  /// - Parameter read: Returns the tokens of a lane.
  func laneWithOtherTicks(reading read: (Span) -> [TimelineToken]) -> Span? {
    for (index, system) in systems.enumerated()
    where system.pieces.contains(where: { bytes.hasDrawnLine(in: $0.span) }) {
      // The pieces of a folded drawing begin on a tick that the ruler need not show, but on the same one.
      var ticks = index == 0 ? system.ruler.ticks : [:]
      for (line, span) in system.pieces {
        let tokens = read(span)
        // The error of the lane says more.
        if tokens.contains(where: { if case .error = $0.kind { true } else { false } }) { return nil }
        let origin = tokens.first { if case .origin = $0.kind { true } else { false } }?.tick ?? 0
        for token in tokens {
          let column = displayWidth(of: bytes.text(line..<token.span.lowerBound))
          let tick = token.tick - origin
          guard ticks.updateValue(tick, forKey: column) ?? tick == tick else { return span }
        }
      }
    }
    return nil
  }

  /// Adds a piece to the lane with the same name in the systems above, or adds a new lane.
  ///
  /// Returns its index.
  private mutating func add(_ lane: Lane, as count: Int, among known: Int) -> Int {
    let name = bytes.text(lane.name)
    let places = lanes[..<known].indices.filter { bytes.text(lanes[$0].name) == name }
    if count < places.count {
      lanes[places[count]].pieces += lane.pieces
      return places[count]
    }
    lanes.append(lane)
    return lanes.count - 1
  }

  /// A line of increasing numbers after at least three spaces.
  ///
  /// Three is the minimum width of the name of a lane and the two spaces after it.
  struct Ruler {
    let first: Int
    let last: Int
    /// The offset of the first number.
    let start: Int
    /// The end of the line.
    let end: Int
    /// The ticks of the columns, unless ticks are left out.
    private(set) var ticks: [Int: Int] = [:]

    init?(at line: Int, in bytes: SourceBytes) {
      // Most lines fail immediately, and no line is read further than it looks like a ruler.
      var offset = bytes.skipWhitespace(at: line)
      guard offset >= line + 3 else { return nil }
      start = offset
      var numbers: (first: Int, last: Int)?
      var isWhole = true
      while let byte = bytes[offset], byte != ASCII.newline {
        var wordEnd = offset
        while wordEnd < offset + 20, let byte = bytes[wordEnd], !byte.separatesWords, byte != ASCII.newline {
          wordEnd += 1
        }
        let word = bytes.text(offset..<wordEnd)
        if word == Ellipsis.mark {
          isWhole = false
        } else {
          guard let number = Int(word), number > numbers?.last ?? .min else { return nil }
          numbers = (numbers?.first ?? number, number)
          ticks[offset - line] = number
        }
        offset = bytes.skipWhitespace(at: wordEnd)
      }
      guard let numbers else { return nil }
      (first, last) = numbers
      if !isWhole { ticks = [:] }
      end = min(offset, bytes.count)
    }
  }

  /// The beginning of a line with a lane: `name`, `name cold`, `in 1` or `out 1`, perhaps a number of observers as in `x2`, then
  /// at least two spaces.
  struct LaneHead {
    let name: Span
    let isCold: Bool
    /// The offset of the lane itself.
    let lane: Int

    init?(at line: Int, in bytes: SourceBytes) {
      guard var end = bytes.identifierEnd(at: line) else { return nil }
      var isCold = false
      if bytes.has(" cold ", at: end) {
        isCold = true
        name = line..<end
        end += 5
      } else {
        if bytes.has("in ", at: line) || bytes.has("out ", at: line), let digit = bytes[end + 1], digit.isDigit {
          end += 1
          while let byte = bytes[end], byte.isDigit { end += 1 }
        }
        name = line..<end
      }
      end = bytes.observerCountEnd(at: end) ?? end
      self.isCold = isCold
      lane = bytes.skipWhitespace(at: end)
      guard lane >= end + 2, lane < bytes.lineEnd(at: line) else { return nil }
    }

    /// Reads the head of a lane with a name of a trace, such as `my stream` or `app-start cold`.
    init?(ofOtherNameAt line: Int, in bytes: SourceBytes) {
      let lineEnd = bytes.lineEnd(at: line)
      guard let gap = (line..<lineEnd).first(where: { bytes.has("  ", at: $0) }),
        case let words = bytes.text(line..<gap), words.first.map({ $0 != " " }) == true,
        !words.contains(where: { "\"`=|{}[]\\─┤╳".contains($0) })
      else { return nil }
      isCold = words.hasSuffix(" cold")
      name = line..<gap - (isCold ? 5 : 0)
      lane = bytes.skipWhitespace(at: gap)
      // Other text is not a lane.
      guard lane < lineEnd, bytes.text(lane..<lineEnd).contains(where: { "-─|┤".contains($0) }),
        bytes[lane] != ASCII.equals, !bytes.has("//", at: lane)
      else { return nil }
    }
  }
}

extension SourceBytes {
  /// Returns the end of a number of observers after a name, such as ` x2`, ` ×2` or ` x100000+`, or `nil` if there is none.
  fileprivate func observerCountEnd(at offset: Int) -> Int? {
    let start = has(" x", at: offset) ? offset + 2 : offset + 3
    guard start == offset + 2 || has(" ×", at: offset) else { return nil }
    var end = start
    while let byte = self[end], byte.isDigit { end += 1 }
    return end > start ? end + (self[end] == UInt8(ascii: "+") ? 1 : 0) : nil
  }

  /// Whether `─` or `┤` is in a span, outside brackets and quotes.
  fileprivate func hasDrawnLine(in span: Span) -> Bool {
    var offset = span.lowerBound
    var (depth, isQuoted) = (0, false)
    while offset < span.upperBound {
      switch self[offset] {
      case ASCII.backslash: offset += 1
      case ASCII.quote: isQuoted.toggle()
      case ASCII.openSquare where !isQuoted: depth += 1
      case ASCII.closeSquare where !isQuoted: depth -= 1
      case _ where depth == 0 && !isQuoted && (has("─", at: offset) || has("┤", at: offset)): return true
      default: break
      }
      offset += 1
    }
    return false
  }

  /// Whether an operator of the drawing is at an offset: `= merge(a, b) =`, or a line of its box.
  fileprivate func isOperation(at offset: Int) -> Bool {
    self[offset] == ASCII.equals || ["╭", "│", "╰"].contains { has($0, at: offset) }
  }
}
