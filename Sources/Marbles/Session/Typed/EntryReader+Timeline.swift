/// What stands on a timeline.
extension EntryReader {
  /// Reads as far as the timeline goes.
  mutating func readTimeline(_ form: TimelineForm) {
    let parts = TimelineParts()
    lastForm = form
    var form = form
    // What cannot be read is a mistake, and is stepped over; what was open there, is open to the end.
    while position < bytes.count {
      var scanner = TimelineScanner(
        source.bytes, in: position..<bytes.count, isBounded: false, form: form, tick: words.tickLength)
      scanner.parts = parts
      do throws(Diagnostic) {
        let end = try scanner.read().end
        note(parts, in: position..<end)
        position = end
        return
      } catch {
        let start = max(error.span.lowerBound, position)
        let end = max(error.span.upperBound, start + 1, min(scanner.position, bytes.count))
        parts.note(error, from: start, to: end)
        note(parts, in: position..<min(max(end, parts.end), bytes.count))
        position = min(max(end, parts.end), bytes.count)
        if form != .window { form = .raw }
      }
    }
  }

  /// Notes what was found, and what lies between that.
  private mutating func note(_ parts: TimelineParts, in range: Range<Int>) {
    var offset = range.lowerBound
    for part in parts.take() {
      notePlain(offset..<max(offset, part.range.lowerBound))
      note(part.range, part.kind)
      offset = max(offset, part.range.upperBound)
    }
    notePlain(offset..<max(offset, range.upperBound))
  }

  /// Silence, and the brackets of groups, streams and repetitions.
  private mutating func notePlain(_ range: Range<Int>) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let end = bytes.has("─", at: offset) ? min(offset + 3, range.upperBound) : offset + 1
      switch bytes[offset] {
      case ASCII.newline, nil: break
      case let byte? where byte.separatesWords: break
      case ASCII.minus, ASCII.dot: note(offset..<end, .tick)
      default: note(offset..<end, end == offset + 3 ? .tick : .punctuation)
      }
      offset = end
    }
  }

  /// What stands behind `where`: `x = 10, # = "late"`.
  mutating func readRenaming() {
    while !parser.isEnd(position) {
      skipTrivia()
      if parser.isEnd(position) || bytes.has("==", at: position) { return }
      let start = position
      switch bytes[position] {
      case ASCII.equals, ASCII.comma:
        step(.punctuation)
      case ASCII.quote, ASCII.openSquare, ASCII.openParenthesis:
        let kind: Highlight.Kind = bytes[position] == ASCII.quote ? .string : .value
        position = Skimmer.end(ofBracketAt: position, in: bytes) ?? bytes.lineEnd(at: position)
        note(start..<position, kind)
      default:
        while let byte = bytes[position], !parser.isEnd(position), !byte.separatesWords, byte != ASCII.comma,
          byte != ASCII.equals
        {
          position += 1
        }
        let isNumber = bytes[start].map { $0.isDigit || $0 == ASCII.minus } ?? false
        note(start..<position, isNumber ? .number : .value)
      }
    }
  }
}

/// The parts of a timeline, as its scanner finds them.
final class TimelineParts {
  private var parts: [Highlight] = []

  /// Where the last part ends.
  var end: Int { parts.last?.range.upperBound ?? 0 }

  /// Notes an event; a stream consists of its own.
  func note(_ event: Event, at span: Span) {
    switch event {
    case .value(.stream): break
    case .value(.text): add(span, .string)
    case .value: add(span, .value)
    case .failed, .completed, .interrupted: add(span, .end)
    }
  }

  /// Notes time that passes.
  func note(timeAt span: Span) { add(span, .tick) }

  /// Notes where reading stopped: at a mistake, or in the middle of what is still being typed.
  func note(_ error: Diagnostic, from start: Int, to end: Int) {
    if case .unclosed(let bracket) = error.problem {
      // The parts of a group, a stream or a repetition are there already.
      if bracket == "[" || bracket == "#[" || bracket == "\"" { add(start..<end, bracket == "\"" ? .string : .value) }
      return
    }
    let span = start..<max(error.span.upperBound, start + 1)
    while let last = parts.last, last.range.lowerBound >= span.lowerBound { parts.removeLast() }
    add(span, .mistake)
  }

  func take() -> [Highlight] {
    defer { parts = [] }
    return parts
  }

  private func add(_ span: Span, _ kind: Highlight.Kind) {
    let start = max(span.lowerBound, end)
    if start < span.upperBound { parts.append(Highlight(range: start..<span.upperBound, kind: kind)) }
  }
}
