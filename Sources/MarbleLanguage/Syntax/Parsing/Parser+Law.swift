/// Laws.
///
///     law       = "forall" parameter {"," parameter} ["when" expression] ":" expression ["during" windows] comparison
///     parameter = ["cold"] name ["of" values] | name "in" values
///     values    = integer "..." integer | "[" value {"," value} "]"              values as on a timeline
extension Parser {
  mutating func law(after keyword: Span) -> Statement.Kind {
    kind = .law
    addToken(.keyword, keyword.count)
    if let error = lawWithoutParameters(after: keyword) { fail(error) }
    let parameters = lawParameters(after: keyword)
    return withNames(parameters.map(\.name.text)) { $0.law(over: parameters) }
  }

  private mutating func law(over parameters: [Law.Parameter]) -> Statement.Kind {
    var condition: Expression?
    if bytes.hasWord("when", at: position) {
      addToken(.keyword, 4)
      let wasFailed = failure != nil
      if bytes.hasWord("not", at: position), !isBound("not") {
        failForeign(
          at: position..<position + 3, replacing: position..<bytes.skipWhitespace(at: position + 3), write: "!")
      }
      condition = self.condition()
      if !wasFailed, let first = parameters.first, let error = failure,
        case LanguageProblem.parameterOutsideClosure(_, nil) = error.problem
      {
        let member = if case .stream = first.kind { ".first" } else { "" }
        failure = foreign(at: error.span, "for the parameter", write: first.name.text + member)
      }
      position = skipTrivia()
      if bytes[position] == ASCII.equals { fail(.equalsForComparison, at: position..<position + 1) }
    }
    expectColon(after: parameters, isAfterCondition: condition != nil)
    let left = leftSide(after: parameters)
    let windows = duringWindows()
    let right = rightSide(beside: windows)
    let equation = left.span.lowerBound..<max(left.span.lowerBound, position)
    return .law(
      Law(
        parameters: parameters, condition: condition, left: left, windows: windows, right: right,
        equation: equation))
  }

  // MARK: Parameters

  private mutating func lawParameters(after keyword: Span) -> [Law.Parameter] {
    var parameters: [Law.Parameter] = []
    var before = keyword
    while true {
      let checkpoint = tree.checkpoint(at: position)
      guard let parameter = lawParameter() else {
        if failure == nil { fail(.expectedLawParameter, at: before) }
        return parameters
      }
      tree.wrap(.lawParameter, from: checkpoint)
      if let first = parameters.first(where: { $0.name.text == parameter.name.text }) {
        fail(.repeatedParameter(parameter.name.text), at: parameter.name.span, related: first.name.span)
      }
      parameters.append(parameter)
      guard bytes[position] == ASCII.comma, !isEnd(position) else { return parameters }
      before = position..<position + 1
      addToken(.symbol, 1)
      // A parameter after a comma may be on the next line.
      position = hereOrOnNextLine { !$0.isEnd($1) } ?? position
    }
  }

  private mutating func lawParameter() -> Law.Parameter? {
    let start = position
    let isCold = isColdParameter
    if isCold { addToken(.keyword, 4) }
    guard let end = bytes.identifierEnd(at: position), end <= limit else { return nil }
    let name = Name(text: bytes.text(position..<end), span: position..<end)
    if name.text.isReservedName || bindings.vocabulary.isFunction(name.text) {
      fail(.reservedName(name.text), at: name.span)
    }
    addToken(.identifier, name.span.count)
    var kind = Law.Parameter.Kind.stream(isCold: isCold, values: nil)
    if bytes.hasWord("of", at: position) {
      kind = .stream(isCold: isCold, values: lawValues(after: "of"))
    } else if bytes.hasWord("in", at: position) {
      if isCold { fail(.coldNumber(name.text), at: start..<start + 4) }
      let keyword = position..<position + 2
      let values = lawValues(after: "in")
      if let other = values.firstOther { fail(.notAPlainValue(other), at: keyword.lowerBound..<position) }
      kind = .constant(values.withStrings)
    } else if let end = bytes.identifierEnd(at: position), !bytes.hasWord("when", at: position),
      duringKeyword(at: position) == nil, failure == nil
    {
      if ["hot", "stream"].contains(name.text) {
        let purpose = name.text == "hot" ? "a stream without `cold` is hot" : "a parameter without `in` is a stream"
        failForeign(at: name.span, replacing: start..<position, purpose, write: "")
      }
      tree.add(.identifier, position..<end)
      fail(.unexpectedInLaw(bytes.excerpt(position..<end)), at: position..<end)
      position = skipTrivia(at: end)
    }
    return Law.Parameter(name: name, kind: kind, span: start..<position)
  }

  /// Whether `cold` and another name follow, so that `cold` is not the name of the parameter.
  private var isColdParameter: Bool {
    guard bytes.hasWord("cold", at: position) else { return false }
    let next = bytes.skipWhitespace(at: position + 4)
    let keywords: [StaticString] = ["of", "in", "when"]
    return bytes.identifierEnd(at: next) != nil && !keywords.contains { bytes.hasWord($0, at: next) }
  }

