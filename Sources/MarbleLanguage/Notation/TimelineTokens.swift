/// A token of a timeline: `-`, `[12]`, `(ab|)`, `{--a}*3`.
package struct TimelineToken: Sendable {
  package enum Kind: Sendable {
    case silence, value, string, stream
    /// `|`, `#`, `!`
    case end
    /// `(ab|)`
    case group
    /// `^`, or a group with it.
    case origin
    /// `9ms` or `@40`, which takes the written number of ticks.
    case time
    /// `{--a}*3`
    case repetition
    /// The `>` at the end.
    case continuation
    /// A number after `where`.
    case number
    case error
  }

  package let kind: Kind
  package let span: Span
  /// The tick on which the token begins.
  package let tick: Int
  /// Whether the token is in a group, a stream or a repetition.
  let isNested: Bool
}

/// The tokens of a timeline.
///
/// Nested tokens come before the token that contains them, and tokens without a tick are omitted.
package struct TimelineTokens: Sendable {
  package let tokens: [TimelineToken]
  /// The offset after the timeline.
  let end: Int
  package let hasErrors: Bool

  /// The tokens that are not nested in others.
  package var outermost: [TimelineToken] { tokens.filter { !$0.isNested } }
}

extension TimelineReader {
  /// Reads the tokens of a timeline.
  ///
  /// Invalid text becomes a token of the kind `error`.
  ///
  /// - Parameter isBounded: Whether the timeline ends at the end of the extent and nowhere before.
  package func tokens(in extent: Span, as form: TimelineForm, isBounded: Bool = true) -> TimelineTokens {
    let recorder = TimelineTokenRecorder()
    var form = form
    var position = extent.lowerBound
    var hasErrors = false
    // Errors are skipped. A bracket that is open at an error stays open to the end.
    while position < extent.upperBound {
      var scanner = TimelineScanner(
        source.bytes, in: position..<extent.upperBound, isBounded: isBounded, form: form, tick: tick)
      scanner.recorder = recorder
      do throws(Diagnostic) {
        position = try scanner.read().end
        break
      } catch {
        hasErrors = true
        let start = max(error.span.lowerBound, position)
        let end = max(error.span.upperBound, start + 1, scanner.position)
        recorder.record(error, from: start, to: end)
        position = min(max(end, recorder.tokens.last?.span.upperBound ?? 0), extent.upperBound)
        if form != .window, form != .pattern { form = .raw }
      }
    }
    return TimelineTokens(tokens: recorder.tokens, end: position, hasErrors: hasErrors)
  }

  /// Reads the keys and values after `where`.
  package func renamingTokens(in extent: Span) -> TimelineTokens {
    let recorder = TimelineTokenRecorder()
    var scanner = TimelineScanner(source.bytes, in: extent, isBounded: false, form: .pipe, tick: tick)
    scanner.recorder = recorder
    let renaming = try? scanner.readRenaming()
    var rest = recorder.tokens.last?.span.upperBound ?? extent.lowerBound
    while rest < extent.upperBound, source.bytes[rest].isWhitespace { rest += 1 }
    if renaming == nil, rest < extent.upperBound { recorder.record(.error, at: rest..<extent.upperBound, tick: 0) }
    return TimelineTokens(tokens: recorder.tokens, end: extent.upperBound, hasErrors: renaming == nil)
  }
}

/// Collects the tokens that a scanner finds.
final class TimelineTokenRecorder {
  private(set) var tokens: [TimelineToken] = []
  /// The number of open groups, streams and repetitions.
  var depth = 0

  func record(_ kind: TimelineToken.Kind, at span: Span, tick: Int) {
    tokens.append(TimelineToken(kind: kind, span: span, tick: tick, isNested: depth > 0))
  }

  func record(_ event: Event, at span: Span, tick: Int) {
    let kind: TimelineToken.Kind =
      switch event {
      case .value(.stream): .stream
      case .value(.string): .string
      case .value: .value
      case .failed, .completed, .interrupted: .end
      }
    record(kind, at: span, tick: tick)
  }

  /// Records a value after `where`.
  func record(_ value: Value, at span: Span) {
    switch value {
    case .integer, .number: record(.number, at: span, tick: 0)
    default: record(.value(value), at: span, tick: 0)
    }
  }

  /// Records an error, or an unclosed bracket that is still being typed.
  fileprivate func record(_ error: Diagnostic, from start: Int, to end: Int) {
    depth = 0
    if case LanguageProblem.unclosed(let bracket) = error.problem {
      // The tokens within a group, a stream or a repetition have been recorded already.
      if bracket == "[" || bracket == "#[" { record(.value, at: start..<end, tick: 0) }
      if bracket == "\"" { record(.string, at: start..<end, tick: 0) }
      return
    }
    while let last = tokens.last, last.span.lowerBound >= start { tokens.removeLast() }
    record(.error, at: start..<max(error.span.upperBound, start + 1), tick: 0)
  }
}
