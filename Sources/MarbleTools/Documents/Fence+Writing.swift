import Marbles

/// How a fence is written, and what is wrong with it.
extension Fence {
  /// A line as its list items and quotes have it, with its end.
  func line(_ text: [UInt8], in document: Document) -> [UInt8] {
    var line = prefix + text
    if text.isEmpty {
      while line.last?.isWhitespace ?? false { line.removeLast() }
    }
    return line + lineEnd(in: document)
  }

  /// How its lines end.
  func lineEnd(in document: Document) -> [UInt8] {
    let end = document.bytes[openingText.upperBound..<opening.upperBound]
    return end.isEmpty ? [UInt8(ascii: "\n")] : Array(end)
  }

  // MARK: Errors

  /// What is to be said of the words behind its opening marks.
  func errorAnswers(in document: Document) -> [Answer] {
    attributes.errors.map { error in
      let diagnostic = Diagnostic(problem: error.problem, at: place(ofInfo: error.span))
      let source = openingSource(in: document)
      return diagnostic.problem.severity == .error ? .error(diagnostic, source) : .warning(diagnostic, source)
    }
  }

  /// The assertion that it fails, which is told by its opening line.
  func assertion(in document: Document) -> Answer.Assertion {
    let source = Source(name: document.name, bytes: document.bytes)
    // What a source leaves out is a byte order mark.
    let mark = document.bytes.count - source.bytes.count
    let span = max(0, opening.lowerBound - mark)..<max(0, opening.upperBound - mark)
    return Answer.Assertion(source: source, span: span, expected: [], expression: info, title: attributes[.name])
  }

  /// The line of its opening marks, as something that an error stands in.
  func openingSource(in document: Document) -> Source {
    .line(openingText, number: lineNumber, of: document.bytes, named: document.name)
  }

  /// Where a word of the info string stands in that line.
  func span(of key: FenceAttributes.Key) -> Span { place(ofInfo: attributes.span(of: key) ?? 0..<0) }

  private func place(ofInfo span: Span) -> Span {
    let start = infoStart - openingText.lowerBound
    return start + span.lowerBound..<start + span.upperBound
  }

  /// The number of the line that would close it, from 1, if there is one.
  func lineThatCloses(_ text: [UInt8], in bytes: [UInt8]) -> Int? {
    text.markdownLines.firstIndex { line in
      let indentation = line.prefix(while: \.isWhitespace).count
      return indentation < 4 && marks.areClosed(by: line.dropFirst(indentation))
        || isInComment && String(decoding: line, as: UTF8.self).contains("-->")
    }.map { $0 + 1 }
  }
}
