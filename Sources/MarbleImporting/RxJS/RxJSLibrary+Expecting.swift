import Marbles

/// An assertion of a test.
struct RxJSExpectation {
  enum Kind {
    /// The text in a list with others has no clause with the values of characters, which only one timeline can have.
    case events(RxJSStream, window: Window, expected: String, inList: String)
    case subscriptions(RxJSStream, windows: [String])
  }

  let kind: Kind
  let span: Span
}

extension RxJSLibrary {
  func expect(_ matcher: RxJSMatcher, toBe arguments: [JSValue], _ span: Span) throws(Refusal) {
    switch matcher {
    case .events(let stream, let window):
      let (expected, inList) = try expected(arguments, of: stream, during: window, span)
      expectations.append(
        RxJSExpectation(kind: .events(stream, window: window, expected: expected, inList: inList), span: span))
    case .other: remarks.append(span)
    case .subscriptions(let stream):
      guard stream.isTimeline, let wanted = arguments.first else { throw refusal(span) }
      let texts: [JSValue] = if case .array(let array) = wanted { array.elements } else { [wanted] }
      var windows: [String] = []
      for text in texts {
        guard case .string(let text, let contents) = text else { throw refusal(span) }
        guard let window = try window(text, contents, span), let start = window.start else { continue }
        windows.append(WindowPrinter.text(of: Window(from: start, until: window.end.map { max($0, start) })))
      }
      expectations.append(RxJSExpectation(kind: .subscriptions(stream, windows: windows), span: span))
    }
  }

  /// Returns the right side of `==`: a timeline or another stream.
  private func expected(
    _ arguments: [JSValue], of stream: RxJSStream, during window: Window, _ span: Span
  ) throws(Refusal) -> (text: String, inList: String) {
    if case .stream(let other)? = arguments.first {
      let text = try text(of: other, span)
      if other.shape != stream.shape { requireText(other.shape, stream.shape) }
      guard other.shape.hasForm(of: stream.shape) else { throw Refusal(problem: .otherForm, span: span) }
      return (text, text)
    }
    let timeline = try timeline(arguments, as: .expectation, expected: stream.shape, span)
    for error in timeline.known.errors ?? [] { try checkExpected(error, span) }
    // An observer that cancels before the end receives an interruption here.
    if let end = window.end { timeline.interrupt(at: end) }
    return (timeline.text, timeline.inlineText)
  }
}
