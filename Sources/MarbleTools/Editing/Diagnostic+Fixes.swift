import MarbleSession
import Marbles

extension Diagnostic {
  /// Returns the changes of a source that solve the problem, the most likely one first.
  ///
  /// - Parameter statementStart: Returns the beginning of the statement at an offset.
  package func fixes(in source: Source, statementStart: (Int) -> Int? = { _ in nil }) -> [DocumentEdit] {
    let finder = FixFinder(source, self)
    let replaced = replaced ?? span
    let fixes =
      problem.replacements.map { DocumentEdit(span: replaced, text: $0) }
      + (finder.fix(of: problem, problem.help ?? "") ?? [])
    guard let name = unboundName, !fixes.contains(where: { $0.text == name.suggestion }) else { return fixes }
    let start = statementStart(span.lowerBound) ?? source.line(containing: span.lowerBound).lowerBound
    return fixes + [DocumentEdit(span: start..<start, text: name.binding + "\n")]
  }
}

extension Diagnostic {
  /// The name of a stream that is not bound, with the binding that the help offers.
  fileprivate var unboundName: (suggestion: String?, binding: String)? {
    let name: String
    var suggestion: String?
    switch problem {
    case LanguageProblem.unknownStream(let unknown, let similar): (name, suggestion) = (unknown, similar)
    case ProgramProblem.unknownValue(let unknown): name = unknown
    case ProgramProblem.marbleNotStream(let unknown): return (nil, "\(unknown) = cold --1--|")
    default: return nil
    }
    return (suggestion, "\(name) = --1--|")
  }
}

/// A finder of the changes that depend on the text around a problem.
private struct FixFinder {
  private let source: Source
  private let span: Span
  private let related: Span?
  private let replaced: Span?
  /// The line of the problem, or its lines.
  private let line: Span
  /// The end of the part of the line that has the problem, which is before a `==` or a comment.
  private var end: Int

