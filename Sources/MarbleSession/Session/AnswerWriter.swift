import Marbles

/// A writer that converts the answers of a session to text.
package struct AnswerWriter: Sendable {
  /// The style of diagrams.
  var style: DrawingStyle
  /// Whether bindings are echoed, as at a prompt.
  var echoesBindings: Bool

  package init(style: DrawingStyle = DrawingStyle(), echoesBindings: Bool = false) {
    self.style = style
    self.echoesBindings = echoesBindings
  }

  private var width: Int? { style.width }
  private var colors: ColorDepth { style.format == .unicode ? style.colors : .none }

  /// The maximum width of prose, in columns.
  package static let textWidth = 80

  /// The stream to which text is written.
  package enum Channel: Sendable {
    case output, diagnostics
  }

  /// Returns the text of an answer with its line ends, or `nil` if it has none.
  package func text(of answer: Answer) -> (text: String, channel: Channel)? {
    switch (style.format, answer) {
    case (.json, .leave): return nil
    case (.json, .bound) where !echoesBindings: return nil
    case (.json, _):
      var json = JSONText()
      json.answer(answer)
      return (json.text + "\n", .output)
    case (.svg, .bound), (.svg, .drawing), (.perfetto, .bound), (.perfetto, .drawing): return words(of: answer)
    case (.svg, .explained(let explanation)), (.perfetto, .explained(let explanation)):
      return (lines(of: explanation), .diagnostics)
    // Other text must not be mixed with the document on standard output.
    case (.svg, _), (.perfetto, _): return words(of: answer).map { ($0.text, .diagnostics) }
    default: return words(of: answer).map { ($0.text.withOwnMarks(inASCII: style.isASCII), $0.channel) }
    }
  }

  private func words(of answer: Answer) -> (text: String, channel: Channel)? {
    switch answer {
    case .bound(let diagram):
      echoesBindings ? (draw(diagram), .output) : nil
    case .leave:
      nil
    case .drawing(let diagram):
      (draw(diagram) + (echoesBindings ? "" : "\n"), .output)
    case .explained(let explanation):
      (text(of: explanation), .output)
    case .passed(let assertion):
      (
        "✓ \(assertion.location)  \(assertion.expression)\n"
          + (assertion.report.map { "  \($0.text)\n" } ?? "")
          + (assertion.races.map { "  \($0.text)\n" } ?? "")
          + (assertion.search.map { found in
            ([.svg, .perfetto].contains(style.format) ? "\n" : "") + found.text(width: width, colors: colors)
          } ?? ""), .output
      )
    case .failed(let assertion, let failing):
      (text(of: failing, assertion), .output)
    case .error(let diagnostic, let source), .warning(let diagnostic, let source):
      (
        DiagnosticRenderer(source, width: width, breaksMessage: echoesBindings).text(of: diagnostic) + "\n"
          + (diagnostic.proof?.picture(width: width, colors: colors) ?? ""),
        .diagnostics
      )
    case .text(let text):
      (wrapped(text, to: min(width ?? Self.textWidth, Self.textWidth)) + "\n", .output)
    case .translation(let text):
      // A statement on several lines could not be pasted.
      (text + "\n", .output)
    }
  }

  /// Returns a drawing, of which an endless one is shortened to one row.
  private func draw(_ diagram: Diagram) -> String {
    style.draw([style.abridged(diagram)]) + "\n"
  }

  // MARK: Explanations

  private func text(of explanation: Explanation) -> String {
    lines(of: explanation) + "\n" + draw(explanation.diagram) + (echoesBindings ? "" : "\n")
  }

  /// Returns the text of an explanation above its drawing.
  package func lines(of explanation: Explanation) -> String {
    explanation.lines(width: min(width ?? Self.textWidth, Self.textWidth)).joined(separator: "\n") + "\n"
  }

  // MARK: Failures

  private func text(of failing: Answer.FailureReason, _ assertion: Answer.Assertion) -> String {
    let heading = "✗ \(assertion.location)  \(assertion.expression)"
    switch failing {
    case .differs(let comparisons, let notes):
      let pictures = comparisons.enumerated().filter { !$0.element.isEqual }.map { index, comparison in
        let observer = comparisons.count == 1 ? "" : "  observer \(index + 1)"
        return comparison.picture(
          location: assertion.location, expression: assertion.expression + observer, width: width,
          colors: colors)
      }
      let help =
        assertion.question.map {
          [wrapped("for the reason, write `\($0)` on the next line", after: "  help: ", to: width)]
        } ?? []
      let lines = (pictures.isEmpty ? [heading] : pictures) + notes.map { wrapped($0, after: "  ", to: width) } + help
      return lines.joined(separator: "\n") + "\n"
    case .missing(let timelines):
      let came = timelines.map { TimelinePrinter.text(of: $0) }.map { $0.isEmpty ? "-" : $0 }.joined(separator: ", ")
      return "\(heading)\n  expected a timeline after `==`; the result is: \(came)\n"
    case .observed(let comparison):
      return "\(heading)      \(comparison.count)\n" + comparison.picture(width: width, colors: colors) + "\n"
    case .missingWindows(let windows):
      let observed = windows.isEmpty ? "-" : windows.map(WindowPrinter.text).joined(separator: ", ")
      return "\(heading)\n  expected a window after `==`; the result is: \(observed)\n"
    case .subscribed(let remainder):
      return "\(heading)\n  \(wrapped(remainder, after: "  ", to: width))\n"
    case .grammarViolation(let sent, let observed, let violations):
      var lines = [
        "\(heading)      does not match /^v*(f|c|i)?$/",
        "  sent      \(TimelinePrinter.text(of: sent))",
        "  observed  \(TimelinePrinter.text(of: observed))",
      ]
      for marble in violations {
        let token = TimelinePrinter.token(for: marble.event)
        lines.append("    tick \(marble.tick)  \(token): \(EventKind(marble.event).noun) after the end")
      }
      return lines.joined(separator: "\n") + "\n"
    case .wordGrammarViolation(let word, let index, let event, let end):
      return """
        \(heading)      does not match /^v*(f|c|i)?$/
          \(word)
          \(String(repeating: " ", count: index))^ \(event.noun) after the \(end.noun)
          an observer receives `\(word.prefix(index))`

        """
    case .notFound:
      return "\(heading)      not found\n" + (assertion.search?.text(width: width, colors: colors) ?? "")
    case .refuted(let refutation):
      return refutation.picture(
        location: assertion.location, expression: assertion.expression, width: width, colors: colors) + "\n"
    case .race(let race, _):
      return "\(heading)\n" + race.picture(width: width, colors: colors)
        + wrapped(race.text, after: "  ", to: width) + "\n"
    case .nothingFails, .unfinished, .exercise:
      return "\(heading)\n  \(failing.summary)\n"
    }
  }
}

extension String {
  /// Returns the text with marks such as `✓` replaced by ASCII characters of the same width, for terminals without
  /// UTF-8.
  package func withOwnMarks(inASCII: Bool) -> String {
    guard inASCII, !utf8.allSatisfy({ $0 < 0x80 }) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "✓": text += "+"
      case "✗": text += "x"
      case "…": text += "~"
      case "→": text += ">"
      case "·": text += "."
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