  // MARK: Values

  private mutating func lawValues(after keyword: StaticString) -> Law.Values {
    addToken(.keyword, keyword.utf8CodeUnitCount)
    rejectRange()
    if bytes[position] == ASCII.openSquare, let end = BracketMatcher.end(ofBracketAt: position, in: bytes), end <= limit
    {
      return valueList(position..<end, after: keyword)
    }
    guard let first = integer(at: position), bytes.has("...", at: bytes.skipWhitespace(at: first.end)) else {
      fail(.expectedLawValues(after: keyword.description), at: unexpectedSpan)
      return .range(0...0)
    }
    let start = position
    addNumber(upTo: first.end)
    addToken(.symbol, 3)
    guard let last = integer(at: position) else {
      fail(.expectedLawValues(after: keyword.description), at: unexpectedSpan)
      return .range(0...0)
    }
    addNumber(upTo: last.end)
    guard first.value <= last.value else {
      fail(.emptyLawRange(first: first.value, last: last.value), at: start..<last.end)
      return .range(0...0)
    }
    return .range(first.value...last.value)
  }

  /// Reports a range of other languages, such as `1..9` and `1..<9`, and one in brackets.
  private mutating func rejectRange() {
    let isList = bytes[position] == ASCII.openSquare
    guard let first = integer(at: isList ? position + 1 : position),
      let dots = ["...", "..<", ".."].first(where: {
        bytes.text(first.end..<min(first.end + $0.utf8.count, limit)) == $0
      }),
      isList || dots != "...", let last = integer(at: first.end + dots.utf8.count),
      !isList || bytes[last.end] == ASCII.closeSquare, first.value < last.value
    else { return }
    failForeign(
      at: position..<last.end + (isList ? 1 : 0), "for a range",
      write: "\(first.value)...\(last.value - (dots == "..<" ? 1 : 0))")
  }

  /// Reports durations in a list, where they would be strings: `t in [9ms]`.
  private mutating func rejectDurations(in list: Span) {
    let items = bytes.text(list).dropFirst().dropLast().split(separator: ",").map { $0.filter { $0 != " " } }
    let numbers = items.map { item in
      let time = TickLength.read(Array(item.utf8), from: 0, to: item.utf8.count)
      return time?.end == item.utf8.count
        ? time?.duration.map { String(Int64(($0 / tickLength.duration).rounded(.up))) } ?? item : item
    }
    guard numbers != items else { return }
    failForeign(at: list, "for numbers of ticks", write: "[\(numbers.joined(separator: ", "))]")
  }

  /// Reads a list of values, which are written as on a timeline.
  private mutating func valueList(_ span: Span, after keyword: StaticString) -> Law.Values {
    tree.add(.timeline(.raw), span)
    position = skipTrivia(at: span.upperBound)
    rejectDurations(in: span)
    guard failure == nil else { return .range(0...0) }
    do throws(Diagnostic) {
      let timeline = try TimelineReader(source, tick: tickLength).timeline(
        from: span.lowerBound, to: span.upperBound, as: .raw
      ).timeline
      guard timeline.marbles.count == 1, case .value(let value) = timeline.marbles[0].event else {
        throw Diagnostic(.expectedLawValues(after: keyword.description), at: span)
      }
      if case .tuple(let items) = value { return .list(items) }
      lintSpaces(in: span) { text in
        let words = text.dropFirst().dropLast().split(separator: " ")
        guard words.count > 1, words.allSatisfy({ $0.count == 1 || Int64($0) != nil }) else { return nil }
        return "[\(words.joined(separator: ", "))]"
      }
      return .list([value])
    } catch {
      fail(error)
      return .range(0...0)
    }
  }

  /// Returns the whole number at an offset, or `nil` if there is none.
  func integer(at offset: Int) -> (value: Int64, end: Int)? {
    var end = bytes[offset] == ASCII.minus ? offset + 1 : offset
    while let byte = bytes[end], byte.isDigit { end += 1 }
    return Int64(bytes.text(offset..<end)).map { ($0, end) }
  }

  private mutating func addNumber(upTo end: Int) {
    if bytes[position] == ASCII.minus {
      tree.add(.symbol, position..<position + 1)
      position += 1
    }
    addToken(.number, end - position)
  }

  /// The span to report where something else is expected: a name, a word, or the end of the statement.
  private var unexpectedSpan: Span {
    if isEnd(position) { return position..<position }
    return bytes.identifierEnd(at: position).map { position..<$0 } ?? word(at: position)
  }

  // MARK: The equation