  init(_ source: Source, _ diagnostic: Diagnostic) {
    self.source = source
    (span, related, replaced) = (diagnostic.span, diagnostic.related, diagnostic.replaced)
    let lastLine = source.line(containing: span.upperBound)
    line = source.line(containing: span.lowerBound).lowerBound..<max(span.upperBound, lastLine.upperBound)
    end = line.upperBound
    let rest = span.upperBound..<line.upperBound
    end = trimmed(rest.lowerBound..<(find(#/==|\/\//#, in: rest)?.lowerBound ?? rest.upperBound)).upperBound
  }

  // MARK: Text

  private var marked: String { source.text(of: span) }
  /// The end of the text before the problem.
  private var previousEnd: Int { trimmed(line.lowerBound..<span.lowerBound).upperBound }
  /// The statement on the line, without the comment after it.
  private var statement: Span { line.lowerBound..<max(end, line.lowerBound) }

  private func trimmed(_ span: Span) -> Span {
    source.trimmingTrailingWhitespace(span.lowerBound..<max(span.lowerBound, span.upperBound))
  }

  /// Returns the first match of a pattern in a range.
  private func find(_ pattern: Regex<Substring>, in span: Span) -> Span? {
    find(in: span) { $0.firstMatch(of: pattern)?.output }
  }

  /// Returns the captured part of the first match of a pattern in a range.
  private func find(_ pattern: Regex<(Substring, Substring)>, in span: Span) -> Span? {
    find(in: span) { $0.firstMatch(of: pattern)?.output.1 }
  }

  private func find(in span: Span, _ match: (String) -> Substring?) -> Span? {
    guard span.lowerBound < span.upperBound else { return nil }
    let text = source.text(of: span)
    // Invalid UTF-8 is text of another length.
    guard text.utf8.count == span.count else { return nil }
    return match(text).map { part in
      let start = span.lowerBound + text.utf8.distance(from: text.startIndex, to: part.startIndex)
      return start..<start + part.utf8.count
    }
  }

  private func last(_ byte: Unicode.Scalar, before offset: Int) -> Int? {
    source.bytes[line.lowerBound..<max(line.lowerBound, offset)].lastIndex(of: UInt8(ascii: byte))
  }

  private func first(_ byte: Unicode.Scalar, from offset: Int) -> Int? {
    source.bytes[min(offset, line.upperBound)..<line.upperBound].firstIndex(of: UInt8(ascii: byte))
  }

  // MARK: Changes

  private func insert(_ text: String, at offset: Int) -> [DocumentEdit] {
    [DocumentEdit(span: offset..<offset, text: text)]
  }

  private func replace(_ span: Span, _ text: String) -> [DocumentEdit] { [DocumentEdit(span: span, text: text)] }

  private func write(_ texts: String...) -> [DocumentEdit] { texts.flatMap { replace(span, $0) } }

  /// Deletes a range with the whitespace before it.
  private func delete(_ span: Span) -> [DocumentEdit] {
    replace(trimmed(line.lowerBound..<span.lowerBound).upperBound..<span.upperBound, "")
  }

  /// Deletes an item of a list, with the comma beside it.
  private func deleteItem(_ item: Span) -> [DocumentEdit] {
    if let comma = last(",", before: item.lowerBound),
      trimmed(line.lowerBound..<item.lowerBound).upperBound == comma + 1
    {
      return delete(comma..<item.upperBound)
    }
    return replace(item.lowerBound..<(find(#/^\s*,\s*/#, in: item.upperBound..<line.upperBound) ?? item).upperBound, "")
  }

  /// Moves a part of a group after it.
  private func moveOutOfGroup(_ part: Span) -> [DocumentEdit]? {
    guard let open = last("(", before: part.lowerBound), let close = first(")", from: part.upperBound) else {
      return nil
    }
    let group = source.text(of: open..<part.lowerBound) + source.text(of: part.upperBound..<close + 1)
    return replace(open..<close + 1, group + source.text(of: part))
  }

  /// Replaces the statement by the code of a help.
  private func rewrite(_ help: String) -> [DocumentEdit]? { code(in: help).map { replace(trimmed(statement), $0) } }

  private func code(in help: String) -> String? {
    help.firstMatch(of: #/`([^`]+)`/#).map { String($0.1) }
  }

  // MARK: Problems

  func fix(of problem: any Problem, _ help: String) -> [DocumentEdit]? {
    switch problem {
    case let problem as LanguageProblem: notation(problem) ?? statement(problem, help) ?? expression(problem, help)
    case let problem as ProgramProblem: program(problem)
    case let problem as SessionProblem: session(problem, help)
    default: nil
    }
  }

  /// Returns the changes of a timeline.
  private func notation(_ problem: LanguageProblem) -> [DocumentEdit]? {
    switch problem {
    case .unclosed(let opening): return LanguageProblem.closings[opening].map { insert($0, at: end) }
    case .emptyItem: return insert("\"\"", at: span.lowerBound + 1)
    case .textAfterItem:
      guard let open = last("[", before: span.lowerBound), let close = first("]", from: span.upperBound) else {
        return nil
      }
      let text = source.text(of: open + 1..<close)
      return text.contains { ",\"\\".contains($0) } ? nil : replace(open + 1..<close, "\"\(text)\"")
    case .unknownEscape, .unknownStringEscape: return insert("\\", at: span.lowerBound)
    case .silenceInGroup: return moveOutOfGroup(span)
    case .timeInGroup("{"):
      return find(#/^\{[^{}()]*\}\*\d+/#, in: span.lowerBound..<line.upperBound).flatMap(moveOutOfGroup)
    case .nestedGroup:
      return first(")", from: span.lowerBound).map { close in
        replace(span.lowerBound..<close + 1, source.text(of: span.lowerBound + 1..<close))
      }
    case .textAfterContinuation: return last(">", before: span.lowerBound).map { replace($0..<$0 + 1, "[>]") }
    case .eventInWindow:
      let hasOrigin = [line.lowerBound..<span.lowerBound, span.upperBound..<end].contains {
        find(#/\^/#, in: $0) != nil
      }
      return write(hasOrigin ? "-" : "^")
    case .windowNeverOpens:
      return write(marked.contains("-") ? marked.replacing("-", with: "^", maxReplacements: 1) : "^" + marked)
    case .windowEndsFirst: return write(String(marked.map { $0 == "!" ? "^" : $0 == "^" ? "!" : $0 }))
    case .malformedJump: return marked.wholeMatch(of: #/@\d+/#) == nil ? nil : write(" \(marked) ")
    case .jumpInRepetition, .jumpAfterGap, .jumpBeforeOrigin:
      return marked.wholeMatch(of: #/@\d+/#) == nil ? nil : write(marked.dropFirst() + "t")
    case .partialTick(_, let tick): return wholeTicks(of: tick ?? "1t")
    case .emptyRepetition: return insert("-", at: span.lowerBound + 1)
    case .repetitionWithoutCount: return insert("*3", at: span.upperBound)
    case .textAfterLoop: return last("*", before: span.lowerBound).flatMap { insert("3", at: $0 + 1) }
    case .endInRepetition:
      guard let open = last("{", before: span.lowerBound) else { return nil }
      return find(#/^\}\*\d+/#, in: span.upperBound..<line.upperBound).flatMap { count in
        replace(open..<count.upperBound, source.text(of: open..<span.lowerBound) + source.text(of: count) + marked)
      }
    case .tooManyRepeatedEvents: return find(#/\d+$/#, in: span).flatMap { replace($0, "") }
    case .renamingEqualsExpected: return insert("= ", at: span.lowerBound)
    case .repeatedRenaming, .unusedRenaming: return deleteRenaming()
    case .renamedFailureNotString: return write("\"\(marked)\"")
    // Longer numbers are too large.
    case .longDigitRun(let count): return write(count < 19 ? "[\(marked)]" : "[\"\(marked)\"]")
    case .missingSpaceAfterKeyword(let word): return write("\(word) ", ".\(word)")
    default: return nil
    }
  }

  /// Rounds a duration up.
  private func wholeTicks(of tick: String) -> [DocumentEdit]? {
    let number = #/([0-9.]+)([a-z]+)/#
    guard let written = marked.wholeMatch(of: number), let length = tick.wholeMatch(of: number), written.2 == length.2,
      let value = Double(written.1), let multiple = Double(length.1), multiple > 0, value < 1e9,
      let whole = Int64(exactly: (value / multiple).rounded(.up) * multiple)
    else { return nil }
    return write("\(whole)\(written.2)")
  }

  private func deleteRenaming() -> [DocumentEdit]? {
    guard let item = find(#/^[^,\["]+(?=,|$)/#, in: span.lowerBound..<end) else { return nil }
    let keyword = find(#/\bwhere\s*$/#, in: line.lowerBound..<span.lowerBound)
    if let keyword, item.upperBound == end { return delete(keyword.lowerBound..<end) }
    return deleteItem(trimmed(item))
  }

  /// Returns the changes of a statement or a law.
  private func statement(_ problem: LanguageProblem, _ help: String) -> [DocumentEdit]? {
    let parameter = find(#/\bforall\s+(?:cold\s+)?(\w+)/#, in: line).map(source.text) ?? "a"
    switch problem {
    case .missingDefinition, .missingTimeline: return rewrite(help)
    case .reservedName: return write("letters")
    case .notAName:
      let name = String(marked.map { $0.isLetter || $0.isNumber ? $0 : "_" })
      return write(name.first?.isNumber == true ? "_" + name : name)
    case .operatorNotTimeline(let call) where call.hasSuffix("()"): return write(String(call.dropLast(2)))
    case .operatorNotTimeline:
      return find(#/=(\s*[^\s"].*)/#, in: span.upperBound..<end).flatMap { timeline in
        replace(timeline, " cold(\"\(source.text(of: timeline).trimmingWhitespace)\")")
      }
    case .attemptsNeedCold:
      let start = last("=", before: span.lowerBound).map { $0 + 1 } ?? line.lowerBound
      return find(#/\S/#, in: start..<span.lowerBound).flatMap { insert("cold ", at: $0.lowerBound) }
    case .unequalForComparison: return write("==")
    case .assertionInBinding(let name): return replace(previousEnd..<span.upperBound, "\n\(name) ==")
    case .severalComparisons:
      return related.flatMap { first in
        guard first.lowerBound > line.lowerBound else { return nil }
        let left = source.text(of: line.lowerBound..<first.lowerBound).trimmingWhitespace
        return replace(previousEnd..<span.upperBound, "\n\(left) ==")
      }
    case .nothingToCompare: return insert("_ ", at: span.lowerBound)
    case .missingWindow: return insert(" --^----!", at: end)
    case .windowInBinding: return delete(span.lowerBound..<end)
    case .expectedLawValues: return find(#/^\d+/#, in: span).flatMap { replace($0, "0...\(source.text(of: $0))") }
    case .notAPlainValue: return find(#/^in\b/#, in: span).flatMap { replace($0, "of") }
    case .unexpectedInLaw: return insert(",", at: previousEnd)
    case .missingLaw where !span.isEmpty, .expectedLawColon("==", _), .expectedLawColon("{", _): return nil
    case .expectedLawColon: return insert(":", at: previousEnd)
    case .missingLaw: return insert(" \(parameter).map { $0 } == \(parameter)", at: end)
    case .lawWithoutComparison: return insert(" == \(parameter)", at: end)
    case .unexpectedText(let text): return unexpected(text)
    case .emptyCommand: return write(":help")
    case .notAnEventWord: return write("v", "f", "c", "i")
    case .unclosedComment:
      let rest = source.text(of: span.lowerBound..<source.bytes.count)
      let depth = rest.ranges(of: "/*").count - rest.ranges(of: "*/").count
      let end = trimmed(span.lowerBound..<source.bytes.count).upperBound
      return insert(String(repeating: " */", count: max(1, depth)), at: end)
    default: return nil
    }
  }

  private func unexpected(_ text: String) -> [DocumentEdit]? {
    if ["=", "->", ":"].contains(text) { return write("==") }
    return find(#/^[-+*\/%<>] *(?:\d+(?:\.\d+)?|"[^"\\]*")$/#, in: span.lowerBound..<end).flatMap { calculation in
      replace(previousEnd..<calculation.upperBound, ".map { $0 \(source.text(of: calculation)) }")
    }
  }

  /// Returns the changes of an expression.
  private func expression(_ problem: LanguageProblem, _ help: String) -> [DocumentEdit]? {
    switch problem {
    case .missingBracket(let bracket, _): return insert(bracket.closing, at: previousEnd)
    case .expectedSeparator(.square, ":", _), .expectedSeparator(.interpolation, _, _): return nil
    case .expectedSeparator(_, "=", _): return write("==")
    case .expectedSeparator: return insert(",", at: previousEnd)
    case .missingAlternative: return insert(" : nil", at: previousEnd)
    case .severalExpressionsInClosure("="): return write("==")
    case .severalExpressionsInClosure(","):
      return related.flatMap { open in
        find(#/^[^{}]*[^{}\s]/#, in: open.upperBound..<max(open.upperBound, line.upperBound)).flatMap { content in
          let text = source.text(of: content)
          return text.contains(#/\bin\b/#) ? nil : replace(content, " (\(text.trimmingWhitespace))")
        }
      }
    case .repeatedParameter(let name): return write(name + "2")
    case .parameterInNamedClosure(let index):
      return last("{", before: span.lowerBound).flatMap { open in
        let names =
          find(#/^[\s(]*(\w+(?:\s*,\s*\w+)*)[)\s]+in\b/#, in: open + 1..<line.upperBound)
          .map { source.text(of: $0).matches(of: #/\w+/#).map { String($0.0) } } ?? []
        return names.indices.contains(index) ? write(names[index]) : nil
      }
    case .numberOutOfRange: return code(in: help).flatMap { write($0) }
    case .malformedNumber(let text): return decimal(text).flatMap { write($0) }
    case .unknownUnit(let unit): return duration(unit)
    case .unclosedString: return insert("\"", at: endOfString)
    default: return nil
    }
  }

  /// Returns a number of another base, or with underscores, as a decimal number.
  private func decimal(_ text: String) -> String? {
    let digits = text.lowercased().filter { $0 != "_" }
    let bases = ["0x": 16, "0o": 8, "0b": 2]
    let number = bases[String(digits.prefix(2))].flatMap { Int64(digits.dropFirst(2), radix: $0) } ?? Int64(digits)
    return number.map { String($0) }
  }

  private func duration(_ unit: String) -> [DocumentEdit]? {
    let units = [
      "ms": ["milliseconds", "millisecond", "msec"], "s": ["seconds", "second", "sec", "secs"],
      "m": ["minutes", "minute", "min", "mins"], "t": ["ticks", "tick"],
    ]
    if let known = units.first(where: { $0.value.contains(unit) })?.key { return write(known) }
    guard let factor = ["h": 60, "d": 1440][unit],
      let number = find(#/\d+$/#, in: line.lowerBound..<span.lowerBound), let value = Int(source.text(of: number)),
      value < 1_000_000
    else { return nil }
    return replace(number.lowerBound..<span.upperBound, "\(value * factor)m")
  }

  /// The end of an unclosed string, before the brackets that close those before it.
  private var endOfString: Int {
    let before = source.bytes[line.lowerBound..<span.lowerBound]
    func count(_ bytes: String) -> Int { before.count { bytes.utf8.contains($0) } }
    var open = count("([{") - count(")]}")
    var end = line.upperBound
    while end > span.lowerBound + 1, open > 0,
      ")]}".utf8.contains(source.bytes[trimmed(span.lowerBound..<end).upperBound - 1])
    {
      end = trimmed(span.lowerBound..<end).upperBound - 1
      open -= 1
    }
    return trimmed(span.lowerBound..<end).upperBound
  }

  /// Returns the changes of names, arguments and searches.
  private func program(_ problem: ProgramProblem) -> [DocumentEdit]? {
    switch problem {
    case .unknownName(let name, nil): return write("\"\(name)\"")
    case .emptyRange(let first, let last):
      return find(#/^\([^()]*\)/#, in: span.upperBound..<line.upperBound).flatMap { arguments in
        replace(arguments, last > 0 ? "(start: \(first), count: \(last))" : "(\(last), \(first))")
      }
    case .unlabeledForm(_, let label, let inRxJS, _):
      return write(inRxJS) + insert("\(label): ", at: span.lowerBound)
    case .misplacedSearchCall:
      let stream = source.text(of: span.lowerBound + 2..<max(span.lowerBound + 2, span.upperBound - 1))
      return stream.isEmpty || stream.contains(",") ? nil : write("\(stream).?")
    case .endlessSearchInput(let name, _):
      return find(in: span) { $0.matches(of: #/[(,]\s*(\w+)/#).map(\.output.1).first { $0 == name } }
        .flatMap { insert(".take(for: 20)", at: $0.upperBound) }
    case .searchWithWindow:
      return find(#/\bduring\s+$/#, in: line.lowerBound..<span.lowerBound).flatMap {
        delete($0.lowerBound..<span.upperBound)
      }
    case .argument(let problem, let name, let calls, _): return argument(problem, name, calls)
    case .strategyNeedsLimit: return insert("(limit: 2)", at: span.upperBound)
    case .unexpectedDuration: return find(#/^[\d.]+/#, in: span).flatMap { write(source.text(of: $0)) }
    case .misplacedClosure:
      let content = marked.dropFirst().dropLast()
      return content.contains(#/\bin\b/#) ? nil : write(String(content).trimmingWhitespace)
    case .tooFewValues(let expected, let got) where expected > got && got > 0:
      return find(#/^\{(\s*\w+(?:\s*,\s*\w+)*)\s+in\b/#, in: span).flatMap { names in
        let all = source.text(of: names).matches(of: #/\w+/#).map { String($0.0) }
        let body = source.text(of: names.upperBound..<span.upperBound)
        let isUnused = all.dropFirst(got).allSatisfy { name in !body.matches(of: #/\w+/#).contains { $0.0 == name } }
        return isUnused ? replace(names, " " + all.prefix(got).joined(separator: ", ")) : nil
      }
    case .noSuchMember(_, _, nil, let names): return names.flatMap { replace(span, $0) }
    default: return nil
    }
  }

  private func argument(_ problem: ArgumentProblem, _ name: String, _ calls: [String]) -> [DocumentEdit]? {
    switch problem {
    case .unknownLabel(_, let suggestion?): return write(suggestion + (marked.hasSuffix(":") ? ":" : ""))
    case .missingLabel(let label): return insert("\(label): ", at: span.lowerBound)
    case .superfluous: return deleteItem(span)
    case .unexpectedClosure: return delete(span)
    case .missing, .missingClosure:
      let empty = find(#/^\(\s*\)/#, in: span.upperBound..<line.upperBound) ?? span.upperBound..<span.upperBound
      guard marked == name, !empty.isEmpty || find(#/^\s*[({]/#, in: span.upperBound..<line.upperBound) == nil else {
        return nil
      }
      return calls.compactMap { $0.split(separator: ".\(name)", maxSplits: 1).last }.flatMap {
        replace(empty, String($0))
      }
    default: return nil
    }
  }

  /// Returns the changes of a command or of the opening line of a fence.
  private func session(_ problem: SessionProblem, _ help: String) -> [DocumentEdit]? {
    switch problem {
    case .missingFile, .wrongFileName: return rewrite(help)
    case .unfitSetting: return code(in: help).flatMap { write($0) }
    case .repeatedFenceAttribute: return delete(span)
    case .emptyFenceAttribute(_, let example): return insert(example, at: span.upperBound)
    case .unclosedFenceAttribute: return insert("\"", at: span.upperBound)
    case .fileLoadsItself: return replace(trimmed(statement), "")
    default: return nil
    }
  }
}
