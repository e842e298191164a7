import Marbles

extension RxJSTest {
  /// Converts `expectObservable(…).toBe(…)` or `expectSubscriptions(…).toBe(…)`, and returns whether it was one of
  /// them.
  mutating func expect(_ statement: Range<Int>, into draft: inout ImportDraft) -> Bool {
    let open = statement.lowerBound + 1
    guard code.has("(", at: open), let given = code.inside(open), code.has(".", at: given.upperBound + 1),
      let matcher = code.name(at: given.upperBound + 2), code.has("(", at: given.upperBound + 3),
      let wanted = code.inside(given.upperBound + 3), wanted.upperBound + 1 == statement.upperBound
    else { return false }
    let span = code.span(of: statement)
    switch (code.name(at: statement.lowerBound), matcher) {
    case ("expectObservable", "toBe"), ("expectObservable", "toEqual"), ("expect", "toBeObservable"):
      expectObservable(given, toBe: wanted, from: span, into: &draft)
    case ("expectSubscriptions", "toBe"), ("expect", "toHaveSubscriptions"):
      expectSubscriptions(given, toBe: wanted, from: span, into: &draft)
    default: return false
    }
    return true
  }

  // MARK: Events

  private mutating func expectObservable(
    _ given: Range<Int>, toBe wanted: Range<Int>, from span: Span, into draft: inout ImportDraft
  ) {
    let parts = code.parts(of: given)
    guard let subject = parts.first else { return draft.omit(span, .statement) }
    var expression = RxJSExpression(code, names: names)
    let text: String
    do {
      text = try expression.text(of: subject)
    } catch {
      return draft.omit(span, error.problem, at: error.span)
    }
    var window: Window?
    if parts.count > 1, code.name(at: parts[1].lowerBound) != "null", code.name(at: parts[1].lowerBound) != "undefined"
    {
      guard let marbles = code.marbles(of: parts[1], names) else {
        return draft.omit(span, .statement, at: code.span(of: parts[1]))
      }
      var reader = RxJSMarbles(code.source, at: marbles, spacesTakeFrames: names.clock == .frames)
      let read = reader.window()
      for diagnostic in read.diagnostics { draft.report(diagnostic.problem, at: diagnostic.span) }
      window = Window(from: read.start ?? 0, until: read.end.map { max($0, read.start ?? 0) })
    }
    guard let expected = expected(wanted, during: window, into: &draft) else {
      return draft.omit(span, .statement, at: code.span(of: wanted))
    }
    if let title { draft.comment(title) }
    title = nil
    let subjectText = window.map { $0 == .always ? text : "\(text) during \(WindowPrinter.text(of: $0))" } ?? text
    if draft.assert(subjectText, equals: expected, from: span) { hasRun = true }
    for (subject, expected, span) in waiting { draft.assert(subject, equals: expected, from: span) }
    waiting = []
  }

  /// Returns the right side of `==`: a timeline or another stream.
  private func expected(_ range: Range<Int>, during window: Window?, into draft: inout ImportDraft) -> String? {
    var wanted = range
    if code.has("cold", at: range.lowerBound) || code.has("hot", at: range.lowerBound),
      let inside = code.inside(range.lowerBound + 1), inside.upperBound + 1 == range.upperBound
    {
      wanted = inside
    }
    guard
      var stream = try? RxJSStream(
        code, wanted, form: .expectation, names: names, streams: timelines, inline: false)
    else {
      var expression = RxJSExpression(code, names: names)
      return try? expression.text(of: wanted)
    }
    for diagnostic in stream.timeline.diagnostics + stream.diagnostics {
      draft.report(diagnostic.problem, at: diagnostic.span)
    }
    // An observer that cancels before the end receives an interruption here.
    if let end = window?.end { stream.interrupt(at: end) }
    return stream.text
  }

  // MARK: Subscriptions

  private mutating func expectSubscriptions(
    _ given: Range<Int>, toBe wanted: Range<Int>, from span: Span, into draft: inout ImportDraft
  ) {
    var subject = given
    if code.has(".", at: given.upperBound - 2), code.name(at: given.upperBound - 1) == "subscriptions" {
      subject = given.lowerBound..<given.upperBound - 2
    }
    guard subject.count == 1, let name = code.name(at: subject.lowerBound), let stream = names.streams[name] else {
      let name = code.name(at: subject.lowerBound) ?? ""
      return draft.omit(span, .unknownName(name), at: code.span(of: subject))
    }
    guard let parts = list(wanted) else { return draft.omit(span, .statement, at: code.span(of: wanted)) }
    var windows: [String] = []
    for part in parts {
      guard let marbles = code.marbles(of: part, names) else {
        return draft.omit(span, .statement, at: code.span(of: part))
      }
      var reader = RxJSMarbles(code.source, at: marbles, spacesTakeFrames: names.clock == .frames)
      let read = reader.window()
      for diagnostic in read.diagnostics { draft.report(diagnostic.problem, at: diagnostic.span) }
      guard let start = read.start else { continue }
      windows.append(WindowPrinter.text(of: Window(from: start, until: read.end.map { max($0, start) })))
    }
    let text = windows.isEmpty ? "-" : windows.joined(separator: ", ")
    if hasRun {
      draft.assert("subscriptions \(stream)", equals: text, from: span)
    } else {
      waiting.append(("subscriptions \(stream)", text, span))
    }
  }

  /// Returns the elements of an array, or the value itself if it is not an array, with names resolved.
  private func list(_ range: Range<Int>, depth: Int = 0) -> [Range<Int>]? {
    guard let first = range.first, depth < 20 else { return nil }
    if code.has("[", at: first), let inside = code.inside(first), inside.upperBound + 1 == range.upperBound {
      return code.parts(of: inside)
    }
    if range.count == 1, let name = code.name(at: first), let constant = names.constants[name] {
      return list(constant, depth: depth + 1)
    }
    return [range]
  }
}
