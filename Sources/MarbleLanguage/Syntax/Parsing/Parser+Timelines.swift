/// Timelines, which a separate scanner reads.
extension Parser {
  @discardableResult
  mutating func timeline(form: TimelineForm) -> TimelineLiteral { timelines(form: form, several: false)[0] }

  /// Reads timelines separated by commas.
  ///
  /// The result is never empty.
  mutating func timelines(form: TimelineForm, several: Bool = true) -> [TimelineLiteral] {
    let start = position
    isInExpression = false
    lastForm = form
    guard failure == nil else { return readBroken(form) }
    do throws(Diagnostic) {
      let list = try TimelineList(in: source, at: start, form: form, several: several, tick: tickLength)
      add(list.literals.map(\.span), list.commas, form)
      keyword: if let keyword = list.keyword {
        tree.add(.keyword, keyword)
        if form == .pattern { break keyword }
        tree.add(.renaming, bytes.skipWhitespace(at: keyword.upperBound)..<list.end)
        rejectStream(inRenaming: keyword.upperBound..<list.end, after: keyword)
        let entries = source.trimmingTrailingWhitespace(bytes.skipWhitespace(at: keyword.upperBound)..<list.end)
        lintSpaces(in: entries) { $0.separatingEntries }
      }
      warnings += list.warnings
      if let error = timelineBeforeMatches(form, upTo: list.end) { fail(error) }
      for literal in list.literals { lintWords(literal) }
      position = max(start, list.end)
      return list.literals
    } catch {
      let matched = timelineBeforeMatches(form, upTo: error.span.lowerBound)
      fail(matched ?? explained(error, ofTimelineAt: start))
      return readBroken(form)
    }
  }

  /// Returns the error for a timeline before `matches`, which needs the name of a stream: `-1-2 matches * 2`.
  private func timelineBeforeMatches(_ form: TimelineForm, upTo end: Int) -> Diagnostic? {
    let start = statementStart
    guard form == .pipe, position == start, end > start, end - start <= Self.maxWordsLength, !isBound("matches"),
      let name = ["x", "y", "z"].first(where: { !isBound($0) }),
      let word = (start + 1..<end).first(where: {
        bytes[$0 - 1]?.separatesWords == true && keyword("matches", at: $0) != nil
      })
    else { return nil }
    let before = source.trimmingTrailingWhitespace(start..<word)
    if let end = bytes.identifierEnd(at: start), isBound(bytes.text(start..<end)),
      case let other = bytes.skipWhitespace(at: end)..<before.upperBound, other.lowerBound > end
    {
      let purpose = bytes.text(other) == "not" ? negationPurpose(of: start..<end, comparedAt: word) : nil
      return foreign(at: other, replacing: other.lowerBound..<word, purpose, write: "")
    }
    let timeline = bytes.text(before)
    if bytes.identifierEnd(at: start) == before.upperBound {
      return Diagnostic(.unknownStream(name: timeline, suggestion: nil), at: before)
    }
    let pattern = word..<self.end(ofSideAt: word)
    return foreign(
      at: word..<word + 7, replacing: start..<pattern.upperBound, "to name the stream first",
      write: "\(name) = \(timeline); \(name) \(bytes.text(pattern))")
  }

  /// Reports an expression in place of a value: `s = --x| where x = a.map { $0 }`.
  ///
  /// A marble stands for the stream with its name.
  private mutating func rejectStream(inRenaming span: Span, after keyword: Span) {
    let key = bytes.skipWhitespace(at: span.lowerBound)
    guard let keyEnd = bytes.identifierEnd(at: key), case let equals = bytes.skipWhitespace(at: keyEnd),
      case let start = bytes.skipWhitespace(at: equals + 1), let name = bytes.identifierEnd(at: start),
      isBound(bytes.text(start..<name)), bytes[name] == ASCII.dot, let end = bytes.identifierEnd(at: name + 1),
      isCall(name + 1..<end)
    else { return }
    let stream = start..<self.end(ofSideAt: start)
    failForeign(
      at: stream, replacing: statementStart..<stream.upperBound, "for a stream",
      write: "\(bytes.text(key..<keyEnd)) = \(bytes.text(stream)); "
        + bytes.text(source.trimmingTrailingWhitespace(statementStart..<keyword.lowerBound)))
  }

