import MarbleLanguage

extension Row {
  /// The row of a statement that begins on a line; `nil` for what stays as it is written.
  init?(_ statement: SyntaxNode, span: Span, line: Int) {
    self.init(line: line, left: span.lowerBound..<span.lowerBound, rest: span)
    let parts = statement.parts
    switch statement.kind {
    case .command, .drawing: return nil
    case .check: return
    default: break
    }
    guard let sign = parts.firstIndex(where: { $0.is("=") || $0.is("==") }) else {
      // Windows stay as they are written.
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
      // Below a timeline nothing goes on.
      if opensLine, left[0].isTimeline { return nil }
      // A comment on the same line belongs to what is left of the sign.
      if !opensLine { end = statement.source.trimmingTrailingWhitespace(span.lowerBound..<gap.upperBound).upperBound }
    }
    guard
      complete(
        left: span.lowerBound..<end, sign: parts[sign].span.lowerBound, right: parts[(sign + 1)...],
        to: span.upperBound, of: statement.source)
    else { return nil }
  }

  /// Puts the sign and what follows it into the row; `false` where there is more in between than whitespace.
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
    // A comment in between, or a line end other than the one before a `==`, and it stays as it is.
    let between = source.bytes[left.upperBound..<sign]
    guard !source.bytes[left].contains(ASCII.newline), !source.bytes[sign..<end].contains(ASCII.newline) else {
      return false
    }
    isBelow = between.contains(ASCII.newline)
    if !isBelow, !between.allSatisfy(\.separatesWords) { return false }
    var origin = left.lowerBound
    var indentation = 0
    if isBelow {
      // It is counted from the first line's indentation as well.
      origin = source.line(containing: sign).lowerBound
      indentation = source.width(of: source.line(containing: left.lowerBound).lowerBound..<left.lowerBound)
    }
    writtenSign = max(0, source.width(of: origin..<sign) - indentation)
    writtenLane = lane.map { writtenSign + source.width(of: sign..<$0.span.lowerBound) }
    isTight = writtenLane == writtenSign + laneOffset
    return true
  }

  /// Takes what is defined or expected, which begins at an offset; several timelines stay as they are written.
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

  /// The names of streams and values in it.
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
