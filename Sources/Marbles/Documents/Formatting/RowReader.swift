/// Finds the parts of a statement in its source.
struct RowReader {
  let source: Source
  private let bytes: SourceBytes

  init(_ source: Source) {
    self.source = source
    bytes = SourceBytes(source)
  }

  /// The row that a statement is, on this line; `nil` for what stays as it is written.
  func row(_ statement: Statement, span: Span, line: Int) -> Row? {
    var row = Row(line: line, left: span.lowerBound..<span.lowerBound, rest: span)
    switch statement.kind {
    case .bind(let name, let definition):
      guard let sign = sign("=", behind: name.span.upperBound) else { return nil }
      row.names = [name.text]
      return complete(&row, left: name.span, sign: sign, to: span.upperBound) { row, start in
        self.take(definition, into: &row, at: start)
      }
    case .define(let name, _, let body):
      // Nothing but names stands between the parentheses.
      guard let equals = source.bytes[name.span.upperBound...].firstIndex(of: ASCII.equals) else { return nil }
      let left = source.withoutBlanks(name.span.lowerBound..<equals)
      guard !source.bytes[left].contains(ASCII.slash) else { return nil }
      return complete(&row, left: left, sign: equals, to: span.upperBound) { _, start in start == body.span.lowerBound }
    case .show(.definition(let definition), let windows) where windows.isEmpty:
      guard take(definition, into: &row, at: span.lowerBound) else { return nil }
      return row
    case .show, .check: return row
    case .assert(let subject, let windows, let expectation):
      guard let sign = sign(before: expectation, from: span.lowerBound) else { return nil }
      var left = source.withoutBlanks(span.lowerBound..<sign)
      if case .definition(.expression(let expression)) = subject {
        row.names = expression.names
        let end = windows.last?.span.upperBound ?? expression.span.upperBound
        // A comment may stand behind it, if the sign is on the next line.
        if source.bytes[end..<sign].contains(ASCII.newline) { left = span.lowerBound..<end }
      }
      return complete(&row, left: left, sign: sign, to: span.upperBound) { row, start in
        self.take(expectation, into: &row, at: start)
      }
    case .subscriptions(let name, let windows, let behind):
      row.names = [name.text]
      let left = span.lowerBound..<name.span.upperBound
      return complete(&row, left: left, sign: behind.lowerBound - 2, to: span.upperBound) { row, start in
        guard let window = windows.first else { return true }
        guard start == window.span.lowerBound else { return false }
        if windows.count == 1 { self.take(window.span, as: .window, into: &row) }
        return true
      }
    case .command: return nil
    }
  }

  /// Puts the sign and what follows it into a row; `nil` where there is more in between than blanks.
  private func complete(
    _ row: inout Row, left: Span, sign: Int, to end: Int, _ take: (inout Row, _ start: Int) -> Bool
  ) -> Row? {
    row.sign = bytes[sign + 1] == ASCII.equals ? .comparison : .binding
    row.left = left
    row.leftWidth = source.width(of: left)
    let start = bytes.skipBlanks(at: sign + row.sign.width)
    row.rest = min(start, end)..<end
    guard take(&row, start) else { return nil }
    // A comment in between, or a line end other than the one in front of a `==`, and it stays as it is.
    let between = left.upperBound..<max(left.upperBound, sign)
    guard !source.bytes[left].contains(ASCII.newline), !source.bytes[sign..<end].contains(ASCII.newline) else {
      return nil
    }
    row.isBelow = source.bytes[between].contains(ASCII.newline)
    if !row.isBelow, bytes.skipBlanks(at: left.upperBound) != sign { return nil }
    var origin = left.lowerBound
    var indentation = 0
    if row.isBelow {
      // It is counted from the first line's indentation as well.
      origin = lineStart(of: sign)
      indentation = source.width(of: lineStart(of: left.lowerBound)..<left.lowerBound)
    }
    row.writtenSign = max(0, source.width(of: origin..<sign) - indentation)
    let toLane = row.lane.map { sign..<$0.span.lowerBound }
    row.writtenLane = toLane.map { row.writtenSign + source.width(of: $0) }
    row.isTight = row.writtenLane == row.writtenSign + row.laneOffset
    return row
  }

  // MARK: Parts

  private func take(_ definition: Definition, into row: inout Row, at start: Int) -> Bool {
    switch definition {
    case .pipe(let literal): return take(literal, into: &row, at: start)
    case .raw(let literal): return take("raw", [literal], into: &row, at: start)
    case .cold(let literals): return take("cold", literals, into: &row, at: start)
    case .expression(let expression): return start == expression.span.lowerBound
    }
  }

  private func take(_ expectation: Expectation, into row: inout Row, at start: Int) -> Bool {
    switch expectation {
    case .missing: return true
    case .expression(let expression): return start == expression.span.lowerBound
    case .timelines(let literals):
      guard let first = literals.first else { return false }
      if first.form == .raw { return take("raw", literals, into: &row, at: start) }
      return literals.count == 1 ? take(first, into: &row, at: start) : start == first.span.lowerBound
    }
  }

  /// Takes timelines behind a keyword, which is followed by blanks; several stay as they are written.
  private func take(
    _ keyword: StaticString, _ literals: [TimelineLiteral], into row: inout Row, at start: Int
  ) -> Bool {
    let behind = start + keyword.utf8CodeUnitCount
    guard bytes.has(keyword, at: start), let first = literals.first,
      bytes.skipBlanks(at: behind) == first.span.lowerBound
    else { return false }
    row.keyword = keyword
    guard literals.count == 1 else {
      row.rest = first.span.lowerBound..<row.rest.upperBound
      return true
    }
    return take(first, into: &row, at: first.span.lowerBound)
  }

  private func take(_ literal: TimelineLiteral, into row: inout Row, at start: Int) -> Bool {
    guard start == literal.span.lowerBound else { return false }
    take(literal.span, as: literal.form, into: &row)
    return true
  }

  private func take(_ span: Span, as form: TimelineForm, into row: inout Row) {
    row.lane = LaneText(span, of: source, as: form)
    let end = max(row.rest.upperBound, span.upperBound)
    row.rest = min(bytes.skipBlanks(at: span.upperBound), end)..<end
  }

  // MARK: Signs

  private func sign(_ sign: StaticString, behind offset: Int) -> Int? {
    let start = bytes.skipBlanks(at: offset)
    return bytes.has(sign, at: start) ? start : nil
  }

  /// The `==` in front of what is expected.
  private func sign(before expectation: Expectation, from start: Int) -> Int? {
    var end: Int
    switch expectation {
    case .missing(let span): return span.lowerBound - 2
    case .expression(let expression): end = expression.span.lowerBound
    case .timelines(let literals):
      guard let first = literals.first else { return nil }
      end = first.span.lowerBound
      if first.form == .raw {
        end = source.withoutBlanks(start..<end).upperBound - 3
        guard bytes.has("raw", at: end) else { return nil }
      }
    }
    end = source.withoutBlanks(start..<max(start, end)).upperBound
    return bytes.has("==", at: end - 2) ? end - 2 : nil
  }

  private func lineStart(of offset: Int) -> Int {
    var start = offset
    while start > 0, source.bytes[start - 1] != ASCII.newline { start -= 1 }
    return start
  }
}