  /// Returns the error for a comma after a timeline, which may be in a list of values: `1, 2, 3`.
  func comma(at offset: Int) -> Diagnostic {
    if let error = argumentsWithoutParenthesis(at: offset) { return error }
    let error = Diagnostic(.attemptsNeedCold, at: offset..<offset + 1)
    let start = max(statementStart, bytes.wordStart(before: offset))
    let list = start..<end(ofSideAt: offset)
    let items = bytes.text(list).split(separator: ",").map { $0.filter { $0 != " " } }
    let before = bytes.text(statementStart..<start).last { $0 != " " }
    if items.count > 1, before ?? "=" == "=", let call = combination("|", of: items) {
      return foreign(at: error.span, replacing: list, "to combine the streams", write: call)
    }
    guard items.count > 1, before ?? "=" == "=",
      items.allSatisfy({ $0.allSatisfy { $0.isLetter || $0.isNumber } && !isBound($0) })
    else { return error }
    return foreign(
      at: error.span, replacing: list, "for these values",
      write: "of(\(items.map(literal).joined(separator: ", ")))")
  }

  /// Returns the error for arguments without `(`, of which the first one is a closure: `a.scan { $0 + $1 }, 0)`.
  private func argumentsWithoutParenthesis(at comma: Int) -> Diagnostic? {
    let end = end(ofSideAt: comma)
    let before = source.trimmingTrailingWhitespace(statementStart..<comma).upperBound
    let braces = (statementStart..<before).lazy.filter { bytes[$0] == ASCII.openBrace }
    guard bytes[end - 1] == ASCII.closeParenthesis,
      let brace = braces.first(where: { BracketMatcher.end(ofBracketAt: $0, in: bytes) == before }),
      case let nameEnd = source.trimmingTrailingWhitespace(statementStart..<brace).upperBound,
      case let name = bytes.wordStart(before: nameEnd)..<nameEnd, isOperator(name)
    else { return nil }
    let call = "(\(bytes.text(brace..<end))"
    let isClosed = BracketMatcher.end(ofBracketAt: 0, in: SourceBytes(Source(name: "", text: call))) == call.utf8.count
    return isClosed
      ? foreign(
        at: comma..<comma + 1, replacing: name.lowerBound..<end, "to call the operator", write: bytes.text(name) + call)
      : nil
  }

  mutating func windows() -> [WindowLiteral] {
    isInExpression = false
    lastForm = .window
    let end = end(ofSideAt: position)
    let quote = bytes[position]
    if quote == ASCII.quote || quote == UInt8(ascii: "'"), end - position > 2, bytes[end - 1] == quote {
      failForeign(at: position..<end, "for the window", write: bytes.text(position + 1..<end - 1))
    }
    if failure == nil {
      do throws(Diagnostic) {
        let (windows, commas) = try WindowLiteral.list(in: source, at: position, tick: tickLength)
        add(windows.map(\.span), commas, .window)
        position = max(position, windows.last?.span.upperBound ?? position)
        // `-` and `--` never subscribe, but a duration alone was probably meant as the time of observation.
        for window in windows where window.window == nil && window.span.contains(where: { bytes[$0]?.isDigit == true })
        {
          fail(.windowNeverOpens, at: window.span)
        }
        return windows
      } catch {
        fail(error)
      }
    }
    _ = readBroken(.window)
    return []
  }

  private mutating func add(_ spans: [Span], _ commas: [Int], _ form: TimelineForm) {
    for (index, span) in spans.enumerated() {
      tree.add(.timeline(form), span)
      if index < commas.count { tree.add(.symbol, commas[index]..<commas[index] + 1) }
    }
  }

  /// Reads a timeline of a statement with an error.
  private mutating func readBroken(_ form: TimelineForm) -> [TimelineLiteral] {
    let start = position
    if start < limit {
      let reader = TimelineReader(source, tick: tickLength)
      position = reader.tokens(in: start..<limit, as: form, isBounded: false).end
      tree.add(.timeline(form), source.trimmingTrailingWhitespace(start..<position))
    }
    return [TimelineLiteral(timeline: Timeline(), form: form, span: start..<position)]
  }

  /// Reads the replacements after `where`, up to a `==` or the end of the statement.
  mutating func readBrokenRenaming() {
    let start = position
    while !isEnd(position), !bytes.has("==", at: position) { position += 1 }
    tree.add(.renaming, source.trimmingTrailingWhitespace(start..<position))
  }
}