  private mutating func expectColon(after parameters: [Law.Parameter], isAfterCondition: Bool) {
    if bytes[position] == ASCII.colon, !isEnd(position) {
      addToken(.symbol, 1)
    } else {
      rejectWindowsFirst(after: parameters)
      let span = unexpectedSpan
      if let sign = ["=>", "->", ".", "|"].first(where: { bytes.text(span) == $0 }) {
        let start = source.trimmingTrailingWhitespace(statementStart..<position).upperBound
        failForeign(at: span, replacing: start..<span.upperBound, write: sign == "|" ? " when" : ":")
      }
      if isAfterCondition, bytes.text(span) == "when" { failForeign(at: span, "for both conditions", write: "&&") }
      fail(.expectedLawColon(found: bytes.excerpt(span), isAfterCondition: isAfterCondition), at: span)
      if bytes.identifierEnd(at: position) != nil { addToken(.identifier, span.count) }
    }
  }

  /// Reports windows before the expression: `forall a during ^--!: a == a`, `forall a during ^--! == a` and
  /// `forall a: during ^--! == a`.
  private mutating func rejectWindowsFirst(after parameters: [Law.Parameter]) {
    guard let keyword = duringKeyword(at: position), let name = parameters.first?.name.text else { return }
    let head = bytes.text(statementStart..<position).trimmingWhitespace
    let first = min(end(ofSideAt: position), offset(ofWord: "matches", from: position))
    let colon = (position..<first).first { bytes[$0] == ASCII.colon }
    let start = colon.map { $0 + 1 } ?? first
    let sign = max(start, min(end(ofSideAt: start), offset(ofWord: "matches", from: start)))
    let comparison = bytes.skipWhitespace(at: sign)
    let end = end(ofSideAt: bytes.has("==", at: comparison) ? comparison + 2 : sign)
    let parts = [start..<sign, position..<(colon ?? first), sign..<end].map { bytes.text($0).trimmingWhitespace }
    failForeign(
      at: keyword, replacing: statementStart..<end, "after the expression",
      write: "\(head)\(head.hasSuffix(":") ? "" : ":") \(parts[0].isEmpty ? name : parts[0]) \(parts[1]) \(parts[2])"
        .trimmingWhitespace)
  }

  /// Reads the left side, which may be on the next line.
  private mutating func leftSide(after parameters: [Law.Parameter]) -> Expression {
    let end = position
    position = hereOrOnNextLine { !$0.isEnd($1) } ?? position
    guard !isEnd(position) else {
      if failure == nil, source.bytes[end...].allSatisfy({ $0.separatesWords || $0 == ASCII.newline }) {
        isIncomplete = true
      }
      fail(.missingLaw, at: end..<end)
      return .missing(at: end)
    }
    rejectWindowsFirst(after: parameters)
    if let error = nestedStatement(at: position) { fail(error) }
    if beginsExpression() { return stream() }
    if let sign = (position..<self.end(ofSideAt: position)).first(where: { bytes.has("!=", at: $0) }) {
      rejectUnequal(at: sign)
    }
    if bytes.has("{ ", at: position) { fail(.missingLaw, at: position..<position + 1) }
    if let end = bytes.identifierEnd(at: position), case let sign = skipTrivia(at: end), bytes[sign] == ASCII.equals,
      bytes[sign + 1] != ASCII.equals
    {
      fail(.equalsForComparison, at: sign..<sign + 1)
    }
    let literal = timeline(form: .pipe)
    fail(.lawWithoutExpression, at: literal.span)
    return .missing(at: literal.span.lowerBound)
  }

  private mutating func rightSide(beside windows: [WindowLiteral]) -> Expectation {
    if let patterns = patterns(lanes: windows) { return patterns }
    guard let equals = comparisonSign() else {
      let end = position
      let next = skipTrivia()
      rejectOthers(after: nil, at: next)
      if isEnd(next) { fail(.lawWithoutComparison, at: end..<end) } else { failAtWord(next) }
      return .missing(end..<end)
    }
    tree.add(.symbol, equals..<equals + 2)
    position = equals + 2
    let expectation = expectation(lanes: windows)
    if case .missing(let span) = expectation { fail(.lawWithoutComparison, at: span) }
    let end = skipTrivia()
    if bytes.has("==", at: end) { fail(.severalComparisons, at: end..<end + 2, related: equals..<equals + 2) }
    rejectOthers(after: nil, at: end)
    return expectation
  }
}

extension Law.Values {
  /// The first value of a list that is not a plain value, as it is written, or `nil` if there is none.
  fileprivate var firstOther: String? {
    guard case .list(let values) = self else { return nil }
    let other = values.first { $0.literal == nil }
    return other.map { TimelinePrinter.token(for: $0) }
  }

  /// The values with strings in place of the names of marbles.
  fileprivate var withStrings: Law.Values {
    guard case .list(let values) = self else { return self }
    return .list(values.map(\.withStrings))
  }
}

extension Value {
  fileprivate var withStrings: Value {
    switch self {
    case .marble(let text): .string(text)
    case .tuple(let items): .tuple(items.map(\.withStrings))
    case .array(let items): .array(items.map(\.withStrings))
    default: self
    }
  }
}
