import Marbles

/// Writing the lines of a fence, and reporting its errors.
extension Fence {
  /// Returns a line with the prefix of its list items and quotes, and with its line end.
  package func line(_ text: [UInt8], in document: Document) -> [UInt8] {
    var line = prefix + text
    if text.isEmpty {
      while line.last?.isWhitespace ?? false { line.removeLast() }
    }
    return line + lineEnd(in: document)
  }

  /// Returns the line end that the fence uses.
  package func lineEnd(in document: Document) -> [UInt8] {
    let lines = document.bytes[opening]
    if lines.suffix(2).elementsEqual("\r\n".utf8) { return Array("\r\n".utf8) }
    let end = lines.suffix(1)
    return end.allSatisfy(\.isLineEnd) && !end.isEmpty ? Array(end) : Array("\n".utf8)
  }

  /// The position of the opening marks.
  package func position(in document: Document) -> Source.Position {
    openingSource(in: document).position(of: spanOfMarks(in: document).lowerBound)
  }

  /// The first of the opening marks.
  package var mark: Character { Character(Unicode.Scalar(marks.mark)) }

  /// Returns the range of the marks in the opening line.
  package func spanOfMarks(in document: Document) -> Span {
    let start = document.bytes[openingText].prefix { $0 != marks.mark }.count
    return start..<start + marks.count
  }

  /// Whether text would end a block comment around the fence, or begin another one in it.
  package func endsComment(in text: String, of document: Document) -> Bool {
    guard document.name.isSwiftPath, !prefix.drop(while: \.isWhitespace).starts(with: "///".utf8) else { return false }
    return text.contains("*/") || text.contains("/*")
  }

  // MARK: Errors

  /// Returns the errors and warnings about the attributes of the fence.
  func errorAnswers(in document: Document) -> [Answer] {
    attributes.errors.map { error in
      var source = openingSource(in: document)
      var span = place(ofInfo: error.span)
      let start = infoStart + error.span.lowerBound
      if start > openingText.upperBound {
        // An option has its own line.
        var line = openingText.lowerBound
        var number = lineNumber
        while case let next = document.bytes.markdownLine(from: line).next, next <= start, next > line {
          line = next
          number += 1
        }
        let end = document.bytes.markdownLine(from: line).end
        source = .line(line..<end, number: number, of: document.bytes, named: document.name)
        span = start - line..<start - line + error.span.count
      }
      let diagnostic = Diagnostic(problem: error.problem, at: span)
      return diagnostic.problem.severity == .error ? .error(diagnostic, source) : .warning(diagnostic, source)
    }
  }

  /// Returns the assertion that a `fails` fence makes, located at its opening line.
  func assertion(in document: Document) -> Answer.Assertion {
    let source = Source(name: document.name, bytes: document.bytes)
    // A source omits the byte order mark.
    let mark = document.bytes.count - source.bytes.count
    let span = max(0, opening.lowerBound - mark)..<max(0, opening.upperBound - mark)
    let words = document.bytes[infoStart...].prefix(info.utf8.count).prefix { !$0.isLineEnd }
    return Answer.Assertion(
      source: source, span: span, expected: [], expression: String(decoding: words, as: UTF8.self),
      title: attributes[.name])
  }

  /// Returns a source that consists of the opening line, for diagnostics.
  package func openingSource(in document: Document) -> Source {
    .line(openingText, number: lineNumber, of: document.bytes, named: document.name)
  }

  /// Returns the range of an attribute in the opening line.
  package func span(of key: FenceAttributes.Key) -> Span { place(ofInfo: attributes.span(of: key) ?? 0..<0) }

  private func place(ofInfo span: Span) -> Span {
    let start = infoStart - openingText.lowerBound
    return start + span.lowerBound..<start + span.upperBound
  }

  /// Returns the number of the first line of a string that would close the fence, counted from 1, or `nil` if there is
  /// none.
  package func lineThatCloses(_ text: [UInt8], in document: Document) -> Int? {
    text.markdownLines.firstIndex { line in
      let indentation = line.prefix(while: \.isWhitespace).count
      let text = String(decoding: line.dropFirst(indentation), as: UTF8.self)
      switch document.format {
      // Less indented text ends a script.
      case .restructuredText: return false
      case .latex: return text.hasPrefix("\\end{marble}")
      case .typst: return text.contains(String(repeating: "`", count: marks.count))
      case .markdown, .swift, .mdx, .asciidoc, .notebook:
        return indentation < 4 && marks.areClosed(by: line.dropFirst(indentation))
          || isInComment && text.contains("-->")
      }
    }.map { $0 + 1 }
  }
}
