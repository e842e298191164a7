import MarbleSession
import Marbles

extension Document {
  /// Returns the bytes of the document with every script in it aligned, as `rxrepl fmt` writes them.
  ///
  /// Signs, ticks and comments are aligned with those above, without a change of meaning. A fence with the attribute
  /// `fails`, `ignore`, `prompt` or `file=` shows its content as written, and stays as it is.
  ///
  /// - Throws: ``Unreadable`` if something cannot be parsed.
  package func formatted() throws(Unreadable) -> [UInt8] {
    let names = GuessedNames()
    var errors: [ParseError] = []
    var edits = formatting(names, &errors)
    for cell in cells {
      let page = cell.page
      let changes = page.formatting(names, &errors).filter { !page.bytes[$0.span].elementsEqual($0.text.utf8) }
      if !changes.isEmpty { edits.append(cell.edit(changes, in: self)) }
    }
    if !errors.isEmpty { throw Unreadable(errors: errors) }
    return bytes.applying(edits)
  }

  /// Returns the edits that align the scripts of a page or of a cell, and adds the errors of those that cannot be parsed.
  private func formatting(_ names: GuessedNames, _ errors: inout [ParseError]) -> [DocumentEdit] {
    var edits: [DocumentEdit] = []
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
      let (span, text) =
        passage.source.embedding == nil
        ? script(formatter.formatted(), of: passage.source)
        : fence(formatter.formatted(), of: passage.source, keepsFirstBlank: passage.fence?.hasOptions == true)
      edits.append(DocumentEdit(span: span, text: String(decoding: text, as: UTF8.self)))
    }
    return edits
  }

  /// The errors of a document that cannot be formatted because it cannot be parsed.
  package struct Unreadable: Error, Sendable {
    /// The errors, at least one.
    package let errors: [ParseError]
  }

  /// Returns the formatted text of a script file, in which every line keeps its line end.
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
    if source.place.cell != nil { while text.last?.isLineEnd == true { text.removeLast() } }
    return (start..<bytes.count, text)
  }

  /// Returns the formatted lines of a fence, each with its prefix in the Markdown document.
  ///
  /// - Parameter keepsFirstBlank: Whether a blank line above the script stays, which ends the options of a directive.
  private func fence(_ lines: [FormattedLine], of source: Source, keepsFirstBlank: Bool) -> (Span, [UInt8]) {
    guard let embedding = source.embedding, let first = embedding.lines.first, let last = embedding.lines.last else {
      return (0..<0, [])
    }
    var text: [UInt8] = []
    var lines = lines[...]
    if keepsFirstBlank, let line = lines.first, line.number > 0 {
      let end = source.line(containing: 0).upperBound
      lines.insert(FormattedLine(number: 0, end: end, text: [], width: 0), at: 0)
    }
    for line in lines {
      let start = embedding.lines[line.number].start
      text += bytes[lineStart(of: start)..<start]
      text += line.text
      let end = start + source.line(containing: line.end).count
      text += bytes[end...].prefix { $0 != ASCII.newline }
      text.append(ASCII.newline)
    }
    // The file can end with the last line, without a line end.
    let isAtEnd = last.start == bytes.count
    if isAtEnd, bytes.last != ASCII.newline { _ = text.popLast() }
    return (lineStart(of: first.start)..<(isAtEnd ? bytes.count : lineStart(of: last.start)), text)
  }

  private func lineStart(of offset: Int) -> Int {
    var start = offset
    while start > 0, bytes[start - 1] != ASCII.newline { start -= 1 }
    return start
  }

  /// Returns the end of a line as it is written: with or without a carriage return.
  private func lineEnd(endingAfter end: Int, in bytes: [UInt8]) -> [UInt8] {
    let isLong = end >= 2 && bytes[end - 2] == UInt8(ascii: "\r")
    return isLong ? [UInt8(ascii: "\r"), ASCII.newline] : [ASCII.newline]
  }
}

extension Document.Passage {
  /// Whether the fence has lines that end in a single carriage return, which does not end a line of a script.
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
