import Marbles

/// Declarations with `const` and similar keywords.
extension RxJSTest {
  /// Converts `name = …` after `const`.
  mutating func declare(_ part: Range<Int>, into draft: inout ImportDraft) {
    let range = trimmed(part)
    guard let name = code.name(at: range.lowerBound), !range.isEmpty else {
      // The declaration `const { cold, hot } = helpers` needs no conversion.
      if !range.contains(where: { code.name(at: $0) == "cold" || code.name(at: $0) == "hot" }), !range.isEmpty {
        draft.omit(code.span(of: range), .statement)
      }
      return
    }
    var equals = range.lowerBound + 1
    while equals < range.upperBound, !code.has("=", at: equals) { equals = code.after(equals, in: range) }
    let value = min(equals + 1, range.upperBound)..<range.upperBound
    forget(name)
    guard let first = value.first else { return }
    if declareSource(name, value, from: code.span(of: range), into: &draft) { return }
    // These declarations only rename parts of the library.
    if code.has("new", at: first), code.name(at: first + 1) == "TestScheduler" { return }
    if name == "Observable" { return }
    if isConstant(value) {
      let isUnused = occurrences[name, default: 0] <= 1
      if isUnused, let span = code.marbles(of: value, names) {
        var marbles = RxJSMarbles(code.source, at: span, spacesTakeFrames: names.clock == .frames)
        let timeline = marbles.timeline(as: .hot)
        for diagnostic in timeline.diagnostics { draft.report(diagnostic.problem, at: diagnostic.span) }
        draft.bind(RxJSExpression.name(for: name), to: timeline.text, from: code.span(of: range))
      } else {
        names.constants[name] = value
      }
      return
    }
    var expression = RxJSExpression(code, names: names)
    do {
      let text = try expression.text(of: value)
      bind(name, to: text, from: code.span(of: range), into: &draft)
    } catch {
      draft.omit(code.span(of: range), error.problem, at: error.span)
    }
  }

  /// Converts a declaration that consists of `cold("…")` or a similar call, and returns whether it did.
  private mutating func declareSource(
    _ name: String, _ value: Range<Int>, from span: Span, into draft: inout ImportDraft
  ) -> Bool {
    var word = value.lowerBound
    while code.has(".", at: word + 1), word + 2 < value.upperBound { word += 2 }
    let isCold: Bool
    switch code.name(at: word) {
    case "cold", "createColdObservable": isCold = true
    case "hot", "createHotObservable": isCold = false
    default: return false
    }
    var open = word + 1
    while open < value.upperBound, !code.has("(", at: open) { open += 1 }
    guard let arguments = code.inside(open), arguments.upperBound + 1 == value.upperBound else { return false }
    guard
      let stream = try? RxJSStream(
        code, arguments, form: isCold ? .cold : .hot, names: names, inline: false)
    else { return false }
    for diagnostic in stream.timeline.diagnostics + stream.diagnostics {
      draft.report(diagnostic.problem, at: diagnostic.span)
    }
    if bind(name, to: (isCold ? "cold " : "") + stream.text, from: span, into: &draft) {
      timelines[name] = stream.timeline.timeline
    }
    return true
  }

  @discardableResult
  private mutating func bind(_ name: String, to text: String, from span: Span, into draft: inout ImportDraft) -> Bool {
    let ours = RxJSExpression.name(for: name)
    guard draft.bind(ours, to: text, from: span) else { return false }
    names.streams[name] = ours
    return true
  }

  mutating func forget(_ name: String) {
    names.streams[name] = nil
    names.constants[name] = nil
    timelines[name] = nil
  }

  /// Whether tokens are a value, a function or marbles, and not a stream.
  private func isConstant(_ range: Range<Int>) -> Bool {
    guard let first = range.first else { return false }
    switch code.tokens[first].kind {
    case .number, .string, .template: return true
    case .name:
      if ["true", "false", "null", "undefined", "time", "function", "async"].contains(code.text(first)) { return true }
      if code.has("=>", at: first + 1) { return true }
      // An alias of a constant is a constant too.
      return range.count == 1 && names.constants[code.text(first)] != nil
    case .mark:
      if code.has("{", at: first) || code.has("[", at: first) || code.has("-", at: first) { return true }
      guard code.has("(", at: first), let inside = code.inside(first) else { return false }
      return code.has("=>", at: inside.upperBound + 1)
    case .regularExpression: return false
    }
  }
}
