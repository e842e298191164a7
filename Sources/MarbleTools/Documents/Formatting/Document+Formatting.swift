import Marbles

extension Document {
  /// Its bytes with every script in it lined up, as `rxrepl fmt` writes them.
  ///
  /// Signs stand under signs, ticks under ticks, comments under comments; nothing that is read changes. A fence that
  /// shows what is written in it, because it fails, is not run, is typed or is copied, stays so.
  ///
  /// - Throws: where something cannot be read.
  package func formatted() throws(Unreadable) -> [UInt8] {
    let names = GuessedNames()
    var errors: [ParseError] = []
    var pieces: [(span: Span, bytes: [UInt8])] = []
    for passage in passages {
      let isShown = [.fails, .ignore, .prompt, .file].contains { passage.fence?.attributes.has($0) == true }
      if let fault = passage.source.encodingFault {
        errors.append(ParseError(diagnostic: fault, source: passage.source))
        continue
      }
      let formatter = ScriptFormatter(passage.source, names: names)
      if isShown || passage.hasLoneReturns(in: bytes) { continue }
      errors += formatter.errors.map { ParseError(diagnostic: $0, source: passage.source) }
      guard formatter.errors.isEmpty, errors.isEmpty else { continue }
      pieces.append(
        passage.source.place == nil
          ? script(formatter.formatted(), of: passage.source) : fence(formatter.formatted(), of: passage.source))
    }
    if !errors.isEmpty { throw Unreadable(errors: errors) }
    var formatted: [UInt8] = []
    var end = 0
    for piece in pieces {
      formatted += bytes[end..<piece.span.lowerBound]
      formatted += piece.bytes
      end = piece.span.upperBound
    }
    return formatted + bytes[end...]
  }

  /// What cannot be read in a document, and so stays as it is.
  package struct Unreadable: Error, Sendable {
    /// Never empty.
    package let errors: [ParseError]
  }

  /// A script that is a file of its own: as many lines as it takes, each with the end that it had.
  private func script(_ lines: [FormattedLine], of source: Source) -> (Span, [UInt8]) {
    let start = bytes.count - source.bytes.count
    let firstEnd = source.bytes.firstIndex(of: ASCII.newline)
    let newline = firstEnd.map { lineEnd(endingAfter: $0 + 1, in: source.bytes) } ?? [ASCII.newline]
    var text: [UInt8] = []
    text.reserveCapacity(source.bytes.count)
    for line in lines {
      text += line.text
      let isLast = line.end == source.bytes.count
      text += isLast ? newline : lineEnd(endingAfter: line.end + 1, in: source.bytes)
    }
    return (start..<bytes.count, text)
  }

  /// The lines of a fence, each behind what stands in front of it in the Markdown.
  private func fence(_ lines: [FormattedLine], of source: Source) -> (Span, [UInt8]) {
    guard let place = source.place, let first = place.lines.first, let last = place.lines.last else {
      return (0..<0, [])
    }
    var text: [UInt8] = []
    for line in lines {
      let start = place.lines[line.number].start
      text += bytes[lineStart(of: start)..<start]
      text += line.text
      let end = start + source.line(containing: line.end).count
      text += bytes[end...].prefix { $0 != ASCII.newline }
      text.append(ASCII.newline)
    }
    return (lineStart(of: first.start)..<lineStart(of: last.start), text)
  }

  private func lineStart(of offset: Int) -> Int {
    var start = offset
    while start > 0, bytes[start - 1] != ASCII.newline { start -= 1 }
    return start
  }

  /// The end of a line: with a carriage return or without, as it is written.
  private func lineEnd(endingAfter end: Int, in bytes: [UInt8]) -> [UInt8] {
    let isLong = end >= 2 && bytes[end - 2] == UInt8(ascii: "\r")
    return isLong ? [UInt8(ascii: "\r"), ASCII.newline] : [ASCII.newline]
  }
}

extension Document.Passage {
  /// Whether lines of its fence end in a carriage return alone, as lines of a script never do.
  fileprivate func hasLoneReturns(in bytes: [UInt8]) -> Bool {
    guard let fence else { return false }
    let span = fence.opening.upperBound..<fence.closing.lowerBound
    return span.contains { offset in
      bytes[offset] == UInt8(ascii: "\r") && (offset + 1 >= bytes.count || bytes[offset + 1] != ASCII.newline)
    }
  }
}

extension Source {
  fileprivate var encodingFault: Diagnostic? {
    do throws(Diagnostic) {
      try checkEncoding()
      return nil
    } catch {
      return error
    }
  }
}
