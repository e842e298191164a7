/// A piece of a timeline as it is written: `-`, `[12]`, `(ab|)`, `{--a}*3`.
package struct TimelineToken: Sendable {
  package enum Kind: Sendable {
    case silence, value, string, stream
    /// `|`, `#`, `!`
    case end
    /// `(ab|)`
    case group
    /// `^`, or a group with it.
    case origin
    /// Takes as many ticks as it says: `9ms`, `@40`.
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
  /// The tick on which it begins.
  package let tick: Int
  /// Whether it is in a group, a stream or a repetition.
  let isNested: Bool
}

/// The tokens of a timeline, each after those that are nested in it; what takes no time is left out.
package struct TimelineTokens: Sendable {
  package let tokens: [TimelineToken]
  /// Where the timeline ends.
  let end: Int
  package let hasErrors: Bool

  /// Those that are not nested in others.
  package var outermost: [TimelineToken] { tokens.filter { !$0.isNested } }
}

extension TimelineReader {
  /// Reads the tokens of a timeline; text that fits nothing is a token, too.
  ///
  /// - Parameter isBounded: whether the timeline ends where the extent does, and nowhere before.
  package func tokens(in extent: Span, as form: TimelineForm, isBounded: Bool = true) -> TimelineTokens {
    let recorder = TimelineTokenRecorder()
    var form = form
    var position = extent.lowerBound
    var hasErrors = false
    // What has an error is stepped over; what was open there, is open to the end.
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
        recorder.note(error, from: start, to: end)
        position = min(max(end, recorder.tokens.last?.span.upperBound ?? 0), extent.upperBound)
        if form != .window { form = .raw }
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
    if renaming == nil, rest < extent.upperBound { recorder.note(.error, at: rest..<extent.upperBound, tick: 0) }
    return TimelineTokens(tokens: recorder.tokens, end: extent.upperBound, hasErrors: renaming == nil)
  }
}

/// Keeps the tokens that a scanner finds.
final class TimelineTokenRecorder {
  private(set) var tokens: [TimelineToken] = []
  /// The number of groups, streams and repetitions that are open.
  var depth = 0

  func note(_ kind: TimelineToken.Kind, at span: Span, tick: Int) {
    tokens.append(TimelineToken(kind: kind, span: span, tick: tick, isNested: depth > 0))
  }

  func note(_ event: Event, at span: Span, tick: Int) {
    let kind: TimelineToken.Kind =
      switch event {
      case .value(.stream): .stream
      case .value(.string): .string
      case .value: .value
      case .failed, .completed, .interrupted: .end
      }
    note(kind, at: span, tick: tick)
  }

  /// Notes a value after `where`.
  func note(_ value: Value, at span: Span) {
    switch value {
    case .integer, .number: note(.number, at: span, tick: 0)
    default: note(.value(value), at: span, tick: 0)
    }
  }

  /// Notes where reading stopped: at an error, or in the middle of what is still being typed.
  fileprivate func note(_ error: Diagnostic, from start: Int, to end: Int) {
    depth = 0
    if case LanguageProblem.unclosed(let bracket) = error.problem {
      // The tokens of a group, a stream or a repetition are there already.
      if bracket == "[" || bracket == "#[" { note(.value, at: start..<end, tick: 0) }
      if bracket == "\"" { note(.string, at: start..<end, tick: 0) }
      return
    }
    while let last = tokens.last, last.span.lowerBound >= start { tokens.removeLast() }
    note(.error, at: start..<max(error.span.upperBound, start + 1), tick: 0)
  }
}
