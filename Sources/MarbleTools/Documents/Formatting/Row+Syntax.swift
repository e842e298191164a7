import MarbleLanguage

extension Row {
  /// Creates the row of a statement that begins on a line, or returns `nil` for a statement that keeps its text.
  init?(_ statement: SyntaxNode, span: Span, line: Int) {
    self.init(line: line, left: span.lowerBound..<span.lowerBound, rest: span)
    let parts = statement.parts
    switch statement.kind {
    case .command, .drawing: return nil
    case .check, .question, .law: return
    default: break
    }
    guard let sign = parts.firstIndex(where: { $0.is("=") || $0.is("==") }) else {
      // Windows keep their text.
      if parts.contains(where: \.isDuring) { return }
      guard readRightSide(parts[...], at: span.lowerBound, of: statement.source) else { return nil }
      return
    }
    guard sign > 0 else { return nil }
    let left = parts[..<sign]
    switch statement.kind {
    case .binding: names = [parts[0].text]
    case .operatorDefinition: break
    default: names = left.reduce(into: []) { $0.formUnion($1.names) }
    }
    var end = left[sign - 1].span.upperBound
    if statement.kind == .comparison {
      let gap = end..<parts[sign].span.lowerBound
      let opensLine = statement.source.bytes[gap].contains(ASCII.newline)
      // A timeline does not continue on the next line.
      if opensLine, left[0].isTimeline { return nil }
      // A comment on the same line belongs to the left side.
      if !opensLine { end = statement.source.trimmingTrailingWhitespace(span.lowerBound..<gap.upperBound).upperBound }
    }
    guard
      complete(
        left: span.lowerBound..<end, sign: parts[sign].span.lowerBound, right: parts[(sign + 1)...],
        to: span.upperBound, of: statement.source)
    else { return nil }
  }

  /// Adds the sign and the right side to the row, or returns `false` if they contain more than whitespace around the
  /// sign.
  private mutating func complete(
    left: Span, sign: Int, right: ArraySlice<SyntaxNode>, to end: Int, of source: Source
  ) -> Bool {
    let bytes = SourceBytes(source)
    self.sign = bytes[sign + 1] == ASCII.equals ? .comparison : .binding
    self.left = left
    leftWidth = source.width(of: left)
    let start = bytes.skipWhitespace(at: sign + self.sign.width)
    rest = min(start, end)..<end
    guard readRightSide(right, at: start, of: source) else { return false }
    // A statement with a comment there, or with a line end other than the one before `==`, keeps its text.
    let between = source.bytes[left.upperBound..<sign]
    guard !source.bytes[left].contains(ASCII.newline), !source.bytes[sign..<end].contains(ASCII.newline) else {
      return false
    }
    isBelow = between.contains(ASCII.newline)
    if !isBelow, !between.allSatisfy(\.separatesWords) { return false }
    var origin = left.lowerBound
    var indentation = 0
    if isBelow {
      // The column also includes the indentation of the first line.
      origin = source.line(containing: sign).lowerBound
      indentation = source.width(of: source.line(containing: left.lowerBound).lowerBound..<left.lowerBound)
    }
    writtenSign = max(0, source.width(of: origin..<sign) - indentation)
    writtenLane = lane.map { writtenSign + source.width(of: sign..<$0.span.lowerBound) }
    isTight = writtenLane == writtenSign + laneOffset
    return true
  }

  /// Adds the definition or expectation at an offset, where several timelines keep their text.
  private mutating func readRightSide(_ parts: ArraySlice<SyntaxNode>, at start: Int, of source: Source) -> Bool {
    guard var first = parts.first else { return true }
    guard first.span.lowerBound == start else { return false }
    if first.kind == .keyword, let timeline = parts.dropFirst().first {
      let gap = source.bytes[first.span.upperBound..<timeline.span.lowerBound]
      guard timeline.isTimeline, gap.allSatisfy(\.separatesWords) else { return false }
      keyword = first.text
      first = timeline
      rest = timeline.span.lowerBound..<rest.upperBound
    }
    guard case .timeline(let form) = first.kind, parts.filter(\.isTimeline).count == 1 else { return true }
    lane = LaneText(first.span, of: source, as: form)
    let end = max(rest.upperBound, first.span.upperBound)
    rest = min(SourceBytes(source).skipWhitespace(at: first.span.upperBound), end)..<end
    return true
  }
}

extension SyntaxNode {
  fileprivate var isTimeline: Bool { if case .timeline = kind { true } else { false } }

  fileprivate var isDuring: Bool { kind == .keyword && text == "during" }

  /// The names of streams and values in the node.
  fileprivate var names: Set<String> {
    switch kind {
    case .identifier, .parameter: [text]
    case .closureParameters: []
    case .call, .link, .implicitMember:
      parts.filter { $0.kind != .identifier }.reduce(into: []) { $0.formUnion($1.names) }
    default: parts.reduce(into: []) { $0.formUnion($1.names) }
    }
  }
}
